"""Options, actions, and the records: a game's state, what a seat sees, what scores are made of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from ...core.batch import TableState
from ...core.native import Axis, Record, float32, int8, int16, int64
from ...core.options import (
    InvalidOption,
    Options,
    as_integer,
    choice,
    integer,
    option,
    options_record,
    switch,
)
from ...core.spaces import Actions, suggestion
from .cards import (
    CARD_NAMES,
    CARDS,
    CHAOS_CARDS,
    COLOUR_NAMES,
    COLOURED,
    COPIES,
    FACES,
    HAND_CARDS,
    MAX_COLOURS,
    SPENT_CARDS,
    TABLE_CARDS,
    TRAPS,
    TYPES,
    Module,
)

MIN_PLAYERS, MAX_PLAYERS = 3, 12
DEFAULT_MAX_HAND = 10
MAX_COPIES = MAX_PLAYERS
MOST_COLOURED = COLOURED * MAX_COPIES
HIGHEST_MAX_HAND = (MOST_COLOURED - 1) // MAX_PLAYERS
MAX_ROUNDS = 2 * HIGHEST_MAX_HAND - 1
BOOSTED_CARDS = 33  # types of core and core_extension, a copy more of each
MAX_CRISIS_CARDS = 12
MOST_CARDS = MOST_COLOURED + int(COPIES.sum()) + BOOSTED_CARDS + MAX_CRISIS_CARDS
MOST_PLAYS = MOST_COLOURED + 3  # in a round; the Jack's Knight plays three more
TRICK_CARDS = MAX_PLAYERS + 1
VALUED = 4  # chaos cards that are played to tricks, behind the coloured ones
MOST_TOKENS = 448  # 26 cards and 7 that act as them, 16 times each if Recycle brings all back
MOST_ASIDE = MAX_COLOURS + 3 + TABLE_CARDS  # traps that go back, and what two of them collect
MAX_DEPTH = 16  # a use, its draw, three Foresights with a draw each, a trap and its discards

# --- options ---------------------------------------------------------------------------------


class DuplicateTie(IntEnum):
    """Which of equal coloured cards wins."""

    LAST = 0
    FIRST = 1


class CrisisRule(IntEnum):
    """The special victory condition of the Crisis cards."""

    DARK = 0
    LIGHT = 1
    SPEED = 2
    SURVIVAL = 3
    CHAOS = 4


class DealerRotation(IntEnum):
    """After what the dealer moves on."""

    ROUND = 0
    GAME = 1


class FollowSuit(IntEnum):
    """Whether the colour led must be followed."""

    MUST = 0
    FREE = 1


class MainPhaseChaos(IntEnum):
    """Which chaos cards are played to tricks."""

    VALUED = 0
    NONE = 1


class PureChaosEffects(IntEnum):
    """What Pure Chaos cards do in tricks."""

    FULL = 0
    RANK_ONLY = 1


class ChaosTie(IntEnum):
    """Which of several Pure Chaos cards of one colour wins."""

    RANK_THEN_LAST = 0
    LAST = 1


class ChaosUse(IntEnum):
    """Whether chaos cards have to be used."""

    FORCED = 0
    MAY_PASS = 1


class Exhaustion(IntEnum):
    """What an empty deck means in the Balance Phase and for the super-colour."""

    VOID = 0
    RESHUFFLE = 1


class SpecialWinScope(IntEnum):
    """What the three Unification cards win."""

    GAME = 0
    ROUND = 1


def check_modules(value: Any) -> tuple[str, ...]:
    """Names of modules as a tuple in the rulebook's order."""
    known = [module.name.lower() for module in Module]
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise ValueError("it is a collection of module names")
    names = list(value)
    for name in names:
        if name not in known:
            raise ValueError(f"{name!r} is no module; {suggestion(name, known)}")
    return tuple(name for name in known if name in names)


def check_sequence(value: Any) -> tuple[int, ...] | None:
    if value is None:
        return None
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise ValueError("it is None or a list of hand sizes")
    sizes = tuple(as_integer(size, 1, HIGHEST_MAX_HAND) for size in value)
    if not 1 <= len(sizes) <= MAX_ROUNDS:
        raise ValueError(f"it has 1 to {MAX_ROUNDS} rounds")
    return sizes


