"""The Insight cards (section 5), one by one and together."""

import pytest
from nirvana.positions import (
    A,
    B,
    C,
    D,
    card_game,
    end_dice_phase,
    fill,
    following,
    hand_of,
    legal,
    new_game,
    on_table,
    places,
    play,
    roll,
    write,
    write_cards,
)

from tabletop_envs.games.nirvana import game
from tabletop_envs.games.nirvana.cards import Insight, rank_of
from tabletop_envs.games.nirvana.dice_phase import end_dice_round
from tabletop_envs.games.nirvana.state import Phase, TableKind

ODD = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27]


def objective_game(insight, values, **player):
    """Two players whose sheets are over; A has these 14 cards, B cards that meet nothing."""
    state = new_game(2, insight=insight)
    write_cards(state, A, values)
    write_cards(state, B, ODD)
    for name, value in player.items():
        setattr(state.record.players[A], name, value)
    end_dice_phase(state)
    return state


def extra_cards(state, values):
    """What a hand holds besides the cards of the sheet."""
    hand = hand_of(state, A)
    for value in values:
        hand.remove(value)
    return hand


def met(state, insight):
    number = int(insight[1:]) - 1
    return [int(state.record.players[seat].met[number]) for seat in range(state.num_players)]


# --- objectives -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("insight", "values", "extra"),
    [
        ("I01", [0, -2, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9], [25]),
        ("I01", [0, -2, 2, 4, 6, 8, 10, 12, 1, 1, 3, 5, 7, 9], []),
        ("I02", [4, 4, 4, 9, 9, 9, 2, 2, 3, 5, 6, 7, 8, 10], [9]),
        ("I02", [4, 4, 4, 4, 9, 9, 9, 2, 3, 5, 6, 7, 8, 10], [4]),
        ("I02", [4, 4, 9, 9, 2, 2, 3, 3, 5, 6, 7, 8, 10, 11], []),
        ("I03", [-1, 0, 1, 2, 3, 4, 10, 10, 10, 12, 14, 16, 18, 20], [25]),
        ("I03", [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 12, 14, 16, 18], []),
        ("I06", [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27], [0]),
        ("I06", [2, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27], []),
        ("I08", [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 4], [4, 4]),
        ("I08", [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 5], []),
    ],
)
def test_objectives_on_the_sheet(insight, values, extra):
    state = objective_game([insight], values)
    assert extra_cards(state, values) == extra
    assert met(state, insight)[A] == bool(extra)


def test_i04_untouched():
    assert extra_cards(objective_game(["I04"], ODD), ODD) == [25]
    assert extra_cards(objective_game(["I04"], ODD, boxes=2), ODD) == []


def test_i04_with_i09_all_six_boxes():
    state = objective_game(["I04", "I09"], ODD)
    assert state.record.players[A].boxes == 6
    assert extra_cards(state, ODD) == [25]
    assert extra_cards(objective_game(["I04", "I09"], ODD, boxes=5), ODD) == []


def test_i04_with_i10_a_flip_crosses_a_box():
    state = new_game(insight=["I04", "I10"])
    seat = state.current_player
    play(state, "flip slot 0")
    assert state.record.players[seat].boxes == 2


def test_i05_corner_sum_is_for_everybody():
    state = new_game(2, insight=["I05"])
    write(state, A, {0: 3, 35: -1})
    write(state, B, {0: 4, 35: 5})
    end_dice_phase(state)
    assert met(state, "I05") == [1, 1]
    assert 2 in hand_of(state, A)
    assert 9 in hand_of(state, B)
    assert [player.hand_size for player in state.record.players[:2]] == [15, 15]


def test_extra_cards_never_count_for_objectives():
    # the extra 4s of I08 would make five cards of value 4 and the burden a seventh even card
    values = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 4]
    state = objective_game(["I01", "I02", "I08"], values)
    assert extra_cards(state, values) == [4, 4]


def race(*filled, insight=("I07",)):
    """The fifth round is over; seats have filled these trios."""
    state = new_game(len(filled), insight=insight)
    for seat, trios in enumerate(filled):
        fill(state, seat, *trios)
    state.record.round = 4
    end_dice_round(state.record)
    return state


CENTRE = (3, 4, 6, 7, 8)


def test_i07_all_who_have_the_centre_in_the_first_round_with_one():
    state = race(CENTRE, (0, 1, 2, 3, 4), CENTRE)
    assert met(state, "I07") == [1, 0, 1]
    assert state.record.centre_round == 5
    assert state.observation_dict(B)["centre_round"].argmax() == 4
    fill(state, B, *CENTRE)
    state.record.round = 6
    end_dice_round(state.record)
    assert met(state, "I07") == [1, 0, 1]


