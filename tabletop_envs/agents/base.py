"""What an agent is, and how it is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from ..core.game import IllegalAction

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
    actions = np.asarray(agent.act(tables.observations[asked], masks.copy(), players, rng, *states))
    if actions.shape != asked.shape or actions.dtype.kind not in "iu":
        raise IllegalAction(
            f"agent {name_of(agent)} was asked at {len(asked)} tables, so it answers as many "
            f"integers, not {actions.dtype} of shape {actions.shape}"
        )
    names = tables.setting.game.action_names
    known = (actions >= 0) & (actions < len(names))
    legal = known & (masks[np.arange(len(asked)), actions * known] == 1)
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
