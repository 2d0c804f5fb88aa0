"""Intervals and ratings against known answers."""

import numpy as np
import pytest

from tabletop_envs.evaluation.statistics import choices, mean_interval, rate

# --- intervals -------------------------------------------------------------------------------


def test_an_interval_of_independent_deals_is_the_textbook_one():
    values = np.random.default_rng(0).normal(3, 2, size=2000)
    low, high = mean_interval(values)
    half = 1.96 * values.std(ddof=1) / np.sqrt(2000)
    assert low == pytest.approx(values.mean() - half, abs=0.1 * half)
    assert high == pytest.approx(values.mean() + half, abs=0.1 * half)


def test_an_interval_covers_the_truth_as_often_as_it_says():
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(400):
        low, high = mean_interval(rng.choice([-1, 1], p=[0.3, 0.7], size=80), resamples=500)
        covered += low <= 0.4 <= high
    assert 0.91 < covered / 400 < 0.98


def test_games_of_one_deal_do_not_count_as_independent():
    by_deal = np.random.default_rng(2).normal(size=100)
    repeated = np.repeat(by_deal[:, None], 12, axis=1)
    assert mean_interval(repeated) == pytest.approx(mean_interval(by_deal))


def test_rotations_that_cancel_out_leave_no_doubt():
    luck = np.random.default_rng(3).normal(size=(50, 1))
    low, high = mean_interval(np.hstack([0.2 + luck, 0.2 - luck]))
    assert low == pytest.approx(0.2)
    assert high == pytest.approx(0.2)


def test_an_interval_is_the_same_again():
    values = np.random.default_rng(4).normal(size=5_000)  # drawn in several portions
    assert mean_interval(values) == mean_interval(values)


def test_one_deal_has_no_interval():
    with pytest.raises(ValueError, match="at least 2 deals"):
        mean_interval(np.array([1.0]))


# --- ratings ---------------------------------------------------------------------------------


def pairs(wins_of_0, wins_of_1):
    """Deals of one game each between agents 0 and 1."""
    games = wins_of_0 + wins_of_1
    entrants = np.tile([0, 1], (games, 1, 1))
    merits = np.zeros((games, 1, 2))
    merits[:wins_of_0, 0, 0] = 1
    merits[wins_of_0:, 0, 1] = 1
    return entrants, merits


def test_two_agents_are_rated_by_their_odds():
    rated = rate(*pairs(3000, 1000), agents=2)
    assert rated.ratings[0] - rated.ratings[1] == pytest.approx(400 * np.log10(3), rel=0.01)
    assert rated.ratings.sum() == pytest.approx(0, abs=1e-6)


def test_the_interval_of_odds_is_the_textbook_one():
    rated = rate(*pairs(300, 100), agents=2)
    deviation = 400 / np.log(10) * np.sqrt(1 / 300 + 1 / 100) / 2  # of half the difference
    assert rated.high[0] - rated.low[0] == pytest.approx(2 * 1.96 * deviation, rel=0.1)


def ranked_games(log_strengths, deals, places, seed):
    """Rankings that follow Plackett and Luce: the order of strengths with Gumbel noise."""
    rng = np.random.default_rng(seed)
    agents = len(log_strengths)
    entrants = np.array([[rng.permutation(agents)[:places]] for _ in range(deals)])
    return entrants, log_strengths[entrants] + rng.gumbel(size=entrants.shape)


def test_known_strengths_are_found_again():
    truth = np.array([-1.5, -0.5, 0.0, 0.4, 1.6])
    rated = rate(*ranked_games(truth, 3000, places=4, seed=0), agents=5)
    in_points = 400 / np.log(10) * truth
    assert np.abs(rated.ratings - in_points).max() < 20
    assert ((rated.low < in_points) & (in_points < rated.high)).sum() >= 4


def test_strengths_maximise_the_likelihood():
    entrants, merits = ranked_games(np.array([-1.0, 0.0, 1.0]), 400, places=3, seed=1)
    found = rate(entrants, merits, agents=3, resamples=1).ratings * np.log(10) / 400

    def log_likelihood(strengths):
        order = np.argsort(-merits[:, 0], axis=1)
        ordered = strengths[np.take_along_axis(entrants[:, 0], order, axis=1)]
        rest = np.cumsum(np.exp(ordered[:, ::-1]), axis=1)[:, ::-1]
        return (ordered - np.log(rest)).sum()

    for agent in range(3):
        for change in (-0.1, 0.1):
            moved = found.copy()
            moved[agent] += change
            assert log_likelihood(moved) < log_likelihood(found)


def test_the_order_of_games_does_not_matter():
    entrants, merits = ranked_games(np.array([-1.0, 0.0, 1.0]), 60, places=3, seed=2)
    order = np.random.default_rng(0).permutation(60)
    first = rate(entrants, merits, agents=3)
    again = rate(entrants[order], merits[order], agents=3)
    np.testing.assert_allclose(first.ratings, again.ratings, atol=1e-3)


def test_agents_that_always_tie_are_equal():
    entrants = np.tile([0, 1, 2], (30, 1, 1))
    rated = rate(entrants, np.zeros((30, 1, 3)), agents=3)
    np.testing.assert_allclose(rated.ratings, 0, atol=1e-6)
    assert rated.high[0] - rated.low[0] < 1e-6


def test_a_tie_counts_for_less_than_a_win():
    ahead = np.tile([2.0, 1.0, 0.0], (50, 1, 1))
    tied = np.tile([1.0, 1.0, 0.0], (50, 1, 1))
    entrants = np.tile([0, 1, 2], (50, 1, 1))
    winner = rate(entrants, ahead, agents=3).ratings
    sharer = rate(entrants, tied, agents=3).ratings
    assert winner[0] > sharer[0]
    assert sharer[0] == pytest.approx(sharer[1])
    assert sharer[1] > sharer[2] + 400


def test_one_that_always_wins_has_a_finite_rating():
    rated = rate(*pairs(200, 0), agents=2)
    assert 800 < rated.ratings[0] - rated.ratings[1] < 2000
    assert np.isfinite([rated.low, rated.high]).all()


def test_rankings_are_read_as_choices():
    entrants = np.array([[[0, 1, 1]], [[2, 0, 1]]])
    merits = np.array([[[5, 7, 1]], [[3, 3, 9]]])
    rivals, counts, wins = choices(entrants, merits, agents=3)
    told = {tuple(rival): tuple(counts[:, i]) for i, rival in enumerate(rivals.tolist())}
    assert told == {
        (1, 2, 0): (1, 0),  # 1 before 0 and the other 1
        (1, 1, 0): (1, 0),  # then 0 before 1
        (1, 1, 1): (0, 1),  # 1 before the others
        (1, 0, 1): (0, 2),  # 0 and 2 tie: each before the other
    }
    np.testing.assert_array_equal(wins, [[1, 1, 0], [1, 1, 1]])
