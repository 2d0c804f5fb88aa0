"""The scripted players of Nirvana: what they choose, and who beats whom."""

import numpy as np
import pytest
from nirvana.positions import (
    A,
    B,
    card_game,
    fill,
    following,
    new_game,
    on_table,
    play,
    roll,
    write,
)

from tabletop_envs import agents
from tabletop_envs.core.native import JIT
from tabletop_envs.evaluation.matches import play_match
from tabletop_envs.games.nirvana import game
from tabletop_envs.games.nirvana.bots import EQUAL, WIDEST

LEVELS = list(game.bots)


def choice(bot, state):
    """The name of what a bot does as the seat to act."""
    agent = agents.make(bot, state.setting)
    seat = state.current_player
    views = (
        np.array([state.observation(seat)]),
        np.array([state.action_mask()]),
        np.array([seat]),
        np.random.default_rng(0),
    )
    if getattr(agent, "needs_states", False):
        return state.action_name(int(agent.act(*views, state.resample(seat, 1)._states)[0]))
    return state.action_name(int(agent.act(*views)[0]))


def test_levels():
    assert LEVELS == ["shedder", "matcher", "planner"]


def test_shedder_uses_no_box():
    assert choice("shedder", new_game()) == "done"


def test_shedder_leads_the_lowest_value_with_all_its_copies():
    state = card_game([4, 4, 4, 9], [8])
    assert choice("shedder", state) == "set of 4"
    play(state, "set of 4")
    assert choice("shedder", state) == "count 3"


def test_shedder_follows_whenever_it_can():
    assert choice("shedder", following([3, 8, 8, 12], 1, 5)) == "set of 8"
    assert choice("shedder", following([3, 4], 1, 5)) == "pass"


def test_shedder_goes_by_the_direction():
    state = card_game([4, 9], [8], insight=["I13"])
    assert choice("shedder", state) == "set of 9"


def test_chances_of_equal_cards():
    assert EQUAL[0, 0, WIDEST] == 1
    assert EQUAL[0, 0, WIDEST + 1] == 0
    assert EQUAL[1, 0, WIDEST - 3] == pytest.approx(1 / 6)  # one die, three short
    assert EQUAL[1, 1, WIDEST] == pytest.approx(1 / 6)
    assert EQUAL[2, 0, WIDEST - 7] == pytest.approx(1 / 6)
    assert EQUAL.sum(axis=2) == pytest.approx(1)


@pytest.mark.parametrize("bot", ["matcher", "planner"])
def test_both_complete_a_match(bot):
    # C6 is 5; the roll's only 5 fits on C13, the last open field that is a card by itself
    state = new_game(boxes=0)
    seat = state.current_player
    fill(state, seat, *(trio for trio in range(12) if trio != 11))
    write(state, seat, {15: 5})
    roll(state, 1, 2, 5)
    play(state, "trio 11")
    assert choice(bot, state) in ("arrange slots 0 1 2", "arrange slots 1 0 2")


def test_matcher_breaks_no_set_and_keeps_two_singles():
    assert choice("matcher", versus_many([7, 8, 8, 10, 12])) == "set of 7"
    assert choice("matcher", versus_many([8, 8, 10, 12])) == "pass"


def test_matcher_does_its_best_when_somebody_is_about_to_go_out():
    assert choice("matcher", following([8, 8, 10, 12], 1, 5)) == "set of 8"


def versus_many(hand):
    """A single 5 is to be followed; its owner has many cards left."""
    state = card_game([33] * 5, hand)
    on_table(state, 1, 5, follower=B, last=A)
    return state


def test_planner_sees_that_two_cards_win_where_one_does_not():
    state = card_game([9, 9], [10, 11, 12], [5, 6, 8], open_hands=True)
    play(state, "set of 9")
    assert choice("planner", state) == "count 2"


@pytest.mark.skipif(not JIT, reason="matches take long in plain Python")
@pytest.mark.parametrize(
    ("better", "worse", "deals"),
    [
        ("shedder", "random", 60),
        ("matcher", "shedder", 60),
        pytest.param("planner", "matcher", 40, marks=pytest.mark.slow),
    ],
)
def test_each_level_beats_the_one_below(better, worse, deals):
    setting = game.setting(4)
    result = play_match(
        setting, agents.make(better, setting), agents.make(worse, setting), deals, seed=1
    )
    low, _ = result.interval
    assert low > 0


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("insight", [["I10", "I11", "I12"], ["I17", "I18", "I23"], ["I15", "I22"]])
def test_bots_play_with_insight_cards(level, insight):
    if not JIT and level == "planner":
        pytest.skip("takes long in plain Python")
    setting = game.setting(3, use_insight=True, insight_ids=insight)
    agent = agents.make(level, setting)
    result = play_match(setting, agent, agents.make("random", setting), 2 if JIT else 1, seed=3)
    assert result.deals
