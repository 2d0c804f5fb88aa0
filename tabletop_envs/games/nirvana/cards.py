"""Nirvana's components: the game sheet, the Insight cards, and the values of cards."""

import csv
from enum import IntEnum
from functools import cache
from importlib.resources import files
from itertools import permutations
from typing import Any

import numpy as np

from ...core.native import Record, as_record, int64, rule, zeros

# --- dice -------------------------------------------------------------------------------------

FACES = 6
DICE = 3  # also the fields of a trio
ROUNDS = 12
PERMUTATIONS = np.array(list(permutations(range(DICE))), np.int64)
"""``PERMUTATIONS[p, i]``: the slot written to position ``i`` of the trio."""


@rule
def flipped(number):
    """The number on the other side of a die."""
    return FACES + 1 - number


# --- values of cards --------------------------------------------------------------------------

LOWEST, HIGHEST = -2, 33
RANKS = HIGHEST - LOWEST + 1
"""Hands are counted by rank: the card of rank 0 has the value LOWEST."""


@rule
def rank_of(value):
    return value - LOWEST


SEVEN, EIGHT = 7 - LOWEST, 8 - LOWEST  # the ranks that I18 and I19 speak of

# --- the sheet --------------------------------------------------------------------------------

FIELDS = 36
TRIOS = FIELDS // DICE
SHEET_CARDS = 14
LONGEST_CARD = 5
BOXES = 3
HIGHEST_NUMBER = FACES + BOXES
START_SPACES = 5
LEFT_CORNER, RIGHT_CORNER = 0, FIELDS - 1
CENTRE_CARD = 7  # of the Centre Race, I07
FIRST_CARD, LAST_CARD = 0, SHEET_CARDS - 1  # of the Twin Gifts, I08

COLOURS = ("red", "blue", "green", "yellow")  # in the order in which I12 calls them
UNCALLED = len(COLOURS)
"""Any other colour that a sheet may have: I12 never calls it."""


class Sheet(Record):
    """The printed sheet, as tables for the rules."""

    trio_fields = int64[TRIOS, DICE]
    trio_of = int64[FIELDS]
    card_of = int64[FIELDS]
    card_length = int64[SHEET_CARDS]
    colour = int64[TRIOS]
    adjacent = int64[TRIOS, TRIOS]  # whether two trios touch; a trio does not touch itself
    start_fields = int64[START_SPACES]
    column = int64[FIELDS]  # where fields are printed, heights in half circles
    height = int64[FIELDS]
    box_column = int64[SHEET_CARDS]  # where the arrow of a card ends
    box_height = int64[SHEET_CARDS]


COLUMNS = (
    *("field_id", "column", "y", "trio_id", "trio_pos", "colour", "card_id", "arrow"),
    "start_order",
)
ARROWS = {"up": 2, "down": -2}  # from the last field to the card's box
NO_START = -1
FURTHEST = 99  # as far from 0 as any number of the file may lie


def built_in(name: str) -> str:
    """The text of a table of this game."""
    return (files(__package__) / "data" / name).read_text(encoding="utf-8")


@cache
def read_sheet(text: str) -> Any:
    """The sheet that a CSV text describes; ``ValueError`` says what is wrong with it."""
    rows = read_fields(text)
    sheet = as_record(zeros(Sheet, 1).view(np.ndarray)[0])
    place_fields(sheet, rows)
    place_trios(sheet, rows)
    place_cards(sheet, rows)
    place_start_spaces(sheet, rows)
    return sheet


def read_fields(text: str) -> list[dict[str, Any]]:
    """A row for each field, in order, with whole numbers where numbers belong."""
    reader = csv.DictReader(text.splitlines())
    missing = [name for name in COLUMNS if name not in (reader.fieldnames or ())]
    if missing:
        raise ValueError(f"the sheet lacks the columns {', '.join(missing)}")
    rows = [
        {name: read_cell(name, row[name], line) for name in COLUMNS}
        for line, row in enumerate(reader, start=2)
    ]
    rows.sort(key=lambda row: row["field_id"])
    if [row["field_id"] for row in rows] != list(range(FIELDS)):
        raise ValueError(f"the sheet has the fields 0 to {FIELDS - 1}, each in one row")
    return rows


def read_cell(name: str, cell: str | None, line: int) -> str | int:
    if name in ("colour", "arrow"):
        return (cell or "").strip().lower()
    try:
        number = int(cell or "")
    except ValueError:
        raise ValueError(f"line {line}: {name} is {cell!r}, not a whole number") from None
    if abs(number) > FURTHEST:
        raise ValueError(f"line {line}: {name} is {number}, not within {FURTHEST} of 0")
    return number


def place_fields(sheet: Any, rows: list[dict[str, Any]]) -> None:
    """Where fields are printed: no two in one place."""
    places: dict[tuple[int, int], int] = {}
    for field, row in enumerate(rows):
        sheet.column[field], sheet.height[field] = place = row["column"], row["y"]
        if place in places:
            raise ValueError(f"fields {places[place]} and {field} lie in one place")
        places[place] = field


