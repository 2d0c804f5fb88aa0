"""One seat of every game as a Gymnasium environment."""

import copy
import pickle
import random
import warnings
from dataclasses import replace
from functools import partial

import gymnasium
import kuhn
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from settings import each_count, each_game, each_rich_setting

import tabletop_envs as tt
from tabletop_envs.agents.random import RandomAgent
from tabletop_envs.core.game import Game
from tabletop_envs.core.native import rule
from tabletop_envs.envs.seat import SeatEnv
from tabletop_envs.registry import gymnasium_id


class Recorder:
    """Plays at random and remembers which seats it was asked for."""

    def __init__(self):
        self.asked = []

    def act(self, observations, action_masks, players, rng):
        self.asked += players.tolist()
        return RandomAgent().act(observations, action_masks, players, rng)


class StatesRecorder(Recorder):
    needs_states = True

    def act(self, observations, action_masks, players, rng, states):
        assert (states["actor"] == players).all()
        return super().act(observations, action_masks, players, rng)


def play(env, rng):
    """One game at random; answers the observations, the last reward and the last info."""
    seen = []
    observation, info = env.reset()
    while True:
        seen.append(observation.tobytes())
        action = rng.choice(info["action_mask"].nonzero()[0])
        observation, reward, terminated, truncated, info = env.step(action)
        assert not truncated
        if terminated:
            return seen, reward, info
        assert reward == 0


@each_rich_setting
@pytest.mark.parametrize("seat", [0, "random", "rotating"])
def test_gymnasium_and_sb3_checks(setting, seat):
    sb3 = pytest.importorskip("stable_baselines3.common.env_checker")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for usual in ("infinity", "different from the unwrapped", "render", "spec"):
            warnings.filterwarnings("ignore", message=f".*{usual}")
        check_env(SeatEnv(setting, seat=seat), skip_render_check=True)
        sb3.check_env(SeatEnv(setting, seat=seat))


@pytest.mark.parametrize("name", tt.games())
def test_gymnasium_makes_it(name):
    env = gymnasium.make(f"tabletop_envs:{gymnasium_id(name)}", seat=1, render_mode="ansi")
    env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.int8
    assert masks.any()
    assert env.render() == env.unwrapped.render()


@each_count
def test_the_mask_is_that_of_the_seat(setting):
    env = SeatEnv(setting, seat="random")
    _, info = env.reset(seed=2)
    rng = random.Random(2)
    terminated = False
    while not terminated:
        np.testing.assert_array_equal(info["action_mask"], env.action_masks())
        action = rng.choice(env.action_masks().nonzero()[0])
        _, _, terminated, _, info = env.step(action)
    assert not env.action_masks().any()
    assert not info["action_mask"].any()


@each_count
def test_it_ends_with_the_seats_reward_and_scores(setting):
    for seat in range(setting.num_players):
        env = SeatEnv(setting, seat=seat)
        env.reset(seed=5)
        _, reward, info = play(env, random.Random(seat))
        final = env._tables.game_state(0)
        assert reward == final.returns()[seat]
        assert info["scores"] == {
            name: part[seat].tolist() for name, part in final.scores().items()
        }
        assert info["seat"] == seat


@each_game
def test_a_seed_fixes_deals_seats_and_opponents(game):
    def games(seed):
        env = SeatEnv(game.setting())
        env.reset(seed=seed)
        return [play(env, random.Random(3))[:2] for _ in range(3)]

    assert games(1) == games(1)
    assert games(1) != games(2)


@each_game
def test_seats(game):
    setting = game.setting()
    count = setting.num_players

    def seats(env, seed=None):
        return [env.reset(seed=seed if i == 0 else None)[1]["seat"] for i in range(4 * count)]

    assert set(seats(SeatEnv(setting, seat=1))) == {1}
    assert set(seats(SeatEnv(setting, seat="random"), seed=1)) == set(range(count))
    rotating = SeatEnv(setting, seat="rotating")
    rotating.reset()
    assert seats(rotating, seed=1) == [*range(count)] * 4


@each_count
@pytest.mark.parametrize("kind", [Recorder, StatesRecorder])
def test_opponents_sit_clockwise_from_the_seat(setting, kind):
    count = setting.num_players
    for seat in {0, count - 1}:
        others = [kind() for _ in range(count - 1)]
        env = SeatEnv(setting, seat=seat, opponents=others)
        env.reset(seed=1)
        for _ in range(20):  # games, until everybody was asked
            play(env, random.Random(1))
            if all(agent.asked for agent in others):
                break
        for place, agent in enumerate(others, start=1):
            assert set(agent.asked) == {(seat + place) % count}


def test_opponents_by_name():
    for name in tt.load("streaming").bots:
        env = SeatEnv("streaming", 3, seat=0, opponents=["random", name])
        env.reset(seed=1)
        play(env, random.Random(1))


def short_kuhn(name, lowest_winner):
    """Kuhn poker for two that ends with seat 0's decision if its card is so high."""

    @rule
    def step(state, action):
        kuhn.step(state, action)
        if state.deck[0] >= lowest_winner:
            state.over = 1

    game = kuhn.game
    return Game(
        name=name,
        rules_version=0,
        players=(2, 2),
        default_players=2,
        state=game.state,
        observation=game.observation,
        scores=game.scores,
        options=game.options,
        actions=game.actions,
        rules=replace(game.rules, step=step),
        axes_in_use=game.axes_in_use,
        describe=game.describe,
        bots={},
    )


