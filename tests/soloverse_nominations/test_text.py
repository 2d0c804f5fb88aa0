"""The table in words."""

import random

import pytest

from tabletop_envs.games.soloverse_nominations import game as GAME
from tabletop_envs.games.soloverse_nominations import rules

from .positions import act, action_of, chaos, trick


def first_line(state, viewer):
    return state.render(viewer).splitlines()[0]


@pytest.mark.parametrize("viewer", [None, -1, 0])
def test_a_finished_game_is_in_its_last_round(viewer):
    state = GAME.new_state(3, seed=3, max_hand=1)
    assert first_line(state, viewer).startswith("Round 1 of 1, 1 cards a player, dealer")
    rng = random.Random(0)
    while not state.is_terminal:
        state.step(rng.choice(state.legal_actions()))
    assert first_line(state, viewer) == "Round 1 of 1, 1 cards a player, game over"


def test_a_game_won_in_a_round_is_in_that_round():
    state = chaos(3, {0: "CD4"}, "CRISIS s1", dealer=2, modules=["crisis"], crisis_rule="speed")
    act(state, "CD4")
    assert first_line(state, 0) == "Round 1 of 19, 3 cards a player, game over"


def test_who_is_asked_to_counter_is_told_to_that_seat():
    state = chaos(3, {0: "DCOL v1", 1: "NOU v2", 2: "s1 s2"}, "p1 p2", dealer=2)
    act(state, "DCOL", "name v")
    for viewer in (None, 1):
        assert first_line(state, viewer).endswith("dealer 2, chaos phase, seat 1 to counter")
    for viewer in (-1, 0, 2):
        assert first_line(state, viewer).endswith("dealer 2, chaos phase")


def test_a_taxed_card_is_replaced_by_one_that_counts_as_itself():
    hands = {0: "v1 s2 s3", 1: "v5 s5 s6", 2: "v7 s8 s9"}
    state = trick(3, hands, tables={"QK": 0, "JK": 0}, modules=["oblivion"])
    act(state, "QK", "v1", "v5", "v7")
    others = "seat 1 Venom 5, seat 2 Venom 7"
    assert state.render(1).endswith(f"Trick: seat 0 Venom 1 as Anti-Fun, {others}")
    rules.answer(state.record, action_of("s2"))
    told = f"Trick: seat 0 Venom 1 as Anti-Fun (replaced), {others}, seat 0 Steel 2"
    assert state.render(1).endswith(told)


def test_an_added_chaos_card():
    state = trick(3, {0: "v5 PC", 1: "s1", 2: "p1"}, tables={"JK": 0}, modules=["oblivion"])
    act(state, "v5", "s1", "p1", "PC")
    told = "seat 0 Venom 5 (replaced), seat 1 Steel 1, seat 2 Poison 1, seat 0 Pure Chaos"
    assert state.render(2).endswith(told)
