"""Streaming's options, actions and records."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from ...core.batch import TableState
from ...core.native import Axis, Record, float32, int8, int16, int64
from ...core.options import (
    InvalidOption,
    Options,
    as_integer,
    choice,
    option,
    options_record,
    switch,
)
from ...core.spaces import Actions
from .cards import (
    GENRE_CARDS,
    GENRE_NAMES,
    MULTISCREEN,
    NUM_AUDIENCE,
    NUM_CARDS,
    NUM_GENRES,
    RECOMMENDED_SOFAS,
    other_side,
)

MIN_PLAYERS, MAX_PLAYERS = 3, 5
NUM_ROUNDS = 5
START_COINS = 10
ROUND_COINS = 10
MAX_BID = 90  # no seat can ever have more at a bid
NOBODY = -1

# --- options ---------------------------------------------------------------------------------


class PromotionMode(IntEnum):
    SIMULTANEOUS = 0
    OPEN = 1


class AllPay(IntEnum):
    PICKED = 0
    FRONT = 1


class HighTies(IntEnum):
    ONE = 0
    ALL = 1


class LeaderScope(IntEnum):
    GLOBAL = 0
    TIED = 1


class FictionTypes(IntEnum):
    TYPE = 0
    CARD = 1


class FictionSlot(IntEnum):
    RIGHT = 0
    CENTRE = 1


RANDOM_SOFA = 0  # place in the encoded ``audience`` that tells whether the sofa is drawn
RANDOM_SEAT = -1


def check_audience(value: Any) -> str | tuple[int, ...]:
    """``"random"``, the name of a recommended set, or the sorted ids of an explicit sofa."""
    if isinstance(value, str):
        if value == "random" or value in RECOMMENDED_SOFAS:
            return value
        raise ValueError(
            f"it is 'random', {', '.join(map(repr, RECOMMENDED_SOFAS))} or up to 4 ids"
        )
    if not isinstance(value, Iterable):
        raise ValueError("it is the name of a set or a list of up to 4 ids")
    ids = [as_integer(each, 1, NUM_AUDIENCE) for each in value]
    if len(set(ids)) < len(ids) or len(ids) > 4:
        raise ValueError("a sofa has at most 4 different cards")
    return tuple(sorted(ids))


def encode_audience(value: str | tuple[int, ...]) -> np.ndarray:
    """A flag for each id; place 0 says that the sofa is drawn."""
    flags = np.zeros(NUM_AUDIENCE + 1, np.int64)
    ids = RECOMMENDED_SOFAS.get(value, (RANDOM_SOFA,)) if isinstance(value, str) else value
    flags[list(ids)] = 1
    return flags


def check_first_remote(value: Any) -> str | int:
    if isinstance(value, str) and value == "random":
        return value
    return as_integer(value, 0, MAX_PLAYERS - 1)


@dataclass(frozen=True, kw_only=True)
class StreamingOptions(Options):
    """What a table of Streaming agrees on; the numbers of rulings are the specification's."""

    audience: str | tuple[int, ...] = option(
        "random",
        "the sofa: 'random', 'set1', 'set2', 'set3' or up to 4 ids from 1 to 18",
        check_audience,
        kind=int64[NUM_AUDIENCE + 1],
        encode=encode_audience,
    )
    allow_impossible_sofa: bool = switch(False, "both sides of one audience card may be named")
    multiscreen_variant: bool = switch(False, "3 or 4 players: multiscreen cards for the 1s (R42)")
    first_remote: str | int = option(
        "random",
        "who starts with the remote control: 'random' or a seat (R41)",
        check_first_remote,
        encode=lambda value: RANDOM_SEAT if value == "random" else value,
    )
    promotion_mode: str = choice(PromotionMode, "sealed, or in turn from the remote control (R12)")
    history: bool = switch(True, "observations keep past bids, pairs and promotions")
    hide_coins: bool = switch(False, "the others' coins are not shown, for those who want to count")
    a03_missing_types: bool = switch(False, "card 03 pays for genres without a set too (R19)")
    a04_allpay: str = choice(AllPay, "which pair decides about 14 when 04 lets pick one (R21)")
    a11_ties: str = choice(HighTies, "card 11 scores one or all cards of the highest value (R24)")
    a13_scope: str = choice(LeaderScope, "card 13: most Animation of all, or of those tied (R29)")
    a13_final_tie: bool = switch(True, "card 13 breaks ties of the final score (R30)")
    a15_mode: str = choice(FictionTypes, "card 15 counts types, or cards (R33)")
    a18_repeats_automatic: bool = switch(False, "card 18 repeats the points of 08 and 09 (R37)")
    fiction_slot: str = choice(FictionSlot, "where on a drawn sofa card 15/16 may lie")

    def validate(self, num_players: int) -> None:
        if self.multiscreen_variant and num_players == MAX_PLAYERS:
            raise InvalidOption("multiscreen_variant is for 3 or 4 players: 5 use all cards (R42)")
        if isinstance(self.first_remote, int) and self.first_remote >= num_players:
            raise InvalidOption(
                f"first_remote is seat {self.first_remote}, but seats are 0 to {num_players - 1}"
            )
        if isinstance(self.audience, tuple) and not self.allow_impossible_sofa:
            for each in self.audience:
                if other_side(each) in self.audience:
                    raise InvalidOption(
                        f"audience names {each} and {other_side(each)}, two sides of one card; "
                        "allow_impossible_sofa=True permits it"
                    )


