"""Every game as a PettingZoo environment."""

import copy
import pickle
import random
import warnings

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, seed_test
from settings import each_count, each_game, each_rich_setting

import tabletop_envs as tt
from tabletop_envs import streaming_v0
from tabletop_envs.envs.aec import ILLEGAL_REWARD, TabletopEnv, wrapped
from tabletop_envs.registry import register_ids

WRAPPINGS = pytest.mark.parametrize("wrap", [lambda env: env, wrapped], ids=["raw", "wrapped"])


def play(env, rng, decisions=None):
    """Step at random: to the end, or so many decisions; answers what the movers saw."""
    seen = []
    while env.agents and len(seen) != decisions:
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            env.step(None)
        else:
            seen.append((env.agent_selection, observation["observation"].tobytes()))
            env.step(rng.choice(observation["action_mask"].nonzero()[0]))
    return seen


@each_rich_setting
@WRAPPINGS
def test_pettingzoo_api(setting, wrap):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for usual in ("Observation space for each agent", "Observation is not a NumPy array"):
            warnings.filterwarnings("ignore", message=usual)  # as in all games with masks
        warnings.filterwarnings("ignore", message="Action mask numpy array is all zeros")
        api_test(wrap(TabletopEnv(setting)), num_cycles=200)


@each_rich_setting
@WRAPPINGS
def test_pettingzoo_seed(setting, wrap):
    seed_test(lambda: wrap(TabletopEnv(setting)), num_cycles=50)


@each_count
def test_only_the_agent_to_act_has_a_mask(setting):
    env = TabletopEnv(setting)
    env.reset(seed=1)
    rng = random.Random(1)
    while not env.terminations[env.agent_selection]:
        for agent in env.possible_agents:
            mask = env.observe(agent)["action_mask"]
            assert mask.dtype == np.int8
            assert mask.any() == (agent == env.agent_selection)
        env.step(rng.choice(env.last()[0]["action_mask"].nonzero()[0]))
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.possible_agents)


@each_count
def test_it_plays_the_games_of_game_state(setting):
    """Same seed and actions: same views, rewards and scores as ``GameState``."""
    env, state = TabletopEnv(setting), setting.new_state(seed=11)
    env.reset(seed=11)
    rng = random.Random(2)
    while not state.is_terminal:
        assert env.agent_selection == f"player_{state.current_player}"
        for seat, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)["observation"]
            np.testing.assert_array_equal(seen, state.observation(seat))
        assert env.rewards == dict.fromkeys(env.agents, 0.0)
        assert env.infos == {agent: {} for agent in env.agents}
        action = rng.choice(state.legal_actions())
        env.step(action)
        state.step(action)
    assert list(env.rewards.values()) == state.returns().tolist()
    assert env.agents == env.possible_agents
    assert set(env.terminations.values()) == {True}
    assert set(env.truncations.values()) == {False}
    for seat, agent in enumerate(env.agents):
        scores = {name: part[seat].tolist() for name, part in state.scores().items()}
        assert env.infos[agent] == {"scores": scores}


@each_count
def test_state_is_what_all_seats_see(setting):
    env = TabletopEnv(setting)
    env.reset(seed=3)
    play(env, random.Random(3), decisions=2)
    seen = [env.observe(agent)["observation"] for agent in env.possible_agents]
    np.testing.assert_array_equal(env.state(), np.concatenate(seen))
    assert env.state_space.contains(env.state())


@each_game
def test_observations_are_the_callers_own(game):
    env = TabletopEnv(game.setting())
    env.reset(seed=4)
    first = env.observe("player_0")
    first["observation"][:] = 7
    first["action_mask"][:] = 7
    again = env.observe("player_0")
    assert not (again["observation"] == 7).all()
    assert again["action_mask"].max() <= 1


@each_game
def test_a_reset_without_seed_goes_on_with_the_stream(game):
    def games(env, seed):
        env.reset(seed=seed)
        first = env.state().tobytes()
        env.reset()
        second = env.state().tobytes()
        env.reset()
        return first, second, env.state().tobytes()

    one, other = TabletopEnv(game.setting()), TabletopEnv(game.setting())
    assert games(one, 5) == games(other, 5)
    assert games(one, 5) != games(other, 6)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@WRAPPINGS
@pytest.mark.parametrize("name", tt.games())
def test_copies_go_on_with_the_game(name, wrap, copied):
    env = wrap(TabletopEnv(tt.load(name).setting()))
    env.reset(seed=6)
    play(env, random.Random(1), decisions=9)
    other = copied(env)
    assert play(env, random.Random(2)) == play(other, random.Random(2))
    env.reset()
    other.reset()
    assert play(env, random.Random(3)) == play(other, random.Random(3))


