"""Modern tabletop games of hidden information as reinforcement-learning environments.

Importing the package makes ``pettingzoo.make("aec", "tabletop/streaming-v0")`` and
``gymnasium.make("tabletop/Streaming-v0")`` work, and likewise for every game.
"""

from . import games as _  # noqa: F401  imported first: the function below takes its name
from .core.batch import SPECTATOR
from .core.game import IllegalAction
from .core.options import InvalidOption
from .envs.vector import make_vec
from .registry import games, load, register_ids

__all__ = ["SPECTATOR", "IllegalAction", "InvalidOption", "games", "load", "make_vec"]

register_ids()
