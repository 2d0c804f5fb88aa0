"""Components of Black Souls: colours, bid cards, and the tables in ``data/``."""

import csv
from enum import IntEnum
from importlib.resources import files

import numpy as np


class Colour(IntEnum):
    FIGHTER = 0
    MAGE = 1
    HEALER = 2
    BLACK = 3  # wild


class AssetType(IntEnum):
    CAVE = 0
    DUNGEON = 1
    OUTDOOR = 2


class Icon(IntEnum):
    """What makes an asset special."""

    NONE = 0
    BOSS = 1
    MERCHANT = 2
    SHRINE = 3
    TAVERN = 4
    TREASURE = 5


class Token(IntEnum):
    """What lies on an asset; those of bid 8 come in the order of the asset types they need."""

    NONE = 0
    TAVERN = 1
    SHRINE = 2
    WELL = 3  # of Illusions
    ALTAR = 4  # of Power
    HOUSE = 5  # Haunted House


class Bid(IntEnum):
    """Bid cards, named after what they do when their effect triggers."""

    RECHARGE = 0  # a hack charge comes back
    NETWORK_OBJECT = 1  # Tavern token
    BETA_KEY = 2  # one cube of a party card
    REBOOT = 3  # recall of all bid cards, the others build face-down
    UPDATE = 4  # an extra asset
    TWEAK = 5  # swap two assets
    BETA_OBJECT = 6  # Shrine token
    FREE_ACCESS = 7  # all cubes of a party card, once a game
    EXPANSION = 8  # Well, Altar or House


class Benefit(IntEnum):
    """What a party may take on an asset."""

    NONE = 0
    TAVERN = 1
    SHRINE = 2
    HOUSE = 3
    TREASURE = 4
    MERCHANT = 5


class Condition(IntEnum):
    """The conditions of quirk cards, in the rulebook's order (it counts from 1)."""

    MOST_BOSS_ASSETS = 0
    TWO_OTHER_QUIRKS = 1
    MOST_TREASURE_ASSETS = 2
    MOST_SHRINE_ASSETS = 3
    MOST_TAVERN_ASSETS = 4
    HIGHEST_DIFFICULTY_TOTAL = 5
    MOST_TOKENS = 6
    FEWEST_BID_CARDS_IN_HAND = 7
    MOST_CAVE_ASSETS = 8
    MOST_DUNGEON_ASSETS = 9
    MOST_OUTDOOR_ASSETS = 10
    CONNECTION_OF_7 = 11
    MOST_SPECIAL_ASSETS = 12
    TWO_HACK_CHARGES = 13
    THREE_COLOURS_ALIVE = 14
    THREE_FIGHTERS_ALIVE = 15
    THREE_MAGES_ALIVE = 16
    THREE_HEALERS_ALIVE = 17
    TWO_BLACK_ALIVE = 18
    TWELVE_LOST = 19
    HIGHEST_LAST_BID = 20


NUM_COLOURS = len(Colour)
NUM_CLASSES = 3  # the colours that threats are about: all but black
NUM_TYPES = len(AssetType)
NUM_BIDS = len(Bid)
NUM_CONDITIONS = len(Condition)
NUM_ASSETS = 78
NO_ASSET = NUM_ASSETS  # its rows in the tables are blank
NUM_PARTY_CARDS = 12
NUM_QUIRKS = 25

COLOUR_NAMES = [colour.name.lower() for colour in Colour]
TYPE_NAMES = [each.name.lower() for each in AssetType]
ICON_NAMES = [icon.name.lower() for icon in Icon]

X = 0  # a threat that takes a whole class; numbers are at least 1


# --- tables ----------------------------------------------------------------------------------


