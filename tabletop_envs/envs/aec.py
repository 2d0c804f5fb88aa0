"""Any game as a PettingZoo environment in which the agents act one after the other."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from ..core.game import (
    GameState,
    IllegalAction,
    Setting,
    check_action,
    check_seed,
    explain_refusal,
    fresh_seed,
)
from ..core.native import numbers, ready, zeros
from ..core.spaces import suggestion
from ..registry import load

ILLEGAL_REWARD = -1.0
"""What ``env()`` pays for an illegal action, which ends the game."""


class TabletopEnv(AECEnv):
    """One table of a game; seat 0 is ``"player_0"``, and so on clockwise.

    - An observation is ``{"observation": float32 (D,), "action_mask": int8 (A,)}``. The mask of
      an agent that is not to act is all zeros. ``observe`` works for every agent at any time.
    - Everybody is paid at the end and all agents terminate together; nothing is truncated.
      ``infos[agent]`` is empty until then, when ``infos[agent]["scores"]`` has the parts of
      the agent's raw score.
    - An illegal action raises ``IllegalAction`` and changes nothing.
    - ``copy.deepcopy`` and ``pickle`` keep the game as it stands.

    Attributes:
        state_space: of ``state()``, the observations of all seats one after the other.
        layout: where each named field lies in an observation.
    """

    def __init__(
        self, setting: Setting, *, render_mode: str | None = None, pad_observation: bool = False
    ) -> None:
        super().__init__()
        game = setting.game
        self.metadata: dict[str, Any] = {
            "name": game.id,
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode is None, 'ansi' or 'human', not {render_mode!r}")
        self.render_mode = render_mode
        self._table = Table(GameState(setting, setting.template.copy()), pad_observation)
        self._games_seeds = np.random.default_rng(fresh_seed())
        self._no_mask = np.zeros(game.num_actions, np.int8)

        self._size = size = self.layout.size
        self.possible_agents = [f"player_{seat}" for seat in range(setting.num_players)]
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-np.inf, np.inf, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (game.num_actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(game.num_actions) for agent in self.possible_agents
        }
        self.state_space = spaces.Box(-np.inf, np.inf, (size * setting.num_players,), np.float32)
        self.agents: list[str] = []
        self._seats: dict[str, int] = {}  # empty until the first game begins

    @property
    def setting(self) -> Setting:
        """The game with its player count and options."""
        return self._table.game_state.setting

    @property
    def layout(self) -> Any:
        return self._table.layout

    @property
    def game_state(self) -> GameState:
        """A copy of the game as it stands, to look into or to search on."""
        return self._table.game_state.clone()

    def observation_space(self, agent: str) -> spaces.Space:
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> spaces.Space:
        return self.action_spaces[self._known(agent)]

    # --- playing ---

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: the one that ``seed`` fixes, else the next of the stream.

        Args:
            seed: 0 to 2**63 - 1; the game is the same as ``Game.new_state(seed=seed)``.
            options: ignored, as are all keys in it.
        """
        if seed is None:
            seed = int(self._games_seeds.integers(1 << 62))
        else:
            self._games_seeds = np.random.default_rng(check_seed(seed))
        self._table.begin(seed)
        self.agents = self.possible_agents[:]
        self._seats = {agent: seat for seat, agent in enumerate(self.agents)}
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def step(self, action: int | None) -> None:
        """Play the action of ``agent_selection``; ``None`` once that agent has terminated."""
        try:
            agent = self.agent_selection
            finished = self.terminations[agent] or self.truncations[agent]
        except (AttributeError, KeyError):
            raise IllegalAction("nobody is playing: reset the environment first") from None
        if finished:
            self._was_dead_step(action)  # type: ignore[arg-type]
        else:
            self._table.play(action)
            self._go_on()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent sees, and what it may do (nothing, if it is not its turn)."""
        seat = self._seat(agent)
        table = self._table
        observation = np.empty(self._size, np.float32)
        table.see(seat, observation)
        mask = table.mask if agent == self._mover else self._no_mask
        return {"observation": observation, "action_mask": mask.copy()}

    def state(self) -> np.ndarray:
        """What all seats see, for a central critic: float32, seat 0's observation first."""
        seen = np.empty((len(self.possible_agents), self._size), np.float32)
        for agent, observation in zip(self.possible_agents, seen, strict=True):
            self._table.see(self._seat(agent), observation)
        return seen.ravel()

    def render(self) -> str | None:
        """The whole table in words, hidden things included; ``"human"`` prints it.

        ``game_state.render(seat)`` tells what a seat sees.
        """
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing: the environment has no render_mode")
            return None
        text = self._table.game_state.render()
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing to close."""

    def _go_on(self) -> None:
        """Select who acts next, or end the game."""
        table = self._table
        if table.over[0]:
            self._finish(table.game_state)
        else:
            self.agent_selection = self._mover = self.possible_agents[table.actor[0]]
        if self.render_mode == "human":
            self.render()

    def _finish(self, final: GameState) -> None:
        """Pay everybody. Until now nobody was paid anything."""
        scores = final.scores()
        self.rewards = dict(zip(self.agents, final.returns().tolist(), strict=True))
        self._cumulative_rewards = self.rewards.copy()
        self.terminations = dict.fromkeys(self.agents, True)
        for seat, agent in enumerate(self.agents):
            parts = {name: part[seat].tolist() for name, part in scores.items()}
            self.infos[agent] = {"scores": parts}
        self.agent_selection = self.agents[0]

    def _seat(self, agent: str) -> int:
        try:
            return self._seats[agent]
        except KeyError:
            self._known(agent)
            raise RuntimeError("no game has begun: reset the environment first") from None

    def _known(self, agent: str) -> str:
        if agent not in self.action_spaces:
            known = suggestion(agent, self.possible_agents)
            raise ValueError(f"there is no agent {agent!r}; {known}")
        return agent


class Table:
    """One game, and the memory that its compiled loops work in."""

    def __init__(self, game_state: GameState, pad_observation: bool) -> None:
        setting = game_state.setting
        game = setting.game
        self.game_state = game_state
        self.pad_observation = pad_observation
        self.layout = setting.select(padded=pad_observation)
        self._states = game_state._states
        plain = self._states.view(np.ndarray)
        self.mask, self.actor, self.over = plain["mask"][0], plain["actor"], plain["over"]
        self._scratch = zeros(game.observation, 1)
        self._words = self.layout.words(self._scratch)
        self._seed = numbers(1)

    def __deepcopy__(self, memo: dict) -> Table:
        return Table(self.game_state.clone(), self.pad_observation)

    def __reduce__(self) -> Any:
        return Table, (self.game_state, self.pad_observation)

    @cached_property
    def _play(self) -> Callable:
        return ready(self.game_state.game.loops.play, self._states, 0)

    @cached_property
    def _watch(self) -> Callable:
        layout = self.layout
        sample = np.empty(layout.size, np.float32)
        loop = self.game_state.game.loops.watch
        return ready(loop, self._states, 0, self._scratch, self._words, layout.runs, sample)

    def begin(self, seed: int) -> None:
        """Start a fresh game."""
        setting = self.game_state.setting
        self._seed[0] = seed
        setting.game.loops.begin(self._states, setting.template, self._seed)

    def play(self, action: Any) -> None:
        """Carry out a legal action; else ``IllegalAction``."""
        kind = type(action)
        if kind is not np.int64 and kind is not int:  # the usual ones, checked by the loop
            action = check_action(self.game_state.game, action)
        try:
            legal = self._play(self._states, action)
        except OverflowError:  # an integer of more than 64 bits
            legal = False
        if not legal:
            game = self.game_state.game
            number = check_action(game, action)
            raise IllegalAction(explain_refusal(game, self._states.view(np.ndarray)[0], number))

    def see(self, seat: int, observation: np.ndarray) -> None:
        """Write what a seat sees."""
        self._watch(self._states, seat, self._scratch, self._words, self.layout.runs, observation)


def raw_env(
    game: str,
    num_players: int | None = None,
    render_mode: str | None = None,
    pad_observation: bool = False,
    **options: Any,
) -> TabletopEnv:
    """The plain environment: fast, for training; an illegal action raises ``IllegalAction``.

    Args:
        game: the name of a game.
        num_players: how many play; the game's default if not said.
        render_mode: ``"ansi"``: ``render`` answers text; ``"human"``: every position is printed.
        pad_observation: observations of one length for all player counts and options.
        options: options of the game.
    """
    setting = load(game).setting(num_players, **options)
    return TabletopEnv(setting, render_mode=render_mode, pad_observation=pad_observation)


def env(
    game: str,
    num_players: int | None = None,
    render_mode: str | None = None,
    pad_observation: bool = False,
    **options: Any,
) -> AECEnv:
    """The environment with PettingZoo's usual wrappers; arguments as in ``raw_env``.

    An illegal action ends the game and costs the agent that chose it ``ILLEGAL_REWARD``.
    """
    return wrapped(raw_env(game, num_players, render_mode, pad_observation, **options))


def wrapped(raw: TabletopEnv) -> AECEnv:
    """PettingZoo's usual wrappers around an environment."""
    terminating = TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL_REWARD)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(terminating))
