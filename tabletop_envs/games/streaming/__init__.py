"""Streaming: channels bid in secret for pairs of content, promote it and score majorities."""

from ...core.batch import Rules
from ...core.game import Game
from .bots import BOTS
from .observation import TURN_FIELDS, observe, observe_turn
from .resample import resample
from .rules import legal, score, score_parts, setup, standing, step
from .state import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    Observation,
    Results,
    State,
    StreamingOptions,
    actions,
    axes_in_use,
)
from .text import describe

game = Game(
    name="streaming",
    rules_version=0,
    players=(MIN_PLAYERS, MAX_PLAYERS),
    default_players=4,
    state=State,
    observation=Observation,
    scores=Results,
    options=StreamingOptions,
    actions=actions,
    rules=Rules(
        setup,
        legal,
        step,
        observe,
        resample,
        standing,
        score,
        score_parts,
        observe_turn,
        TURN_FIELDS,
    ),
    axes_in_use=axes_in_use,
    describe=describe,
    bots=BOTS,
)
