"""The tables of 9. and the numbers of actions (10.1), as the specification lists them."""

from collections import Counter

import numpy as np
import pytest

from tabletop_envs.games.black_souls import game
from tabletop_envs.games.black_souls.cards import (
    CARD_COLOUR,
    CARD_CUBES,
    CONDITION,
    DIFFICULTY,
    ICON,
    NUM_ASSETS,
    QUIRK_POINTS,
    THREATS,
    TYPE,
    Icon,
    X,
)

ASSETS = slice(NUM_ASSETS)  # without the blank row


def test_types_are_one_table_turned():
    """9.1: Dungeons are the Caves' threats turned once, Outdoor twice."""
    caves, dungeons, outdoor = THREATS[:26], THREATS[26:52], THREATS[52:78]
    assert (dungeons == np.roll(caves, 1, axis=1)).all()
    assert (outdoor == np.roll(caves, 2, axis=1)).all()
    for values in (DIFFICULTY, ICON):
        assert (values[:26] == values[26:52]).all()
        assert (values[:26] == values[52:78]).all()
    assert TYPE[ASSETS].tolist() == [0] * 26 + [1] * 26 + [2] * 26


def test_counts_of_assets():
    assert Counter(DIFFICULTY[ASSETS].tolist()) == {1: 15, 2: 18, 3: 18, 4: 15, 5: 12}
    assert Counter(ICON[ASSETS].tolist()) == {Icon.NONE: 48} | dict.fromkeys(list(Icon)[1:], 6)
    assert (THREATS[ASSETS] == X).sum(axis=0).tolist() == [5, 5, 5]
    assert (THREATS[ASSETS] == X).sum(axis=1).max() == 1


@pytest.mark.parametrize(
    ("asset", "threats", "difficulty", "icon"),
    [
        (4, [1, 1, 3], 1, Icon.TAVERN),
        (7, [1, 3, 2], 2, Icon.NONE),  # the rulebook's
        (10, [2, X, 1], 2, Icon.NONE),
        (35, [3, 1, 2], 2, Icon.MERCHANT),
        (50, [4, 4, 5], 5, Icon.BOSS),
        (60, [2, 1, 2], 2, Icon.SHRINE),
        (73, [4, 3, 2], 4, Icon.TREASURE),
        (77, [4, X, 5], 5, Icon.BOSS),
    ],
)
def test_some_assets(asset, threats, difficulty, icon):
    assert THREATS[asset].tolist() == threats
    assert (DIFFICULTY[asset], ICON[asset]) == (difficulty, icon)


def test_party_cards():
    """9.2."""
    assert CARD_COLOUR.tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert CARD_CUBES.tolist() == [1, 2, 3] * 3 + [1, 1, 1]


def test_quirk_cards():
    """9.3."""
    assert (CONDITION + 1).tolist() == [*range(1, 22), 9, 10, 11, 12]
    worth = {1: [4, 5, 8, 9, 10, 11, 13, 14, 20, 21], 2: [1, 2, 3, 6, 7, 12], 3: range(15, 20)}
    for points, conditions in worth.items():
        cards = np.isin(CONDITION + 1, list(conditions))
        assert (QUIRK_POINTS[cards] == points).all()


def test_action_ids():
    assert game.num_actions == 70
    for name, action in {
        "discard quirk 0": 0,
        "bid 0": 3,
        "bid 8": 11,
        "hack no": 12,
        "hack yes": 13,
        "swap cell 1": 14,
        "swap cell 12": 25,
        "swap nothing": 26,
        "pick 0": 27,
        "pick 6": 33,
        "place on level 1": 34,
        "place on level 3": 36,
        "special token no": 37,
        "special token yes": 38,
        "begin with threat": 39,
        "begin with benefit": 40,
        "take fighter": 41,
        "take black": 44,
        "decline": 45,
        "change fighter into mage": 46,
        "change mage into fighter": 48,
        "change black into healer": 54,
        "meet threat to fighter": 55,
        "pay in black 0": 58,
        "pay in black 5": 63,
        "overflow to first 0": 64,
        "overflow to first 5": 69,
    }.items():
        assert game.action_id(name) == action
        assert game.action_names[action] == name
    assert len(set(game.action_names)) == 70
