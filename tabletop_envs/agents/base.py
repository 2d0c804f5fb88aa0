"""What an agent is."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np


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
