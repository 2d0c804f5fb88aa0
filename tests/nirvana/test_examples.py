"""Every worked example of the specification (section 8), by its number."""

import numpy as np
import pytest
from nirvana.positions import (
    SHEET,
    A,
    B,
    C,
    D,
    card_game,
    fill,
    following,
    hand_of,
    legal,
    new_game,
    places,
    play,
    put_slots,
    roll,
    start_with,
)

from tabletop_envs.games.nirvana import game
from tabletop_envs.games.nirvana.cards import ROUNDS
from tabletop_envs.games.nirvana.state import Phase


def deciding(state):
    return state.record.players[state.current_player]


def sheet_card(player, card):
    """The fields of a card that are filled, and their sum."""
    fields = [f for f in np.flatnonzero(SHEET.card_of == card) if filled(player, f)]
    return len(fields), sum(player.numbers[f] for f in fields)


def filled(player, field):
    return player.filled_in[SHEET.trio_of[field]] > 0


def test_01_a_roll_is_written_in_order():
    state = new_game()
    roll(state, 2, 4, 6)
    player = deciding(state)
    play(state, "done", "trio 0", "arrange slots 0 1 2")
    assert [player.numbers[field] for field in (0, 1, 3)] == [2, 4, 6]
    assert sheet_card(player, 0) == (1, 2)
    assert sheet_card(player, 1) == (1, 4)
    assert sheet_card(player, 2) == (1, 6)


def test_02_a_roll_is_written_in_another_order():
    state = new_game()
    roll(state, 2, 4, 6)
    player = deciding(state)
    play(state, "done", "trio 0", "arrange slots 2 0 1")
    assert [player.numbers[field] for field in (0, 1, 3)] == [6, 2, 4]
    assert sheet_card(player, 0) == (1, 6)


def test_03_three_boxes_on_one_number_and_no_more_modify():
    state = new_game()
    roll(state, 1, 1, 6)
    seat, player = state.current_player, deciding(state)
    play(state, *["step slot 2 by +1"] * 3)
    assert list(state.record.slots) == [1, 1, 9]
    assert player.boxes == 0
    assert state.record.phase == Phase.TRIO
    while state.record.round < 2:
        if state.record.round == 1 and state.current_player == seat:
            assert state.record.phase != Phase.MODIFY
        state.step(state.legal_actions()[0])


def test_04_a_number_may_fall_below_one():
    state = new_game()
    roll(state, 1, 3, 5)
    player = deciding(state)
    play(state, *["step slot 0 by -1"] * 3, "trio 11", "arrange slots 1 2 0")
    assert [player.numbers[field] for field in (32, 34, 35)] == [3, 5, -2]
    assert sheet_card(player, 13) == (1, -2)


@pytest.mark.parametrize(
    ("slots", "permutations"), [((3, 3, 5), {0, 1, 4}), ((3, 5, 5), {0, 2, 3}), ((4, 4, 4), {0})]
)
def test_05_equal_numbers_are_arranged_once(slots, permutations):
    state = new_game()
    play(state, "done", "trio 0")
    put_slots(state, *slots)
    first = game.action_id("arrange slots 0 1 2")
    assert {action - first for action in state.legal_actions()} == permutations


def test_06_action_numbers():
    ids = {
        "step slot 2 by +1": 6,
        "trio 11": 18,
        "arrange slots 2 1 0": 24,
        "pass": 25,
        "set of -2": 26,
        "set of 0": 28,
        "set of 33": 61,
        "count 1": 62,
        "count 18": 79,
    }
    assert {name: game.action_id(name) for name in ids} == ids


ROLLS_07 = (123, 246, 115, 345, 222, 156, 334, 255, 146, 366, 124, 456)
CARDS_07 = (1, 4, 13, 7, 6, 9, 5, 13, 15, 7, 23, 7, 9, 6)


def full_sheet_07():
    """Example 7: round r fills trio r - 1, as rolled, by both players."""
    state = new_game(2)
    for trio, number in enumerate(ROLLS_07):
        roll(state, *map(int, str(number)))
        play(state, *["done", f"trio {trio}", "arrange slots 0 1 2"] * 2)
    return state


