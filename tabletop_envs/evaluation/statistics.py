"""Means with intervals, and ratings: what a number of duplicate games shows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

RESAMPLES = 2000
LEVEL = 0.95
CELLS = 1 << 22  # how many numbers a bootstrap holds in memory at once


def resampled_counts(clusters: int, resamples: int = RESAMPLES, seed: int = 0) -> np.ndarray:
    """How often each cluster is drawn in each bootstrap sample: int64 (resamples, clusters)."""
    drawn = np.random.default_rng(seed).integers(clusters, size=(resamples, clusters))
    cells = drawn + clusters * np.arange(resamples)[:, None]
    return np.bincount(cells.ravel(), minlength=drawn.size).reshape(drawn.shape)


def interval(samples: np.ndarray, level: float = LEVEL) -> tuple[float, float]:
    """The middle part of bootstrap samples that has probability ``level``."""
    low, high = np.quantile(samples, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def mean_interval(
    values: np.ndarray, level: float = LEVEL, resamples: int = RESAMPLES, seed: int = 0
) -> tuple[float, float]:
    """A bootstrap interval of the mean, clustered by deal.

    Games of one deal are not independent, so whole deals are drawn anew.

    Args:
        values: one row a deal, of shape (deals,) or (deals, games of a deal).
        level: the probability that the interval covers the true mean.
        resamples: the number of bootstrap samples.
        seed: fixes the bootstrap samples.
    """
    by_deal = np.asarray(values, float)
    by_deal = by_deal.reshape(len(by_deal), -1).mean(axis=1)
    deals = len(by_deal)
    if deals < 2:
        raise ValueError("an interval needs at least 2 deals")
    at_once = max(1, CELLS // deals)
    means = [
        resampled_counts(deals, min(at_once, resamples - done), seed + done) @ by_deal / deals
        for done in range(0, resamples, at_once)
    ]
    return interval(np.concatenate(means), level)


# --- ratings ---------------------------------------------------------------------------------

PRIOR = 0.5
"""Every agent is taken to have won and lost this many games against one of middling strength,
so that one which always wins has a finite rating, and few games tell little."""

ELO = 400 / np.log(10)  # rating points to a factor of e in strength
TOLERANCE = 1e-5
MAX_STEPS = 5000


@dataclass(frozen=True)
class Ratings:
    """Strengths of agents on Elo's scale: 400 points are odds of 10 to 1; their mean is 0."""

    ratings: np.ndarray
    low: np.ndarray
    high: np.ndarray


def rate(
    entrants: np.ndarray,
    merits: np.ndarray,
    agents: int,
    resamples: int = 1000,
    seed: int = 0,
) -> Ratings:
    """Plackett-Luce ratings from full rankings, with 95 % bootstrap intervals.

    The model: the first place goes to an agent with probability proportional to its strength,
    the second likewise among the others, and so on. Of equal ones each is counted as placed
    before the others (Breslow's way with ties). Intervals are clustered by deal.

    Args:
        entrants: int (deals, games of a deal, places at a table), who played.
        merits: numbers of the same shape; the greater finished before the smaller.
        agents: how many agents there are; ``entrants`` are less than that.
        resamples: the number of bootstrap samples.
        seed: fixes the bootstrap samples.
    """
    rivals, counts, wins = choices(entrants, merits, agents)
    deals = len(counts)
    drawn = np.vstack([np.ones(deals, int), resampled_counts(deals, resamples, seed)])
    ratings = ELO * log_strengths(rivals, drawn @ counts, drawn @ wins)
    low, high = np.quantile(ratings[1:], [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0)
    return Ratings(ratings[0], low, high)


def choices(
    entrants: np.ndarray, merits: np.ndarray, agents: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What rankings say as choices: one agent before all that were placed no better.

    Returns:
        rivals: int (kinds, agents), how many of each agent there were in a kind of choice.
        counts: int (deals, kinds), how many choices of each kind each deal has.
        wins: int (deals, agents), how often each agent was the one placed before others.
    """
    deals = len(entrants)
    member = np.eye(agents, dtype=np.int64)[entrants]  # deals, games, places, agents
    below = merits[..., None, :] <= merits[..., :, None]  # place j finished no better than i
    others = below.astype(np.int64) @ member  # deals, games, places, agents
    real = others.sum(axis=-1) > 1  # the last one alone is no choice
    deal = np.broadcast_to(np.arange(deals)[:, None, None], real.shape)[real]
    rivals, kind = np.unique(others[real], axis=0, return_inverse=True)
    counts = np.zeros((deals, len(rivals)), np.int64)
    np.add.at(counts, (deal, kind.ravel()), 1)
    wins = np.zeros((deals, agents), np.int64)
    np.add.at(wins, (deal, entrants[real]), 1)
    return rivals, counts, wins


def log_strengths(rivals: np.ndarray, counts: np.ndarray, wins: np.ndarray) -> np.ndarray:
    """Maximise the Plackett-Luce likelihood of several samples at once by Hunter's MM steps.

    Args:
        rivals: (kinds, agents) as in ``choices``.
        counts, wins: (samples, kinds) and (samples, agents), summed over deals.

    Returns:
        Natural logarithms of strengths, float64 (samples, agents); their mean is 0.
    """
    strengths = np.ones(wins.shape)
    for _ in range(MAX_STEPS):
        # The middling agent has strength 1, the geometric mean.
        expected = (counts / (strengths @ rivals.T)) @ rivals + 2 * PRIOR / (strengths + 1)
        better = (wins + PRIOR) / expected
        better /= np.exp(np.log(better).mean(axis=1, keepdims=True))
        change = np.abs(np.log(better / strengths)).max()
        strengths = better
        if change < TOLERANCE:
            break
    return np.log(strengths)
