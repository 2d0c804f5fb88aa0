"""The games of the collection, by name. A game is imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module

import gymnasium
import pettingzoo

from .core.game import Game
from .core.spaces import suggestion

GAMES = {
    "nosedive": 0,
    "streaming": 0,
}
"""Every game, with the version of its rules: ``Game.rules_version``, which ids carry."""


def games() -> list[str]:
    """The names of all games."""
    return sorted(GAMES)


def load(name: str) -> Game:
    """The game of that name; ``ValueError`` if there is none."""
    if name not in GAMES:
        raise ValueError(f"there is no game {name!r}; {suggestion(name, games())}")
    return import_module(f"tabletop_envs.games.{name}").game


def pettingzoo_id(name: str) -> str:
    """As in ``"tabletop/streaming-v0"``."""
    return f"tabletop/{name}-v{GAMES[name]}"


def gymnasium_id(name: str) -> str:
    """As in ``"tabletop/Streaming-v0"``."""
    return f"tabletop/{name.title().replace('_', '')}-v{GAMES[name]}"


def register_ids() -> None:
    """Make ``pettingzoo.make`` and ``gymnasium.make`` know every game."""
    for name, version in GAMES.items():
        if pettingzoo_id(name) not in pettingzoo.aec_registry:
            module = f"tabletop_envs.{name}_v{version}"
            pettingzoo.register("aec", pettingzoo_id(name), f"{module}:env")
        if gymnasium_id(name) not in gymnasium.registry:
            gymnasium.register(
                gymnasium_id(name), "tabletop_envs.envs.seat:SeatEnv", kwargs={"game": name}
            )