def test_games_in_which_the_seat_never_decides_are_skipped():
    env = SeatEnv(short_kuhn("short_kuhn", lowest_winner=2).setting(), seat=1)
    skipped = []
    for seed in range(40):
        _, info = env.reset(seed=seed)
        assert info["action_mask"].any()
        skipped.append(info["skipped_games"])
    assert min(skipped) == 0
    assert max(skipped) > 0


def test_a_seat_that_never_decides_is_an_error():
    env = SeatEnv(short_kuhn("one_sided_kuhn", lowest_winner=0).setting(), seat=1)
    with pytest.raises(RuntimeError, match="nothing to decide"):
        env.reset(seed=1)


@each_game
def test_padding_gives_one_length(game):
    sizes = {
        SeatEnv(game.setting(count), pad_observation=True).observation_space.shape
        for count in range(game.min_players, game.max_players + 1)
    }
    assert len(sizes) == 1
    env = SeatEnv(game.setting(), pad_observation=True)
    assert env.observation_space.contains(env.reset(seed=1)[0])


def test_an_illegal_action_loses():
    env = SeatEnv("streaming", 4, seat=0)
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(90)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert "bid 90" in info["illegal_action"]
    assert not env.action_masks().any()
    with pytest.raises(tt.IllegalAction, match="reset"):
        env.step(0)


def test_an_illegal_action_is_refused_if_so_asked():
    env = SeatEnv("streaming", 4, seat=0, illegal_reward=None)
    env.reset(seed=1)
    masks = env.action_masks()
    with pytest.raises(tt.IllegalAction, match="bid 90"):
        env.step(90)
    np.testing.assert_array_equal(env.action_masks(), masks)
    env.step(0)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("opponents", ["random", "thrifty", "search:2"])
def test_copies_go_on_with_the_game(opponents, copied):
    def rest(env):
        rng, told = np.random.default_rng(1), []
        for _ in range(9):
            masks = env.action_masks()
            if not masks.any():
                env.reset()
                continue
            seen, *result, _ = env.step(rng.choice(np.flatnonzero(masks)))
            told.append((seen.tobytes(), *result))
        return told

    env = SeatEnv("streaming", opponents=opponents)
    env.reset(seed=5)
    other = copied(env)
    assert rest(env) == rest(other)


def test_what_sb3_predicts_is_an_action():
    """For one environment ``predict`` answers an array without axes."""
    env = SeatEnv("streaming")
    env.reset(seed=1)
    env.step(np.array(0))
    env.step(np.array(0, np.int32))


def test_sb3_makes_it():
    """Its ``make_vec_env`` asks for pictures first."""
    env_util = pytest.importorskip("stable_baselines3.common.env_util")
    assert env_util.make_vec_env("tabletop_envs:tabletop/Streaming-v0", n_envs=2).num_envs == 2


@pytest.mark.parametrize("action", [-1, 116, 10**30, 1.5, "0", None, True, np.zeros(1, int)])
def test_what_is_no_action_is_refused(action):
    env = SeatEnv("streaming")
    env.reset(seed=1)
    with pytest.raises(tt.IllegalAction):
        env.step(action)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"seat": 4}, "seat is 4"),
        ({"seat": -1}, "seat is -1"),
        ({"seat": 1.5}, "seat is 1.5"),
        ({"seat": True}, "seat is True"),
        ({"seat": "rotate"}, "did you mean 'rotating'"),
        ({"opponents": "radnom"}, "did you mean 'random'"),
        ({"opponents": ["random"]}, "a list of 3"),
        ({"opponents": [1, 2, 3]}, "has a method 'act'"),
        ({"opponents": None}, "a name, an agent, or a list of 3"),
        ({"render_mode": "rgb_array"}, "render_mode"),
        ({"num_players": 9}, "3 to 5 players"),
        ({"audeince": "set1"}, "did you mean 'audience'"),
        ({"game": "steaming"}, "did you mean 'streaming'"),
    ],
)
def test_wrong_arguments(wrong, message):
    with pytest.raises(ValueError, match=message):
        SeatEnv(**{"game": "streaming", **wrong})


@pytest.mark.parametrize("seed", [-1, 2**63, 1.0, "1", True])
def test_bad_seeds(seed):
    with pytest.raises(ValueError, match="seed"):
        SeatEnv("streaming").reset(seed=seed)


def test_rendering_shows_what_the_seat_sees(capsys):
    env = SeatEnv("streaming", seat=2, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env._tables.game_state(0).render(2)
    human = SeatEnv("streaming", seat=2, render_mode="human")
    with pytest.raises(RuntimeError, match="reset"):
        human.render()
    human.reset(seed=1)
    assert capsys.readouterr().out == env.render() + "\n"
    assert human.render() is None
    assert capsys.readouterr().out == env.render() + "\n"


@pytest.mark.parametrize(
    "name", ["DummyVecEnv", pytest.param("SubprocVecEnv", marks=pytest.mark.slow)]
)
def test_in_the_batches_of_sb3(name):
    vec_env = pytest.importorskip("stable_baselines3.common.vec_env")
    make = partial(gymnasium.make, "tabletop_envs:tabletop/Streaming-v0", seat="rotating")
    batch = getattr(vec_env, name)([make, make])
    try:
        batch.seed(3)
        observations = batch.reset()
        rng = np.random.default_rng(1)
        finished = 0
        while not finished:
            assert observations.shape == (2, *batch.observation_space.shape)
            masks = np.stack(batch.env_method("action_masks"))
            actions = [rng.choice(np.flatnonzero(mask)) for mask in masks]
            observations, _, dones, infos = batch.step(actions)
            finished += dones.sum()
        assert any("scores" in info for info in infos)
    finally:
        batch.close()
