"""The cards: 13 colours of 13 faces and the chaos cards, read from the table and checked.

Every card is a number. Coloured cards come first (``13 * colour + strength``), then the chaos
cards that are held in hands, then table cards, then traps. All copies of a card are equal.
"""

from __future__ import annotations

import csv
import re
from enum import IntEnum, auto
from importlib.resources import files

import numpy as np

from ...core.native import rule

MAX_COLOURS = 13
FACES = 13
COLOURED = MAX_COLOURS * FACES
"""How many coloured cards there are; the first chaos card has this number."""

NONE = -1
"""No seat, no card, no colour."""

FACE_NAMES = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "Reverse", "Skip", "Draw+2", "0")


class Card(IntEnum):
    """The chaos cards."""

    # held in hands
    CD4 = COLOURED
    CD4R = auto()
    CD4S = auto()
    CLONE = auto()
    DCOL = auto()
    DCHA = auto()
    EGEN = auto()
    PCSH = auto()
    RSTUN = auto()
    SCAV = auto()
    STEAL = auto()
    STUN = auto()
    PC = auto()
    PCR = auto()
    PCS = auto()
    AF = auto()
    NOU = auto()
    BADGE = auto()
    BHOLE = auto()
    CYC = auto()
    DUNDER = auto()
    GENE = auto()
    PSHIFT = auto()
    ROUL = auto()
    FLUX = auto()
    UWF = auto()
    VACC = auto()
    WHOLE = auto()
    NOTME = auto()
    CD2 = auto()
    CD2R = auto()
    CD2S = auto()
    CD3 = auto()
    CD3R = auto()
    CD3S = auto()
    CD5 = auto()
    CD5R = auto()
    CD5S = auto()
    CD10 = auto()
    CD10R = auto()
    CD10S = auto()
    # on the table in front of their owners
    BK = auto()
    JK = auto()
    QK = auto()
    KK = auto()
    SOL = auto()
    OVE = auto()
    RSE = auto()
    # traps
    MERCY = auto()
    POISON = auto()
    FORES = auto()
    ELIM = auto()
    ARMS = auto()
    CALL = auto()
    CRISIS = auto()
    TD0 = auto()
    TD1 = auto()
    TD2 = auto()
    TD3 = auto()
    TD4 = auto()
    TD5 = auto()
    TD6 = auto()
    TD7 = auto()
    TD8 = auto()
    TD9 = auto()
    TD10 = auto()
    TD11 = auto()
    TD12 = auto()
    DESTR = auto()


FIRST_TABLE_CARD = int(Card.BK)
FIRST_TRAP = int(Card.MERCY)
CARDS = int(Card.DESTR) + 1
HAND_CARDS = FIRST_TABLE_CARD
TYPES = FIRST_TABLE_CARD - COLOURED
TABLE_CARDS = FIRST_TRAP - FIRST_TABLE_CARD
TRAPS = CARDS - FIRST_TRAP
CHAOS_CARDS = CARDS - COLOURED
ROYAL_KNIGHTS = range(Card.BK, Card.KK + 1)
UNIFICATION = range(Card.SOL, Card.RSE + 1)
ANTI_FUN_STRENGTH = FACES + int(Card.AF - Card.PC)


class Class(IntEnum):
    """What a card is; a row of the table says it in these words."""

    COLOURED = 0
    NORMAL = 1  # used in the Chaos Phase
    VALUED = 2  # played to tricks
    COUNTER = 3  # reactions
    TABLE = 4  # Royal Knights and Unification cards
    TRAP = 5


CLASS_OF_WORD = {
    "Coloured": Class.COLOURED,
    "Normal": Class.NORMAL,
    "Valued": Class.VALUED,
    "Counter": Class.COUNTER,
    "Royal Knight": Class.TABLE,
    "Unification": Class.TABLE,
    "Trap": Class.TRAP,
    "Trap (Crisis)": Class.TRAP,
}


class Module(IntEnum):
    """What can be added to the base game."""

    CORE_EXTENSION = 0
    CORE_BOOSTER = 1
    APOCALYPSE = 2
    DEVASTATION = 3
    OBLIVION = 4
    SINGULARITY = 5
    CRISIS = 6
    CONTINGENCY_1 = 7
    CONTINGENCY_2 = 8
    DOOMSDAY = 9


CORE = len(Module)
"""The base game, where a card's module is asked for."""


class Window(IntEnum):
    """Who may counter a card."""

    NONE = 0
    GROUP = 1  # everybody but the user, to shield themselves
    NEXT = 2  # the seat after the user, in a chain
    TARGET = 3  # the seat that the user chose, in a chain


WINDOW_OF_WORD = {
    "none": Window.NONE,
    "group": Window.GROUP,
    "next": Window.NEXT,
    "target": Window.TARGET,
    "as copied": Window.NONE,  # asked of the card that is copied
    "as named": Window.NONE,
}

BASE_GAME_CARDS = 54
COPIES_RULED_APART = ("CRISIS",)  # their number depends on the players
IN_THE_BOX_BUT_UNUSED = "0 ("


