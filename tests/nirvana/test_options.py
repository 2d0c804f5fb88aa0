"""Options, and the rulings that they switch (section 6)."""

import pytest
from nirvana.positions import B, C, card_game, following, legal, new_game, play, put_slots, roll

from tabletop_envs.core.options import InvalidOption
from tabletop_envs.games.nirvana import game
from tabletop_envs.games.nirvana.state import Phase


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"boxes": 4}, "between 0 and 3"),
        ({"boxes": True}, "integer from 0 to 3"),
        ({"open_hands": 1}, "True or False"),
        ({"insight_ids": ["I01"]}, "use_insight is False"),
        ({"use_insight": True, "insight_ids": "I01"}, "a list of ids"),
        ({"use_insight": True, "insight_ids": 7}, "a list of ids"),
        ({"use_insight": True, "insight_ids": ["I25"]}, "no card 'I25'"),
        ({"use_insight": True, "insight_ids": [3]}, "no card 3"),
        ({"use_insight": True, "insight_ids": ["I01", "I01"]}, "3 different cards"),
        ({"use_insight": True, "insight_ids": ["I01", "I02", "I03", "I04"]}, "3 different cards"),
        ({"folow_equal": True}, "did you mean 'follow_equal'"),
        ({"num_boxes": 2}, "unknown option"),
    ],
)
def test_wrong_options_are_told(options, message):
    with pytest.raises(InvalidOption, match=message):
        game.setting(4, **options)


@pytest.mark.parametrize("count", [1, 7])
def test_player_counts(count):
    with pytest.raises(InvalidOption, match="2 to 6 players"):
        game.setting(count)


def test_insight_ids_are_all_the_cards():
    state = game.new_state(seed=1, use_insight=True, insight_ids=["I24", "I03"])
    assert [int(card) for card in state.record.insight[:].nonzero()[0]] == [2, 23]
    assert state.setting.options.insight_ids == ("I03", "I24")


def test_three_insight_cards_are_drawn():
    drawn = set()
    for seed in range(200):
        cards = game.new_state(seed=seed, use_insight=True).record.insight[:].nonzero()[0]
        assert len(cards) == 3
        drawn |= set(cards.tolist())
    assert drawn == set(range(24))
    assert not game.new_state(seed=1).record.insight[:].any()


def test_r2_boxes_of_one_round_change_one_number():
    state = new_game(one_die_per_round=True)
    roll(state, 2, 3, 4)
    play(state, "step slot 1 by +1")
    assert legal(state) == {"done", "step slot 1 by +1", "step slot 1 by -1"}


def test_r2_holds_in_one_round_only():
    state = new_game(2, one_die_per_round=True)
    seat = state.current_player
    roll(state, 2, 3, 4)
    play(state, "step slot 1 by +1", "done", "trio 0", "arrange slots 0 1 2")
    while state.current_player != seat or state.record.phase != Phase.MODIFY:
        state.step(state.legal_actions()[0])
    assert len(state.legal_actions()) == 7


def test_r2_a_flip_is_a_change_too():
    state = new_game(one_die_per_round=True, insight=["I10"])
    roll(state, 2, 3, 4)
    play(state, "flip slot 2")
    assert legal(state) == {f"step slot 2 by {sign}" for sign in ("-1", "+1")} | {
        "done",
        "flip slot 2",
    }


def test_r3_numbers_may_leave_the_die():
    state = new_game()
    roll(state, 1, 3, 6)
    assert {"step slot 0 by -1", "step slot 2 by +1"} <= legal(state)
    clamped = new_game(clamp_numbers=True)
    roll(clamped, 1, 3, 6)
    assert legal(clamped) == {
        "done",
        "step slot 0 by +1",
        "step slot 1 by -1",
        "step slot 1 by +1",
        "step slot 2 by -1",
    }


def test_r4_opposite_steps_are_wasteful_but_legal():
    state = new_game()
    roll(state, 2, 3, 4)
    play(state, "step slot 1 by +1", "step slot 1 by -1")
    assert list(state.record.slots) == [2, 3, 4]
    assert state.record.players[state.current_player].boxes == 1


def test_slots_are_not_sorted_after_a_step():
    state = new_game()
    roll(state, 2, 2, 4)
    play(state, "step slot 0 by +1", "done")
    assert list(state.record.slots) == [3, 2, 4]


@pytest.mark.parametrize("boxes", [0, 1, 2, 3])
def test_r5_number_of_boxes(boxes):
    state = new_game(boxes=boxes)
    assert state.record.players[state.current_player].boxes == boxes
    assert state.record.phase == (Phase.MODIFY if boxes else Phase.TRIO)


def test_r9_open_hands():
    state = card_game([4, 5], [6], open_hands=True)
    assert state.observation_dict(B)["open_hands"].sum() > 0
    assert "(4 5)" in state.render(B)
    assert "open_hands" not in {
        name for name, kind in new_game().observation_dict(0).items() if kind.size
    }


def test_r16_equal_values_may_follow():
    assert legal(following([5, 6, 7], 1, 6)) == {"pass", "set of 7"}
    assert legal(following([5, 6, 7], 1, 6, follow_equal=True)) == {
        "pass",
        "set of 6",
        "set of 7",
    }


def test_r19_passing_may_lock():
    state = card_game([1, 5], [1, 10], [1, 8], pass_locks=True)
    play(state, "set of 5", "pass", "set of 8")
    assert state.record.players[B].locked
    play(state, "pass")
    assert state.current_player == C
    assert state.record.phase == Phase.LEAD
    assert not state.record.players[B].locked


def test_r23_a_finished_player_may_end_the_round():
    state = card_game([9], [3, 11], [2, 2], finish_ends_round=True)
    play(state, "set of 9")
    assert state.current_player == B
    assert state.record.phase == Phase.LEAD


def test_forced_decisions_are_asked_or_not():
    state = card_game([9, 9], [3, 3], skip_forced=True)
    assert legal(state) == {"set of 9"}  # edited by hand: nothing was skipped yet
    asked = new_game(skip_forced=False, boxes=0)
    play(asked, "trio 0")
    put_slots(asked, 4, 4, 4)
    assert asked.legal_actions() == [game.action_id("arrange slots 0 1 2")]
