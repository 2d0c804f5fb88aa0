"""The batch of tables as stable-baselines3 wants to see it."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from tabletop_envs.envs.vector import VectorTables


class TablesVecEnv(VecEnv):
    """A row is a table; whoever is to act there speaks for the row.

    The reward that a row reports belongs to the seat that acted, and the next observation to
    another seat: advantages must not be chained along rows. ``SeatBuffer`` reads what it needs
    to chain them along seats:

    - ``acted``: int64 (N,), the seats that acted in the last step
    - ``earned``: float64 (N, P), what every seat earned in it
    - ``ended``: bool (N,), whether a game ended in it
    - ``to_act``: int64 (N,), the seats to act now
    """

    def __init__(self, tables: VectorTables) -> None:
        self.tables = tables
        self.num_players = tables.setting.num_players
        super().__init__(
            tables.num_envs,
            spaces.Box(-np.inf, np.inf, (tables.layout.size,), np.float32),
            spaces.Discrete(tables.num_actions),
        )
        self._rows = np.arange(self.num_envs)
        self._infos: list[dict] = [{} for _ in self._rows]  # nobody writes to them
        # Masks are 0 and 1, so the same bytes are bools: no conversion at each step.
        self._masks = tables.action_masks.view(np.bool_)

    @property
    def to_act(self) -> np.ndarray:
        return self.tables.players

    def reset(self) -> np.ndarray:
        observations = self.tables.reset(self._seeds[0]).copy()
        self._reset_seeds()
        return observations

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict]]:
        self.acted = self.tables.players.copy()
        observations = self.tables.step(self._actions).copy()  # SB3 keeps them for a step
        self.earned, self.ended = self.tables.rewards, self.tables.dones
        return observations, self.earned[self._rows, self.acted], self.ended, self._infos

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[np.ndarray]:
        """``action_masks`` in a single entry for all tables: sb3-contrib stacks the list, which
        copies them, and reshapes the result; a hundred times as fast as an entry a table."""
        if method_name != "action_masks":
            raise AttributeError(f"tables have no method {method_name!r}")
        return [self._masks]

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        if attr_name != "render_mode":
            raise AttributeError(f"tables have no attribute {attr_name!r}")
        return [None] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"tables have no attribute {attr_name!r}")

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        pass
