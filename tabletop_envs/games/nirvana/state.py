"""Nirvana's options, actions and records."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from ...core.batch import TableState
from ...core.native import Axis, Kind, Record, float32, int8, int16, int64
from ...core.options import InvalidOption, Options, integer, option, options_record, switch
from ...core.spaces import Actions, suggestion
from .cards import (
    BOXES,
    DICE,
    FIELDS,
    INSIGHT_IDS,
    INSIGHTS,
    INSIGHTS_IN_PLAY,
    LOWEST,
    MOST_CARDS,
    OBJECTIVES,
    PERMUTATIONS,
    RANKS,
    ROUNDS,
    SHEET_CARDS,
    START_SPACES,
    TRIOS,
    Sheet,
    built_in,
    read_sheet,
)

MIN_PLAYERS, MAX_PLAYERS = 2, 6  # R31
DEFAULT_PLAYERS = 4
NOBODY = -1
NO_SLOT = -1
NO_CARD = -1
LINES = SHEET_CARDS + START_SPACES + 2  # of a Draft: all cards, and fields whose number is known

# --- options ---------------------------------------------------------------------------------


def check_sheet_file(value: Any) -> str:
    """The text of a sheet: a file is read here, once, so that a saved game holds its sheet."""
    if value is None or value == "":
        return ""
    text = value if isinstance(value, str) and "\n" in value else read_file(value)
    read_sheet(text)
    return text


def read_file(path: Any) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, TypeError, UnicodeDecodeError) as error:
        raise ValueError(f"it cannot be read: {error}") from None


def encode_sheet(text: str) -> Any:
    return read_sheet(text or built_in("sheet.csv"))


def check_insight_ids(value: Any) -> tuple[str, ...]:
    """The ids in order; none means that the cards are drawn."""
    if value is None:
        return ()
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise ValueError("it is a list of ids, as in ['I07', 'I21']")
    ids = list(value)
    for each in ids:
        if each not in INSIGHT_IDS:
            raise ValueError(f"there is no card {each!r}; {suggestion(each, INSIGHT_IDS)}")
    if len(ids) > INSIGHTS_IN_PLAY or len(set(ids)) < len(ids):
        raise ValueError(f"it names up to {INSIGHTS_IN_PLAY} different cards")
    return tuple(sorted(ids))


def encode_insight_ids(ids: tuple[str, ...]) -> np.ndarray:
    """A flag for each card."""
    return np.array([each in ids for each in INSIGHT_IDS], np.int64)


@dataclass(frozen=True, kw_only=True)
class NirvanaOptions(Options):
    """What a table of Nirvana agrees on; the numbers of rulings are the specification's."""

    sheet_file: str = option(
        "",
        "another sheet: a CSV file's path, or its text ('' is the built-in reconstruction)",
        check_sheet_file,
        kind=Kind(Sheet.dtype),
        encode=encode_sheet,
    )
    boxes: int = integer(BOXES, 0, BOXES, "boxes of each player; card I09 gives its own (R5)")
    one_die_per_round: bool = switch(False, "boxes of one round all change one number (R2)")
    clamp_numbers: bool = switch(False, "a step may not take a number out of 1 to 6 (R3)")
    open_hands: bool = switch(False, "all hands are public from the first lead on (R9)")
    follow_equal: bool = switch(False, "equal values may follow (R16)")
    pass_locks: bool = switch(False, "who passes is out of the round (R19)")
    finish_ends_round: bool = switch(False, "the round ends when a player goes out (R23)")
    use_insight: bool = switch(False, "three Insight cards are in play")
    insight_ids: tuple[str, ...] = option(
        (),
        "up to 3 ids 'I01' to 'I24': all the cards in play (none: three are drawn)",
        check_insight_ids,
        kind=int64[INSIGHTS],
        encode=encode_insight_ids,
    )

    def validate(self, num_players: int) -> None:
        if self.insight_ids and not self.use_insight:
            raise InvalidOption("insight_ids are given, but use_insight is False")


