"""Black Souls' options, actions and records, and the few words of rules that all phases speak."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from ...core.batch import TableState
from ...core.native import Axis, Record, float32, int8, int16, int64, rule
from ...core.options import (
    InvalidOption,
    Options,
    as_integer,
    choice,
    option,
    options_record,
    switch,
)
from ...core.rng import random_below
from ...core.spaces import Actions
from .cards import (
    COLOUR_NAMES,
    LEVEL_CELLS,
    MERCHANT_PAIRS,
    NO_ASSET,
    NUM_ASSETS,
    NUM_BIDS,
    NUM_CELLS,
    NUM_CLASSES,
    NUM_COLOURS,
    NUM_CONDITIONS,
    NUM_LEVELS,
    NUM_PARTY_CARDS,
    NUM_QUIRKS,
    NUM_TYPES,
    Benefit,
    Icon,
    Token,
)

MIN_PLAYERS, MAX_PLAYERS = 1, 6  # one plays against the script
SOLO = 1
TURNS = NUM_CELLS
DEAL = 3  # quirk cards to each player ...
KEPT = 2  # ... who keeps these
PUBLIC_QUIRKS = 3
MAX_HACKS = 2
MAX_CUBES = 5  # of a colour in a party
SUPPLY = 20  # of Tavern, Shrine and Glitch tokens each
MAX_CHANGES = 2  # of a Merchant
MAX_POOL = MAX_PLAYERS + 1
NO_BID = NUM_BIDS  # also its place in one-hot fields

# --- options ---------------------------------------------------------------------------------


class Recall(IntEnum):
    PERFECT = 0
    TABLE = 1


class FirstOrder(IntEnum):
    RANDOM = 0
    SEAT = 1


class HandRefill(IntEnum):
    NEXT_BID = 0
    IMMEDIATE = 1


class Bid8Tokens(IntEnum):
    FULL = 0
    WELL_ONLY = 1


class Catchup(IntEnum):
    DENSE = 0
    POSITIONS = 1


class SoloMode(IntEnum):
    EASY = 0
    NORMAL = 1
    HARD = 2


QUIRK_COPIES = (NUM_QUIRKS, NUM_CONDITIONS)


def check_quirk_copies(value: Any) -> int:
    copies = as_integer(value, min(QUIRK_COPIES), max(QUIRK_COPIES))
    if copies not in QUIRK_COPIES:
        raise ValueError(f"it is {' or '.join(map(str, QUIRK_COPIES))}")
    return copies


@dataclass(frozen=True, kw_only=True)
class BlackSoulsOptions(Options):
    """What a table of Black Souls agrees on; Q numbers are the specification's rulings."""

    glitch: bool = switch(False, "bid 3 spreads Glitch tokens, nothing is built face-down")
    recall: str = choice(Recall, "face-down assets: remembered by all, or hidden again (Q35)")
    first_order: str = choice(FirstOrder, "who is taken to be the youngest: drawn, or seat 0 (Q16)")
    hand_refill: str = choice(HandRefill, "when an emptied hand of bid cards comes back (Q1)")
    bid8_tokens: str = choice(Bid8Tokens, "Altar and House have effects, or only count as tokens")
    quirk_copies: int = option(
        NUM_QUIRKS,
        "quirk cards: 25, or 21 without second copies (Q55)",
        check_quirk_copies,
        values=QUIRK_COPIES,
    )
    catchup: str = choice(Catchup, "second last wiped: the next step, or the second place (Q50)")
    solo_mode: str = choice(SoloMode, "one player: the strength of the script")
    solo_bid8: bool = switch(False, "one player: bid 8 and its tokens are in the game (Q58)")

    def validate(self, num_players: int) -> None:
        if num_players != SOLO and self.solo_mode != "easy":
            raise InvalidOption(
                f"solo_mode={self.solo_mode!r} is for one player, not {num_players}"
            )
        if num_players != SOLO and self.solo_bid8:
            raise InvalidOption(f"solo_bid8 is for one player, not {num_players}")


# --- actions ---------------------------------------------------------------------------------


def merchant_words(pair: int) -> str:
    source, target = MERCHANT_PAIRS[pair]
    return f"{COLOUR_NAMES[source]} into {COLOUR_NAMES[target]}"


def count_from_1(i: int) -> str:
    return str(i + 1)


NO_YES = ["no", "yes"]

actions = Actions()
DISCARD_QUIRK = actions.add("discard quirk", DEAL)
BID = actions.add("bid", NUM_BIDS)
HACK = actions.add("hack", 2, NO_YES)
SWAP = actions.add("swap cell", NUM_CELLS, count_from_1)
NO_SWAP = actions.add("swap nothing")
PICK = actions.add("pick", MAX_POOL)
PLACE = actions.add("place on level", NUM_LEVELS, count_from_1)
PLACE_TOKEN = actions.add("special token", 2, NO_YES)
ORDER = actions.add("begin with", 2, ["threat", "benefit"])
TAKE = actions.add("take", NUM_COLOURS, COLOUR_NAMES)
DECLINE = actions.add("decline")
CHANGE = actions.add("change", len(MERCHANT_PAIRS), merchant_words)
THREAT = actions.add("meet threat to", NUM_CLASSES, COLOUR_NAMES)
PAY_BLACK = actions.add("pay in black", MAX_CUBES + 1)
OVERFLOW = actions.add("overflow to first", MAX_CUBES + 1)

