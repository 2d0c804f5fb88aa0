"""A game of one hidden choice: does anybody answer what he cannot see?

Seat 0 hides a coin in one of three hands, or keeps it, which draws. Seat 1 then points at a
hand and wins if the coin is there. Hiding wins two times out of three, unless seat 1 peeps.
"""

from dataclasses import dataclass

from tabletop_envs.core.batch import Rules, TableState
from tabletop_envs.core.game import Game
from tabletop_envs.core.native import Record, float32, int8, int64, rule
from tabletop_envs.core.options import Options, options_record
from tabletop_envs.core.rng import random_below
from tabletop_envs.core.spaces import Actions

HANDS = 3

actions = Actions()
HAND = actions.add("hand", HANDS)
KEEP = actions.add("keep")
CHOICES = actions.size


@dataclass(frozen=True, kw_only=True)
class SealedOptions(Options):
    """The game has no options of its own."""


class State(TableState):
    options = options_record(SealedOptions)
    mask = int8[actions.size]
    hidden = int64
    pointed = int64


class Observation(Record):
    actor = float32
    hidden = float32[actions.size]


class Scores(Record):
    total = int64


@rule
def setup(state):
    state.actor = 0


@rule
def legal(state, mask):
    for hand in range(HANDS):
        mask[HAND + hand] = 1
    if state.actor == 0:
        mask[KEEP] = 1


@rule
def step(state, action):
    if state.actor == 0:
        state.hidden = action
        state.actor = 1
    else:
        state.pointed = action
        state.over = 1


@rule
def observe(state, seat, seen):
    seen.actor = state.actor
    if seat == 0 and state.actor == 1:
        seen.hidden[state.hidden] = 1


@rule
def resample(state, seat):
    if seat == 1 and state.actor == 1:
        state.hidden = random_below(state, CHOICES)


@rule
def score(state, seat):
    if state.hidden == KEEP:
        return 0
    found = state.hidden == state.pointed
    return 1 if found == (seat == 1) else 0


@rule
def standing(state, side):
    return score(state, side)


@rule
def score_parts(state, seat, parts):
    parts.total = score(state, seat)


game = Game(
    name="hidden_coin",
    rules_version=0,
    players=(2, 2),
    default_players=2,
    state=State,
    observation=Observation,
    scores=Scores,
    options=SealedOptions,
    actions=actions,
    rules=Rules(setup, legal, step, observe, resample, standing, score, score_parts),
    axes_in_use=lambda options, num_players: {},
    describe=lambda record, seat: f"player {record.actor} is to act",
    bots={},
)
