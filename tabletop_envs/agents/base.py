"""What an agent is."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np


@runtime_checkable
class Agent(Protocol):
    """Decides for the seats to act at a batch of tables.

    An agent with ``needs_states = True`` gets one more argument, ``states``: for every table
    a record in which all that its seat cannot know was sampled anew, never the true one.
    """

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
