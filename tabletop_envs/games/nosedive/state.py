"""NOSEDIVE's options, actions and records."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from ...core.batch import TableState
from ...core.native import Axis, Record, float32, int8, int64
from ...core.options import Options, as_integer, choice, integer, option, options_record, switch
from ...core.spaces import Actions
from .cards import (
    CARD_NAMES,
    CATEGORY_COPIES,
    DECK_SIZE,
    MAX_STARS,
    NUM_CARDS,
    NUM_SPACES,
    NUM_TOPICS,
    SPACE_NAMES,
    STAR_COPIES,
)

MIN_PLAYERS, MAX_PLAYERS = 3, 6
NUM_ROUNDS = 3
NUM_CYCLES = 3  # turns of each seat in a Lifestyle phase
HAND_SIZE = 5
FLIPS = 2
SCORE_UNIT = 1000  # a Social Score is kept in thousandths
MAX_SCORE = 5 * SCORE_UNIT
START_SCORE = 3 * SCORE_UNIT
START_SCORE_STEP = 50
LOWEST_START = START_SCORE - START_SCORE_STEP * (MAX_PLAYERS - 1)
HIGHEST_START = START_SCORE + START_SCORE_STEP * (MAX_PLAYERS - 1)
NOBODY = -1
NONE = -1  # no card, no pile, no slot

# --- options ---------------------------------------------------------------------------------


class InitialScores(IntEnum):
    SPREAD = 0
    EQUAL = 1


MAX_SLACK = 10
LARGEST = 1_000_000  # for numbers of the score model that the rules do not bound


def check_star_copies(value: Any) -> tuple[int, ...]:
    """How many cards of 1 to 5 stars a category has."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise ValueError(f"it is {MAX_STARS} integers that add up to {CATEGORY_COPIES}")
    copies = tuple(as_integer(each, 0, CATEGORY_COPIES) for each in value)
    if len(copies) != MAX_STARS or sum(copies) != CATEGORY_COPIES:
        raise ValueError(f"it is {MAX_STARS} integers that add up to {CATEGORY_COPIES}")
    return copies


@dataclass(frozen=True, kw_only=True)
class NosediveOptions(Options):
    """What a table of NOSEDIVE agrees on; the numbers of rulings are the specification's."""

    honesty_slack: int = integer(
        1, 0, MAX_SLACK, "how far from the own best or worst appeal a rating may lie (A19)"
    )
    allow_empty_action: bool = switch(
        False, "a space may be entered whose action cannot be done, or only in part (A1)"
    )
    reset_pawns: bool = switch(False, "pawns return to the home row at each round's start (A4)")
    dd_stacks: bool = switch(False, "several Double Damage cards multiply penalties more (A12)")
    initial_scores: str = choice(
        InitialScores, "all different, or all 3.000 and a random Influencer (A10)"
    )
    like_base: int = integer(250, 0, LARGEST, "weight of a MOST rating by a rater at 0.000")
    like_rate: int = integer(100, 0, LARGEST, "added to it for each 1.000 of the rater's score")
    dislike_base: int = integer(250, 0, LARGEST, "weight of a LEAST rating (A22)")
    dislike_rate: int = integer(100, 0, LARGEST, "added to it for each 1.000 of the score (A22)")
    dd_multiplier: int = integer(2, 1, LARGEST, "what Double Damage multiplies penalties by")
    score_min: int = integer(0, 0, LOWEST_START, "the lowest Social Score, in thousandths")
    score_max: int = integer(
        MAX_SCORE, HIGHEST_START, MAX_SCORE, "the highest Social Score, in thousandths"
    )
    rated_topics: bool = switch(
        False, "observations sum up how receivers to come rated the topics of the own offer so far"
    )
    star_copies: tuple[int, ...] = option(
        STAR_COPIES,
        "how many cards of 1, 2, 3, 4, 5 stars each category has, 30 in all",
        check_star_copies,
        kind=int64[MAX_STARS],
        encode=tuple,
    )


# --- actions ---------------------------------------------------------------------------------

MAX_OFFER = MAX_PLAYERS + 1  # kinds offered to a giver with a Bonus token
MAX_LIST = MAX_PLAYERS - 1  # kinds a receiver gets