def test_i07_nobody_yet():
    state = race((0, 1, 2, 3, 4), (5, 6, 7, 8, 9))
    assert met(state, "I07") == [0, 0]
    assert state.record.centre_round == 0


def test_i07_pays_when_hands_are_built():
    state = race(CENTRE, (0, 1, 2, 3, 4))
    write_cards(state, A, ODD)
    write_cards(state, B, ODD)
    end_dice_phase(state)
    assert hand_of(state, A).count(25) == 2  # one is of the sheet
    assert hand_of(state, B).count(25) == 1


def test_objectives_are_announced_without_their_value():
    state = objective_game(["I02"], [4, 4, 4, 9, 9, 9, 2, 2, 3, 5, 6, 7, 8, 10])
    seen = state.observation_dict(B)["objective_met"]
    assert seen[1].tolist() == [0, 1, 0, 0, 0, 0, 0, 0]  # A sits one seat on
    assert not seen[0].any()


# --- dice rules -------------------------------------------------------------------------------


def test_i09_six_boxes_within_the_die():
    state = new_game(insight=["I09"])
    assert state.record.players[state.current_player].boxes == 6
    roll(state, 1, 3, 6)
    assert not {"step slot 0 by -1", "step slot 2 by +1"} & legal(state)


def test_i10_a_flip_needs_a_number_of_the_die():
    state = new_game(insight=["I10"])
    roll(state, 1, 3, 6)
    play(state, "flip slot 1", "step slot 2 by +1")
    assert list(state.record.slots) == [1, 4, 7]
    assert {"flip slot 0", "flip slot 1"} <= legal(state)
    assert "flip slot 2" not in legal(state)


def test_i11_the_first_trio_is_free():
    state = new_game(insight=["I11"], boxes=0)
    assert len(legal(state)) == 12


def test_i11_only_own_trios_count():
    state = new_game(2, insight=["I11"], boxes=0)
    fill(state, state.current_player, 0)
    fill(state, 1 - state.current_player, 11)
    assert legal(state) == {"trio 1", "trio 2"}


def test_i12_calls_by_the_roll_as_thrown():
    state = new_game(insight=["I12"])
    roll(state, 1, 1, 2)  # red
    play(state, "step slot 0 by +1", "done")
    assert legal(state) == {"trio 0", "trio 3", "trio 5"}


def test_i12_without_an_open_trio_of_the_colour():
    state = new_game(insight=["I12"], boxes=0)
    fill(state, state.current_player, 0, 3, 5)
    roll(state, 1, 1, 2)
    assert len(legal(state)) == 9


# --- card rules -------------------------------------------------------------------------------


def test_i13_with_i14_turns_back_up():
    state = card_game([4, 4, 4, 9], [3, 3, 3, 5, 5, 5], insight=["I13", "I14"])
    assert state.record.direction == -1
    play(state, "set of 4", "count 3")
    assert legal(state) == {"pass", "set of 5"}


def test_i14_smaller_sets_do_not_turn():
    state = card_game([4, 4, 9], [5, 5, 9], insight=["I14"])
    play(state, "set of 4", "count 2")
    assert legal(state) == {"pass", "set of 5"}


@pytest.mark.parametrize("insight", [["I16"], ["I13", "I16"]])
def test_i16_equal_in_both_directions(insight):
    allowed = {"set of 5"} if "I13" in insight else {"set of 7"}
    state = following([5, 6, 7], 1, 6, insight=insight)
    assert legal(state) == {"pass", "set of 6"} | allowed


def test_i15_bigger_bombs():
    state = following([2] * 5 + [9] * 4 + [3] * 4, 4, 8, insight=["I15"])
    assert legal(state) == {"pass", "set of 2", "set of 9"}
    nines = state.clone()
    play(nines, "set of 9")
    assert nines.record.table_count == 4
    play(state, "set of 2")
    assert state.record.table_count == 5


def test_i15_asks_how_many_when_several_counts_are_legal():
    state = following([9] * 5, 2, 8, insight=["I15"])
    play(state, "set of 9")
    assert legal(state) == {"count 2", "count 4", "count 5"}
    seen = state.observation_dict(B)
    assert seen["pending"].argmax() == rank_of(9)
    assert seen["pending_kind"].tolist() == [1, 0]
    assert not state.observation_dict(A)["pending"].any()


def test_i15_with_i13_counts_before_direction():
    state = following([9] * 5 + [3] * 4, 4, 6, insight=["I13", "I15"])
    assert legal(state) == {"pass", "set of 3", "set of 9"}
    play(state, "set of 9")
    assert state.record.table_count == 5


def test_i15_with_i14_bombs_turn():
    state = following([3] * 4 + [9], 1, 8, insight=["I14", "I15"])
    play(state, "set of 3")
    assert state.record.direction == -1


