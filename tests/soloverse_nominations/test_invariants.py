"""Invariants I1-I15 over random games of random settings, and lengths of random base games."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_envs.core.native import JIT
from tabletop_envs.envs.vector import VectorTables
from tabletop_envs.games.soloverse_nominations import game as GAME
from tabletop_envs.games.soloverse_nominations import rules
from tabletop_envs.games.soloverse_nominations.state import Decision, Phase

from .invariants import (
    CHAOS_USES_BOUND,
    MODULES,
    Watch,
    play_random_games,
    random_setting,
)
from .positions import empty_table

TABLES = 8 if JIT else 1
GAMES_A_LENGTH = 100


@settings(max_examples=12 if JIT else 2, deadline=None)
@given(st.randoms(use_true_random=False))
def test_random_settings(rng):
    Watch(random_setting(rng), TABLES, rng.getrandbits(32)).play()


@pytest.mark.parametrize("num_players", [3, 6, 12])
@pytest.mark.parametrize("module", MODULES)
def test_every_single_module(module, num_players):
    modules = ["apocalypse", module] if module == "devastation" else [module]
    setting = GAME.setting(num_players, modules=modules, max_hand=3, skip_forced=False)
    Watch(setting, TABLES, seed=num_players).play()


@pytest.mark.parametrize("num_players", [3, 6, 12])
@pytest.mark.parametrize("crisis_rule", ["light", "speed", "survival", "dark", "chaos"])
def test_all_modules(num_players, crisis_rule):
    setting = GAME.setting(
        num_players,
        modules=MODULES,
        max_hand=3,
        num_colours=13,
        crisis_rule=crisis_rule,
        unique_effects=True,
        skip_forced=False,
    )
    Watch(setting, TABLES, seed=num_players).play()


@pytest.mark.slow
def test_a_hundred_thousand_games():
    """Random module sets, options and player counts; about ten minutes."""
    assert play_random_games(settings=400, tables=256, seed=1) > 100_000


# --- the course of rounds --------------------------------------------------------------------


def rounds_of_a_game(num_players, seed, **options):
    """A base game at random, stopped before each scoring: its record, and skips of each seat."""
    rng = random.Random(seed)
    state = GAME.new_state(num_players, seed=seed, skip_forced=False, **options)
    record = state.record
    skipped, sizes, bidders = [0] * num_players, [], []
    while not record.over:
        if record.decision != Decision.NONE:
            if record.decision == Decision.BID:
                bidders.append(record.actor)
            rules.answer(record, rng.choice(state.legal_actions()))
            continue
        played, before = record.num_played, record.tricks_played
        at_table = {record.trick[i].seat for i in range(record.trick_size)}
        rules.go_on(record)
        if record.tricks_played > before:
            sizes.append(record.num_played - played)
            assert record.leader in at_table  # I12
            for seat in range(num_players):
                skipped[seat] += seat not in at_table
        if record.phase == Phase.SCORE:
            yield record, skipped, sizes, bidders
            skipped, sizes, bidders = [0] * num_players, [], []


def test_tricks_skips_and_bids():
    """I5, I6, I9: every trick lacks the skipped, who keep a card for each; bids go clockwise."""
    skips = 0
    for seed in range(3):
        for record, skipped, sizes, bidders in rounds_of_a_game(4, seed, max_hand=5):
            if record.void:
                continue
            assert sum(sizes) == 4 * record.hand_limit - sum(skipped)
            assert all(1 <= size <= 4 for size in sizes)
            assert [record.players[seat].size for seat in range(4)] == skipped
            assert bidders == [(record.dealer + place) % 4 for place in (1, 2, 3, 4)]
            assert sum(record.players[seat].tricks for seat in range(4)) == record.hand_limit
            skips += sum(skipped)
    assert skips > 0


def test_permuted_seats_permute_rewards():
    """I13."""
    scores = [31, 8, 8, 15, 40]
    order = [3, 1, 4, 0, 2]
    rewards = []
    for totals in (scores, [scores[seat] for seat in order]):
        state = empty_table(5)
        for seat, total in enumerate(totals):
            state.record.players[seat].score = total
        state.record.over = 1
        rewards.append(state.returns())
    np.testing.assert_array_equal(rewards[0][order], rewards[1])


def test_a_declined_counter_leaves_no_trace():
    """Others cannot tell a seat that declined from one that had nothing to decline."""
    from .positions import act, chaos

    def seen(hand):
        state = chaos(3, {0: "DCOL v1 EGEN", 1: hand, 2: "EGEN s1"}, "p1 p2 p3", dealer=2)
        act(state, "DCOL", "name v")
        if state.record.decision == Decision.COUNTER:
            assert not state.observation_dict(2)["actor"].any()
            assert state.observation_dict(1)["actor"][0] == 1
            act(state, "no")
        return state.observation(2)

    np.testing.assert_array_equal(seen("NOU y1"), seen("y2 y1"))


# --- lengths ---------------------------------------------------------------------------------

LENGTHS = {  # decisions of random base games: fewest, mean, most of 100; void rounds a game
    3: (503, 595, 733, 0.40),
    4: (610, 733, 877, 0.29),
    5: (769, 864, 983, 0.20),
    6: (872, 989, 1109, 0.10),
    7: (1003, 1110, 1210, 0.04),
    8: (1140, 1236, 1346, 0.06),
    9: (1256, 1360, 1488, 0.01),
    10: (1386, 1472, 1584, 0.01),
    11: (1493, 1608, 1728, 0.01),
    12: (1624, 1719, 1839, 0.00),
}
SHORT_LENGTHS = {  # the same without voids, by players and max_hand
    (3, 3): (50, 76, 117),
    (4, 3): (65, 90, 121),
    (6, 3): (95, 125, 168),
    (8, 3): (123, 152, 193),
    (12, 3): (185, 214, 253),
    (3, 5): (136, 188, 277),
    (4, 5): (181, 227, 303),
    (6, 5): (230, 299, 371),
    (8, 5): (328, 370, 434),
    (12, 5): (455, 513, 595),
    (3, 7): (263, 335, 464),
    (4, 7): (345, 402, 500),
    (6, 7): (455, 540, 646),
    (8, 7): (594, 666, 745),
    (12, 7): (850, 925, 1027),
}
QUICK = [3, 4, 6], [(3, 3), (4, 3), (4, 5)]


def random_lengths(num_players, games, **options):
    """Decisions, and void rounds, of random games."""
    setting = GAME.setting(num_players, skip_forced=False, **options)
    tables = VectorTables(setting, games, restart=False, fields=["phase"])
    tables.reset(seed=num_players)
    rng = np.random.default_rng(num_players)
    decisions = np.zeros(games, int)
    while not tables.over.all():
        decisions += tables.over == 0
        weights = 1 - rng.random(tables.action_masks.shape, np.float32)
        tables.step((weights * tables.action_masks).argmax(1))
    return decisions, tables._states.view(np.ndarray)["voids"]


def check_lengths(decisions, fewest, mean, most):
    """Two samples of 100 games are of one kind: means by four standard errors of a difference."""
    assert abs(decisions.mean() - mean) < 4 * decisions.std() * (2 / GAMES_A_LENGTH) ** 0.5
    spread = most - fewest  # of 100 games: five standard deviations
    assert decisions.min() > fewest - 0.4 * spread
    assert decisions.max() < most + 0.4 * spread


def check_full_game(num_players):
    fewest, mean, most, void_rate = LENGTHS[num_players]
    decisions, voids = random_lengths(num_players, GAMES_A_LENGTH)
    check_lengths(decisions, fewest, mean, most)
    told = void_rate * GAMES_A_LENGTH
    assert abs(voids.sum() - told) < 3 * (voids.sum() + told + 1) ** 0.5  # two rare counts
    bound = CHAOS_USES_BOUND * 19 + num_players * (100 + 20 - 1)
    assert decisions.max() <= bound  # I11


def check_shorter_game(num_players, max_hand):
    decisions, _ = random_lengths(num_players, GAMES_A_LENGTH, max_hand=max_hand)
    check_lengths(decisions, *SHORT_LENGTHS[num_players, max_hand])


@pytest.mark.skipif(not JIT, reason="many games")
@pytest.mark.parametrize("num_players", QUICK[0])
def test_lengths_and_void_rounds(num_players):
    check_full_game(num_players)


@pytest.mark.skipif(not JIT, reason="many games")
@pytest.mark.parametrize(("num_players", "max_hand"), QUICK[1])
def test_lengths_of_shorter_games(num_players, max_hand):
    check_shorter_game(num_players, max_hand)


@pytest.mark.slow
@pytest.mark.parametrize("num_players", LENGTHS.keys() - QUICK[0])
def test_all_lengths_and_void_rounds(num_players):
    check_full_game(num_players)


@pytest.mark.slow
@pytest.mark.parametrize(("num_players", "max_hand"), SHORT_LENGTHS.keys() - QUICK[1])
def test_all_lengths_of_shorter_games(num_players, max_hand):
    check_shorter_game(num_players, max_hand)
