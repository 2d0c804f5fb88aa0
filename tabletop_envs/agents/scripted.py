"""A game's scripted bots as agents."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.bots import Bot, Planner, compile_bot, compile_planner
from ..core.game import Setting
from ..core.native import numbers, zeros


def draw_seed(rng: np.random.Generator) -> int:
    return int(rng.integers(1 << 62))


class ScriptedAgent:
    """Plays a ``Bot``: decides from observations alone."""

    def __init__(self, setting: Setting, name: str) -> None:
        game = setting.game
        bot = game.bots[name]
        assert isinstance(bot, Bot)
        self.setting, self.name = setting, name
        self._decide = compile_bot(f"{game.name}.{name}", bot)
        self._index = setting.layout.index
        self._table = setting.template.copy()
        self._scratch = zeros(game.observation, 1)
        self._words = setting.layout.words(self._scratch)

    def __reduce__(self) -> Any:
        return type(self), (self.setting, self.name)

    def act(
        self,
        observations: np.ndarray,
        action_masks: np.ndarray,
        players: np.ndarray,
        rng: np.random.Generator,
    ) -> np.ndarray:
        actions = numbers(len(observations))
        self._decide(
            np.ascontiguousarray(observations, np.float32),
            np.ascontiguousarray(action_masks, np.int8),
            draw_seed(rng),
            self._scratch,
            self._words,
            self._index,
            self._table,
            actions,
        )
        return actions.view(np.ndarray)


class PlanningAgent:
    """Plays a ``Planner``: needs resampled states."""

    needs_states = True

    def __init__(self, setting: Setting, name: str) -> None:
        game = setting.game
        planner = game.bots[name]
        assert isinstance(planner, Planner)
        self.setting, self.name = setting, name
        self._decide = compile_planner(f"{game.name}.{name}", planner)
        self._table = setting.template.copy()
        self._worlds = zeros(game.state, 2)

    def __reduce__(self) -> Any:
        return type(self), (self.setting, self.name)

    def act(
        self,
        observations: np.ndarray,
        action_masks: np.ndarray,
        players: np.ndarray,
        rng: np.random.Generator,
        states: np.ndarray,
    ) -> np.ndarray:
        actions = numbers(len(players))
        self._decide(
            states,
            np.ascontiguousarray(players, np.int64),
            draw_seed(rng),
            self._worlds,
            self._table,
            actions,
        )
        return actions.view(np.ndarray)