# --- actions ---------------------------------------------------------------------------------


def value_word(rank: int) -> str:
    return str(rank + LOWEST)


actions = Actions()
DONE = actions.add("done")
STEP = actions.add(
    "step", 2 * DICE, [f"slot {slot} by {sign}" for slot in range(DICE) for sign in ("-1", "+1")]
)
TRIO = actions.add("trio", TRIOS)
ARRANGE = actions.add(
    "arrange slots", len(PERMUTATIONS), [" ".join(map(str, slots)) for slots in PERMUTATIONS]
)
PASS = actions.add("pass")
SET = actions.add("set of", RANKS, value_word)
COUNT = actions.add("count", MOST_CARDS, lambda index: str(index + 1))
FLIP = actions.add("flip slot", DICE)  # I10
LET_GO = actions.add("let go")  # I22
RUN = actions.add("run from", RANKS, value_word)  # I17
GIVE = actions.add("give", RANKS, value_word)  # I23

# --- axes: how long a table of numbers is at most ---------------------------------------------

SEAT = Axis("seat", MAX_PLAYERS)
# these exist only with Insight cards (or, for OPEN_SEAT, open hands)
PHASE = Axis("phase", 8)
INSIGHT_CARD = Axis("insight_card", INSIGHTS)
INSIGHT_SEAT = Axis("insight_seat", MAX_PLAYERS)
OPEN_SEAT = Axis("open_seat", MAX_PLAYERS)
GIFT_RANK = Axis("gift_rank", RANKS)
PENDING_KIND = Axis("pending_kind", 2)
CENTRE_ROUND = Axis("centre_round", ROUNDS)


class Phase(IntEnum):
    MODIFY = 0
    TRIO = 1
    ARRANGE = 2
    LEAD = 3
    FOLLOW = 4
    COUNT = 5
    WAIT = 6  # what a seat sees while another one decides
    GIVE = 7


class TableKind(IntEnum):
    NONE = 0
    SET = 1
    RUN = 2


# --- the state -------------------------------------------------------------------------------


class Player(Record):
    numbers = int8[FIELDS]
    filled_in = int8[TRIOS]  # the dice round that filled a trio, 1 to 12; 0: open
    boxes = int64  # not yet crossed
    hand = int8[RANKS]
    hand_size = int64
    played = int8[RANKS]
    place = int64  # 1 to n; 0: still playing
    read_out = int64  # start spaces whose numbers were read out
    passed = int64
    locked = int64
    # with Insight cards
    met = int8[OBJECTIVES]  # and announced
    let_go = int64
    gift = int64  # rank of the card given away, or NO_CARD
    ruled_out = int8[RANKS]  # shown to be no more in this hand


class Draft(Record):
    """A sheet on which ``resample`` works; blank between its calls."""

    start_numbers = int16[START_SPACES]  # read out by its owner
    known = int16[RANKS]  # cards that its owner has shown
    need = int16[RANKS]  # cards that must still be found among its columns
    line = int16[FIELDS]  # where a field's number counts: a card, or a line of its own
    loose = int16[SHEET_CARDS]  # fields of a card whose number is not known
    fixed = int16[SHEET_CARDS]  # cards whose target stays with them
    residual = int16[LINES]
    wanted = int16[LINES]  # whether the line has a target
    target = int16[LINES]
    pins = int64  # lines of single fields in use
    turned = int16[FIELDS]  # whether a die was turned over (I10)
    steps = int16[FIELDS]  # by boxes
    numbers = int16[2, DICE]  # of two trios that exchange their rolls
    turns = int16[2, DICE]
    moves = int64  # still to be tried


