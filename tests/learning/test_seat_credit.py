"""Advantages follow each seat's own decisions; chained along the row, learning goes wrong."""

import kuhn
import numpy as np
import pytest
import torch
from exploitability import expected, nash_conv
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer

from training import trainer
from training.buffer import SeatBuffer, seat_advantages
from training.config import Config, NetworkConfig, PPOConfig, RolloutConfig

GAMMA, LAMBDA = 0.9, 0.7


def one_table(seats, ended, earned, values, to_act=0, last_value=0.0, gamma=1.0, gae_lambda=0.5):
    """The advantages of a single table's steps."""
    return seat_advantages(
        np.array(seats)[:, None],
        np.array(earned, float)[:, None],
        np.array(ended)[:, None],
        np.array(values, np.float32)[:, None],
        np.array([to_act]),
        np.array([last_value], np.float32),
        gamma,
        gae_lambda,
    )[:, 0]


def test_a_whole_game_by_hand():
    """The loser's -1 arrives although another seat made the last move."""
    advantages = one_table(
        seats=[0, 1, 0],
        ended=[False, False, True],
        earned=[(0, 0), (0, 0), (1, -1)],
        values=[0.5, 0.2, 0.3],
    )
    last = 1 - 0.3
    assert advantages == pytest.approx([0.3 - 0.5 + 0.5 * last, -1 - 0.2, last])


def test_the_end_of_the_rollout_by_hand():
    """Seat 0 is to act and has a value; seat 1's decision has no successor, but serves as one."""
    advantages = one_table(
        seats=[1, 0, 1],
        ended=[False, False, False],
        earned=[(0, 0)] * 3,
        values=[0.4, 0.5, 0.7],
        to_act=0,
        last_value=0.9,
    )
    assert advantages == pytest.approx([0.7 - 0.4, 0.9 - 0.5, 0])


def test_a_reward_on_the_way_belongs_to_the_decision_before_it():
    advantages = one_table(
        seats=[0, 1, 0],
        ended=[False, False, True],
        earned=[(0, 0), (2, 0), (0, 0)],
        values=[0, 0, 0],
    )
    assert advantages == pytest.approx([2, 0, 0])


def reference(seats, earned, ended, values, to_act, last_values):
    """The definition, one seat's games one after the other."""
    steps, tables = seats.shape
    advantages = np.zeros((steps, tables))
    for table in range(tables):
        begins = [0, *(np.flatnonzero(ended[:, table]) + 1)]
        for first, end in zip(begins, [*begins[1:], None], strict=True):
            for seat in range(earned.shape[2]):
                own = [t for t in range(first, end or steps) if seats[t, table] == seat]
                next_value, next_advantage = 0.0, 0.0
                until = end or steps
                if end is None and own and to_act[table] == seat:
                    next_value = last_values[table]
                elif end is None and own:
                    until = own.pop()
                    next_value = values[until, table]
                for t in reversed(own):
                    gained = earned[t:until, table, seat].sum()
                    delta = gained + GAMMA * next_value - values[t, table]
                    next_advantage = delta + GAMMA * LAMBDA * next_advantage
                    next_value, until = values[t, table], t
                    advantages[t, table] = next_advantage
    return advantages


@pytest.mark.parametrize("seed", range(20))
def test_many_tables_against_the_definition(seed):
    rng = np.random.default_rng(seed)
    steps, tables, players = 30, 16, int(rng.integers(2, 5))
    seats = rng.integers(players, size=(steps, tables))
    earned = rng.normal(size=(steps, tables, players)) * (rng.random((steps, tables, 1)) < 0.5)
    ended = rng.random((steps, tables)) < rng.choice([0.0, 0.1, 0.5])
    values = rng.normal(size=(steps, tables)).astype(np.float32)
    to_act, last_values = rng.integers(players, size=tables), rng.normal(size=tables)
    given = seats, earned, ended, values, to_act, last_values
    assert seat_advantages(*given, GAMMA, LAMBDA) == pytest.approx(reference(*given), abs=1e-4)


class RowBuffer(SeatBuffer):
    """The usual mistake: each decision's value flows from whoever acts next at the table."""

    compute_returns_and_advantage = MaskableRolloutBuffer.compute_returns_and_advantage


def uniform(seen):
    return np.full((len(seen), kuhn.actions.size), 1 / kuhn.actions.size)


def learned_policy(buffer, monkeypatch):
    """What 80 thousand decisions at Kuhn poker for three make of a policy."""
    monkeypatch.setattr(trainer, "SeatBuffer", buffer)
    config = Config(
        rollout=RolloutConfig(tables=64, length=64),
        network=NetworkConfig(net_arch=(64, 64)),
        ppo=PPOConfig(ent_coef=0.2, batch_size=512),
    )
    model = trainer.make_model(
        config, trainer.make_env(config, kuhn.game.setting(3, reward="score"))
    )
    with trainer.quick_torch():
        model.learn(80_000)

    def policy(seen):
        with torch.no_grad():
            log_probs, _ = model.policy.log_probs_and_values(torch.as_tensor(seen), None)
        return log_probs.exp().numpy()

    return policy


def test_exploitability_of_known_policies(three_player_deals):
    def caller(seen):
        return np.tile([0.0, 1.0], (len(seen), 1))  # all in chips, always: nothing is learned

    chances = np.full(24, 1 / 24)
    assert nash_conv(three_player_deals, uniform) == pytest.approx(2.0625)
    assert expected(three_player_deals, chances, 0, caller) == pytest.approx(0)
    # Against two who always pay, cards 0 and 1 never win: fold them, at -1. Card 2 wins 4 in a
    # third of the deals and loses 2 in the others, card 3 always wins 4: 1/2 for each seat.
    assert nash_conv(three_player_deals, caller) == pytest.approx(3 / 2)


def test_seat_wise_credit_learns_to_be_hard_to_exploit(three_player_deals, monkeypatch):
    exploitability = nash_conv(three_player_deals, uniform)
    learned = nash_conv(three_player_deals, learned_policy(SeatBuffer, monkeypatch))
    assert learned < exploitability / 3


def test_row_wise_credit_fails_the_same_test(three_player_deals, monkeypatch):
    exploitability = nash_conv(three_player_deals, uniform)
    learned = nash_conv(three_player_deals, learned_policy(RowBuffer, monkeypatch))
    assert learned > exploitability
