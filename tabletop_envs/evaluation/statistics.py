"""Means with intervals, and ratings: what a number of duplicate games shows."""

from __future__ import annotations

import numpy as np

RESAMPLES = 2000
LEVEL = 0.95
CELLS = 1 << 22  # how many numbers a bootstrap holds in memory at once


def resampled_counts(clusters: int, resamples: int = RESAMPLES, seed: int = 0) -> np.ndarray:
    """How often each cluster is drawn in each bootstrap sample: int64 (resamples, clusters)."""
    rng = np.random.default_rng(seed)
    return rng.multinomial(clusters, np.full(clusters, 1 / clusters), size=resamples)


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
