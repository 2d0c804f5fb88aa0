"""The agent that knows nothing."""

from __future__ import annotations

import numpy as np


class RandomAgent:
    """Takes each legal action with the same probability."""

    name = "random"

    def act(
        self,
        observations: np.ndarray,
        action_masks: np.ndarray,
        players: np.ndarray,
        rng: np.random.Generator,
    ) -> np.ndarray:
        ranks = action_masks.cumsum(axis=1, dtype=np.int64)
        return np.argmax(ranks > rng.integers(ranks[:, -1])[:, None], axis=1)
