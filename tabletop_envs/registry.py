"""The games of the collection, by name. A game is imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module

from .core.game import Game
from .core.spaces import suggestion

GAMES = ("streaming",)


def games() -> list[str]:
    """The names of all games."""
    return sorted(GAMES)


def load(name: str) -> Game:
    """The game of that name; ``ValueError`` if there is none."""
    if name not in GAMES:
        raise ValueError(f"there is no game {name!r}; {suggestion(name, games())}")
    return import_module(f"tabletop_envs.games.{name}").game