# --- actions ---------------------------------------------------------------------------------

MAX_PAIRS = MAX_PLAYERS + 1

actions = Actions()
BID = actions.add("bid", MAX_BID + 1)
USE_01 = actions.add("use card 01")
PROMOTE_TOP = actions.add("promote top", NUM_GENRES, GENRE_NAMES)
PROMOTE_HIGH = actions.add("promote high", NUM_GENRES, GENRE_NAMES)
DONE = actions.add("done")
PICK_PAIR = actions.add("pick pair", MAX_PAIRS)
PLACE_DOC = actions.add("place documentary as", NUM_GENRES, GENRE_NAMES)
ORDER = actions.add("on top slot", 2)

# --- axes: how long a table of numbers is at most ---------------------------------------------

SEAT = Axis("seat", MAX_PLAYERS)
SEAT_OR_NONE = Axis("seat_or_none", MAX_PLAYERS + 1)
PAIR = Axis("pair", MAX_PAIRS)  # also the auctions of a round: one a pair
GENRE = Axis("genre", NUM_GENRES)
DEPTH = Axis("depth", 2 * GENRE_CARDS)  # a genre's cards, and all Documentaries under card 10
AUCTION = Axis("auction", NUM_ROUNDS * MAX_PAIRS)  # of the whole game
PROMOTED = Axis("promoted", (NUM_ROUNDS + 1) * NUM_GENRES * 2)  # 5 rounds, card 18; top and high
FACE = Axis("face", MULTISCREEN)
SLOT = Axis("slot", 2)  # of a pair


class Phase(IntEnum):
    BID = 0
    PICK_PAIR = 1
    PLACE_DOC = 2
    ORDER = 3
    PROMOTE = 4
    FINAL_PROMOTE = 5
    OVER = 6


class PairState(IntEnum):
    ABSENT = 0
    ON_TABLE = 1
    SOLD = 2
    DISCARDED = 3


# --- the state -------------------------------------------------------------------------------


class ContentSet(Record):
    """The pile of one player classed as one genre."""

    size = int8
    faces = int8[DEPTH]  # bottom to top; small, so that observing touches little memory


class Promotion(Record):
    """What one seat promoted in one section."""

    top = int8[GENRE]  # coins laid on each set, from its top card down
    high = int8[GENRE]  # whether 2 coins bought the highest value (card 11)


class Scores(Record):
    """A seat's raw score and the parts that add up to it."""

    total = int16
    promotion = int16
    automatic = int16  # cards 08 and 09
    award_06 = int16
    award_12 = int16
    final_promotion = int16  # card 18
    majority = int16[GENRE]
    lowest_values = int16  # card 07
    fiction_types = int16  # card 15
    fiction_extra = int16  # card 16: Fiction of seats without its majority
    series = int16  # card 17
    coins = int16


class Results(Scores):
    """What is told of a seat: its score, and whether it is in place 1 of a finished game."""

    winner = int16


class Channel(Record):
    """One player."""

    coins = int16
    used_01 = int16
    shown_bid = int16  # in the last auction revealed
    sets = ContentSet[GENRE]
    scored = int8[GENRE]  # sets that gained points in the last Promotion section
    scores = Scores

    # committed, hidden until the reveal
    bid = int16  # NOBODY's bid is -1
    gain_01 = int16  # coins of a card 01 in use
    spent = int16  # on promotion
    points = int16  # of promotion
    promotion = Promotion


# The past is kept for observations alone. Auctions, and pairs, of the whole game are counted
# through: ``round * (num_players + 1) + index``.


class SeatLog(Record):
    """What one seat did in the past; small numbers, so that observing touches little memory."""

    bids = int8[AUCTION]  # shown bid + 1, 0 not yet
    winner = int8[AUCTION]  # whether the seat won the auction
    promoted = int8[PROMOTED]  # by section and genre: coins on the top, high


