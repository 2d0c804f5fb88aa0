"""Streaming's components: content cards, and the audience cards of the table in ``data/``."""

import csv
from enum import IntEnum
from importlib.resources import files

import numpy as np

from ...core.native import rule


class Genre(IntEnum):
    FICTION = 0
    DOCUMENTARY = 1
    REALITY = 2
    SPORTS = 3
    ANIMATION = 4


GENRE_NAMES = [genre.name.lower() for genre in Genre]
NUM_GENRES = len(Genre)

# --- content cards: per genre one each of 1 to 10, and two multiscreen cards -------------------

MULTISCREEN = 11  # the face of a card that is worth the size of the set it lies in
HIGHEST_NUMBER = 10
MULTISCREENS = 2
GENRE_CARDS = HIGHEST_NUMBER + MULTISCREENS
NUM_CARDS = NUM_GENRES * GENRE_CARDS


@rule
def genre_of(card):
    return card // GENRE_CARDS


@rule
def face_of(card):
    """1 to 10, or MULTISCREEN."""
    return min(card % GENRE_CARDS + 1, MULTISCREEN)


# --- audience cards: 9 cards with 2 sides each ------------------------------------------------

NUM_AUDIENCE = 18
SLOTS = ("left", "centre", "right")
RECOMMENDED_SOFAS = {"set1": (2, 9, 12, 18), "set2": (3, 5, 10, 18), "set3": (4, 6, 13, 17)}


def read_audience() -> list[dict[str, str]]:
    """The table of audience cards, checked: 18 ids in order, two sides a card, one slot a card."""
    text = (files(__package__) / "data" / "audience.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    if [int(row["id"]) for row in rows] != list(range(1, NUM_AUDIENCE + 1)):
        raise ValueError("audience.csv: ids are not 1 to 18 in order")
    for first, second in zip(rows[::2], rows[1::2], strict=True):
        if first["card"] != second["card"] or first["slot"] != second["slot"]:
            raise ValueError(f"audience.csv: {first['id']} and {second['id']} are not one card")
        if first["slot"] not in SLOTS:
            raise ValueError(f"audience.csv: slot of {first['id']} is {first['slot']!r}")
    return rows


AUDIENCE = read_audience()
FICTION_CARD = next(int(row["card"]) for row in AUDIENCE if row["genre"] == "fiction")


def cards_of(slot: str) -> np.ndarray:
    """The audience cards (1 to 9) of a slot of the sofa."""
    cards = sorted({int(row["card"]) for row in AUDIENCE if row["slot"] == slot})
    return np.array(cards, np.int64)


LEFT_CARDS, CENTRE_CARDS, RIGHT_CARDS = map(cards_of, SLOTS)
DRAWN_FROM_CENTRE = 2


def other_side(audience_id: int) -> int:
    """The action on the back of the same card."""
    return audience_id + 1 if audience_id % 2 else audience_id - 1