def check_dealer(value: Any) -> int | str:
    if isinstance(value, str):
        if value != "random":
            raise ValueError("it is 'random' or a seat")
        return value
    return as_integer(value, 0, MAX_PLAYERS - 1)


def optional_integer(low: int, high: int, doc: str) -> Any:
    """An option that is None (0 for the rules) or an integer in [low, high]."""

    def check(value: Any) -> int | None:
        return None if value is None else as_integer(value, low, high)

    return option(None, doc, check, encode=lambda value: value or 0, values=range(low, high + 1))


@dataclass(frozen=True, kw_only=True)
class NominationsOptions(Options):
    """What SOLOVERSE: Nominations lets its players choose."""

    max_hand: int = integer(
        DEFAULT_MAX_HAND,
        1,
        HIGHEST_MAX_HAND,
        "cards in the largest hand: rounds of 1, 2, ... and back to 1",
    )
    num_colours: int | None = optional_integer(
        2, MAX_COLOURS, "colours in the deck; None: as many as players"
    )
    copies_per_card: int = integer(1, 1, MAX_COPIES, "copies of each coloured card")
    duplicate_tie: str = choice(DuplicateTie, "which of equal coloured cards wins")
    modules: tuple[str, ...] = option(
        (),
        "expansions: " + ", ".join(module.name.lower() for module in Module),
        check_modules,
        kind=int64[len(Module)],
        encode=lambda names: [module.name.lower() in names for module in Module],
    )
    reveal_traps: bool = switch(True, "add the traps of oblivion and singularity")
    unique_effects: bool = switch(False, "SOL, OVE and RSE have effects when they change owner")
    crisis_rule: str = choice(CrisisRule, "what the Crisis cards win")
    first_dealer: int | str = option(
        "random",
        "'random' or a seat",
        check_dealer,
        encode=lambda seat: -1 if seat == "random" else seat,
    )
    dealer_rotation: str = choice(DealerRotation, "the dealer moves on after each round, or not")
    follow_suit: str = choice(FollowSuit, "the colour led must be followed, or need not")
    main_phase_chaos: str = choice(
        MainPhaseChaos, "Pure Chaos cards and Anti-Fun are played to tricks, or used up before"
    )
    pure_chaos_effects: str = choice(
        PureChaosEffects, "Pure Chaos cards name a colour, reverse and skip, or are only high"
    )
    chaos_tie: str = choice(
        ChaosTie, "among Pure Chaos cards of a colour the rank or the last wins"
    )
    chaos_use: str = choice(ChaosUse, "chaos cards have to be used, or a seat may pass")
    hook_rule: bool = switch(False, "the last bid may not make the bids add up to the tricks")
    exhaustion: str = choice(Exhaustion, "an empty deck voids the round, or discards come back")
    special_win_scope: str = choice(SpecialWinScope, "the Unification cards win game or round")
    teams: int | None = optional_integer(2, MAX_PLAYERS // 2, "number of teams; None: no teams")
    allow_odd_teams: bool = switch(False, "teams may have an odd number of members")
    round_sequence: tuple[int, ...] | None = option(
        None,
        "hand sizes of all rounds, in place of 1 to max_hand and back; its greatest is max_hand",
        check_sequence,
        kind=int16[MAX_ROUNDS],
        encode=lambda sizes: [*(sizes or ()), *[0] * (MAX_ROUNDS - len(sizes or ()))],
    )

    def validate(self, num_players: int) -> None:
        colours = self.num_colours or num_players
        if self.copies_per_card > num_players:
            raise InvalidOption(
                f"copies_per_card is {self.copies_per_card}, but at most one per player"
            )
        cap = (FACES * colours * self.copies_per_card - 1) // num_players
        largest = max(self.round_sequence) if self.round_sequence else self.max_hand
        if largest > cap:
            raise InvalidOption(
                f"hands of {largest} cards are too large: with {num_players} players, {colours} "
                f"colours and {self.copies_per_card} copies of each card they go up to {cap}"
            )
        if isinstance(self.first_dealer, int) and self.first_dealer >= num_players:
            raise InvalidOption(f"first_dealer is {self.first_dealer}, but there is no such seat")
        if "devastation" in self.modules and "apocalypse" not in self.modules:
            raise InvalidOption("module devastation requires module apocalypse")
        if self.teams is not None:
            members, left_over = divmod(num_players, self.teams)
            if left_over or members < 2:
                raise InvalidOption(
                    f"{num_players} players do not make {self.teams} equal teams of two or more"
                )
            if members % 2 and not self.allow_odd_teams:
                raise InvalidOption(
                    f"teams of {members} are odd; allow_odd_teams=True would allow them"
                )


# --- actions ---------------------------------------------------------------------------------

actions = Actions()
actions.add("card", COLOURED, CARD_NAMES)  # a hand card's action has the card's number
actions.add("chaos", TYPES, CARD_NAMES[COLOURED:])
COLOUR_ACTION = actions.add("colour", MAX_COLOURS, COLOUR_NAMES)
SEAT_ACTION = actions.add("seat", MAX_PLAYERS, lambda offset: f"+{offset}")
BID_ACTION = actions.add("bid", HIGHEST_MAX_HAND + 1)
NO = actions.add("no")
YES = actions.add("yes")
RECYCLE = actions.add("recycle")
GUESS_CHAOS = actions.add("guess chaos")
NUMBER_ACTION = actions.add("number", 10)
TABLE_ACTION = actions.add("table", TABLE_CARDS, CARD_NAMES[HAND_CARDS:])

# --- state -----------------------------------------------------------------------------------


class Phase(IntEnum):
    """The parts of a round."""

    DEAL = 0
    CHAOS = 1
    BALANCE = 2
    BID = 3
    TRICKS = 4
    SCORE = 5


class Decision(IntEnum):
    """What the seat to act is asked."""

    NONE = 0
    CHAOS_PLAY = 1
    NAME_COLOUR = 2
    CHOOSE_SEAT = 3
    COUNTER = 4
    PICK_DISCARD = 5
    DISCARD_ONE = 6
    BALANCE_DISCARD = 7
    BID = 8
    PLAY_CARD = 9
    NAME_TYPE = 10
    GUESS = 11
    NAME_NUMBER = 12
    COMMIT = 13
    GIVE = 14
    YES_NO = 15
    POWER = 16
    EXTRA = 17
    TAXES = 18
    DEATH = 19


BASE_DECISIONS = int(Decision.PLAY_CARD)


class Token(IntEnum):
    """What lies in front of a seat and costs it a chaos turn."""

    SKIP = 0
    REVERSE = 1
    STEAL = 2


class Work(IntEnum):
    """What a frame of the stack is doing."""

    USE = 0  # a chaos card is resolved
    DRAW = 1  # a seat draws cards that it is owed
    TRAP = 2  # a trap with decisions
    DISCARD = 3  # a seat discards cards of its choice
    SWAP = 4  # Black Knight
    TRADE = 5  # power of a Unification card
    UNIQUE = 6  # effect of a Unification card that changed its owner


class Frame(Record):
    """One piece of work that was begun and not finished; those above it come first."""

    work = int64  # Work
    stage = int64  # how far it is, in the order of the work's own stages
    seat = int64  # whose work it is: user, drawer, who discards
    card = int64  # what is worked on
    acts = int64  # the type a used card acts as
    at = int64  # place in order: 1 is the seat after ``seat``, num_players ``seat`` itself
    left = int64  # cards still to draw, to discard, to give
    half = int64  # of an effect that goes over the seats twice: 0 or 1
    direction = int64  # of play when the work began
    shields = int64  # bits: seats that shielded themselves
    colour = int64  # named or in turn; of a discard: which suit, or ANY_CARD
    target = int64  # the seat that is aimed at now
    source = int64  # the seat that targeted it
    level = int64  # of the counter last used in a chain
    gifts = int64[2]  # cards given so far; hidden from third seats


class Play(Record):
    """A card played to the current trick."""

    seat = int16
    card = int16
    colour = int16  # counted as; NONE for Anti-Fun and what counts as it
    strength = int16


ANY_CARD = NONE_SUIT = -1
NOT_YET = -2
"""The super-colour before it is known."""

HOLD_COLUMNS = MAX_COLOURS + 3
CHAOS_COLUMN = MAX_COLOURS
NORMAL_COLUMN = MAX_COLOURS + 1
COUNTER_COLUMN = MAX_COLOURS + 2
KINDS = HOLD_COLUMNS + 1  # of cards that a hand gives away, or none


class Player(Record):
    """A seat: its hand, and what is known of it. What is read most comes first, and is narrow."""

    size = int16  # of the hand
    score = int16
    bid = int16  # NONE: not yet
    tricks = int16
    out = int16  # 0 living, else the how many-th elimination of the game
    closed = int16  # Closed: passed in this Chaos Phase
    num_shown = int16  # cards in ``shown``
    face_down_size = int16
    armed = int16  # public: lost a turn, so it holds a Normal card
    kept = int16  # public: at most so many cards in the hand are unplayable, or NONE
    guess = int16  # FORES: a suit, or NONE
    crisis = int16  # Crisis cards in front of the seat
    holds = int16[HOLD_COLUMNS]  # cards of each colour; of chaos; thereof Normal; Counter
    entered = int16[HOLD_COLUMNS]  # public: at most so many of them are in the hand
    void = int8[MAX_COLOURS]  # public: did not follow the colour in this round
    hand = int8[HAND_CARDS]  # copies of each card
    shown = int8[HAND_CARDS]  # public: cards known to be in the hand
    pooled = int8[HAND_CARDS]  # private: cards that were in a pool, not seen since
    face_down = int8[CHAOS_CARDS]  # private: what the seat discarded face down
    owed = int64  # BADGE: cards discarded, to be drawn
    commits = int64[2]  # hidden: cards on their way to a pool or a neighbour, or NONE
    trick_points = int64  # what the score is made of
    bonus_points = int64
    exact_bids = int64
    round_score = int64  # of the last round


class Closed(IntEnum):
    """What a seat gave up by passing in a Chaos Phase."""

    OPEN = 0
    POWERS = 1
    ALL = 2


class TrickStage(IntEnum):
    """How far a trick is."""

    LEAD = 0  # a leader is found, and may use the Black Knight
    OPEN = 1  # the leader may play
    FOLLOW = 2
    EXTRA = 3  # the Jack's Knight may add a card
    TAKE = 4
    LAST_CHANCE = 5  # the Queen's Knight may void the round
    DONE = 6


class RoundEnd(IntEnum):
    """How a round ended."""

    NOT_SCORED = 0  # not played, or the game ended before
    SCORED = 1
    VOID = 2
    WON = 3  # WON + s: side s won it in a special way


class SpecialWin(IntEnum):
    """What won a game before its last round was scored."""

    NONE = 0
    UNIFICATION = 1  # all three cards
    DARK = 2  # the second Crisis card
    LIGHT = 3  # the fewest Crisis cards
    SPEED = 4  # the first Crisis card
    SURVIVAL = 5  # nobody else was left


class Draft(Record):
    """Work space of ``resample``, blank at all other times."""

    tally = int16[CARDS]  # unknown cards
    wanted = int64[MAX_PLAYERS]  # cards that hands still lack
    spare = int64  # chaos cards that face-down discards do not need
    most = int16[MAX_PLAYERS, HOLD_COLUMNS]  # ``entered``, or less by what is being asked
    links = int16[MAX_PLAYERS * KINDS]  # of chains of hands: the link before each
    queue = int16[MAX_PLAYERS * KINDS]


class State(TableState):
    """A table. What every step reads comes first, long lists come last."""

    options = options_record(NominationsOptions)
    mask = int8[actions.size]

    expanded = int64  # modules are in use
    colours = int64  # in the deck
    max_hand = int64
    num_rounds = int64
    round = int64
    hand_limit = int64  # cards per player in this round
    dealer = int64
    phase = int64
    decision = int64
    direction = int64
    turn = int64  # chaos turn, bid or play comes next to this seat
    at = int64  # place in order in the Balance Phase
    void = int64  # this round is not scored
    round_winner = int64  # a side that won the round in a special way, or NONE
    voids = int64  # rounds that were not
    super_colour = int64
    last_normal = int64  # NONE, or the card that a Clone would copy
    deck_size = int64
    face_up_size = int64
    aside_size = int64
    spent = int64[len(SPENT_CARDS)]
    num_tokens = int64
    depth = int64
    draws = int64  # draws among the frames
    chaos_start = int64  # the seat that begins the next Chaos Phase, or NONE
    vaccine = int64  # a Vaccine lies on the table
    recycle = int64  # Recycle lies face up
    trick_size = int64
    trick_stage = int64
    led = int64
    waiting = int64  # bits: seats still to play to the trick
    leader = int64
    tricks_played = int64
    taxed = int64  # bits: seats whose card in this trick counts as Anti-Fun by the Queen's Knight
    replaced = int64  # the seat whose first card of the trick no longer competes, or NONE
    num_played = int64
    trick = Play[TRICK_CARDS]
    owner = int8[TABLE_CARDS]  # the seat that a table card lies in front of, or NONE
    used = int8[TABLE_CARDS]  # in this round; the Jack's Knight: JackUse
    lead_swaps = int64  # the Black Knight was used before a lead
    extras = int64  # cards the Jack's Knight added
    secrets = int64  # cards in ``known``
    num_pooled = int64  # cards in ``pooled`` of all seats
    players = Player[MAX_PLAYERS]
    frames = Frame[MAX_DEPTH]

    deck = int16[MOST_CARDS]  # the top card is deck[deck_size - 1]
    face_up = int16[MOST_CARDS]  # discards, the newest last
    aside = int16[MOST_ASIDE]  # goes into the deck when the outermost draw ends
    tokens = int8[MOST_TOKENS, 3]  # seat, kind, owner; the newest last
    played_card = int16[MOST_PLAYS]  # earlier tricks of the round
    played_by = int8[MOST_PLAYS]
    last_pair = int64[2]  # the seats whose hands the Black Knight last swapped
    known = int8[MAX_PLAYERS, MAX_PLAYERS, HAND_CARDS]  # private: observer, seat, card
    supply = int8[CARDS]  # copies of each card in this game
    removed = int8[CHAOS_CARDS]
    winner = int64[MAX_PLAYERS]  # SpecialWin of each side
    eliminations = int64
    round_ends = int8[MAX_ROUNDS]  # RoundEnd
    round_logs = int16[MAX_PLAYERS, MAX_ROUNDS]  # bid and tricks in one; see ``log_round``
    draft = Draft


class JackUse(IntEnum):
    """What the Jack's Knight was used for in this round."""

    UNUSED = 0
    DRAW = 1  # in the Chaos Phase
    KEEP = 2  # more cards in the Balance Phase
    KEEP_DECLINED = 3  # asked, still unused
    EXTRA = 4  # cards in tricks


ROUND = Axis("round", MAX_ROUNDS)


class Scores(Record):
    """The parts of a seat's score; by round: zeros and the bid NONE where none was played."""

    total = int64
    tricks = int64
    bonus = int64
    exact_bids = int64
    last_round = int64  # 0 if the game ended before it was scored
    special_win = int64  # SpecialWin
    round_scores = int64[ROUND]
    round_bids = int64[ROUND]
    round_tricks = int64[ROUND]
    round_voids = int64[ROUND]


# --- observation -----------------------------------------------------------------------------

SEAT = Axis("seat", MAX_PLAYERS)
COLOUR = Axis("colour", MAX_COLOURS)
SUIT = Axis("suit", MAX_COLOURS + 1)  # chaos, colours
CARD = Axis("card", HAND_CARDS)
KNOWN_CARD = Axis("known_card", HAND_CARDS)  # coloured ones if a module lets others see them
COLOURED_CARD = Axis("coloured_card", COLOURED)
VALUED_CARD = Axis("valued_card", VALUED)
COPY = Axis("copy", MAX_COPIES - 1)
VALUED_COPIES = 4  # of each valued card, with core_booster
PILE_CARD = Axis("pile_card", CARDS)
TYPE = Axis("type", TYPES)
TYPE_OR_NONE = Axis("type_or_none", TYPES + 1)
TRAP = Axis("trap", TRAPS)
TRAP_OR_NONE = Axis("trap_or_none", TRAPS + 1)
CHAOS_CARD = Axis("chaos_card", CHAOS_CARDS)
DECISION = Axis("decision", len(Decision) - 1)
SPENT_CARD = Axis("spent_card", len(SPENT_CARDS))
TOKEN_KINDS = len(Token)
TOKEN_PART = Axis("token_part", TOKEN_KINDS + 1)  # kind; place of the owner
NEWEST_TOKENS = 4
NEWEST = Axis("newest", MOST_CARDS // 2)  # the newer half of face-up discards, if Recycle is in
TABLE_CARD = Axis("table_card", TABLE_CARDS)
PASSING = Axis("passing", 1)  # these lengths are 1 if a module or option needs the field, else 0
OBLIVION = Axis("oblivion", 1)
CRISIS = Axis("crisis", 1)
SURVIVAL = Axis("survival", 1)
EXTENSION = Axis("extension", 1)
DOOMSDAY = Axis("doomsday", 1)
ASIDE = Axis("aside", 1)

HAND_SCALE = 12.0  # cards in hand, tricks, bids: the cap with a card of each kind
SCORE_SCALE = 100.0
DECK_SCALE = 100.0
COUNT_SCALE = 4.0  # owed cards, discards to make, cards of one kind


class SeenPhase(IntEnum):
    """Phases as seats see them."""

    CHAOS = 0
    RESOLVING = 1  # between the use of a chaos card and the end of what it started
    BALANCE = 2
    BID = 3
    TRICKS = 4
    OVER = 5


class SeenSuit(Record):
    """What is seen of a seat's cards of a colour, or of its chaos cards."""

    trick = float32  # its card on the table is one, or counts as one
    void = float32  # it did not follow the colour
    entered = float32  # cards that it can hold at most


class SeenSeat(Record):
    """What is seen of a seat, the viewer's own among them."""

    actor = float32  # all zero for others while somebody may counter
    dealer = float32
    hand_sizes = float32
    bids = float32  # one more than the bid; 0 is not yet
    tricks = float32
    totals = float32
    trick_strength = float32  # one more than that of its card, Anti-Fun's being 1
    trick_order = float32
    waiting = float32
    face_down = float32
    resolving_user = float32
    resolving_target = float32
    tokens = float32[TOKEN_KINDS]
    newest_tokens = float32[TOKEN_PART, NEWEST_TOKENS]
    suits = SeenSuit[SUIT]
    known = float32[KNOWN_CARD]  # what the viewer knows to be in another's hand
    table = float32[TABLE_CARD]
    closed = float32[PASSING]
    last_pair = float32[OBLIVION]
    taxed = float32[OBLIVION]
    replaced = float32[OBLIVION]  # its first card of the trick is the replaced one
    crisis = float32[CRISIS]
    chaos_start = float32[EXTENSION]
    living = float32[SURVIVAL]
    commits = float32[EXTENSION]
    guesses = float32[EXTENSION, SUIT]


class Observation(Record):
    """What a seat sees. Seats are counted clockwise from it; cards are counted, not scaled."""

    phase = float32[len(SeenPhase)]
    decision = float32[DECISION]  # of the seat to act only
    round_index = float32  # share of the game's rounds
    round_size = float32
    max_hand = float32
    clockwise = float32
    deck_size = float32
    owed = float32
    to_discard = float32
    super_colour = float32[Axis("super_colour", 2 + MAX_COLOURS)]  # not yet, none, colours
    led = float32[Axis("led", 1 + MAX_COLOURS)]  # none, colours
    resolving_colour = float32[COLOUR]
    hand = float32[CARD]
    face_up = float32[PILE_CARD]
    spent = float32[SPENT_CARD]
    own_face_down = float32[CHAOS_CARD]
    pooled = float32[CARD]
    last_normal = float32[TYPE_OR_NONE]
    resolving_type = float32[TYPE]
    resolving_trap = float32[TRAP]
    deck_top = float32[TRAP_OR_NONE]  # traps, none
    # who played a card in earlier tricks, the first copy first: the place of the seat, the
    # viewer's being 1, as a share of the players
    played_valued = float32[VALUED_COPIES, VALUED_CARD]
    played = float32[COLOURED_CARD]
    seats = SeenSeat[SEAT]
    face_up_newest = float32[NEWEST]  # card numbers, the newest first; 0 is no card
    resolving_table_card = float32[TABLE_CARD]
    table_used = float32[TABLE_CARD]
    lead_swapped = float32[OBLIVION]
    extras = float32[OBLIVION]
    replaced_suit = float32[OBLIVION, SUIT]  # as ``trick`` and ``trick_strength``
    replaced_strength = float32[OBLIVION]
    recycle = float32[EXTENSION]
    removed = float32[DOOMSDAY, CHAOS_CARD]
    aside = float32[ASIDE, CHAOS_CARD]
    played_again = float32[COPY, COLOURED_CARD]  # further copies
