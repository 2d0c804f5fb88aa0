"""What an agent is, and how it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from ..core.game import GameState, IllegalAction, check_seed, fresh_seed

if TYPE_CHECKING:
    from ..envs.vector import VectorTables


@runtime_checkable
class Agent(Protocol):
    """Decides for the seats to act at a batch of tables, from what these seats see."""

    def act(
        self,
        observations: np.ndarray,
        action_masks: np.ndarray,
        players: np.ndarray,
        rng: np.random.Generator,
    ) -> np.ndarray:
        """Choose an action at every table.

        Args:
            observations: what the seats to act see, float32 (tables, size).
            action_masks: what they may do, int8 (tables, actions).
            players: the seats, int64 (tables,).
            rng: the only source of chance that the agent may use.

        Returns:
            Legal actions, int64 (tables,).
        """
        ...


@runtime_checkable
class StatesAgent(Protocol):
    """An agent that also wants a state to play on from, at every table.

    ``states`` are records of ``Game.state`` in which all that the seat to act cannot know was
    sampled anew: never the true ones.
    """

    needs_states: bool

    def act(
        self,
        observations: np.ndarray,
        action_masks: np.ndarray,
        players: np.ndarray,
        rng: np.random.Generator,
        states: np.ndarray,
    ) -> np.ndarray:
        """Choose an action at every table, as ``Agent.act`` does."""
        ...


AnyAgent = Agent | StatesAgent


def ask(
    agent: AnyAgent, tables: VectorTables, asked: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    """An agent's actions at some tables; ``IllegalAction`` names the agent that errs."""
    players, masks = tables.players[asked], tables.action_masks[asked]
    states = (tables.resampled(asked, rng),) if needs_states(agent) else ()
    actions = agent.act(tables.observations[asked], masks.copy(), players, rng, *states)
    return check_answer(agent, actions, masks, players, tables.setting.game.action_names)


def choose(agent: AnyAgent, state: GameState, seed: int | None = None) -> int:
    """The action that an agent takes for the seat to act in a game; the game stays as it is.

    Args:
        agent: any agent; one that needs states gets a sample of what the seat cannot know.
        state: a game that is not over.
        seed: fixes the agent's chance, as in ``Game.new_state``.
    """
    player = state.current_player
    if state.is_terminal:
        raise IllegalAction(f"the game of {state.game.name} is over: nobody may act")
    rng = np.random.default_rng(fresh_seed() if seed is None else check_seed(seed))
    draw = int(rng.integers(1 << 62))
    states = (state.resample(player, draw)._states,) if needs_states(agent) else ()
    masks, players = state.action_mask()[None], np.array([player])
    actions = agent.act(state.observation(player)[None], masks.copy(), players, rng, *states)
    return int(check_answer(agent, actions, masks, players, state.game.action_names)[0])


def check_answer(
    agent: AnyAgent,
    answer: np.ndarray,
    masks: np.ndarray,
    players: np.ndarray,
    names: Sequence[str],
) -> np.ndarray:
    """An agent's actions, if they are legal."""
    actions = np.asarray(answer)
    if actions.shape != players.shape or actions.dtype.kind not in "iu":
        raise IllegalAction(
            f"agent {name_of(agent)} was asked at {len(players)} tables, so it answers as many "
            f"integers, not {actions.dtype} of shape {actions.shape}"
        )
    known = (actions >= 0) & (actions < len(names))
    legal = known & (masks[np.arange(len(players)), actions * known] == 1)
    if not legal.all():
        wrong = int(legal.argmin())
        action = int(actions[wrong])
        words = names[action] if known[wrong] else "there is no such action"
        raise IllegalAction(
            f"agent {name_of(agent)} chose action {action} ({words}) as player "
            f"{players[wrong]}, which is not legal"
        )
    return actions


def needs_states(agent: AnyAgent) -> bool:
    return bool(getattr(agent, "needs_states", False))


def name_of(agent: AnyAgent) -> str:
    return str(getattr(agent, "name", type(agent).__name__))
