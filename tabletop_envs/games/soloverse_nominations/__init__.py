"""SOLOVERSE: Nominations: exact bids behind a phase of chaos cards, for 3 to 12 players."""

from ...core.batch import Rules
from ...core.game import Game
from .bots import BOTS
from .legal import legal
from .observation import axes_in_use, observe
from .resample import resample
from .rules import setup, step
from .scoring import score, score_parts, standing
from .state import MAX_PLAYERS, MIN_PLAYERS, NominationsOptions, Observation, Scores, State, actions
from .text import describe

game = Game(
    name="soloverse_nominations",
    rules_version=0,
    players=(MIN_PLAYERS, MAX_PLAYERS),
    default_players=4,
    state=State,
    observation=Observation,
    scores=Scores,
    options=NominationsOptions,
    actions=actions,
    rules=Rules(setup, legal, step, observe, resample, standing, score, score_parts),
    axes_in_use=axes_in_use,
    describe=describe,
    bots=BOTS,
)