def place_trios(sheet: Any, rows: list[dict[str, Any]]) -> None:
    """Which fields make a trio: three that hang together, of one colour."""
    for trio in range(TRIOS):
        fields = sorted(
            (field for field in range(FIELDS) if rows[field]["trio_id"] == trio),
            key=lambda field: rows[field]["trio_pos"],
        )
        if [rows[field]["trio_pos"] for field in fields] != list(range(DICE)):
            raise ValueError(f"trio {trio} needs three fields, at the positions 0, 1 and 2")
        if sum(adjacent(sheet, a, b) for a in fields for b in fields) < 2 * (DICE - 1):
            raise ValueError(f"trio {trio}: its fields {fields} do not hang together")
        colours = {rows[field]["colour"] for field in fields}
        if len(colours) > 1:
            raise ValueError(f"trio {trio} has several colours: {', '.join(sorted(colours))}")
        colour = colours.pop()
        sheet.colour[trio] = COLOURS.index(colour) if colour in COLOURS else UNCALLED
        for position, field in enumerate(fields):
            sheet.trio_fields[trio, position] = field
            sheet.trio_of[field] = trio
    for a in range(FIELDS):
        for b in range(FIELDS):
            if adjacent(sheet, a, b) and sheet.trio_of[a] != sheet.trio_of[b]:
                sheet.adjacent[sheet.trio_of[a], sheet.trio_of[b]] = 1


def adjacent(sheet: Any, a: int, b: int) -> bool:
    """Whether two fields touch: above each other, or in neighbouring columns."""
    across = abs(sheet.column[a] - sheet.column[b])
    along = abs(sheet.height[a] - sheet.height[b])
    return (across, along) in ((0, 2), (1, 1))


def place_cards(sheet: Any, rows: list[dict[str, Any]]) -> None:
    """Which fields an arrow joins to a card: one to five, all fields on 14 arrows."""
    for card in range(SHEET_CARDS):
        fields = [field for field in range(FIELDS) if rows[field]["card_id"] == card]
        if not 1 <= len(fields) <= LONGEST_CARD:
            raise ValueError(f"card {card} has {len(fields)} fields, not 1 to {LONGEST_CARD}")
        arrows = {rows[field]["arrow"] for field in fields}
        if len(arrows) > 1 or not arrows <= set(ARROWS):
            raise ValueError(f"card {card} needs one arrow, up or down, not {sorted(arrows)}")
        arrow = ARROWS[arrows.pop()]
        last = max(fields, key=lambda field: sheet.height[field] * arrow)
        sheet.card_length[card] = len(fields)
        sheet.box_column[card] = sheet.column[last]
        sheet.box_height[card] = sheet.height[last] + arrow
        for field in fields:
            sheet.card_of[field] = card
    if sum(sheet.card_length) != FIELDS:
        raise ValueError(f"card_id goes from 0 to {SHEET_CARDS - 1}")


def place_start_spaces(sheet: Any, rows: list[dict[str, Any]]) -> None:
    """The five fields compared for the start player, in order."""
    ordered = sorted(
        (row["start_order"], row["field_id"]) for row in rows if row["start_order"] != NO_START
    )
    if [order for order, _ in ordered] != list(range(START_SPACES)):
        raise ValueError(f"start_order names each of 0 to {START_SPACES - 1} once, else {NO_START}")
    for order, field in ordered:
        sheet.start_fields[order] = field


# --- Insight cards ----------------------------------------------------------------------------


class Insight(IntEnum):
    """The Insight cards; those before STEADY_HAND are objectives. Card I01 is number 0."""

    EVEN_MIND = 0
    HARMONY = 1
    LONG_LADDER = 2
    UNTOUCHED = 3
    CORNER_SUM = 4
    HEAVY_LOAD = 5
    CENTRE_RACE = 6
    TWIN_GIFTS = 7
    STEADY_HAND = 8
    OTHER_SIDE = 9
    NEIGHBOUR_PATH = 10
    COLOUR_CALL = 11
    REVERSAL = 12
    REVOLUTION = 13
    BOMB = 14
    EQUAL_FOOTING = 15
    STAIRS = 16
    WILD_SEVENS = 17
    EIGHT_STOP = 18
    LOCKED_PASS = 19
    STEPPING_STONE = 20
    LETTING_GO = 21
    GIFT_LEFT = 22
    GLASS_HOUSE = 23


INSIGHTS = len(Insight)
OBJECTIVES = int(Insight.STEADY_HAND)
INSIGHTS_IN_PLAY = 3


def read_insights() -> list[dict[str, str]]:
    """The table of Insight cards, checked against the names that the rules use."""
    rows = list(csv.DictReader(built_in("insight.csv").splitlines()))
    names = [row["name"].upper().replace(" ", "_") for row in rows]
    if names != [insight.name for insight in Insight]:
        raise ValueError("insight.csv: names are not those of Insight, in order")
    if [row["id"] for row in rows] != [f"I{number:02}" for number in range(1, INSIGHTS + 1)]:
        raise ValueError(f"insight.csv: ids are not I01 to I{INSIGHTS} in order")
    return rows


INSIGHT_TABLE = read_insights()
INSIGHT_IDS = [row["id"] for row in INSIGHT_TABLE]
INSIGHT_NAMES = [row["name"] for row in INSIGHT_TABLE]

# numbers of the objectives
AWARD, BURDEN = 25, 0  # values of extra cards
EVEN_CARDS = 9  # I01
HARMONY_COPIES = 3  # I02
LADDER_LENGTH = 6  # I03
HEAVY_VALUE = 1  # I06: at most
TWIN_CARDS = 2  # I08

# numbers of the dice and card rules
STEADY_BOXES = 6  # I09
REVOLUTION_CARDS = 3  # I14
BOMB_CARDS = 4  # I15
SHORTEST_RUN = 3  # I17
MOST_CARDS = SHEET_CARDS + 4  # a hand with all dotted spaces filled, by Insight cards (R32)
