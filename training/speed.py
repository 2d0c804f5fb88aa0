"""What the tables cost of training's time."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import numpy as np
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks

from .bridge import TablesVecEnv
from .buffer import seat_advantages
from .config import Config
from .trainer import make_env, make_model, quick_torch

MICRO = 1e6


class ConstantVecEnv(TablesVecEnv):
    """The same shapes and nothing behind them: what is left is the learner's own cost."""

    def reset(self) -> np.ndarray:
        self._observations = super().reset()
        self.acted, self.earned = self.tables.players, self.tables.rewards
        self.ended, self._nothing = self.tables.dones, np.zeros(self.num_envs)
        return self._observations

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict]]:
        return self._observations, self._nothing, self.ended, self._infos


def bridge_cost(env: TablesVecEnv, steps: int) -> tuple[float, float]:
    """Seconds a decision for masks, a step and observations; and of the tables' own step alone."""
    rng, bridge, tables = np.random.default_rng(0), [], []
    env.reset()
    for step in range(2 * steps):
        masks = env.tables.action_masks
        actions = (rng.random(masks.shape) * masks).argmax(axis=1)
        start = time.perf_counter()
        if step % 2:
            env.tables.step(actions)
            tables.append(time.perf_counter() - start)
        else:
            get_action_masks(env)
            env.step(actions)
            bridge.append(time.perf_counter() - start)
    return statistics.median(bridge) / env.num_envs, statistics.median(tables) / env.num_envs


def credit_cost(config: Config, players: int) -> float:
    """Seconds a decision for crediting a rollout to the seats."""
    shape = config.rollout.length, config.rollout.tables
    rng = np.random.default_rng(0)
    rollout = (
        rng.integers(players, size=shape),
        np.zeros((*shape, players), np.float32),
        rng.random(shape) < 1 / 50,
        np.zeros(shape, np.float32),
        np.zeros(shape[1], int),
        np.zeros(shape[1], np.float32),
    )
    times = [seconds(lambda: seat_advantages(*rollout, 1.0, 0.95))[0] for _ in range(11)]
    return statistics.median(times) / (shape[0] * shape[1])


def seconds(work: Callable[[], object]) -> tuple[float, float]:
    """How long some work takes, by the clock and in CPU time."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - cpu


def update(model: MaskablePPO, size: int) -> tuple[float, float]:
    """How long it takes to gather a rollout and to learn from it."""
    return seconds(lambda: model.learn(size, reset_num_timesteps=False))


def alternating_updates(
    config: Config, envs: list[TablesVecEnv], pairs: int
) -> list[list[tuple[float, float]]]:
    """The times of updates at each environment in turn, after one to warm up."""
    size = config.rollout.tables * config.rollout.length
    models = [make_model(config, env) for env in envs]
    times = [[update(model, size) for model in models] for _ in range(pairs + 1)]
    return times[1:]


@quick_torch()
def measure(config: Config, pairs: int) -> dict[str, float]:
    """All figures; speeds are those of the tables' run, shares are medians over the pairs."""
    setting = config.setting()
    env = make_env(config, setting)
    bridge, tables = bridge_cost(env, steps=500)
    constant = ConstantVecEnv(make_env(config, setting).tables)
    times = np.array(alternating_updates(config, [env, constant], pairs))  # pair, kind, clock
    shares = times[:, 1] / times[:, 0]
    size = config.rollout.tables * config.rollout.length
    return {
        "observation size": setting.select(config.game.fields, config.game.pad_observation).size,
        "bridge and tables, µs a decision": bridge * MICRO,
        "of it the tables, µs a decision": tables * MICRO,
        "seat-wise credit, µs a decision": credit_cost(config, setting.num_players) * MICRO,
        "decisions/s": size / np.median(times[:, 0, 0]),
        "decisions/CPU s": size / np.median(times[:, 0, 1]),
        "share of the speed with constant tables": np.median(shares[:, 0]),
        "the same by CPU time": np.median(shares[:, 1]),
        "lowest pair": shares[:, 0].min(),
        "highest pair": shares[:, 0].max(),
    }
