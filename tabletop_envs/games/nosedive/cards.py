"""NOSEDIVE's components: Lifestyle cards, action spaces, and the model's experiences and tastes.

The rulebook gives the numbers of cards and what the spaces do. Star values, the number of each
space, experience kinds and tastes are reconstructions; [M] marks what belongs to the model.
"""

from enum import IntEnum
from itertools import permutations

import numpy as np

from ...core.native import rule

# --- Lifestyle cards: category by category, then by stars; two types without stars ------------

CATEGORIES = ("home", "work", "social")
MAX_STARS = 5
STAR_CARDS = len(CATEGORIES) * MAX_STARS
DOUBLE_DAMAGE = STAR_CARDS
LOSE_ONE = STAR_CARDS + 1
NUM_CARDS = STAR_CARDS + 2  # card types; cards of one type are alike
CATEGORY_COPIES = 30
STAR_COPIES = (6, 6, 6, 6, 6)  # of each star value in each category [M]
DOUBLE_DAMAGE_COPIES = 6
LOSE_ONE_COPIES = 12
DECK_SIZE = len(CATEGORIES) * CATEGORY_COPIES + DOUBLE_DAMAGE_COPIES + LOSE_ONE_COPIES

CARD_NAMES = [
    *(f"{category} {stars + 1}" for category in CATEGORIES for stars in range(MAX_STARS)),
    "double damage",
    "lose one",
]


@rule
def stars_of(card):
    """1 to 5; only for cards that have stars."""
    return card % MAX_STARS + 1


@rule
def category_of(card):
    return card // MAX_STARS


@rule
def copies_of(options, card):
    """How many cards of a type the deck has."""
    if card == DOUBLE_DAMAGE:
        return DOUBLE_DAMAGE_COPIES
    if card == LOSE_ONE:
        return LOSE_ONE_COPIES
    return options.star_copies[stars_of(card) - 1]


# --- action spaces: one of each ---------------------------------------------------------------


class Space(IntEnum):
    HOME = 0
    PLUS_EXP = 1
    DOWN1 = 2
    UP1_DOWN1 = 3
    UP2 = 4
    DRAW2 = 5
    DRAW1_UP1 = 6


class Face(IntEnum):
    UP = 0
    DOWN = 1


SPACE_NAMES = ["home", "+1 experience", "1 down", "1 up 1 down", "2 up", "draw 2", "draw 1 1 up"]
NUM_SPACES = len(Space)
MAX_PLACES = 2
BONUS_TOKENS = 3

DRAWS = np.array([1, 0, 0, 0, 0, 2, 1])  # cards drawn on each space, before any are placed
PLACES = np.array([0, 0, 1, 2, 2, 0, 1])  # cards placed
FACES = np.array(  # how the first and the second card are placed
    [
        [Face.UP, Face.UP],
        [Face.UP, Face.UP],
        [Face.DOWN, Face.UP],
        [Face.UP, Face.DOWN],
        [Face.UP, Face.UP],
        [Face.UP, Face.UP],
        [Face.UP, Face.UP],
    ]
)

# --- experiences: every topic in every quality [M] --------------------------------------------

TOPICS = ("food", "travel", "work", "family", "fame", "home comfort")
NUM_TOPICS = len(TOPICS)
MAX_QUALITY = 2
NUM_QUALITIES = 2 * MAX_QUALITY + 1
NUM_KINDS = NUM_TOPICS * NUM_QUALITIES

LIKINGS = (-3, -2, -1, 1, 2, 3)  # a taste gives each topic another one of them
MAX_LIKING = 3
TASTES = np.array(list(permutations(LIKINGS)))
NUM_TASTES = len(TASTES)


@rule
def topic_of(kind):
    return kind // NUM_QUALITIES


@rule
def quality_of(kind):
    """Common opinion, -2 to 2."""
    return kind % NUM_QUALITIES - MAX_QUALITY


@rule
def appeal_of(taste, kind):
    """What an experience is worth to somebody of that taste, -5 to 5."""
    return quality_of(kind) + taste[topic_of(kind)]
