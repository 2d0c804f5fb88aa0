"""Whole games: how long random ones are, and how far scripted players get (1., 6.6, 9.1)."""

import numpy as np
import pytest

from tabletop_envs.agents import make
from tabletop_envs.core.native import JIT, float64, numbers
from tabletop_envs.envs.vector import VectorTables
from tabletop_envs.evaluation import play_match
from tabletop_envs.games.black_souls import game

RANDOM_GAMES = 200 if JIT else 3
LENGTHS = {  # fewest, mean and most decisions that were seen in random play, and in any
    1: (37, 49, 83),
    2: (80, 102, 160),
    3: (125, 149, 221),
    4: (173, 204, 295),
    5: (227, 260, 353),
    6: (276, 315, 416),
}


@pytest.mark.parametrize("num_players", LENGTHS)
def test_lengths_of_random_games(num_players):
    fewest, mean, most = LENGTHS[num_players]
    lengths = []
    for seed in range(RANDOM_GAMES):
        state = game.new_state(num_players, seed=seed)
        lengths.append(game.loops.rollout(state._states, numbers((1, num_players), float64)))
    assert 0.95 * fewest <= min(lengths)
    assert max(lengths) <= most
    assert np.mean(lengths) == pytest.approx(mean, rel=0.02 if JIT else 0.1)


def finished_games(count, num_players, name, **options):
    """Games in which one agent plays all seats, and how many decisions each took."""
    setting = game.setting(num_players, **options)
    tables, agent = VectorTables(setting, count, restart=False), make(name, setting)
    tables.reset(1)
    rng = np.random.default_rng(1)
    lengths = np.zeros(count, int)
    while not tables.over.all():
        asked = np.flatnonzero(tables.over == 0)
        lengths[asked] += 1
        actions = np.zeros(count, np.int64)
        actions[asked] = agent.act(
            tables.observations[asked],
            tables.action_masks[asked],
            tables.players[asked],
            rng,
            tables.resampled(asked, rng),
        )
        tables.step(actions)
    return [tables.game_state(table) for table in range(count)], lengths


MEDIUM_LENGTHS = {
    1: (65, 68),
    2: (129, 137),
    3: (181, 187),
    4: (234, 249),
    5: (293, 317),
    6: (344, 378),
}


@pytest.mark.slow
@pytest.mark.parametrize("num_players", MEDIUM_LENGTHS)
def test_lengths_of_medium_games(num_players):
    """On average within what two independent medium players took, give or take 5 %."""
    _, lengths = finished_games(300, num_players, "medium")
    low, high = MEDIUM_LENGTHS[num_players]
    assert max(lengths) <= 1.05 * LENGTHS[num_players][2]
    assert 0.95 * low <= np.mean(lengths) <= 1.05 * high


SURVIVAL = {2: 42, 3: 33, 4: 25, 5: 28, 6: 24}  # per cent, of medium players (9.1)


@pytest.mark.slow
@pytest.mark.parametrize("num_players", SURVIVAL)
def test_survival_of_medium_players(num_players):
    states, _ = finished_games(1000, num_players, "medium")
    scores = [state.scores() for state in states]
    survival = 100 * np.mean([parts["alive"] > 0 for parts in scores])
    assert survival == pytest.approx(SURVIVAL[num_players], abs=10)
    assert np.mean([parts["difficulty_total"] for parts in scores]) == pytest.approx(34, abs=2)
    assert np.mean([parts["lost"] for parts in scores]) == pytest.approx(13, abs=1.5)


SCRIPT = {"easy": (86, 13.4, 15), "normal": (95, 14.6, 7), "hard": (98, 15.8, 4)}


@pytest.mark.slow
@pytest.mark.parametrize("mode", SCRIPT)
def test_script_against_a_medium_player(mode):
    survival, points, wins = SCRIPT[mode]
    states, _ = finished_games(1000, 1, "medium", solo_mode=mode)
    scripts = [state.record.players[1] for state in states]
    alive = 100 * np.mean([script.wiped_step == 0 for script in scripts])
    assert alive == pytest.approx(survival, abs=5)
    assert np.mean([script.scores.total for script in scripts]) == pytest.approx(points, abs=1)
    won = 100 * np.mean([state.returns()[0] == 1 for state in states])
    assert won == pytest.approx(wins, abs=5)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("better", "worse", "deals"),
    [("weak", "random", 50), ("medium", "weak", 25), ("strong", "medium", 4)],
)
def test_each_bot_beats_the_one_before(better, worse, deals):
    """One in a seat against a field of the other: far above the even 0."""
    setting = game.setting(4)
    result = play_match(setting, make(better, setting), make(worse, setting), deals, seed=0)
    assert result.interval[0] > 0.2
