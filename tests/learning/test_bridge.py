"""Tables as stable-baselines3 sees them, and the policy that plays at them."""

import sys

import kuhn
import numpy as np
import pytest
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

from tabletop_envs.envs.vector import VectorTables
from training import trainer
from training.bridge import TablesVecEnv
from training.config import Config, NetworkConfig, PPOConfig, RolloutConfig
from training.policy import MASKED, MaskedSoftmaxPolicy, draw

TABLES = 16


@pytest.fixture
def env():
    return TablesVecEnv(VectorTables(kuhn.game.setting(3, reward="score"), TABLES))


def test_torch_is_set_up_for_training_only(env):
    def process():
        return torch.get_num_threads(), sys.float_info.min / 2 > 0  # numbers about to vanish

    before = process()
    assert before[1]
    with trainer.quick_torch():
        assert process() == (1, False)
    assert process() == before
    trainer.make_model(Config(), env)
    assert process() == before


def random_actions(masks, rng):
    return (rng.random(masks.shape) * masks).argmax(axis=1)


def test_a_row_is_whoever_acts_at_its_table(env):
    env.seed(1)
    observations = env.reset()
    twin = VectorTables(env.tables.setting, TABLES)
    assert np.array_equal(observations, twin.reset(1))
    rng = np.random.default_rng(0)
    ends = 0
    for _ in range(40):
        acted = twin.players.copy()
        masks = get_action_masks(env).reshape(TABLES, -1)
        assert np.array_equal(masks, twin.action_masks)
        actions = random_actions(masks, rng)
        observations, rewards, dones, _ = env.step(actions)
        assert np.array_equal(observations, twin.step(actions))
        assert np.array_equal(env.acted, acted)
        assert np.array_equal(env.to_act, twin.players)
        assert np.array_equal(env.earned, twin.rewards)
        assert np.array_equal(rewards, twin.rewards[np.arange(TABLES), acted])
        assert np.array_equal(dones, twin.dones)
        ends += dones.sum()
    assert ends > TABLES


def test_masks_handed_out_do_not_change_later(env):
    assert is_masking_supported(env)
    env.reset()
    masks = get_action_masks(env)
    assert masks.dtype == np.bool_
    assert not np.shares_memory(masks, env.tables.action_masks)


def test_only_what_exists_can_be_asked_for(env):
    for ask in (env.get_attr, env.env_method):
        with pytest.raises(AttributeError, match="coins"):
            ask("coins")


def test_a_rollout_keeps_what_was_seen_and_allowed(env):
    """Observations and masks of a step are those from before its actions."""
    config = Config(
        rollout=RolloutConfig(tables=TABLES, length=12), ppo=PPOConfig(batch_size=32, n_epochs=1)
    )
    model = trainer.make_model(config, env)
    model.learn(TABLES * 12)
    buffer = model.rollout_buffer
    twin = VectorTables(env.tables.setting, TABLES)
    twin.reset(config.seed)
    for step in range(12):
        assert np.array_equal(buffer.observations[step], twin.observations)
        assert np.array_equal(buffer.action_masks[step], twin.action_masks)
        assert np.array_equal(buffer.seats[step], twin.players)
        twin.step(buffer.actions[step, :, 0])
        assert np.array_equal(buffer.earned[step], twin.rewards)
        assert np.array_equal(buffer.ended[step], twin.dones)


def test_minibatches_hold_every_decision_once(env):
    config = Config(
        rollout=RolloutConfig(tables=TABLES, length=4), ppo=PPOConfig(batch_size=32, n_epochs=1)
    )
    model = trainer.make_model(config, env)
    model.learn(TABLES * 4)
    buffer = model.rollout_buffer
    batches = list(buffer.get(24))
    assert [len(batch.actions) for batch in batches] == [24, 24, 16]
    drawn = torch.cat([batch.old_log_prob for batch in batches]).sort().values
    assert torch.equal(drawn, torch.from_numpy(buffer.log_probs.ravel()).sort().values)
    first = batches[0]
    row = (buffer.log_probs.ravel() == first.old_log_prob[0].item()).argmax()
    assert np.array_equal(first.observations[0], buffer.observations.reshape(TABLES * 4, -1)[row])


@pytest.fixture
def policies(env):
    """Ours and sb3-contrib's, with the same weights; large logits tell more."""
    made = [
        kind(env.observation_space, env.action_space, lambda _: 1e-3, net_arch=[32])
        for kind in (MaskedSoftmaxPolicy, MaskableActorCriticPolicy)
    ]
    with torch.no_grad():
        made[0].action_net.weight.mul_(300)
    made[1].load_state_dict(made[0].state_dict())
    return made


def test_the_policy_is_that_of_sb3_contrib(policies):
    generator = torch.Generator().manual_seed(0)
    size = policies[0].observation_space.shape[0]
    seen = torch.rand(64, size, generator=generator)
    masks = torch.rand(64, 2, generator=generator) < 0.6
    masks[~masks.any(1)] = True
    actions = masks.float().argmax(1)
    ours, theirs = (policy.evaluate_actions(seen, actions, masks) for policy in policies)
    for mine, other in zip(ours, theirs, strict=True):
        assert torch.allclose(mine, other, atol=1e-5)
    greedy = [policy(seen, deterministic=True, action_masks=masks)[0] for policy in policies]
    assert torch.equal(*greedy)


def test_actions_are_drawn_by_their_probabilities():
    torch.manual_seed(0)
    logits = torch.tensor([[0.0, MASKED, 1.0, MASKED, -1.0]])
    probs = logits.softmax(-1)
    drawn = draw(probs.expand(100_000, -1)).bincount(minlength=5) / 100_000
    assert drawn[1] == drawn[3] == 0
    assert torch.allclose(drawn, probs[0], atol=0.01)


def test_the_network_may_read_some_fields_only():
    setting = kuhn.game.setting(3)
    config = Config(network=NetworkConfig(net_arch=(8,)))
    all_fields = trainer.make_env(config, setting)
    some = Config(game=type(config.game)(fields=("card", "decided")))
    few_fields = trainer.make_env(some, setting)
    assert all_fields.observation_space.shape == (setting.layout.size,)
    assert few_fields.observation_space.shape == (4 + 3 * 2,)