def test_i15_with_i17_a_bomb_beats_a_run_and_runs_do_not_follow_it():
    state = card_game([4, 5, 6, 20], [2] * 5 + [9], [7, 8, 9, 10], insight=["I15", "I17"])
    play(state, "run from 4")
    assert legal(state) == {"pass", "set of 2"}
    play(state, "set of 2")
    assert legal(state) == {"count 4", "count 5"}
    play(state, "count 4")
    assert state.record.table_kind == TableKind.SET
    assert legal(state) == {"pass"}


def test_i17_runs_are_followed_by_higher_runs_as_long():
    state = card_game([3, 4, 5, 9], [4, 5, 6, 7, 12], [20, 20, 20], insight=["I17"])
    play(state, "run from 3")
    assert legal(state) == {"pass", "run from 4", "run from 5"}
    play(state, "run from 5")
    assert hand_of(state, B) == [4, 12]
    assert legal(state) == {"pass"}


def test_i17_with_i13_runs_compare_downwards():
    run = TableKind.RUN
    state = following([2, 3, 4, 6, 7, 8], 3, 5, insight=["I13", "I17"], kind=run)
    assert legal(state) == {"pass", "run from 2"}


def test_i17_with_i14_runs_never_turn():
    state = card_game([3, 4, 5, 9], [1], insight=["I14", "I17"])
    play(state, "run from 3")
    assert state.record.direction == 1


def test_i17_with_i18_a_seven_in_a_run_is_a_seven():
    state = card_game([3, 4, 7, 9], [1], insight=["I17", "I18"])
    assert not any(name.startswith("run") for name in legal(state))


def test_i17_with_i19_an_eight_in_a_run_does_not_stop():
    state = card_game([6, 7, 8, 9], [20], [20], insight=["I17", "I19"])
    play(state, "run from 6", "count 3")
    assert state.current_player == B


def test_i18_leading_with_sevens():
    state = card_game([7, 7, 10], [1], insight=["I18"])
    assert legal(state) == {"set of 7", "set of 10"}
    play(state, "set of 10")
    assert legal(state) == {"count 1", "count 2", "count 3"}
    play(state, "count 2")
    player = state.record.players[A]
    assert hand_of(state, A) == [7]
    assert player.played[rank_of(7)] == 1  # logged as what it is
    assert player.ruled_out[rank_of(10)] == 1
    assert state.record.table_rank == rank_of(10)


def test_i18_with_i14_and_i15_sevens_count():
    state = following([7, 7, 3, 3, 9], 1, 20, insight=["I14", "I15", "I18"])
    assert legal(state) == {"pass", "set of 3"}
    play(state, "set of 3")
    assert state.record.table_count == 4
    assert state.record.direction == -1


def test_i18_with_i19_eights_filled_with_sevens_stop():
    state = following([7, 8, 9, 9], 2, 6, insight=["I18", "I19"])
    play(state, "set of 8")
    assert state.current_player == B
    assert state.record.phase == Phase.LEAD


def test_i19_a_set_of_sevens_does_not_stop():
    state = card_game([7, 7, 9], [8], [8], insight=["I18", "I19"])
    play(state, "set of 7", "count 2")
    assert state.current_player == B


def test_i19_with_going_out_the_next_seat_leads():
    state = card_game([8], [9, 10], [9, 10], insight=["I19"])
    play(state, "set of 8")
    assert places(state) == [1, 0, 0]
    assert state.current_player == B
    assert state.record.phase == Phase.LEAD


def test_i20_a_pass_locks():
    state = card_game([1, 5], [1, 10], [1, 8], insight=["I20"])
    play(state, "set of 5", "pass", "set of 8", "pass")
    assert state.current_player == C
    assert state.record.phase == Phase.LEAD


def test_i20_with_i22_letting_go_locks():
    state = card_game([1, 5], [1, 10], [1, 8], insight=["I20", "I22"])
    play(state, "set of 5", "let go")
    assert state.record.players[B].locked
    assert state.observation_dict(A)["locked"].tolist() == [0, 1, 0]


def test_i21_equal_values_do_not_skip():
    state = card_game([4, 9], [4, 9], [9, 9], insight=["I16", "I21"])
    play(state, "set of 4", "set of 4")
    assert state.current_player == C


def test_i21_goes_by_the_direction_before_the_turn():
    state = card_game([4, 4, 4, 1], [5, 5, 5, 1], [3, 3, 3, 1], insight=["I14", "I21"])
    state.record.direction = -1
    on_table(state, 3, 6, follower=B, last=A)
    play(state, "set of 5")  # one below in the downward direction, which it then turns
    assert state.record.direction == 1
    assert state.record.players[C].passed
    assert state.current_player == A


