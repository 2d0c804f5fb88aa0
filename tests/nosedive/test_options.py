"""NOSEDIVE's options: what they accept, and what they change."""

import pytest

import tabletop_envs as tt
from tabletop_envs.games.nosedive.cards import Space
from tabletop_envs.games.nosedive.state import MOVE, Decision

from .positions import GAME, card, hand, legal, pawns, play_until, table, to_turn


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"honesty_slack": 11}, "between 0 and 10"),
        ({"honesty_slack": -1}, "between 0 and 10"),
        ({"honesty_slack": 1.5}, "integer"),
        ({"allow_empty_action": 1}, "True or False"),
        ({"initial_scores": "same"}, "'spread', 'equal'"),
        ({"like_base": -1}, "between 0"),
        ({"dd_multiplier": 0}, "between 1"),
        ({"score_min": 2751}, "between 0 and 2750"),
        ({"score_max": 3249}, "between 3250 and 5000"),
        ({"score_max": 5001}, "between 3250 and 5000"),
        ({"star_copies": (6, 6, 6, 6)}, "add up to 30"),
        ({"star_copies": (6, 6, 6, 6, 7)}, "add up to 30"),
        ({"star_copies": (-6, 12, 12, 6, 6)}, "between 0 and 30"),
        ({"star_copies": "66666"}, "add up to 30"),
        ({"star_copies": 30}, "add up to 30"),
        ({"stars": 3}, "unknown option"),
    ],
)
def test_wrong_options_are_refused(options, message):
    with pytest.raises(tt.InvalidOption, match=message):
        GAME.new_state(4, seed=1, **options)


@pytest.mark.parametrize("count", [2, 7])
def test_wrong_player_counts_are_refused(count):
    with pytest.raises(tt.InvalidOption, match="3 to 6 players"):
        GAME.new_state(count)


def test_options_travel_with_the_game():
    state = table(4, star_copies=[10, 5, 5, 5, 5], initial_scores="equal")
    again = GAME.from_bytes(state.to_bytes())
    assert again.setting == state.setting
    assert again.setting.options.star_copies == (10, 5, 5, 5, 5)


def test_equal_scores_make_a_random_influencer():
    influencers = set()
    for seed in range(40):
        record = table(4, seed, initial_scores="equal").record
        assert record.scores[:4].tolist() == [3000] * 4
        influencers.add(record.influencer)
    assert influencers == {0, 1, 2, 3}


def test_star_copies_make_the_deck():
    record = table(3, star_copies=(0, 10, 10, 10, 0)).record
    for seat in range(3):
        assert not any(record.players[seat].hand[card(f"H{stars}")] for stars in (1, 5))


@pytest.mark.parametrize("reset", [False, True])
def test_pawns_go_home_between_rounds_only_as_an_option(reset):
    state = play_until(table(3, reset_pawns=reset), Decision.RATE_LEAST)
    pawns(state, Space.DRAW2, Space.UP2, Space.DRAW2)
    while state.record.round == 0:
        state.step(state.legal_actions()[0])
    home = [player.pawn == Space.HOME for player in state.record.players[:3]]
    assert home == [reset] * 3


def test_an_empty_action_is_an_option():
    for allowed in (False, True):
        state = to_turn(table(4, allow_empty_action=allowed), 0)
        hand(state, 0, "H1")
        pawns(state, Space.HOME, Space.HOME, Space.HOME, Space.DOWN1)
        state.record.face_up = 0
        expected = [0, 1, 2, 3, 4, 5, 6] if allowed else [0, 5, 6]
        assert legal(state, MOVE, 7) == expected


def test_as_much_of_an_action_is_done_as_possible():
    state = to_turn(table(4, allow_empty_action=True), 0)
    hand(state, 0, "H1")
    pawns(state, *[Space.HOME] * 4)
    record = state.record
    turn = record.turn
    state.step(MOVE + Space.UP1_DOWN1)
    assert record.decision == Decision.PLACE_CARD
    state.step(state.legal_actions()[0])
    state.step(state.legal_actions()[0])
    assert record.players[0].shown[card("H1")] == 1
    assert record.decision in (Decision.MOVE, Decision.PICK)
    assert record.turn != turn or record.cycle > 0


def test_no_second_token_in_an_empty_action():
    state = to_turn(table(4, allow_empty_action=True), 0)
    pawns(state, *[Space.HOME] * 4)
    record = state.record
    record.players[0].bonus = 1
    before = record.face_up
    state.step(MOVE + Space.PLUS_EXP)
    assert record.players[0].bonus == 1
    assert before <= record.face_up <= before + 1  # the next turn may turn one face up


def test_free_ratings_leave_all_slots():
    state = play_until(table(5, honesty_slack=10), Decision.RATE_MOST)
    assert len(state.legal_actions()) == 4
    state.step(state.legal_actions()[1])
    assert len(state.legal_actions()) == 3