def test_07_the_cards_of_a_full_sheet():
    state = full_sheet_07()
    assert state.record.round == ROUNDS
    for player in list(state.record.players)[:2]:
        assert tuple(sheet_card(player, card)[1] for card in range(14)) == CARDS_07
        assert sum(player.numbers) == sum(CARDS_07) == sum(map(sum, state.record.rolls)) == 125


def test_08_the_hand_of_a_full_sheet():
    state = full_sheet_07()
    for seat in (A, B):
        assert hand_of(state, seat) == [1, 4, 5, 6, 6, 7, 7, 7, 9, 9, 13, 13, 15, 23]


def test_09_the_start_player_and_what_is_read_out():
    state = new_game(3)
    start_with(state, [(2, 5, 1, 1, 1), (2, 3, 6, 6, 6), (3, 1, 1, 1, 1)])
    assert state.current_player == state.record.leader == B
    seen = state.observation_dict(C)
    known, read = seen["start_known"], np.rint(seen["start_read"] * 9)
    assert known.tolist() == [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 1, 0, 0, 0]]
    assert read.tolist() == [[3, 0, 0, 0, 0], [2, 5, 0, 0, 0], [2, 3, 0, 0, 0]]


def test_10_a_tie_on_all_start_spaces_is_drawn():
    starters = []
    for seed in range(60):
        state = new_game(3, seed)
        start_with(state, [(2, 3, 4, 5, 6), (2, 3, 4, 5, 6), (4, 1, 1, 1, 1)])
        starters.append(state.current_player)
    assert set(starters) == {A, B}
    assert 15 < starters.count(A) < 45  # 1/2 each: four standard deviations


def test_11_leading_any_value_and_count():
    state = card_game([-1, 4, 4, 4, 9], [1])
    assert legal(state) == {"set of -1", "set of 4", "set of 9"}
    asked = state.clone()
    play(asked, "set of 4")
    assert legal(asked) == {"count 1", "count 2", "count 3"}
    play(state, "set of 9")
    assert state.current_player == B
    assert state.record.table_count == 1


def test_12_following_with_as_many_cards():
    state = following([7, 7, 8, 9, 9, 12, 12, 12], count=2, value=7)
    assert legal(state) == {"pass", "set of 9", "set of 12"}
    play(state, "set of 12")
    assert hand_of(state, B) == [7, 7, 8, 9, 9, 12]


def test_13_zero_and_negative_cards_are_ordinary():
    assert legal(following([-2, 0, 0, 3], count=1, value=0)) == {"pass", "set of 3"}


def test_14_who_passed_may_play_again():
    state = card_game([1, 5], [1, 10], [1, 8])
    play(state, "set of 5", "pass", "set of 8", "pass")
    assert state.current_player == B
    play(state, "set of 10", "pass", "pass")
    assert state.current_player == B
    assert state.record.phase == Phase.LEAD


def example_15(**options):
    return card_game([9], [3, 11], [2, 2], **options)


def test_15_places_and_rewards():
    state = example_15()
    play(state, "set of 9")
    assert places(state) == [1, 0, 0]
    play(state, "set of 11", "pass")
    assert state.current_player == B
    assert legal(state) == {"set of 3"}
    play(state, "set of 3")
    assert state.is_terminal
    assert places(state) == [1, 2, 3]
    assert state.returns().tolist() == [1, 0, -1]


def test_16_the_next_player_leads_for_one_who_has_gone_out():
    state = example_15()
    play(state, "set of 9", "pass", "pass")
    assert state.current_player == B
    assert state.record.phase == Phase.LEAD


def test_17_finish_ends_round():
    state = example_15(finish_ends_round=True)
    play(state, "set of 9")
    assert state.current_player == B
    assert state.record.phase == Phase.LEAD


def test_18_the_last_of_two_gets_no_decision():
    state = card_game([5, 5], [1])
    play(state, "set of 5", "count 2")
    assert state.is_terminal
    assert places(state) == [1, 2]
    assert state.returns().tolist() == [1, -1]


