"""Tree search as an agent."""

from __future__ import annotations

import numpy as np

from ..core.game import Setting
from ..core.search import EXPLORATION, TreeSearch


class SearchAgent:
    """Takes the action that a tree search tried most often; see ``core.search``.

    Args:
        setting: the game that is played.
        iterations: how many games the search plays for a decision.
        exploration: weight of the exploration term, as a share of the range of rewards.
    """

    needs_states = True

    def __init__(self, setting: Setting, iterations: int, exploration: float = EXPLORATION) -> None:
        self.name = f"search:{iterations}"
        self._search = TreeSearch(setting, iterations, exploration)

    def act(
        self,
        observations: np.ndarray,
        action_masks: np.ndarray,
        players: np.ndarray,
        rng: np.random.Generator,
        states: np.ndarray,
    ) -> np.ndarray:
        seeds = rng.integers(1 << 62, size=len(players))
        return np.array(
            [self._search.choose(states[i : i + 1], int(seed)) for i, seed in enumerate(seeds)],
            np.int64,
        )
