"""Many tables of one game, stepped together: the batch as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..core.batch import SPECTATOR
from ..core.game import GameState, IllegalAction, Setting, check_seed, explain_refusal, fresh_seed
from ..core.native import numbers, zeros
from ..core.options import Reward
from ..core.spaces import ObservationLayout
from ..registry import load


class VectorTables:
    """``num_envs`` tables of one game; finished games restart at once (unless told not to).

    Attributes after ``reset`` and each ``step``, with N tables, P players, A actions and
    observations of D numbers:

    - ``observations``: float32 (N, D), what the seat to act sees at each table; a read-only
      view of the present, written over by the next step: copy what is to be kept
    - ``action_masks``: int8 (N, A), what that seat may do; a read-only view of the present
    - ``players``: int64 (N,), the seats to act; a read-only view of the present
    - ``rewards``: float64 (N, P), what every seat earned in the step
    - ``dones``: bool (N,), whether a game ended in the step (observations are those of the
      new game then)
    """

    def __init__(
        self,
        setting: Setting,
        num_envs: int,
        *,
        fields: Sequence[str] | None = None,
        pad_observation: bool = False,
        restart: bool = True,
    ) -> None:
        if type(num_envs) is bool or not isinstance(num_envs, (int, np.integer)) or num_envs < 1:
            raise ValueError(f"num_envs is an integer of at least 1, not {num_envs!r}")
        game = setting.game
        self.setting = setting
        self.num_envs = int(num_envs)
        self._shown = fields, pad_observation
        self.layout = setting.select(fields, pad_observation)
        self.restart = restart
        self._loops = game.loops
        self._states = zeros(game.state, num_envs)
        self._scratch = zeros(game.observation, 1)
        self._words = self.layout.words(self._scratch)
        self._turn_runs = self.layout.runs_of(game.rules.turn_fields)
        self._turned = self.layout.turned(setting.num_players)
        self._spare = np.zeros(self.layout.size, np.float32)
        self._rows = np.zeros((num_envs, self.layout.size), np.float32)
        self.observations = self._rows.view()
        plain = self._states.view(np.ndarray)
        self.players, self.action_masks = plain["actor"], plain["mask"]
        self.over = plain["over"]
        for view in (self.observations, self.players, self.action_masks, self.over):
            view.flags.writeable = False
        self.rewards = np.zeros((num_envs, setting.num_players))
        self.dones = np.zeros(num_envs, np.bool_)

    def __reduce__(self) -> Any:
        kept = self.to_bytes(), self._rows, self.rewards, self.dones
        return copy_tables, (self.setting, self.num_envs, *self._shown, self.restart, *kept)

    @property
    def num_actions(self) -> int:
        return self.setting.game.num_actions

    def reset(self, seed: int | Sequence[int] | np.ndarray | None = None) -> np.ndarray:
        """Start a fresh game at every table; answers ``observations``.

        Args:
            seed: one seed for all tables, or a seed for each.
        """
        seeds = numbers(self.num_envs)
        if seed is None or np.ndim(seed) == 0:
            first = fresh_seed() if seed is None else check_seed(seed)
            seeds[:] = np.random.default_rng(first).integers(1 << 62, size=self.num_envs)
        else:
            if len(seed) != self.num_envs:  # type: ignore[arg-type]
                raise ValueError(f"{self.num_envs} tables need as many seeds, not {len(seed)}")  # type: ignore[arg-type]
            seeds[:] = [check_seed(each) for each in seed]  # type: ignore[union-attr]
        self._loops.begin(self._states, self.setting.template, seeds)
        self.rewards = np.zeros_like(self.rewards)
        self.dones = np.zeros_like(self.dones)
        self._see(self.players, self._rows)
        return self.observations

    def step(self, actions: np.ndarray | Sequence[int]) -> np.ndarray:
        """Play one action at every table; answers ``observations``.

        Raises:
            IllegalAction: an action is not legal at its table; then nothing happened anywhere.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise IllegalAction(
                f"actions are {self.num_envs} integers, one a table, "
                f"not {chosen.dtype} of shape {chosen.shape}"
            )
        rewards, dones = np.zeros_like(self.rewards), np.empty_like(self.dones)
        refused = self._loops.advance(
            self._states,
            np.ascontiguousarray(chosen, np.int64),
            self.restart,
            self.setting.template,
            rewards,
            dones,
            self._scratch,
            self._words,
            self.layout.runs,
            self._turn_runs,
            self._turned,
            self._spare,
            self._rows,
        )
        if refused >= 0:
            reason = self.explain(refused, int(chosen[refused]))
            raise IllegalAction(f"table {refused}: {reason}; no table was stepped")
        self.rewards, self.dones = rewards, dones
        return self.observations

    def explain(self, table: int, action: int) -> str:
        """Why an action is refused at a table, in words."""
        game, cells = self.setting.game, self._states.view(np.ndarray)[table]
        if not cells["num_players"]:
            return "no game has begun: reset the tables first"
        if not 0 <= action < game.num_actions:
            return f"actions of {game.name} are 0 to {game.num_actions - 1}, not {action}"
        return explain_refusal(game, cells, action)

    def observe(
        self, seats: np.ndarray | Sequence[int], layout: ObservationLayout | None = None
    ) -> np.ndarray:
        """What one seat at each table sees (-1: a spectator): float32 (N, D), a new array.

        ``layout`` takes the place of ``self.layout``; see ``Setting.select``.
        """
        chosen = np.ascontiguousarray(seats, np.int64)
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"seats are {self.num_envs} integers, one a table")
        if chosen.min() < SPECTATOR or chosen.max() >= self.setting.num_players:
            raise ValueError(f"seats are -1 to {self.setting.num_players - 1}")
        layout = layout or self.layout
        return self._see(chosen, np.empty((self.num_envs, layout.size), np.float32), layout)

    def game_state(self, table: int) -> GameState:
        """A copy of the game at one table, to look into or to search on."""
        if not 0 <= table < self.num_envs:
            raise IndexError(f"tables are 0 to {self.num_envs - 1}, not {table}")
        states = zeros(self.setting.game.state, 1)
        states.view(np.uint8)[:] = self._states.view(np.ndarray)[table : table + 1].view(np.uint8)
        return GameState(self.setting, states)

    def rollout(self) -> int:
        """Play every table to its end at random; answers the number of decisions.

        ``rewards`` are those of the finished games, ``dones`` all True.
        """
        if not self._states.view(np.ndarray)["num_players"].all():
            raise RuntimeError("no game has begun: reset the tables first")
        rewards = np.empty_like(self.rewards)
        decisions = self._loops.rollout(self._states, rewards)
        self.rewards, self.dones = rewards, np.ones_like(self.dones)
        return int(decisions)

    def results(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Rank rewards, win shares and raw scores of the seats of finished games.

        All are float64 (N, P) and the same whatever the option ``reward`` says. Tables that
        are not over have zeros.
        """
        results = np.zeros((self.num_envs, self.setting.num_players, len(Reward)))
        self._loops.tell_results(self._states, results)
        rank, win, score = (results[:, :, mode] for mode in Reward)
        return rank, win, score

    def resampled(self, tables: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Copies of some tables' records with all that their seats to act cannot know redrawn."""
        states = zeros(self.setting.game.state, len(tables))
        states.view(np.ndarray)[:] = self._states.view(np.ndarray)[tables]
        seats, seeds = numbers(len(tables)), numbers(len(tables))
        seats[:] = self.players[tables]
        seeds[:] = rng.integers(1 << 62, size=len(tables))
        self._loops.resample(states, seats, seeds)
        return states

    def to_bytes(self) -> bytes:
        """All tables as they stand, to be kept; see ``restore``."""
        return self._states.tobytes()

    def restore(self, data: bytes) -> np.ndarray:
        """Go on from tables that ``to_bytes`` of an equal batch wrote; answers ``observations``.

        Raises:
            ValueError: they are of another size, player count or option; nothing changed.
        """
        if len(data) != self._states.nbytes:
            raise ValueError(
                f"{self.num_envs} tables of {self.setting.game.id} have {self._states.nbytes} "
                f"bytes, not {len(data)}"
            )
        states = np.frombuffer(data, self.setting.game.state.dtype)
        self._check_setting(states)
        self._states.view(np.ndarray)[:] = states
        self.rewards = np.zeros_like(self.rewards)
        self.dones = np.zeros_like(self.dones)
        self._see(self.players, self._rows)
        return self.observations

    def _check_setting(self, states: np.ndarray) -> None:
        """Refuse records of another player count, or of other options."""
        blank = self.setting.template.view(np.ndarray)[0]
        counts = states["num_players"]
        if (counts != blank["num_players"]).any():
            wrong = counts[counts != blank["num_players"]][0]
            raise ValueError(
                f"these bytes are tables of {wrong} players, not of {blank['num_players']}"
            )
        theirs, ours = states["options"], blank["options"]
        others = [name for name in ours.dtype.names if (theirs[name] != ours[name]).any()]
        if others:
            raise ValueError(f"these bytes are tables with another {' and '.join(others)}")

    def _see(
        self,
        seats: np.ndarray,
        observations: np.ndarray,
        layout: ObservationLayout | None = None,
    ) -> np.ndarray:
        layout = layout or self.layout
        self._loops.see(
            self._states,
            np.ascontiguousarray(seats),
            self._scratch,
            layout.words(self._scratch),
            layout.runs,
            observations,
        )
        return observations


def copy_tables(
    setting: Setting,
    num_envs: int,
    fields: Sequence[str] | None,
    pad_observation: bool,
    restart: bool,
    states: bytes,
    rows: np.ndarray,
    rewards: np.ndarray,
    dones: np.ndarray,
) -> VectorTables:
    """Tables that stand as others do: what ``pickle`` and ``copy`` make."""
    tables = VectorTables(
        setting, num_envs, fields=fields, pad_observation=pad_observation, restart=restart
    )
    tables._states.view(np.ndarray)[:] = np.frombuffer(states, setting.game.state.dtype)
    tables._rows[:] = rows
    tables.rewards, tables.dones = rewards, dones
    return tables


def make_vec(
    game: str,
    num_envs: int,
    num_players: int | None = None,
    *,
    fields: Sequence[str] | None = None,
    pad_observation: bool = False,
    **options: Any,
) -> VectorTables:
    """Many tables of a game, stepped together; call ``reset`` first.

    Args:
        game: the name of a game.
        num_envs: how many tables.
        num_players: how many play; the game's default if not said.
        fields: the observation's fields to be told; all if not said.
        pad_observation: observations of one length for all player counts and options.
        options: options of the game.
    """
    setting = load(game).setting(num_players, **options)
    return VectorTables(setting, num_envs, fields=fields, pad_observation=pad_observation)