def test_19_all_others_pass():
    state = card_game([1], [1], [1, 2], [1], leader=C)
    play(state, "set of 2")
    assert state.current_player == D
    play(state, "pass", "pass", "pass")
    assert state.current_player == C
    assert legal(state) == {"set of 1"}


def test_20_all_remaining_players_pass_on_the_cards_of_one_who_has_gone_out():
    state = card_game([2, 6], [4, 9], [1, 8])
    play(state, "set of 2", "set of 4", "set of 8", "pass", "set of 9")
    assert places(state) == [0, 1, 0]
    assert state.current_player == C
    play(state, "pass")
    assert state.current_player == A
    play(state, "pass")
    assert state.current_player == C
    assert state.record.phase == Phase.LEAD


def test_21_colour_call():
    state = new_game(insight=["I12"])
    fill(state, state.current_player, 7)
    roll(state, 2, 3, 4)
    play(state, "done")
    assert legal(state) == {"trio 1", "trio 9"}


def test_22_neighbour_path_filters_before_colour_call():
    state = new_game(insight=["I11", "I12"])
    fill(state, state.current_player, 0)
    roll(state, 1, 1, 5)
    play(state, "done")
    assert legal(state) == {"trio 1", "trio 2"}


def test_23_reversal():
    assert legal(following([5, 6, 7], count=1, value=6, insight=["I13"])) == {"pass", "set of 5"}


def test_24_revolution():
    state = card_game([4, 4, 4, 9], [3, 3, 3, 5, 5, 5], insight=["I14"])
    play(state, "set of 4", "count 3")
    assert state.record.direction == -1
    assert legal(state) == {"pass", "set of 3"}


def test_25_bomb():
    state = following([3, 3, 3, 3, 21, 21], count=2, value=20, insight=["I15"])
    assert legal(state) == {"pass", "set of 3", "set of 21"}
    pair = state.clone()
    play(pair, "set of 21")
    assert pair.record.table_count == 2
    play(state, "set of 3")
    assert state.record.table_count == 4
    assert hand_of(state, B) == [21, 21]


def test_26_wild_sevens():
    state = following([7, 7, 10, 12, 12], count=2, value=9, insight=["I18"])
    assert legal(state) == {"pass", "set of 10", "set of 12"}
    twelves = state.clone()
    play(twelves, "set of 12")
    assert hand_of(twelves, B) == [7, 7, 10]
    play(state, "set of 10")
    assert hand_of(state, B) == [7, 12, 12]


def test_27_eight_stop():
    state = card_game([3, 4], [8, 9], [9, 9], insight=["I19"])
    play(state, "set of 3", "set of 8")
    assert state.current_player == B
    assert state.record.phase == Phase.LEAD


def test_28_stepping_stone():
    state = card_game([4, 9], [5, 9], [9, 9], insight=["I21"])
    play(state, "set of 4", "set of 5")
    assert state.current_player == A
    assert state.record.players[C].passed
    play(state, "pass")
    assert state.current_player == B
    assert state.record.phase == Phase.LEAD


def test_29_letting_go():
    state = card_game([1, 9], [2, 6], [8], insight=["I22"])
    play(state, "set of 9")
    assert legal(state) == {"pass", "let go"}
    play(state, "let go")
    player = state.record.players[B]
    assert hand_of(state, B) == [6]
    assert player.played[2 + 2] == 1
    assert player.passed
    assert player.ruled_out[: 2 + 2].tolist() == [1] * 4
    play(state, "pass", "set of 1")
    assert legal(state) == {"pass", "set of 6"}


def test_30_stairs():
    state = card_game([3, 4, 5, 6, 9], [1], insight=["I17"])
    sets = {f"set of {value}" for value in (3, 4, 5, 6, 9)}
    assert legal(state) == sets | {"run from 3", "run from 4"}
    three = state.clone()
    play(three, "run from 3")
    assert legal(three) == {"count 3", "count 4"}
    play(state, "run from 4")
    assert state.record.table_count == 3
    assert hand_of(state, A) == [3, 9]