class TableLog(Record):
    """What became of each auction."""

    discarded = int8[AUCTION]  # whether nobody wanted the pair
    sold_pair = int8[AUCTION]  # pair sold or discarded + 1, 0 not yet


class State(TableState):
    options = options_record(StreamingOptions)
    mask = int8[actions.size]
    phase = int64
    round = int64  # 0 to 4
    auction = int64  # auctions of this round already resolved
    acted = int64  # seats that finished the present sealed or open decision
    holder = int64  # of the remote control
    audience = int8[NUM_AUDIENCE + 1]  # a flag for each id; place 0 unused
    award_06 = int64  # owner or NOBODY
    award_12 = int64
    deck_size = int64
    deck = int8[NUM_CARDS]  # dealt from the front, two cards a pair
    pairs = int8[PAIR]  # PairState of this round's pairs
    sold_pair = int64  # the pair that is being placed
    target = int64[SLOT]  # where the cards of the sold pair go: genre, or NOBODY
    asked_slot = int64  # the card that PLACE_DOC asks about
    channels = Channel[SEAT]
    table_log = TableLog
    seat_logs = SeatLog[SEAT]


# --- what a seat sees -------------------------------------------------------------------------

# Observations are multiplied by these, to lie in about [0, 1].
COIN_SCALE = 1 / 50
SCORE_SCALE = 1 / 200
FACE_SCALE = 1 / 11
SIZE_SCALE = 1 / 6
VALUE_SCALE = 1 / 10
SUM_SCALE = 1 / 40
POINTS_SCALE = 1 / 40
GENRE_SCALE = 1 / NUM_GENRES
ROUND_SCALE = 1 / NUM_ROUNDS
PAIR_SCALE = 1 / MAX_PAIRS
PROMOTED_SCALE = 1 / 2

# places in ``own_pending``: what the viewer has committed and nobody else sees
OWN_BID, OWN_01, OWN_SPENDABLE, OWN_POINTS, OWN_TOP = 0, 1, 2, 3, 4
OWN_HIGH = OWN_TOP + NUM_GENRES


class SeenChannel(Record):
    """What all see of one player."""

    actor = float32
    holder = float32
    coins = float32  # -1 where hidden
    score = float32
    used_01 = float32
    set_size = float32[GENRE]
    top_value = float32[GENRE]
    high_value = float32[GENRE]
    low_value = float32[GENRE]
    set_sum = float32[GENRE]
    scored_sets = float32[GENRE]
    promoted = float32[PROMOTED]  # as in SeatLog
    sets = float32[GENRE, DEPTH]  # faces, bottom to top
    bids = float32[AUCTION]  # shown bid + 1, 0 not yet
    winner = float32[AUCTION]


class SeenPair(Record):
    """A pair of this round."""

    market_state = float32  # PairState / 3
    for_sale = float32[SLOT, NUM_GENRES + 2]  # on the table: genre, number / 10, multiscreen


class Observation(Record):
    """What one seat sees; seats are counted clockwise from it, numbers times their scale.

    Auctions, and the pairs of ``market``, are counted through the game, see ``SeatLog``.
    Without the option ``history`` nothing of the past is there.
    """

    phase = float32[len(Phase)]
    round = float32  # 1 to 5
    auction = float32  # auctions of this round already resolved
    audience = float32[NUM_AUDIENCE]
    unseen = float32[GENRE, FACE]  # cards not yet dealt / 2
    own_pending = float32[OWN_HIGH + NUM_GENRES]  # see OWN_BID and so on
    to_place = float32[SLOT, 4]  # genre + 1, face, target + 1, asked about now
    award_06 = float32[SEAT_OR_NONE]  # the last place: nobody has it
    award_12 = float32[SEAT_OR_NONE]
    pairs = SeenPair[PAIR]
    channels = SeenChannel[SEAT]
    market = float32[AUCTION, SLOT, 2]  # genre + 1 and face of every pair dealt so far
    discarded = float32[AUCTION]  # nobody wanted the pair
    sold_pair = float32[AUCTION]  # pair sold or discarded + 1, 0 not yet


def axes_in_use(options: StreamingOptions, num_players: int) -> dict[str, int]:
    """How much of each axis exists for a number of players and options."""
    genre_cards = {3: 8, 4: 10, 5: 12}[num_players]
    audience = encode_audience(options.audience)
    deep = audience[RANDOM_SOFA] or audience[10]  # card 10 lets Documentaries join a set
    return {
        "seat": num_players,
        "seat_or_none": num_players + 1,
        "pair": num_players + 1,
        "auction": NUM_ROUNDS * (num_players + 1) if options.history else 0,
        "promoted": PROMOTED if options.history else 0,
        "depth": 2 * genre_cards if deep else genre_cards,
    }