actions = Actions()
MOVE = actions.add("move", NUM_SPACES, SPACE_NAMES)
CARD = actions.add("card", NUM_CARDS, CARD_NAMES)  # pay as a toll, or choose for a pile
PILE = actions.add("pile", MAX_PLAYERS)  # flip its card, place on it, or pick it
GIVE = actions.add("give", MAX_OFFER)  # the kind in that slot of the own offer
RATE = actions.add("rate", MAX_LIST)  # the slot of the own list, MOST or LEAST

# --- axes: how long a table of numbers is at most ---------------------------------------------

SEAT = Axis("seat", MAX_PLAYERS)
OTHER = Axis("other", MAX_PLAYERS - 1)  # seats but the viewer
PILES = Axis("pile", MAX_PLAYERS)
OFFER = Axis("offer", MAX_OFFER)
LIST = Axis("list", MAX_LIST)


class Decision(IntEnum):
    FLIP = 0
    MOVE = 1
    TOLL = 2
    PLACE_CARD = 3
    PLACE_PILE = 4
    PICK = 5
    GIVE = 6
    RATE_MOST = 7
    RATE_LEAST = 8


# --- the state: tables of small numbers are narrow, which makes large batches fast ------------


class Player(Record):
    pawn = int64  # the Space it stands on
    bonus = int64  # Bonus tokens taken this round, 0 or 1
    picked = int64  # whether it has a pile of this round
    hand_size = int64
    hand = int8[NUM_CARDS]
    collection = int8[NUM_CARDS]
    shown = int8[NUM_CARDS]  # put face up from the hand in this game
    taste = int8[NUM_TOPICS]
    offer = int8[OFFER]  # kinds, ascending; of use from GIVE to the round's end
    recipient = int8[OFFER]  # the seat each was given to, or NOBODY


class Pile(Record):
    taken = int64
    up = int8[NUM_CARDS]
    up_by = int8[SEAT]  # cards face up by placer; first cards are the Influencer's
    down_by = int8[SEAT]
    down = int8[SEAT, NUM_CARDS]  # what the cards face down are, by placer


class State(TableState):
    options = options_record(NosediveOptions)
    mask = int8[actions.size]
    decision = int64
    round = int64  # 0 to 2
    cycle = int64  # 0 to 2, of the turns
    turn = int64  # seats that are through with their turn, giving or rating
    influencer = int64
    target = int64  # occupant to be paid or receiver of an experience, or NOBODY
    face_down = int64  # Bonus tokens
    face_up = int64
    discarded = int64  # Double Damage cards
    placed = int64  # cards placed in this turn
    pending_card = int64  # chosen for a pile and still in hand, or NONE
    used_pile = int64  # of this turn's first placement, or NONE
    deck_size = int64
    deck = int8[DECK_SIZE]  # the top is at deck_size - 1
    scores = int64[SEAT]
    old_scores = int64[SEAT]  # before the last update
    dd_count = int64[SEAT]  # Double Damage cards picked this round
    shares = float32[NUM_CARDS]  # one card of a type, as part of all in the game
    players = Player[SEAT]
    piles = Pile[PILES]

    # tolls, payer first; what payers know of hands rests on them
    toll_count = int8[SEAT, SEAT]
    tolls = int8[SEAT, SEAT, NUM_CARDS]
    known = int8[SEAT, SEAT, NUM_CARDS]  # cards paid that surely are still in that hand
    held = int8[SEAT, SEAT]  # how many of them at least, as everybody can tell

    # experiences
    gifts = int8[NUM_ROUNDS, SEAT, SEAT]  # kinds, receiver first
    most = int8[NUM_ROUNDS, SEAT]  # by receiver: the giver whose gift was rated MOST
    least = int8[NUM_ROUNDS, SEAT]
    list_kind = int8[LIST]  # of the current rater
    list_giver = int8[LIST]
    appeal = int8[LIST]  # what the current rater makes of them
    most_slot = int64  # rated MOST, or NONE


class Scores(Record):
    """A seat's Lifestyle points and the parts they come from."""

    total = int64  # stars + 2 sets - lose_one
    score = int64  # the Social Score, in thousandths
    rank = int64  # 0 is best; tied seats share the lowest
    stars = int64
    sets = int64
    lose_one = int64
    dropped_cards = int64


