"""The games of the collection, by name. A game is imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import gymnasium
import pettingzoo

from .core.game import Game
from .core.spaces import suggestion

GAMES = {
    "black_souls": 0,
    "nirvana": 0,
    "nosedive": 0,
    "soloverse_nominations": 0,
    "streaming": 0,
}
"""Every game, with the version of its rules: ``Game.rules_version``, which ids carry."""

SOLO_GAMES = ("black_souls",)
"""Games that one player plays against a script: one-seat environments of their own."""


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


def gymnasium_id(name: str, kind: str = "") -> str:
    """As in ``"tabletop/Streaming-v0"``, or ``"tabletop/BlackSoulsSolo-v0"``."""
    return f"tabletop/{name.title().replace('_', '')}{kind}-v{GAMES[name]}"


def register_ids() -> None:
    """Make ``pettingzoo.make`` and ``gymnasium.make`` know every game."""
    for name, version in GAMES.items():
        if pettingzoo_id(name) not in pettingzoo.aec_registry:
            module = f"tabletop_envs.{name}_v{version}"
            pettingzoo.register("aec", pettingzoo_id(name), f"{module}:env")
        register_seat(gymnasium_id(name), game=name)
        if name in SOLO_GAMES:
            register_seat(gymnasium_id(name, "Solo"), game=name, num_players=1, seat=0)


def register_seat(env_id: str, **arguments: Any) -> None:
    """Make ``gymnasium.make`` know one seat of a game."""
    if env_id not in gymnasium.registry:
        gymnasium.register(env_id, "tabletop_envs.envs.seat:SeatEnv", kwargs=arguments)
