"""Names of actions, and where fields lie in an observation."""

import numpy as np
import pytest
from settings import each_game, each_setting

from tabletop_envs.core.native import Axis, Record, float32, int64
from tabletop_envs.core.spaces import Actions, ObservationLayout, suggestion

SEAT = Axis("seat", 4)
COLOUR = Axis("colour", 3)


class Seen(Record):
    turn = float32
    hands = float32[SEAT, COLOUR]
    stock = float32[COLOUR, 2]


def some_actions():
    actions = Actions()
    return actions, actions.add("bid", 3), actions.add("pass"), actions.add("take", 2, ["red", "X"])


def test_actions_are_named_ranges():
    actions, bid, skip, take = some_actions()
    assert (bid, skip, take, actions.size) == (0, 3, 4, 6)
    assert actions.names == ["bid 0", "bid 1", "bid 2", "pass", "take red", "take X"]
    assert actions.ids["take X"] == 5
    assert actions.ranges["bid"] == range(3)


def test_names_of_actions_are_used_once():
    actions, *_ = some_actions()
    with pytest.raises(ValueError, match="already is a range of actions named 'bid'"):
        actions.add("bid", 2)
    actions.add("bid 1")
    with pytest.raises(ValueError, match="share a name: bid 1"):
        _ = actions.ids


@each_game
def test_every_action_is_found_by_its_name(game):
    assert [game.action_id(name) for name in game.action_names] == [*range(game.num_actions)]
    with pytest.raises(ValueError, match="has no action 'no such action'"):
        game.action_id("no such action")


def test_observations_are_packed_to_the_axes_in_use():
    layout = ObservationLayout(Seen, {"seat": 2, "colour": [0, 2]})
    assert layout.shapes == {"turn": (1,), "hands": (2, 2), "stock": (2, 2)}
    columns = {name: entries.tolist() for name, entries in layout.columns.items()}
    assert columns == {"turn": [0], "hands": [[1, 2], [3, 4]], "stock": [[5, 6], [7, 8]]}
    assert layout.index.tolist() == [0, 1, 3, 4, 6, 13, 14, 17, 18]


@pytest.mark.parametrize("in_use", [{}, {"seat": 3}, {"colour": [1]}, {"seat": 1, "colour": 2}])
@pytest.mark.parametrize("fields", [None, ["hands"], ["stock", "turn"]])
def test_runs_say_what_the_index_says(in_use, fields):
    layout = ObservationLayout(Seen, in_use, fields)
    entries = []
    for source, target, length in layout.runs.tolist():
        assert target == len(entries)
        entries += range(source, source + length)
    assert entries == layout.index.tolist()
    assert len(entries) == layout.size


def test_an_observation_is_split_into_its_fields():
    layout = ObservationLayout(Seen, {"seat": 2, "colour": 1}, ["turn", "hands"])
    parts = layout.split(np.arange(6.0).reshape(2, 3))
    assert parts["turn"].tolist() == [[0], [3]]
    assert parts["hands"].tolist() == [[[1], [2]], [[4], [5]]]


def test_wrong_fields():
    with pytest.raises(ValueError, match="no observation field 'hand'; did you mean 'hands'"):
        ObservationLayout(Seen, {}, ["hand"])
    with pytest.raises(ValueError, match="some of the fields turn, hands, stock"):
        ObservationLayout(Seen, {}, [])


def test_observations_are_float32():
    class Wrong(Record):
        turn = int64

    with pytest.raises(TypeError, match="'turn' is int64, not float32"):
        ObservationLayout(Wrong, {})


@each_setting
def test_fields_cover_the_whole_observation(setting):
    layout = setting.layout
    assert list(layout.shapes) == setting.game.observation_fields
    state = setting.new_state(1)
    parts = state.observation_dict(0)
    columns = np.concatenate([columns.ravel() for columns in layout.columns.values()])
    np.testing.assert_array_equal(np.sort(columns), np.arange(layout.size))
    joined = np.concatenate([part.ravel() for part in parts.values()])
    np.testing.assert_array_equal(joined, state.observation(0)[columns])


def test_suggestions():
    assert suggestion("strem", ["stream", "river"]) == "did you mean 'stream'?"
    assert suggestion(3, ["stream", "river"]) == "choose from stream, river"
