"""Agents by name: what they choose, and what is said when there is no such agent."""

import copy
import pickle
import subprocess
import sys

import kuhn
import numpy as np
import pytest

import tabletop_envs as tt
from tabletop_envs import agents
from tabletop_envs.agents import UnknownAgent
from tabletop_envs.agents.base import ask
from tabletop_envs.envs.vector import VectorTables

KUHN = kuhn.game.setting(3)


def choices(agent, tables, rng):
    """What an agent chooses at every table."""
    return ask(agent, tables, np.arange(tables.num_envs), rng)


def dealt(count, seed=0, setting=KUHN):
    tables = VectorTables(setting, count)
    tables.reset(seed)
    return tables


# --- by name ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["random", "bold", "search:3"])
def test_an_agent_made_by_name_answers_legal_actions(name):
    agent = agents.make(name, kuhn.game, 3)
    assert agent.name == name
    chosen = choices(agent, dealt(40), np.random.default_rng(0))
    assert chosen.shape == (40,)
    assert set(chosen) <= {kuhn.PASS, kuhn.BET}


def test_a_game_may_be_named_or_settled():
    assert agents.make("random", "streaming", num_players=3).name == "random"
    assert agents.make("bold", KUHN).name == "bold"
    with pytest.raises(ValueError, match="already"):
        agents.make("bold", KUHN, num_players=2)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("randon", "did you mean 'random'"),
        ("bolt", "did you mean 'bold'"),
        ("xyzzy", "choose from random, bold, search:1000, trained"),
        ("search", "search:1000"),
        ("search:", "search:1000"),
        ("search:0", "search:1000"),
        ("search:-5", "search:1000"),
        ("search:many", "search:1000"),
        ("", "choose from"),
    ],
)
def test_an_unknown_name_is_refused_with_a_hint(name, hint):
    with pytest.raises(UnknownAgent, match=hint):
        agents.make(name, KUHN)


def test_the_random_agent_takes_every_legal_action_equally_often():
    masks = np.zeros((30_000, 6), np.int8)
    masks[:, [1, 2, 5]] = 1
    agent = agents.make("random", KUHN)
    rng = np.random.default_rng(0)
    chosen = agent.act(np.zeros((30_000, 1), np.float32), masks, np.zeros(30_000, int), rng)
    counts = np.bincount(chosen, minlength=6)
    assert counts[[0, 3, 4]].sum() == 0
    assert (np.abs(counts[[1, 2, 5]] - 10_000) < 400).all()  # five standard deviations


def test_a_scripted_agent_plays_its_rule():
    tables = dealt(200)
    highest = tables.observations[:, KUHN.layout.columns["card"]][:, 3] == 1
    chosen = choices(agents.make("bold", KUHN), tables, np.random.default_rng(0))
    assert highest.any()
    assert (chosen[highest] == kuhn.BET).all()
    assert set(chosen[~highest]) == {kuhn.PASS, kuhn.BET}  # tosses a coin


@pytest.mark.parametrize("name", ["random", "bold", "search:3"])
def test_all_chance_comes_from_the_generator_that_is_passed(name):
    agent, tables = agents.make(name, KUHN), dealt(60)
    first, again, other = (choices(agent, tables, np.random.default_rng(s)) for s in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    assert (first != other).any()


COPIES = [copy.deepcopy, lambda agent: pickle.loads(pickle.dumps(agent))]


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("name", ["random", "thrifty", "search:3"])
def test_a_copy_plays_the_same(name, copied):
    tables = dealt(20, setting=tt.load("streaming").setting(3))
    agent = agents.make(name, tables.setting)
    other = copied(agent)
    mine, others = (choices(a, tables, np.random.default_rng(1)) for a in (agent, other))
    np.testing.assert_array_equal(mine, others)


@pytest.mark.parametrize("name", ["random", "bold", "search:9"])
def test_an_agent_can_be_asked_about_one_game(name):
    agent = agents.make(name, KUHN)
    for seed in range(20):
        state = KUHN.new_state(seed)
        before = state.to_bytes()
        action = agents.choose(agent, state, seed=1)
        assert state.action_mask()[action]
        assert agents.choose(agent, state, seed=1) == action
        assert state.to_bytes() == before
    while not state.is_terminal:
        state.step(agents.choose(agent, state))
    with pytest.raises(tt.IllegalAction, match="over"):
        agents.choose(agent, state)


def test_torch_is_imported_only_for_a_trained_agent():
    program = (
        "import sys; from tabletop_envs import agents, evaluation; "
        "agents.make('random', 'streaming'); print('torch' in sys.modules)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "False"