class State(TableState):
    options = options_record(NirvanaOptions)
    mask = int8[actions.size]
    phase = int64
    insight = int8[INSIGHTS]  # a flag for each card in play
    roller = int64
    round = int64  # dice rounds finished
    rolls = int8[ROUNDS, DICE]  # sorted
    slots = int8[DICE]  # the deciding player's copy of the roll
    changed_slot = int64  # the one slot changed in this turn, or NO_SLOT (one_die_per_round)
    trio = int64  # the deciding player's choice
    centre_round = int64  # when I07 was announced, 1 to 12; 0: not yet
    direction = int64  # 1: higher values win, -1: lower ones
    leader = int64
    last = int64  # who played last in this round, or NOBODY
    table_kind = int64
    table_count = int64
    table_rank = int64  # of a run: its lowest
    pending_kind = int64  # what the deciding player is about to play
    pending_rank = int64
    placed = int64  # players who have gone out
    players = Player[SEAT]
    draft = Draft


class Scores(Record):
    """A seat's raw score, and what it comes from."""

    total = int64  # players beaten
    place = int64
    cards_left = int64


# --- what a seat sees -------------------------------------------------------------------------

DIE_SCALE = 1 / 6  # observations are multiplied by these, to lie in about [0, 1]
NUMBER_SCALE = 1 / 9
BOX_SCALE = 1 / 6
SUM_SCALE = 1 / 33
LENGTH_SCALE = 1 / 5
COPIES_SCALE = 1 / 4
HAND_SCALE = 1 / 14
PLACE_SCALE = 1 / 6


class Observation(Record):
    """What one seat sees; seats are counted clockwise from it, numbers times their scale."""

    phase = float32[PHASE]  # WAIT whenever the viewer is not deciding
    current = float32[SEAT]  # who decides, after the dice phase
    roller = float32[SEAT]
    round = float32[ROUNDS]
    roll = float32[DICE]  # * DIE_SCALE
    slots = float32[DICE]  # * NUMBER_SCALE, while the viewer decides
    boxes = float32  # own, * BOX_SCALE
    sheet = float32[FIELDS]  # own, * NUMBER_SCALE
    filled = float32[FIELDS]
    chosen_trio = float32[TRIOS]
    card_sum = float32[SHEET_CARDS]  # own, * SUM_SCALE
    card_filled = float32[SHEET_CARDS]  # * LENGTH_SCALE
    history = float32[ROUNDS, DICE]  # * DIE_SCALE
    hand = float32[RANKS]  # own, * COPIES_SCALE
    pending = float32[RANKS]
    table_kind = float32[len(TableKind)]
    table_count = float32  # * COPIES_SCALE
    table_value = float32[RANKS]
    last = float32[SEAT]
    leader = float32[SEAT]
    passed = float32[SEAT]
    locked = float32[SEAT]
    hand_size = float32[SEAT]  # * HAND_SCALE
    place = float32[SEAT]  # * PLACE_SCALE
    played = float32[SEAT, RANKS]  # * COPIES_SCALE
    start_read = float32[SEAT, START_SPACES]  # * NUMBER_SCALE
    start_known = float32[SEAT, START_SPACES]
    direction = float32
    active = float32[INSIGHT_CARD]
    objective_met = float32[INSIGHT_SEAT, OBJECTIVES]
    letgo_used = float32[INSIGHT_SEAT]
    open_hands = float32[OPEN_SEAT, RANKS]  # * COPIES_SCALE
    gift_given = float32[GIFT_RANK]  # own
    gift_got = float32[GIFT_RANK]
    pending_kind = float32[PENDING_KIND]  # own: set, run
    ruled_out = float32[INSIGHT_SEAT, RANKS]
    centre_round = float32[CENTRE_ROUND]


def axes_in_use(options: NirvanaOptions, num_players: int) -> dict[str, int]:
    """How much of each axis exists for a number of players and options."""
    with_insight = options.use_insight
    with_hands = options.use_insight or options.open_hands
    return {
        "seat": num_players,
        "phase": len(Phase) if with_insight else int(Phase.GIVE),
        "insight_card": INSIGHTS if with_insight else 0,
        "insight_seat": num_players if with_insight else 0,
        "open_seat": num_players if with_hands else 0,
        "gift_rank": RANKS if with_insight else 0,
        "pending_kind": 2 if with_insight else 0,
        "centre_round": ROUNDS if with_insight else 0,
    }
