"""Agents of one protocol: random, scripted, search, trained.

An agent is anything with ``act``; see ``Agent``. ``make`` builds one from its name.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from ..core.bots import Planner
from ..core.game import Game, Setting
from ..core.spaces import suggestion
from ..registry import load
from .base import Agent, AnyAgent, StatesAgent, choose
from .random import RandomAgent
from .scripted import PlanningAgent, ScriptedAgent
from .search import SearchAgent
from .trained import InvalidModel, TrainedAgent, newest_model

__all__ = [
    "Agent",
    "AnyAgent",
    "InvalidModel",
    "PlanningAgent",
    "RandomAgent",
    "ScriptedAgent",
    "SearchAgent",
    "StatesAgent",
    "TrainedAgent",
    "UnknownAgent",
    "choose",
    "make",
    "names",
]

SAMPLED = ":sampled"


class UnknownAgent(ValueError):
    """A name that no agent has."""


def names(game: Game) -> list[str]:
    """The names of a game's agents, the scripted ones weakest first."""
    return ["random", *game.bots, "search:1000", "trained"]


def make(
    name: str | os.PathLike[str],
    game: str | Game | Setting,
    num_players: int | None = None,
    **options: Any,
) -> AnyAgent:
    """Make an agent from its name.

    Args:
        name: ``random``; a scripted bot's name; ``search:1000`` (a tree search of so many
            iterations a decision); a model file's path; or ``trained`` (the newest
            ``runs/*/model.zip`` of this game and player count). A trained agent takes its
            likeliest action; with ``:sampled`` after its name it draws one.
        game: the game that the agent is to play, by name or as an object. A ``Setting`` brings
            its own player count and options.
        num_players, options: as in ``Game.setting``.

    Raises:
        UnknownAgent: there is no agent of that name.
        InvalidModel: the model file is missing, damaged, or of another game or player count.
        ImportError: a trained agent needs torch, and it is not installed.
    """
    setting = as_setting(game, num_players, options)
    word = os.fspath(name)
    if word == "random":
        return RandomAgent()
    if word in setting.game.bots:
        planning = isinstance(setting.game.bots[word], Planner)
        return (PlanningAgent if planning else ScriptedAgent)(setting, word)
    kind, _, iterations = word.partition(":")
    if kind == "search":
        if not (iterations.isdecimal() and int(iterations) > 0):
            raise UnknownAgent(
                f"a search is named with its iterations, as in 'search:1000', not {word!r}"
            )
        return SearchAgent(setting, int(iterations))
    plain = word.removesuffix(SAMPLED)
    if plain == "trained":
        return TrainedAgent(newest_model(setting), setting, sampled=plain != word)
    if plain.endswith(".zip") or len(Path(plain).parts) > 1 or Path(plain).is_file():
        return TrainedAgent(plain, setting, sampled=plain != word)
    raise UnknownAgent(
        f"{setting.game.name} has no agent {word!r}; {suggestion(word, names(setting.game))}"
    )


def as_setting(
    game: str | Game | Setting, num_players: int | None, options: dict[str, Any]
) -> Setting:
    if isinstance(game, Setting):
        if num_players is not None or options:
            raise ValueError("a Setting has its player count and options already")
        return game
    return (load(game) if isinstance(game, str) else game).setting(num_players, **options)
