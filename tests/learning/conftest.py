"""Kuhn poker as if it were one of the collection's games, and runs of it that take no time."""

import sys
from itertools import permutations

import kuhn
import pytest

from tabletop_envs import registry
from training.config import (
    CheckpointConfig,
    Config,
    EvaluationConfig,
    GameConfig,
    NetworkConfig,
    PPOConfig,
    RolloutConfig,
)


@pytest.fixture
def kuhn_registered(monkeypatch):
    """``load("kuhn_poker")`` works."""
    monkeypatch.setitem(registry.GAMES, "kuhn_poker", 0)
    monkeypatch.setitem(sys.modules, "tabletop_envs.games.kuhn_poker", kuhn)


@pytest.fixture
def tiny(kuhn_registered):
    """Six updates of 64 decisions, two evaluations, three checkpoints on the way."""
    return Config(
        seed=5,
        steps=384,
        game=GameConfig(name="kuhn_poker", num_players=3, options={"reward": "score"}),
        rollout=RolloutConfig(tables=8, length=8),
        network=NetworkConfig(net_arch=(16, 16)),
        ppo=PPOConfig(batch_size=32, n_epochs=2),
        evaluation=EvaluationConfig(every=192, deals=2),
        checkpoint=CheckpointConfig(every=128),
    )


@pytest.fixture(scope="session")
def three_player_deals():
    """All deals of Kuhn poker for three that differ, payoffs in chips."""
    deals = []
    for cards in permutations(range(4)):
        state = kuhn.game.new_state(3, seed=0, reward="score")
        for place, card in enumerate(cards):
            state.record.deck[place] = card
        deals.append(state)
    return deals