def read_rows(name: str, number: str, count: int) -> list[dict[str, str]]:
    """The rows of a table in ``data/``; ``ValueError`` if they are not numbered 0 to count - 1."""
    text = (files(__package__) / "data" / f"{name}.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    if [row[number] for row in rows] != [str(i) for i in range(count)]:
        raise ValueError(f"{name}.csv: {number} does not run from 0 to {count - 1}")
    return rows


def member(kind: type[IntEnum], name: str) -> int:
    """The number of an enum's member by its name in lower case."""
    names = [each.name.lower() for each in kind]
    if name not in names:
        raise ValueError(f"{name!r} is none of {', '.join(names)}")
    return names.index(name)


def check_assets() -> None:
    """Raise ``ValueError`` unless the assets keep the limits of the specification, 9.1."""
    for asset in range(NUM_ASSETS):
        threats = THREATS[asset].tolist()
        boss = ICON[asset] == Icon.BOSS
        if threats.count(X) > 1 or not all(0 <= threat <= 5 for threat in threats):
            raise ValueError(f"assets.csv: threats of {asset} are {threats}")
        if boss and any(0 < threat < 4 for threat in threats):
            raise ValueError(f"assets.csv: {asset} is too tame for a boss: {threats}")
        if not 1 <= DIFFICULTY[asset] <= 5:
            raise ValueError(f"assets.csv: difficulty of {asset} is {DIFFICULTY[asset]}")
    for kind in AssetType:
        if (TYPE[:NUM_ASSETS] == kind).sum() != NUM_ASSETS // NUM_TYPES:
            raise ValueError(f"assets.csv: not a third of the assets is {kind.name.lower()}")


def check_quirks() -> None:
    """Raise ``ValueError`` unless keys and points belong to the conditions."""
    for row in QUIRK_ROWS:
        first = QUIRK_ROWS[int(row["condition"]) - 1]
        if member(Condition, row["key"]) + 1 != int(row["condition"]):
            raise ValueError(f"quirks.csv: {row['key']} is not condition {row['condition']}")
        if row["dp"] != first["dp"] or not 1 <= int(row["dp"]) <= 3:
            raise ValueError(f"quirks.csv: card {row['card_id']} is worth {row['dp']}")


ASSET_ROWS = read_rows("assets", "id", NUM_ASSETS)
PARTY_ROWS = read_rows("party_cards", "id", NUM_PARTY_CARDS)
QUIRK_ROWS = read_rows("quirks", "card_id", NUM_QUIRKS)

TYPE = np.array([member(AssetType, row["type"]) for row in ASSET_ROWS] + [0], np.int64)
ICON = np.array([member(Icon, row["special"]) for row in ASSET_ROWS] + [0], np.int64)
DIFFICULTY = np.array([int(row["difficulty"]) for row in ASSET_ROWS] + [0], np.int64)
THREATS = np.array(
    [
        [X if row[name] == "X" else int(row[name]) for name in COLOUR_NAMES[:NUM_CLASSES]]
        for row in ASSET_ROWS
    ]
    + [[0] * NUM_CLASSES],
    np.int64,
)
CARD_COLOUR = np.array([member(Colour, row["class"]) for row in PARTY_ROWS], np.int64)
CARD_CUBES = np.array([int(row["cubes"]) for row in PARTY_ROWS], np.int64)
CONDITION = np.array([int(row["condition"]) - 1 for row in QUIRK_ROWS], np.int64)
QUIRK_POINTS = np.array([int(row["dp"]) for row in QUIRK_ROWS], np.int64)

check_assets()
check_quirks()
if not all(1 <= cubes <= 3 for cubes in CARD_CUBES):
    raise ValueError("party_cards.csv: a card has 1 to 3 cubes")

ICON_BENEFIT = np.array(
    [
        Benefit.NONE,
        Benefit.NONE,  # Boss
        Benefit.MERCHANT,
        Benefit.SHRINE,
        Benefit.TAVERN,
        Benefit.TREASURE,
    ],
    np.int64,
)
TOKEN_BENEFIT = np.array(
    [
        Benefit.NONE,
        Benefit.TAVERN,
        Benefit.SHRINE,
        Benefit.NONE,  # Well
        Benefit.NONE,  # Altar
        Benefit.HOUSE,
    ],
    np.int64,
)
OTHER_CLASSES = np.array([[1, 2], [0, 2], [0, 1]], np.int64)
MERCHANT_PAIRS = np.array(  # from a colour to a class
    [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1], [3, 0], [3, 1], [3, 2]], np.int64
)

# --- the design board ------------------------------------------------------------------------

NUM_CELLS = 12  # in the order in which they are walked: up from level to level
NUM_LEVELS = 3
LEVEL_CELLS = 4
GRID_ROW = LEVEL_CELLS + 1  # one blank column keeps the ends of rows apart in a bit set


def place_on_grid(cell: int) -> tuple[int, int]:
    """Row (from the bottom) and column (from the left) of a cell: the middle level runs back."""
    row, step = divmod(cell, LEVEL_CELLS)
    return row, LEVEL_CELLS - 1 - step if row == 1 else step


GRID_BIT = np.array(
    [1 << row * GRID_ROW + column for row, column in map(place_on_grid, range(NUM_CELLS))],
    np.int64,
)
