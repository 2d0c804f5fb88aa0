"""Experience of a rollout, credited along each seat's own decisions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer, MaskableRolloutBufferSamples

from .bridge import TablesVecEnv


def seat_advantages(
    seats: np.ndarray,
    earned: np.ndarray,
    ended: np.ndarray,
    values: np.ndarray,
    to_act: np.ndarray,
    last_values: np.ndarray,
    gamma: float,
    gae_lambda: float,
) -> np.ndarray:
    """Generalized advantage estimates along each seat's own decisions, at all tables at once.

    In a game of turns the next observation at a table belongs to another seat. The value that
    follows a decision is therefore the one of the same seat's next decision, or what the game
    paid it at the end; rewards in between are the decision's own.

    Args:
        seats: int (steps, tables), who acted.
        earned: float (steps, tables, players), what every seat earned in the step.
        ended: bool (steps, tables), whether the game ended in the step.
        values: float (steps, tables), the estimate before the decision.
        to_act: int (tables,), who is to act after the last step.
        last_values: float (tables,), the estimate of that seat then.

    Returns:
        float32 (steps, tables). A seat's last decision in the rollout has no successor in it
        unless the game ended or the seat is to act: then its advantage is 0, and its value is
        the bootstrap of the decision before.
    """
    steps, tables = seats.shape
    rows = np.arange(tables)
    # Of each seat's next decision, walking backwards:
    value, advantage, pending = np.zeros((3, tables, earned.shape[2]), np.float32)
    known = np.zeros((tables, earned.shape[2]), np.bool_)
    value[rows, to_act], known[rows, to_act] = last_values, True
    advantages = np.zeros((steps, tables), np.float32)
    for step in range(steps - 1, -1, -1):
        over = ended[step]
        value[over], advantage[over], pending[over], known[over] = 0, 0, 0, True
        pending += earned[step]
        own = rows, seats[step]
        delta = pending[own] + gamma * value[own] - values[step]
        advantages[step] = np.where(known[own], delta + gamma * gae_lambda * advantage[own], 0)
        value[own], advantage[own] = values[step], advantages[step]
        pending[own], known[own] = 0, True
    return advantages


class SeatBuffer(MaskableRolloutBuffer):
    """A rollout over ``TablesVecEnv``; minibatches are drawn from tensors without conversion.

    >>> MaskablePPO(..., env, rollout_buffer_class=SeatBuffer, rollout_buffer_kwargs={"env": env})
    """

    def __init__(self, *args: Any, env: TablesVecEnv, **kwargs: Any) -> None:
        self.env = env
        super().__init__(*args, **kwargs)
        super().reset()
        steps = self.buffer_size, self.n_envs
        self.action_masks = np.zeros((*steps, self.mask_dims), np.bool_)
        self.seats = np.zeros(steps, np.int64)
        self.ended = np.zeros(steps, np.bool_)
        self.earned = np.zeros((*steps, env.num_players), np.float32)

    def reset(self) -> None:
        """Start over in the same memory: fresh pages would cost time."""
        self.pos, self.full = 0, False

    def add(self, *args: Any, **kwargs: Any) -> None:
        self.seats[self.pos] = self.env.acted
        self.ended[self.pos] = self.env.ended
        self.earned[self.pos] = self.env.earned
        super().add(*args, **kwargs)

    def compute_returns_and_advantage(self, last_values: torch.Tensor, dones: np.ndarray) -> None:
        self.advantages = seat_advantages(
            self.seats,
            self.earned,
            self.ended,
            self.values,
            self.env.to_act,
            last_values.numpy().ravel(),
            self.gamma,
            self.gae_lambda,
        )
        self.returns = self.advantages + self.values

    def get(self, batch_size: int | None = None) -> Iterator[MaskableRolloutBufferSamples]:  # type: ignore[override]
        """Minibatches in a random order; the last may be smaller."""
        size = self.buffer_size * self.n_envs
        everything = [
            torch.from_numpy(array).view(size, *array.shape[2:])
            for array in (
                self.observations,
                self.actions,
                self.values,
                self.log_probs,
                self.advantages,
                self.returns,
                self.action_masks,
            )
        ]
        for rows in torch.randperm(size).split(batch_size or size):
            yield MaskableRolloutBufferSamples(*(each.index_select(0, rows) for each in everything))
