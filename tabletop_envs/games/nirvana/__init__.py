"""Nirvana: roll and write a hand of numbers, then be the first to shed it."""

from ...core.batch import Rules
from ...core.game import Game
from .bots import BOTS
from .observation import observe
from .resample import resample
from .rules import legal, score, score_parts, setup, standing, step
from .state import (
    DEFAULT_PLAYERS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    NirvanaOptions,
    Observation,
    Scores,
    State,
    actions,
    axes_in_use,
)
from .text import describe

game = Game(
    name="nirvana",
    rules_version=0,
    players=(MIN_PLAYERS, MAX_PLAYERS),
    default_players=DEFAULT_PLAYERS,
    state=State,
    observation=Observation,
    scores=Scores,
    options=NirvanaOptions,
    actions=actions,
    rules=Rules(setup, legal, step, observe, resample, standing, score, score_parts),
    axes_in_use=axes_in_use,
    describe=describe,
    bots=BOTS,
)