@each_game
def test_a_copy_leaves_the_original_alone(game):
    env = TabletopEnv(game.setting())
    env.reset(seed=7)
    before = env.state()
    play(copy.deepcopy(env), random.Random(1))
    np.testing.assert_array_equal(env.state(), before)
    env.game_state.step(int(env.last()[0]["action_mask"].argmax()))
    np.testing.assert_array_equal(env.state(), before)


@each_game
@pytest.mark.parametrize("action", [-1, 10**6, 10**30, 1.0, "0", None, True, [0], np.float32(1)])
def test_bad_actions_are_refused_and_change_nothing(game, action):
    env = TabletopEnv(game.setting())
    env.reset(seed=8)
    agent, before = env.agent_selection, env.game_state
    with pytest.raises(tt.IllegalAction):
        env.step(action)
    assert env.game_state == before
    assert env.agent_selection == agent


@pytest.mark.parametrize("kind", [int, np.int32, np.int64, np.uint8, np.array])
def test_any_kind_of_integer_is_an_action(kind):
    env = streaming_v0.raw_env()
    env.reset(seed=8)
    env.step(kind(0))
    assert env.agent_selection == "player_1"


def test_a_masked_action_is_refused_in_words():
    env = streaming_v0.raw_env()
    env.reset(seed=8)
    before = env.game_state
    with pytest.raises(tt.IllegalAction, match=r"player 0 may not .*\(bid 90\) now; legal are:"):
        env.step(90)
    assert env.game_state == before


def test_the_wrapped_env_ends_the_game_of_an_illegal_action():
    env = streaming_v0.env()
    env.reset(seed=8)
    env.step(90)
    assert set(env.terminations.values()) == {True}
    assert env.rewards == {f"player_{i}": ILLEGAL_REWARD if i == 0 else 0 for i in range(4)}
    for _ in range(4):
        env.step(None)
    assert env.agents == []


@each_game
def test_a_finished_game_is_not_stepped(game):
    env = TabletopEnv(game.setting())
    env.reset(seed=9)
    play(env, random.Random(1))
    assert env.agents == []
    with pytest.raises(tt.IllegalAction, match="reset"):
        env.step(0)
    env.observe("player_0")  # may still be looked at


@each_game
def test_finished_agents_are_stepped_with_none(game):
    env = TabletopEnv(game.setting())
    env.reset(seed=9)
    while not env.terminations[env.agent_selection]:
        env.step(int(env.last()[0]["action_mask"].argmax()))
    with pytest.raises(ValueError, match="None"):
        env.step(0)


@each_game
def test_before_the_first_game(game):
    env = TabletopEnv(game.setting())
    with pytest.raises(tt.IllegalAction, match="reset"):
        env.step(0)
    for look in (lambda: env.observe("player_0"), env.state):
        with pytest.raises(RuntimeError, match="reset"):
            look()


@pytest.mark.parametrize("agent", ["player_9", "player", 0, None])
def test_unknown_agents(agent):
    env = streaming_v0.raw_env()
    env.reset(seed=1)
    for look in (env.observe, env.observation_space, env.action_space):
        with pytest.raises(ValueError, match="there is no agent"):
            look(agent)


@pytest.mark.parametrize("seed", [-1, 2**63, 10**40, 1.0, "1", True])
def test_bad_seeds(seed):
    env = streaming_v0.raw_env()
    with pytest.raises(ValueError, match="seed"):
        env.reset(seed=seed)


def test_rendering(capsys):
    env = streaming_v0.raw_env(render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.game_state.render()
    human = streaming_v0.raw_env(render_mode="human")
    human.reset(seed=1)
    human.step(0)
    assert capsys.readouterr().out.count(env.render().splitlines()[0]) == 2
    with pytest.raises(ValueError, match="render_mode"):
        streaming_v0.raw_env(render_mode="rgb_array")


def test_padding_gives_one_length():
    sizes = {streaming_v0.raw_env(n, pad_observation=True).layout.size for n in (3, 4, 5)}
    assert sizes == {streaming_v0.raw_env(5, audience=(10,)).layout.size}
    env = streaming_v0.raw_env(3, pad_observation=True)
    env.reset(seed=1)
    assert env.observation_space("player_0").contains(env.observe("player_0"))


@pytest.mark.parametrize("name", tt.games())
def test_pettingzoo_makes_it(name):
    version = tt.load(name).rules_version
    env = pettingzoo.make("aec", f"tabletop/{name}-v{version}", render_mode="ansi")
    env.reset(seed=1)
    assert str(env) == env.metadata["name"] == f"{name}_v{version}"
    assert isinstance(env.render(), str)


def test_registering_again_is_silent():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        register_ids()
