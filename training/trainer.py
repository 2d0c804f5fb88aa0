"""Self-play with masked PPO: one policy plays all seats of all tables, and learns from each."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from types import FrameType
from typing import Any, Protocol

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.utils import LinearSchedule

from tabletop_envs.core.game import Setting
from tabletop_envs.envs.vector import VectorTables

from .bridge import TablesVecEnv
from .buffer import SeatBuffer
from .checkpoint import read_checkpoint, write_checkpoint
from .config import Config
from .evaluation import PLAYS, Evaluation, evaluate
from .model import describe_model, model_bytes
from .policy import MaskedSoftmaxPolicy
from .run import EVALUATIONS, MODEL, PROGRESS, Run

ACTIVATIONS = {"tanh": torch.nn.Tanh, "relu": torch.nn.ReLU}

LOGGED = {
    "policy_loss": "train/policy_gradient_loss",
    "value_loss": "train/value_loss",
    "explained_variance": "train/explained_variance",
    "approx_kl": "train/approx_kl",
    "clip_fraction": "train/clip_fraction",
    "learning_rate": "train/learning_rate",
}
"""What stable-baselines3 logs of an update, by the name of our column."""


def make_env(config: Config, setting: Setting) -> TablesVecEnv:
    """The tables that a run plays at."""
    return TablesVecEnv(
        VectorTables(
            setting,
            config.rollout.tables,
            fields=config.game.fields,
            pad_observation=config.game.pad_observation,
        )
    )


@contextmanager
def quick_torch() -> Iterator[None]:
    """Set torch up for small networks on a CPU; afterwards it is as it was."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # more of them are slower for such networks
    torch.set_flush_denormal(True)  # numbers that are about to vanish are slow
    try:
        yield
    finally:
        torch.set_flush_denormal(False)
        torch.set_num_threads(threads)


@quick_torch()
def make_model(config: Config, env: TablesVecEnv) -> MaskablePPO:
    """MaskablePPO with seat-wise credit, set up to be quick with small networks on a CPU."""
    ppo, network = config.ppo, config.network
    model = MaskablePPO(
        MaskedSoftmaxPolicy,
        env,
        n_steps=config.rollout.length,
        batch_size=ppo.batch_size,
        n_epochs=ppo.n_epochs,
        learning_rate=LinearSchedule(ppo.learning_rate, ppo.final_learning_rate, 1.0),
        ent_coef=ppo.ent_coef,
        clip_range=ppo.clip_range,
        gamma=ppo.gamma,
        gae_lambda=ppo.gae_lambda,
        vf_coef=ppo.vf_coef,
        max_grad_norm=ppo.max_grad_norm,
        policy_kwargs={
            "net_arch": list(network.net_arch),
            "activation_fn": ACTIVATIONS[network.activation],
            "optimizer_kwargs": {"eps": 1e-5, "fused": True},
        },
        rollout_buffer_class=SeatBuffer,
        rollout_buffer_kwargs={"env": env},
        seed=config.seed,
        device="cpu",
    )
    model.set_logger(Logger(folder=None, output_formats=[]))
    return model


class Display(Protocol):
    """Where a trainer tells how it gets on."""

    def updated(self, row: dict[str, float], share: float) -> None:
        """An update was made; ``share`` of the run is over."""

    def evaluated(self, decisions: int, evaluations: list[Evaluation]) -> None:
        """Matches were played after so many decisions."""


class StopRequest:
    """Turns the first Ctrl-C, or polite kill, into a wish; the second one acts as ever.

    Neither an update nor a match is cut in two, so that a run can go on exactly where it stopped.
    """

    def __init__(self) -> None:
        self.made = False

    def __enter__(self) -> StopRequest:
        self._former = {
            number: signal.signal(number, self._make) for number in (signal.SIGINT, signal.SIGTERM)
        }
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._former.items():
            signal.signal(number, handler)

    def _make(self, number: int, _: FrameType | None) -> None:
        self.made = True
        print("stopping after this update or match; once more to stop at once", file=sys.stderr)
        signal.signal(number, self._former[signal.Signals(number)])


