"""Modern tabletop games of hidden information as reinforcement-learning environments."""

from .registry import games, load

__all__ = ["games", "load"]