# --- what a seat sees -------------------------------------------------------------------------

HAND_UNIT = 20.0  # observations are divided by these, to lie in about [0, 1]
PLACED_UNIT = 4.0
TOLL_UNIT = 9.0
LIKING_UNIT = 3.0
QUALITY_UNIT = 2.0

# places in a pile's row
PILE_PRESENT = 0
PILE_UP = 1
PILE_DOWN = PILE_UP + NUM_CARDS  # only what the viewer knows
PILE_DOWN_BY = PILE_DOWN + NUM_CARDS
PILE_UP_BY = PILE_DOWN_BY + MAX_PLAYERS
PILE_ROW = Axis("pile_row", PILE_UP_BY + MAX_PLAYERS)

# places in the row of an experience in the offer, the list or the history
PRESENT, TOPIC = 0, 1
QUALITY = TOPIC + NUM_TOPICS
OFFER_GIVEN = QUALITY + 1  # to which other seat, clockwise from the viewer
OFFER_ROW = Axis("offer_row", OFFER_GIVEN + MAX_PLAYERS - 1)
LIST_MINE, LIST_MOST = QUALITY + 1, QUALITY + 2
HISTORY_MOST, HISTORY_LEAST = QUALITY + 1, QUALITY + 2
GIFT_ROW = QUALITY + 3

# places in a row of ``topic_ratings``: how often, and the qualities of the kinds, summed up
TIMES_MOST, QUALITY_MOST, TIMES_LEAST, QUALITY_LEAST = range(4)
RATED = Axis("rated", 4)


class SeenPlayer(Record):
    """What all see of one player."""

    score = float32  # / MAX_SCORE
    pawn = float32[NUM_SPACES]
    bonus = float32
    dd = float32  # a flag; with dd_stacks the cards / DOUBLE_DAMAGE_COPIES
    hand_size = float32  # / HAND_UNIT
    collections = float32[NUM_CARDS]
    shown = float32[NUM_CARDS]  # put face up from the hand
    toll_matrix = float32[SEAT]  # cards paid to each seat; / TOLL_UNIT


class Observation(Record):
    """What one seat sees; seats are counted clockwise from it, numbers divided by their unit.

    Counts of cards are divided by the copies of that type in the deck.
    """

    kind = float32[len(Decision)]
    round = float32[NUM_ROUNDS]
    cycle = float32[NUM_CYCLES]
    actor = float32[SEAT]
    influencer = float32[SEAT]
    target = float32[SEAT]
    tokens = float32[2]  # face down, face up; / BONUS_TOKENS
    hand = float32[NUM_CARDS]
    deck = float32  # / DECK_SIZE
    discard = float32  # / DOUBLE_DAMAGE_COPIES
    piles = float32[PILES, PILE_ROW]  # see PILE_PRESENT and so on
    gave = float32[OTHER, NUM_CARDS]  # tolls the viewer paid; / TOLL_UNIT
    got = float32[OTHER, NUM_CARDS]
    taste = float32[NUM_TOPICS]  # / LIKING_UNIT
    offer = float32[OFFER, OFFER_ROW]  # see PRESENT and so on; quality / QUALITY_UNIT
    topic_ratings = float32[OFFER, OTHER, RATED]  # to give: of receivers to come, the next first
    pending_card = float32[NUM_CARDS]
    pending_face = float32[2]
    used_pile = float32[PILES]
    list = float32[LIST, GIFT_ROW]
    players = SeenPlayer[SEAT]
    history = float32[NUM_ROUNDS, SEAT, SEAT, GIFT_ROW]  # receiver first


def axes_in_use(options: NosediveOptions, num_players: int) -> dict[str, Any]:
    """How much of each axis exists for a number of players."""
    return {
        "seat": num_players,
        "other": num_players - 1,
        "pile": num_players,
        "pile_row": [
            *range(PILE_DOWN_BY + num_players),
            *range(PILE_UP_BY, PILE_UP_BY + num_players),
        ],
        "offer": num_players + 1,
        "offer_row": OFFER_GIVEN + num_players - 1,
        "list": num_players - 1,
        "rated": RATED if options.rated_topics else 0,
    }