class Trainer:
    """Carries out a run: updates, logs, evaluations, checkpoints.

    What happens after an update is a function of the checkpoint made then. So a run that was
    stopped and resumed ends with the same weights as one that was not, bit by bit (unless it is
    limited by time).

    Args:
        run: the run's folder and settings.
        setting: the game; ``run.config.setting()`` makes it.
        display: is told of progress.
    """

    def __init__(self, run: Run, setting: Setting, display: Display) -> None:
        self.run, self.config, self.setting, self.display = run, run.config, setting, display
        self.description = describe_model(self.config, setting)
        self.opponents = self.config.opponents(setting)
        self.env = make_env(self.config, setting)
        self.model = make_model(self.config, self.env)
        self.seconds = 0.0  # spent on updates, earlier sessions included
        _, self._callback = self.model._setup_learn(self.config.steps)

    @property
    def decisions(self) -> int:
        """How many decisions the policy has learned from."""
        return self.model.num_timesteps

    @property
    def share(self) -> float:
        """How much of the run is over, in [0, 1]: of its decisions or its time, what is more."""
        by_time = self.seconds / self.config.seconds if self.config.seconds else 0.0
        return min(1.0, max(self.decisions / self.config.steps, by_time))

    @property
    def limits(self) -> list[str]:
        """The settings whose limits are reached: ``"steps"``, ``"seconds"``, both, or none."""
        allowed = {"steps": self.config.steps, "seconds": self.config.seconds}
        spent = {"steps": self.decisions, "seconds": self.seconds}
        return [name for name, limit in allowed.items() if limit and spent[name] >= limit]

    @property
    def finished(self) -> bool:
        """Whether a limit is reached and no match is left to be played."""
        return bool(self.limits) and not self.unjudged()

    @quick_torch()
    def train(self, stop: StopRequest) -> None:
        """Go on until the run is finished or somebody wishes to stop; then save."""
        self.run.start_session(self.decisions)
        compile_ahead(self.setting)
        self.save()  # a folder that cannot be written is noticed at once
        self._evaluate(stop)  # what is left of an evaluation that was interrupted
        while not self.limits and not stop.made:
            self._update()
            if self._due(self.config.evaluation.every) or self._due(self.config.checkpoint.every):
                self.save()
            self._evaluate(stop)
        self.save()
        self.run.close()

    def unjudged(self) -> list[tuple[str, str]]:
        """The matches that are due now and have no row yet: opponent, and how the policy plays."""
        if not self.decisions or not self._due(self.config.evaluation.every):
            return []
        played = {
            (row.get("opponent"), row.get("play"))
            for row in self.run.rows(EVALUATIONS)
            if row["decisions"] == str(self.decisions)
        }
        matches = [(opponent, play) for opponent in self.opponents for play in PLAYS]
        return [match for match in matches if match not in played]

    def save(self) -> None:
        """Write the checkpoint and the model file."""
        write_checkpoint(self.run, self.model, self.env, self.seconds)
        self.run.write(MODEL, model_bytes(self.model, self.description))

    def resume(self) -> None:
        """Go back to where the run was saved; ``RunError`` if that cannot be."""
        self.seconds = read_checkpoint(self.run, self.model, self.env)

    # --- parts ---

    def _update(self) -> None:
        """Gather a rollout, learn from it, and log how that went."""
        start, model, ppo = time.perf_counter(), self.model, self.config.ppo
        left = 1 - self.share
        model._current_progress_remaining = left  # the learning rate follows it
        model.ent_coef = ppo.final_ent_coef + left * (ppo.ent_coef - ppo.final_ent_coef)
        model.collect_rollouts(self.env, self._callback, model.rollout_buffer, model.n_steps)
        model.train()
        self._log(time.perf_counter() - start)

    def _log(self, seconds: float) -> None:
        """Tell everybody about an update that took so long."""
        self.seconds += seconds
        told = self.model.logger.name_to_value
        rollout: Any = self.model.rollout_buffer
        row: dict[str, float] = {
            "decisions": self.decisions,
            "seconds": round(self.seconds, 2),
            "decisions_per_second": round(self.rollout_size / seconds),
            "games": int(rollout.ended.sum()),
            "entropy": -told["train/entropy_loss"],
            "ent_coef": self.model.ent_coef,
            **{column: told[name] for column, name in LOGGED.items()},
        }
        self.model.logger.dump()
        self.run.log(PROGRESS, row)
        self.run.plot(self.decisions, {f"train/{name}": row[name] for name in list(row)[1:]})
        self.display.updated(row, self.share)

    def _evaluate(self, stop: StopRequest) -> None:
        """Judge the model file by the matches that are due; a wish to stop leaves out the rest."""
        due = self.unjudged()
        if not due or stop.made:
            return
        played = []
        for evaluation in evaluate(
            self.run.path(MODEL),
            self.setting,
            self.opponents,
            self.config.evaluation.deals,
            takewhile(lambda _: not stop.made, due),
        ):
            self._log_match(evaluation)
            played.append(evaluation)
        self.display.evaluated(self.decisions, played)

    def _log_match(self, evaluation: Evaluation) -> None:
        opponent, play, result = evaluation
        low, high = result.interval
        row: dict[str, float | str] = {
            "decisions": self.decisions,
            "opponent": opponent,
            "play": play,
            "reward": result.mean_reward,
            "low": low,
            "high": high,
            "win_share": result.win_share,
            "score": result.mean_score,
        }
        self.run.log(EVALUATIONS, row)
        self.run.plot(self.decisions, {f"reward/{opponent}/{play}": result.mean_reward})

    @property
    def rollout_size(self) -> int:
        """Decisions between two updates."""
        return self.config.rollout.tables * self.config.rollout.length

    def _due(self, every: int) -> bool:
        """Whether something done that often, and at the end, comes after this update."""
        if not every:
            return False
        return bool(self.limits) or self.decisions % every < self.rollout_size


def compile_ahead(setting: Setting) -> None:
    """Compile what tables need now: the clock measures training."""
    tables = VectorTables(setting, 1)
    tables.reset(0)
    tables.step(tables.action_masks.argmax(axis=1))