# --- the state -------------------------------------------------------------------------------

SEAT = Axis("seat", MAX_PLAYERS)  # one player's table has a second one: the script's


class Decision(IntEnum):
    QUIRK_DISCARD = 0
    BID = 1
    HACK = 2
    SWAP1 = 3
    SWAP2 = 4
    PICK = 5
    PLACE = 6
    TOKEN8 = 7
    ORDER = 8
    BENEFIT = 9
    MERCHANT = 10
    THREAT = 11
    AMOUNT = 12
    OVERFLOW = 13
    NONE = 14


class Scores(Record):
    """A seat's Design Points and what decides about them; zeros before the end."""

    total = int16
    quirks = int16
    fluidity = int16
    challenge = int16
    difficulty = int16
    catch_up = int16
    playing_clean = int16
    alive = int16  # size of the party
    difficulty_total = int16
    connection = int16  # the longest
    lost = int16
    wiped_step = int16  # 0: alive
    place = int16


class Player(Record):
    """One player, or the script; tables of 12 are by cell.

    Tables are narrow and lie close together, so that observing touches little memory.
    """

    hand = int8[NUM_BIDS]  # a flag for each card; a pending bid leaves it at the reveal
    special_left = int8[NUM_TYPES]  # Well, Altar, House not yet placed
    party = int8[NUM_COLOURS]
    lost = int8[NUM_COLOURS]
    asset = int8[NUM_CELLS]  # or NO_ASSET
    token = int8[NUM_CELLS]
    face_down = int8[NUM_CELLS]
    glitch = int8[NUM_CELLS]
    quirks = int8[DEAL]  # as dealt; once chosen, the last one is that discarded
    chosen = int16  # the quirk was discarded
    bid = int16  # of this turn, or NO_BID
    prev_bid = int16  # of the turn before, or NO_BID
    hacks = int16  # charges
    clash = int16
    hacked = int16
    triggers = int16
    steps = int16  # assets resolved
    wiped_step = int16  # 0: alive
    amounts = int16[NUM_CONDITIONS]  # what quirks compare, measured at the end
    scores = Scores


class State(TableState):
    options = options_record(BlackSoulsOptions)
    mask = int8[actions.size]
    decision = int64
    turn = int64  # 1 to 12, 0 in set-up
    round = int64  # 1 to 12, 0 before the gameplay phase
    position = int64  # whose turn it is in the order that a step goes through
    prev_order = int8[SEAT]  # players, first to last, in the turn before; set up in turn 1
    order = int8[SEAT]  # in this turn, once the bids are settled
    pool_size = int64
    pool = int8[MAX_POOL]
    bag = int8[NUM_ASSETS]  # a flag for each, as in the other decks
    party_cards = int8[NUM_PARTY_CARDS]  # not yet drawn
    quirk_cards = int8[NUM_QUIRKS]  # neither dealt nor public
    public_quirks = int8[PUBLIC_QUIRKS]
    supply = int64[3]  # see TAVERNS, SHRINES, GLITCHES

    # the pending decision; 0 where it does not apply
    picked = int64  # asset in hand, or NO_ASSET
    cell = int64  # 1 + that of the asset being resolved, or waiting for a special token
    swap_cell = int64  # 1 + the first one
    benefit = int64  # of the asset being resolved
    changes = int64  # that a Merchant still offers
    benefit_over = int64  # taken, declined or of no use
    threat = int64  # 1 + the class chosen
    blocked = int64  # 1 + the class that a glitch blocks
    rest = int64  # cubes that an overflow still takes

    players = Player[SEAT]


TAVERNS, SHRINES, GLITCHES = range(3)  # places in ``supply``

# --- what a seat sees ------------------------------------------------------------------------

TILE = NUM_TYPES + 2 * NUM_CLASSES + 1 + len(Icon) - 1
# places in a tile's vector
TILE_TYPE = 0
TILE_THREAT = TILE_TYPE + NUM_TYPES  # / THREAT_UNIT, X as 0
TILE_X = TILE_THREAT + NUM_CLASSES
TILE_DIFFICULTY = TILE_X + NUM_CLASSES  # / THREAT_UNIT
TILE_ICON = TILE_DIFFICULTY + 1

MARKS = 4 + len(Token) - 1
# places in a cell's marks
OCCUPIED, KNOWN, FACE_DOWN, GLITCH, TOKEN = range(5)