def test_i21_with_going_out_skips_all_the_same():
    state = card_game([4, 9], [5], [9, 9], insight=["I21"])
    play(state, "set of 4", "set of 5")
    assert places(state) == [0, 1, 0]
    assert state.record.players[C].passed
    assert state.current_player == A


def test_i21_with_two_players_the_round_ends():
    state = card_game([4, 9], [5, 9], insight=["I21"])
    play(state, "set of 4", "set of 5")
    assert state.current_player == B
    assert state.record.phase == Phase.LEAD


def test_i21_skips_the_next_who_is_not_locked():
    state = card_game([4, 9], [5, 9], [9, 9], [9, 9], insight=["I20", "I21"])
    on_table(state, 1, 4, follower=B, last=A)
    state.record.players[C].locked = 1
    play(state, "set of 5")
    assert state.record.players[D].passed
    assert not state.record.players[D].locked
    assert state.current_player == A


def test_i21_a_bomb_never_skips():
    state = following([9] * 4 + [1], 1, 8, insight=["I15", "I21"])
    play(state, "set of 9", "count 4")
    assert state.current_player == A
    assert not state.record.players[A].passed


def test_i22_letting_go_of_the_last_card_takes_a_place():
    state = card_game([1, 9], [2], [8, 8], insight=["I22"])
    play(state, "set of 9", "let go")
    assert places(state) == [0, 1, 0]
    assert state.record.last == A
    assert state.current_player == C
    play(state, "pass")
    assert state.current_player == A
    assert state.record.phase == Phase.LEAD


def test_i22_letting_go_may_end_the_game():
    state = card_game([1, 9], [2], insight=["I22"])
    play(state, "set of 9", "let go")
    assert state.is_terminal
    assert places(state) == [2, 1]


def test_i22_does_not_end_the_round_by_finishing():
    state = card_game([1, 9], [2], [8, 8], insight=["I22"], finish_ends_round=True)
    play(state, "set of 9", "let go")
    assert state.record.phase == Phase.FOLLOW


def test_i22_with_i13_the_lowest_number_goes():
    state = following([2, 9], 1, 5, insight=["I13", "I22"])
    play(state, "let go")
    assert hand_of(state, B) == [9]


def gift_game(insight=("I23",)):
    state = new_game(3, insight=insight)
    for seat, first in enumerate((2, 1, 3)):  # B starts
        write_cards(state, seat, [first, *range(5 + seat, 18 + seat)])
    end_dice_phase(state)
    return state


def test_i23_gifts_move_together_after_the_last_choice():
    state = gift_game()
    assert state.current_player == B
    assert state.record.phase == Phase.GIVE
    assert legal(state) == {f"give {value}" for value in [1, *range(6, 19)]}
    play(state, "give 1")
    assert state.current_player == C
    assert 1 in hand_of(state, B)
    play(state, "give 3")
    play(state, "give 17")
    assert 1 in hand_of(state, C)
    assert 3 in hand_of(state, A)
    assert hand_of(state, B).count(17) == 2
    assert state.current_player == B
    assert state.record.phase == Phase.LEAD


def test_i23_giver_and_receiver_know_the_card():
    state = gift_game()
    play(state, "give 1")
    assert state.observation_dict(B)["gift_given"].argmax() == rank_of(1)
    assert not state.observation_dict(C)["gift_got"].any()
    play(state, "give 3", "give 17")
    assert state.observation_dict(C)["gift_got"].argmax() == rank_of(1)
    assert state.observation_dict(C)["gift_given"].argmax() == rank_of(3)
    assert state.observation_dict(A)["gift_got"].argmax() == rank_of(3)


def test_i23_objectives_are_settled_before_gifts():
    state = gift_game(("I06", "I23"))
    assert met(state, "I06") == [0, 1, 0]
    play(state, "give 1", "give 3", "give 17")
    assert met(state, "I06") == [0, 1, 0]
    assert state.record.leader == B


def test_i24_hands_are_public_from_the_first_lead_on():
    state = gift_game(("I23", "I24"))
    assert not state.observation_dict(A)["open_hands"].any()
    play(state, "give 1", "give 3", "give 17")
    seen = state.observation_dict(A)["open_hands"]
    for seat in (A, B, C):
        assert [round(share * 4) for share in seen[seat]] == list(state.record.players[seat].hand)


def test_the_numbers_of_insight_cards():
    assert [insight.value for insight in (Insight.EVEN_MIND, Insight.GLASS_HOUSE)] == [0, 23]


def test_action_numbers_of_insight_cards():
    ids = {
        "flip slot 0": 80,
        "flip slot 2": 82,
        "let go": 83,
        "run from -2": 84,
        "run from 33": 119,
        "give -2": 120,
        "give 33": 155,
    }
    assert {name: game.action_id(name) for name in ids} == ids
    assert game.num_actions == 156
