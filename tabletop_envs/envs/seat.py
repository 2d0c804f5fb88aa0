"""One seat of any game as a Gymnasium environment; agents play the other seats."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ..agents import AnyAgent, make
from ..agents.base import ask
from ..core.game import IllegalAction, Setting, check_action, check_seed
from ..core.options import as_integer
from ..core.spaces import suggestion
from ..registry import load
from .vector import VectorTables

Opponent = str | os.PathLike[str] | AnyAgent

ILLEGAL_REWARD = -1.0
MAX_DEALS = 1000
"""After so many games in which the seat never had to decide, there is something wrong."""


class UnknownRenderMode(ValueError, TypeError):
    """A game cannot be shown in this way.

    It is a ``TypeError`` too because ``make_vec_env`` of stable-baselines3 asks for pictures,
    and does without after one.
    """


class SeatEnv(gymnasium.Env):
    """One seat of a game; ``gymnasium.make("tabletop/Streaming-v0", ...)`` makes it.

    The observation is what the seat sees, float32 (D,), the action space ``Discrete(A)``. What
    the seat may do is told by ``action_masks()``, as sb3-contrib's MaskablePPO wants it, and by
    ``info["action_mask"]``. The reward comes with the end of the game; ``info["scores"]`` then
    has the parts of the seat's raw score.

    Games in which the seat never has to decide are not shown: the next one is dealt, and
    ``info["skipped_games"]`` of ``reset`` counts them. Mean rewards are those of the games in
    which it did; compare agents with ``tabletop_envs.evaluation``.

    Args:
        game: the name of a game, or a ``Setting``, which brings its players and options.
        num_players: how many play; the game's default if not said.
        seat: a seat's number; ``"random"``: another one each game; ``"rotating"``: 0, 1, 2, ...
            in turn, from 0 after ``reset(seed=...)``.
        opponents: who plays the other seats: a name (see ``tabletop_envs.agents.make``) or an
            agent for all of them, or a list of them, clockwise from the seat's left.
        illegal_reward: an illegal action ends the game for the seat at once and earns this,
            with ``info["illegal_action"]`` the reason; ``None``: it raises ``IllegalAction``
            and changes nothing.
        render_mode: ``"ansi"``: ``render`` answers the table as the seat sees it, in words;
            ``"human"``: every position that the seat is asked in is printed.
        pad_observation: observations of one length for all player counts and options.
        options: options of the game.
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Setting,
        num_players: int | None = None,
        *,
        seat: int | str = "random",
        opponents: Opponent | Sequence[Opponent] = "random",
        illegal_reward: float | None = ILLEGAL_REWARD,
        render_mode: str | None = None,
        pad_observation: bool = False,
        **options: Any,
    ) -> None:
        if isinstance(game, Setting):
            if num_players is not None or options:
                raise ValueError("a Setting has its player count and options already")
            setting = game
        else:
            setting = load(game).setting(num_players, **options)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise UnknownRenderMode(f"render_mode is None, 'ansi' or 'human', not {render_mode!r}")
        self.render_mode = render_mode
        self.setting = setting
        self.illegal_reward = illegal_reward
        self.layout = setting.select(padded=pad_observation)
        self.observation_space = spaces.Box(-np.inf, np.inf, (self.layout.size,), np.float32)
        self.action_space = spaces.Discrete(setting.game.num_actions)
        self.seat: int
        """The seat in the present game; there is none before ``reset``."""
        self._seats = check_seats(seat, setting.num_players)
        self._opponents = seat_opponents(opponents, setting)
        self._tables = VectorTables(setting, 1, restart=False)
        self._finished = True
        self._games = 0

    # --- playing ---

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal a game and play it to the seat's first decision.

        Args:
            seed: 0 to 2**63 - 1; fixes this and all later games: deals, seats, opponents.
            options: ignored.
        """
        super().reset(seed=None if seed is None else check_seed(seed))
        if seed is not None:
            self._games = 0
        self.seat = self._next_seat()
        self._games += 1
        for skipped in range(MAX_DEALS):
            deal, chance = self.np_random.integers(1 << 62, size=2)
            self._chance = np.random.default_rng(chance)
            self._tables.reset([deal])
            self._play_others()
            if not self._tables.over[0]:
                self._finished = False
                return self._observation(), self._info() | {"skipped_games": skipped}
        raise RuntimeError(
            f"player {self.seat} had nothing to decide in {MAX_DEALS} games of {self.setting}"
        )

    def step(
        self, action: int | np.integer
    ) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Play the seat's action, and the others' up to its next decision."""
        game, tables = self.setting.game, self._tables
        if self._finished:
            raise IllegalAction("the game is over: reset the environment first")
        number = check_action(game, action)
        if not tables.action_masks[0, number] and self.illegal_reward is not None:
            return self._give_up(number)
        tables.step(np.array([number]))
        self._play_others()
        self._finished = bool(tables.over[0])
        info = self._info()
        if self._finished:
            scores = tables.game_state(0).scores()
            info["scores"] = {name: part[self.seat].tolist() for name, part in scores.items()}
        reward = float(tables.rewards[0, self.seat])
        return self._observation(), reward, self._finished, False, info

    def action_masks(self) -> np.ndarray:
        """What the seat may do: int8 (A,), all zeros when the game is over."""
        masks = self._tables.action_masks[0].copy()
        return np.zeros_like(masks) if self._finished else masks

    def render(self) -> str | None:  # type: ignore[override]
        """The table in words, as the seat sees it; with ``"human"`` they are printed."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing: the environment has no render_mode")
            return None
        if not self._games:
            raise RuntimeError("no game has begun: reset the environment first")
        words = self._tables.game_state(0).render(self.seat)
        if self.render_mode == "human":
            print(words)
            return None
        return words

    # --- parts ---

    def _next_seat(self) -> int:
        if self._seats == "random":
            return int(self.np_random.integers(self.setting.num_players))
        if self._seats == "rotating":
            return self._games % self.setting.num_players
        return int(self._seats)

    def _play_others(self) -> None:
        tables, first = self._tables, np.zeros(1, np.int64)
        while not tables.over[0] and tables.players[0] != self.seat:
            place = (tables.players[0] - self.seat) % self.setting.num_players
            tables.step(ask(self._opponents[place - 1], tables, first, self._chance))
        if self.render_mode == "human":
            self.render()

    def _give_up(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """The game ends for the seat, by an illegal action."""
        assert self.illegal_reward is not None
        self._finished = True
        info = self._info() | {"illegal_action": self._tables.explain(0, action)}
        return self._observation(), float(self.illegal_reward), True, False, info

    def _observation(self) -> np.ndarray:
        return self._tables.observe([self.seat], self.layout)[0]

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "seat": self.seat}


def check_seats(seat: Any, num_players: int) -> int | str:
    """The argument ``seat``, settled."""
    if isinstance(seat, str):
        if seat not in ("random", "rotating"):
            raise ValueError(f"seat is {seat!r}; {suggestion(seat, ('random', 'rotating'))}")
        return seat
    try:
        return as_integer(seat, 0, num_players - 1)
    except ValueError as error:
        raise ValueError(f"seat is {seat!r}, but {error}, or 'random' or 'rotating'") from None


def seat_opponents(opponents: Any, setting: Setting) -> list[AnyAgent]:
    """The agents of the other seats, clockwise; one of a name plays all its seats."""
    count = setting.num_players - 1
    if isinstance(opponents, (str, os.PathLike)) or hasattr(opponents, "act"):
        opponents = [opponents] * count
    if not isinstance(opponents, Sequence) or len(opponents) != count:
        raise ValueError(
            f"opponents are a name, an agent, or a list of {count} of them, not {opponents!r}"
        )
    named = {
        each: make(each, setting) for each in opponents if isinstance(each, (str, os.PathLike))
    }
    agents = [named[each] if isinstance(each, (str, os.PathLike)) else each for each in opponents]
    for agent in agents:
        if not hasattr(agent, "act"):
            raise ValueError(f"an opponent is a name or has a method 'act', unlike {agent!r}")
    return agents