# places in ``pending``, each divided by its unit
PENDING = 8
(
    PENDING_SWAP_CELL,
    PENDING_BENEFIT,
    PENDING_CHANGES,
    PENDING_BENEFIT_OVER,
    PENDING_THREAT,
    PENDING_BLOCKED,
    PENDING_REST,
    PENDING_CELL,
) = range(PENDING)

THREAT_UNIT = 5.0  # observations are divided by these, to lie in about [0, 1]
CUBE_UNIT = 5.0
LOST_UNIT = 10.0
HACK_UNIT = 2.0
STEP_UNIT = 12.0  # also turns, rounds and cells
PLACE_UNIT = 6.0
SUPPLY_UNIT = 20.0
COPIES_UNIT = 2.0
SCORE_UNIT = 20.0
BENEFIT_UNIT = float(len(Benefit) - 1)
CHANGE_UNIT = 2.0
CLASS_UNIT = 3.0


class Observation(Record):
    """What one seat sees; players are counted clockwise from it, numbers divided by their unit.

    One-hot bids have a last place for none. The script of a solo game is the second player.
    """

    decision = float32[len(Decision)]  # pending, for whom tells ``actor``; at the end none
    turn = float32  # / STEP_UNIT
    round = float32
    actor = float32[SEAT]
    prev_order = float32[SEAT]  # place 1, 2, ... / PLACE_UNIT, 0 not yet known
    order = float32[SEAT]
    committed = float32[SEAT]
    own_bid = float32[NUM_BIDS + 1]  # before the reveal
    bids = float32[SEAT, NUM_BIDS + 1]  # from the reveal on
    prev_bids = float32[SEAT, NUM_BIDS + 1]
    hands = float32[SEAT, NUM_BIDS]
    used7 = float32[SEAT]
    hack = float32[SEAT]  # charges / HACK_UNIT
    clash = float32[SEAT]
    hacked = float32[SEAT]
    triggers = float32[SEAT]
    special_left = float32[SEAT, NUM_TYPES]
    party = float32[SEAT, NUM_COLOURS]  # / CUBE_UNIT
    lost = float32[SEAT, NUM_COLOURS]  # / LOST_UNIT
    cells_tile = float32[SEAT, NUM_CELLS, TILE]  # see TILE_TYPE and so on
    cells_state = float32[SEAT, NUM_CELLS, MARKS]  # see OCCUPIED and so on
    pool = float32[MAX_POOL, 1 + TILE]  # present, tile
    bag = float32[NUM_ASSETS]
    supply = float32[3]  # Tavern, Shrine, Glitch, / SUPPLY_UNIT
    party_cards_left = float32[NUM_PARTY_CARDS]
    own_deal = float32[DEAL, NUM_CONDITIONS]  # while the viewer chooses
    own_quirks = float32[NUM_CONDITIONS]  # copies / COPIES_UNIT
    own_discarded = float32[NUM_CONDITIONS]
    public_quirks = float32[NUM_CONDITIONS]  # copies / COPIES_UNIT
    shown_quirks = float32[SEAT, NUM_CONDITIONS]  # at the end
    next_step = float32[SEAT]  # / STEP_UNIT
    wiped_step = float32[SEAT]
    picked = float32[TILE]
    pending = float32[PENDING]  # see PENDING_SWAP_CELL and so on
    score = float32[SEAT, 8]  # six categories, total / SCORE_UNIT, place / PLACE_UNIT


def axes_in_use(options: BlackSoulsOptions, num_players: int) -> dict[str, int]:
    """How much of each axis exists for a number of players and options."""
    return {"seat": max(num_players, 2)}


# --- words that all phases speak --------------------------------------------------------------


@rule
def ask(state, side, decision):
    """Let a player decide next."""
    state.actor = side
    state.decision = decision


@rule
def has_seat(state, side):
    """Whether a player has a seat; only the script of a solo game has none."""
    return side < state.num_players


@rule
def draw(state, deck):
    """Take one of the flagged things, each as likely as the others; answers which."""
    count = 0
    for thing in range(len(deck)):
        count += deck[thing]
    rank = random_below(state, count)
    thing = 0
    while rank or not deck[thing]:
        rank -= deck[thing]
        thing += 1
    deck[thing] = 0
    return thing


@rule
def draw_party_card(state):
    """The next party card; the discards are the deck when it has run out (Q32)."""
    left = 0
    for card in range(NUM_PARTY_CARDS):
        left += state.party_cards[card]
    if left == 0:
        state.party_cards[:] = 1
    return draw(state, state.party_cards)


@rule
def add_cubes(player, colour, count):
    """Cubes join a party as far as there is room for their colour (Q31)."""
    player.party[colour] = min(MAX_CUBES, player.party[colour] + count)


@rule
def party_size(player):
    size = 0
    for colour in range(NUM_COLOURS):
        size += player.party[colour]
    return size


@rule
def next_cell(player, level):
    """The cell that the next asset of a level fills, or -1 if the level is full."""
    for cell in range(level * LEVEL_CELLS, (level + 1) * LEVEL_CELLS):
        if player.asset[cell] == NO_ASSET:
            return cell
    return -1
