"""What is told of a finished game: round by round, and how it was won."""

import random

import numpy as np
import pytest

from tabletop_envs.core.native import JIT
from tabletop_envs.games.soloverse_nominations import game as GAME
from tabletop_envs.games.soloverse_nominations import scoring
from tabletop_envs.games.soloverse_nominations.cards import NONE
from tabletop_envs.games.soloverse_nominations.state import (
    BID_ACTION,
    Decision,
    SpecialWin,
)

from .invariants import random_setting
from .positions import act, action_of, chaos

ROUNDS = ("round_scores", "round_bids", "round_tricks", "round_voids")


def play(state, rng):
    """Play to the end at random; answers the bids by seat and round, and each round's voids."""
    bids = np.full((state.num_players, state.record.num_rounds), NONE)
    voids = np.zeros(state.record.num_rounds, int)
    while not state.is_terminal:
        cells = state._cells
        now, voids_so_far, seat = int(cells["round"]), int(cells["voids"]), state.current_player
        action = rng.choice(state.legal_actions())
        if cells["decision"] == Decision.BID:
            bids[seat, now] = action - BID_ACTION
        state.step(action)
        if cells["round"] - now <= 1:
            voids[now] = cells["voids"] - voids_so_far
    return bids, voids


def test_a_base_game_is_told_round_by_round():
    for seed in range(10 if JIT else 1):
        state = GAME.new_state(3, seed=seed, max_hand=4, skip_forced=False)
        bids, voids = play(state, random.Random(seed))
        parts = state.scores()
        assert {parts[name].shape for name in ROUNDS} == {(3, 7)}
        assert (parts["round_bids"] == bids).all()
        assert (parts["round_voids"] == voids).all()
        scored = voids == 0
        exact = scored & (parts["round_tricks"] == bids)
        assert (parts["round_scores"] == parts["round_tricks"] * scored + 10 * exact).all()
        sizes = parts["round_tricks"].sum(0)
        assert (sizes == [1, 2, 3, 4, 3, 2, 1])[scored].all()
        assert (parts["round_scores"].sum(1) == parts["total"]).all()
        assert (parts["last_round"] == parts["round_scores"][:, 6]).all()
        assert not parts["special_win"].any()


def test_the_parts_of_any_game_agree():
    for seed in range(60 if JIT else 3):
        rng = random.Random(seed)
        state = random_setting(rng, max_hand=3).new_state(seed)
        play(state, rng)
        parts, record = state.scores(), state.record
        assert (parts["round_scores"].sum(1) == parts["total"]).all()
        assert (parts["round_voids"] == parts["round_voids"][0]).all()
        assert parts["round_voids"][0].sum() == record.voids
        assert not (parts["round_scores"] * parts["round_voids"]).any()
        special = parts["special_win"]
        assert set(special) - {0} <= set(SpecialWin)
        assert (parts["special_win"] > 0).tolist() == [
            record.winner[seat % record.sides] > 0 for seat in range(state.num_players)
        ]
        if special.any():
            assert not parts["last_round"].any()


@pytest.mark.parametrize(
    ("crisis_rule", "hands", "cards", "special_win"),
    [
        ("speed", {0: "CD4"}, "CRISIS s1", [SpecialWin.SPEED, 0, 0]),
        ("dark", {0: "CD4"}, "CRISIS s1 CRISIS s2", [SpecialWin.DARK, 0, 0]),
        (
            "light",
            {0: "CD4"},
            "CRISIS CRISIS CRISIS CRISIS",
            [0, SpecialWin.LIGHT, SpecialWin.LIGHT],
        ),
        ("survival", {0: "CD4", 1: "CD4"}, "CRISIS CRISIS", [0, 0, SpecialWin.SURVIVAL]),
        ("chaos", {0: "CD4"}, "CRISIS CRISIS CRISIS CRISIS", [0, 0, 0]),
    ],
)
def test_why_a_crisis_ended_the_game(crisis_rule, hands, cards, special_win):
    """The round before brought 11; the present one is not scored, and brought nothing."""
    options = {"modules": ["crisis"], "crisis_rule": crisis_rule}
    state = chaos(3, hands, cards, dealer=2, **options)
    for seat in range(3):
        state.record.players[seat].round_score = 11
    act(state, *["CD4"] * len(hands))
    assert state.is_terminal
    parts = state.scores()
    assert parts["special_win"].tolist() == special_win
    assert parts["last_round"].tolist() == [0, 0, 0]
    assert parts["round_voids"][:, 0].tolist() == [int(crisis_rule == "chaos")] * 3


def test_the_three_unification_cards_are_told():
    tables = {"SOL": 0, "OVE": 0}
    state = chaos(3, {0: "CD4"}, "RSE s1", dealer=2, tables=tables, modules=["singularity"])
    while not state.is_terminal:
        act(state, "CD4")
    assert state.scores()["special_win"].tolist() == [SpecialWin.UNIFICATION, 0, 0]


def test_a_round_won_by_the_unification_cards():
    """As if all tricks were won, and bid; the game goes on."""
    options = {"modules": ["singularity"], "special_win_scope": "round"}
    tables = {"SOL": 0, "OVE": 0}
    state = chaos(3, {0: "CD4"}, "RSE s1", dealer=2, limit=5, tables=tables, **options)
    state.step(action_of("CD4"))
    parts = state.scores()
    assert parts["special_win"].tolist() == [0, 0, 0]
    assert parts["round_scores"][:, 0].tolist() == [15, 0, 0]
    assert parts["round_bids"][:, 0].tolist() == [NONE] * 3
    assert not parts["round_voids"].any()


def test_the_largest_bids_fit_into_the_log():
    state = GAME.new_state(12, num_colours=13, copies_per_card=12, round_sequence=[168, 1])
    for tricks in (0, 168):
        for bid in (NONE, 0, 168):
            scoring.log_round(state.record, 11, bid, tricks)
            parts = state.scores()
            assert parts["round_bids"][11].tolist() == [bid, NONE]
            assert parts["round_tricks"][11].tolist() == [tricks, 0]
