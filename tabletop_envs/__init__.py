"""Modern tabletop games of hidden information as reinforcement-learning environments.

Importing the package makes ``pettingzoo.make("aec", "tabletop/streaming-v0")`` and
``gymnasium.make("tabletop/Streaming-v0")`` work, and likewise for every game.
"""

from importlib import import_module
from typing import Any

from . import games as _  # noqa: F401  imported first: the function below takes its name
from .core.batch import SPECTATOR
from .core.game import IllegalAction
from .core.options import InvalidOption
from .envs.vector import make_vec
from .registry import games, load, register_ids

__all__ = ["SPECTATOR", "IllegalAction", "InvalidOption", "games", "load", "make_vec"]

register_ids()

MODULES = ("agents", "evaluation", *(f"{name}_v0" for name in games()))


def __getattr__(name: str) -> Any:
    """The modules for users, imported when first asked for."""
    if name in MODULES:
        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
