"""Kuhn poker for two or three players on the engine: small enough to know what is right.

Everybody antes one chip and is dealt one card of ``players + 1``. In turn each passes or bets
one chip; after a bet the others call (bet) or fold (pass). The highest card that paid wins.
"""

from dataclasses import dataclass

from tabletop_envs.core.batch import Rules, TableState, seats_from
from tabletop_envs.core.bots import Bot
from tabletop_envs.core.game import Game
from tabletop_envs.core.native import Axis, Record, float32, int8, int64, rule
from tabletop_envs.core.options import Options, options_record
from tabletop_envs.core.rng import random_below, shuffle
from tabletop_envs.core.spaces import Actions

SEAT = Axis("seat", 3)
CARD = Axis("card", 4)
NOBODY = -1

actions = Actions()
PASS = actions.add("pass")
BET = actions.add("bet")


@dataclass(frozen=True, kw_only=True)
class KuhnOptions(Options):
    """Kuhn poker has no options of its own."""


class State(TableState):
    options = options_record(KuhnOptions)
    mask = int8[actions.size]
    deck = int64[CARD]  # seat s holds deck[s]
    paid = int64[SEAT]  # chips in the pot
    decided = int64[SEAT]  # 1 passed, 2 bet: the last choice of each seat
    bettor = int64  # who bet first, or NOBODY


class Observation(Record):
    card = float32[CARD]
    paid = float32[SEAT]
    decided = float32[SEAT, 2]
    position = float32[SEAT]


class Scores(Record):
    total = int64


@rule
def setup(state):
    state.bettor = NOBODY
    for card in range(state.num_players + 1):
        state.deck[card] = card
    shuffle(state, state.deck, state.num_players + 1)
    for seat in range(state.num_players):
        state.paid[seat] = 1


@rule
def legal(state, mask):
    mask[PASS] = 1
    mask[BET] = 1


@rule
def step(state, action):
    state.decided[state.actor] = 1 + action
    if action == BET:
        state.paid[state.actor] += 1
        if state.bettor == NOBODY:
            state.bettor = state.actor
    state.actor = (state.actor + 1) % state.num_players
    if state.actor == max(state.bettor, 0):
        state.over = 1


@rule
def winner(state):
    best = NOBODY
    for seat in range(state.num_players):
        in_showdown = state.bettor == NOBODY or state.paid[seat] == 2
        if in_showdown and (best == NOBODY or state.deck[seat] > state.deck[best]):
            best = seat
    return best


@rule
def score(state, seat):
    pot = 0
    for paid in state.paid:
        pot += paid
    return (pot if winner(state) == seat else 0) - state.paid[seat]


@rule
def standing(state, side):
    return score(state, side)


@rule
def score_parts(state, seat, parts):
    parts.total = score(state, seat)


@rule
def observe(state, seat, seen):
    if seat >= 0:
        seen.card[state.deck[seat]] = 1
        seen.position[seat] = 1
    for other in range(state.num_players):
        place = seats_from(state, seat, other)
        seen.paid[place] = state.paid[other]
        if state.decided[other]:
            seen.decided[place, state.decided[other] - 1] = 1


@rule
def resample(state, seat):
    own = state.deck[seat]
    count = 0
    for card in range(state.num_players + 1):
        if card != own:
            state.deck[count] = card
            count += 1
    shuffle(state, state.deck, count)
    state.deck[count] = state.deck[seat]
    state.deck[seat] = own


def axes_in_use(options: KuhnOptions, num_players: int) -> dict[str, int]:
    return {"seat": num_players, "card": num_players + 1}


def describe(record, seat: int | None) -> str:
    cards = (record.deck[s] if seat in (None, s) else "?" for s in range(record.num_players))
    return " ".join(f"{card}:{record.paid[s]}:{record.decided[s]}" for s, card in enumerate(cards))


@rule
def bold(seen, mask, table):
    """Bets the highest card, else tosses a coin."""
    if seen.card[table.num_players] > 0:
        return BET
    return PASS + random_below(table, 2)


game = Game(
    name="kuhn_poker",
    rules_version=0,
    players=(2, 3),
    default_players=3,
    state=State,
    observation=Observation,
    scores=Scores,
    options=KuhnOptions,
    actions=actions,
    rules=Rules(setup, legal, step, observe, resample, standing, score, score_parts),
    axes_in_use=axes_in_use,
    describe=describe,
    bots={"bold": Bot(bold)},
)