def read_table() -> dict[str, dict[str, str]]:
    """The rows of the card table by id; ``ValueError`` if the table is not as expected."""
    text = files(__package__).joinpath("data/soloverse_cards.csv").read_text(encoding="utf-8")
    rows: dict[str, dict[str, str]] = {}
    for row in csv.DictReader(text.splitlines()):
        if row["id"] in rows:
            raise ValueError(f"soloverse_cards.csv: {row['id']} stands there twice")
        rows[row["id"]] = row
    unknown = [
        row["id"]
        for row in rows.values()
        if row["class"] in CLASS_OF_WORD
        and row["class"] != "Coloured"
        and row["id"] not in Card.__members__
        and not row["copies"].startswith(IN_THE_BOX_BUT_UNUSED)
    ]
    missing = [card.name for card in Card if card.name not in rows]
    missing += [f"C{colour}" for colour in range(MAX_COLOURS) if f"C{colour}" not in rows]
    if unknown or missing:
        raise ValueError(f"soloverse_cards.csv: unknown cards {unknown}, missing cards {missing}")
    return rows


ROWS = read_table()


def column(read, absent: int) -> np.ndarray:  # type: ignore[no-untyped-def]
    """A number for every card: what ``read`` makes of a chaos card's row, else ``absent``."""
    values = np.full(CARDS, absent, np.int64)
    for card in Card:
        values[card] = read(ROWS[card.name])
    return values


def read_copies(row: dict[str, str]) -> int:
    return 0 if row["id"] in COPIES_RULED_APART else int(row["copies"].split()[0])


def read_module(row: dict[str, str]) -> int:
    return CORE if row["module"] == "core" else int(Module[row["module"].upper()])


def read_draws(row: dict[str, str]) -> int:
    """How many cards a use begins with: the Chaos Draws, Elegant Generosity."""
    if row["id"] != "EGEN" and not row["name"].startswith("Chaos Draw"):
        return 0
    found = re.search(r"User draws (\d+)", row["effect"])
    if found is None:
        raise ValueError(f"soloverse_cards.csv: {row['id']} does not say how many it draws")
    return int(found[1])


def read_level(row: dict[str, str]) -> int:
    found = re.search(r"[Ll]evel (\d)", row["effect"])
    return int(found[1]) if found else 0


CLASS = column(lambda row: CLASS_OF_WORD[row["class"]], Class.COLOURED)
COPIES = column(read_copies, 0)
MODULE = column(read_module, CORE)
WINDOW = column(lambda row: WINDOW_OF_WORD[row["window"]], Window.NONE)
DRAWS = column(read_draws, 0)
REVERSES = column(lambda row: row["id"].startswith("CD") and row["id"].endswith("R"), 0)
CHOOSES_SEAT = column(lambda row: row["class"] == "Normal" and row["targets"] == "specific", 0)
SPENT = column(lambda row: row["spent"] == "yes", 0)
LEVEL = column(read_level, 0)

SPENT_CARDS = (Card.SCAV, Card.CLONE, Card.GENE, Card.WHOLE)
SPENT_SLOT = np.full(CARDS, NONE, np.int64)
for slot, spent_card in enumerate(SPENT_CARDS):
    SPENT_SLOT[spent_card] = slot

COLOUR_NAMES = [ROWS[f"C{colour}"]["name"] for colour in range(MAX_COLOURS)]
CARD_NAMES = [
    f"{COLOUR_NAMES[card // FACES]} {FACE_NAMES[card % FACES]}" for card in range(COLOURED)
] + [ROWS[card.name]["name"] for card in Card]

EXPECTED_CLASSES = (
    [Class.NORMAL] * 12
    + [Class.VALUED] * 4
    + [Class.COUNTER]
    + [Class.NORMAL] * 11
    + [Class.COUNTER]
    + [Class.NORMAL] * 12
    + [Class.TABLE] * TABLE_CARDS
    + [Class.TRAP] * TRAPS
)
if list(CLASS[COLOURED:]) != EXPECTED_CLASSES:
    raise ValueError("soloverse_cards.csv: a card's class is not what its place among cards says")
if COPIES[MODULE == CORE].sum() != BASE_GAME_CARDS:
    raise ValueError(f"soloverse_cards.csv: the base game has not {BASE_GAME_CARDS} chaos cards")
if {card for card in Card if SPENT[card]} != set(SPENT_CARDS):
    raise ValueError(f"soloverse_cards.csv: spent after use are not {SPENT_CARDS}")

CHAOS_SUIT = MAX_COLOURS
"""The column behind the colours, where cards are counted by suit."""


@rule
def suit_of(card):
    """A coloured card's colour, CHAOS_SUIT for all others."""
    return min(card // FACES, CHAOS_SUIT)


@rule
def end_of_suit(suit):
    """Behind the last hand card of a suit, whose first one is ``suit * FACES``."""
    return suit * FACES + FACES if suit < CHAOS_SUIT else HAND_CARDS
