"""Many tables stepped together."""

import copy
import pickle

import numpy as np
import pytest
from settings import each_count, each_game, each_setting

import tabletop_envs as tt
from tabletop_envs.envs.vector import VectorTables

TABLES = 8


def random_actions(vec, rng):
    """A legal action at every table; 0 where the game is over."""
    chosen = rng.random(vec.action_masks.shape) * vec.action_masks
    return chosen.argmax(axis=1)


@each_setting
def test_tables_play_the_games_of_game_state(setting):
    vec = VectorTables(setting, TABLES, restart=False)
    vec.reset([100 + table for table in range(TABLES)])
    states = [setting.new_state(100 + table) for table in range(TABLES)]
    rng = np.random.default_rng(1)
    while not vec.over.all():
        for table, state in enumerate(states):
            np.testing.assert_array_equal(vec.action_masks[table], state.action_mask())
            if not state.is_terminal:
                assert vec.players[table] == state.current_player
                seen = state.observation(state.current_player)
                np.testing.assert_array_equal(vec.observations[table], seen)
        actions = random_actions(vec, rng)
        ongoing = vec.over == 0
        vec.step(actions)
        for table in np.flatnonzero(ongoing):
            states[table].step(actions[table])
            np.testing.assert_array_equal(vec.rewards[table], states[table].returns())
            assert vec.dones[table] == states[table].is_terminal


@each_count
def test_finished_games_restart_with_fresh_ones(setting):
    vec = VectorTables(setting, TABLES)
    vec.reset(1)
    rng = np.random.default_rng(2)
    ended = np.zeros(TABLES, int)
    while ended.min() < 2:
        vec.step(random_actions(vec, rng))
        assert vec.action_masks.any(axis=1).all()
        assert not vec.rewards[~vec.dones].any()
        for table in np.flatnonzero(vec.dones):
            assert vec.rewards[table].any() or setting.options.reward != "win"
            fresh = vec.game_state(table)
            seen = fresh.observation(fresh.current_player)
            np.testing.assert_array_equal(vec.observations[table], seen)
        ended += vec.dones


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda vec: pickle.loads(pickle.dumps(vec))])
@pytest.mark.parametrize("name", tt.games())
def test_copies_play_on(name, copied):
    def play(vec):
        rng, told = np.random.default_rng(2), []
        for _ in range(60):
            told += [vec.observations.tobytes(), vec.players.tobytes(), vec.rewards.tobytes()]
            vec.step(random_actions(vec, rng))
        return told

    vec = VectorTables(tt.load(name).setting(), TABLES, pad_observation=True)
    vec.reset(1)
    play(vec)
    other = copied(vec)
    assert play(other) == play(vec)


@each_game
def test_a_seed_fixes_all_games_to_come(game):
    def digest(seed):
        vec = VectorTables(game.setting(), TABLES)
        vec.reset(seed)
        rng = np.random.default_rng(3)
        seen = []
        for _ in range(50):
            seen.append(vec.observations.tobytes())
            vec.step(random_actions(vec, rng))
        return seen

    assert digest(1) == digest(1)
    assert digest(1) != digest(2)


@each_game
def test_observations_are_a_view_of_the_present(game):
    vec = VectorTables(game.setting(), TABLES)
    first = vec.reset(4)
    assert vec.step(random_actions(vec, np.random.default_rng(1))) is first
    with pytest.raises(ValueError, match="read-only"):
        first[:] = 0


@each_game
@pytest.mark.parametrize("wrong", ["masked", "negative", "too high"])
def test_an_illegal_action_anywhere_steps_no_table(game, wrong):
    vec = VectorTables(game.setting(), TABLES)
    vec.reset(5)
    for _ in range(200):  # to a table with an action that is not legal
        if wrong != "masked" or not vec.action_masks[5].all():
            break
        vec.step(random_actions(vec, np.random.default_rng(1)))
    else:
        pytest.skip("everything is always legal")
    before = vec.to_bytes(), vec.observations.copy(), vec.rewards.copy()
    actions = random_actions(vec, np.random.default_rng(2))
    actions[5] = {"masked": vec.action_masks[5].argmin(), "negative": -1}.get(wrong, 10**6)
    with pytest.raises(tt.IllegalAction, match=r"table 5: .*; no table was stepped"):
        vec.step(actions)
    assert vec.to_bytes() == before[0]
    np.testing.assert_array_equal(vec.observations, before[1])
    np.testing.assert_array_equal(vec.rewards, before[2])


@pytest.mark.parametrize(
    "actions", [[0] * 7, [[0]] * 8, [0.0] * 8, [True] * 8, ["0"] * 8, 0, None, [None] * 8]
)
def test_actions_of_a_wrong_kind(actions):
    vec = tt.make_vec("streaming", 8)
    vec.reset(1)
    with pytest.raises(tt.IllegalAction, match="8 integers, one a table"):
        vec.step(actions)


def test_tables_are_reset_first():
    vec = tt.make_vec("streaming", 2)
    with pytest.raises(tt.IllegalAction, match="reset"):
        vec.step([0, 0])


@each_count
def test_every_seat_can_be_observed(setting):
    vec = VectorTables(setting, TABLES)
    vec.reset(6)
    rng = np.random.default_rng(6)
    for seat in range(-1, setting.num_players):
        vec.step(random_actions(vec, rng))
        seen = vec.observe([seat] * TABLES)
        for table in range(TABLES):
            np.testing.assert_array_equal(seen[table], vec.game_state(table).observation(seat))


@pytest.mark.parametrize("seats", [[0], [-2] * 4, [4] * 4])
def test_unknown_seats(seats):
    vec = tt.make_vec("streaming", 4)
    vec.reset(1)
    with pytest.raises(ValueError, match="seats are"):
        vec.observe(seats)


@each_game
def test_some_fields_and_padding(game):
    name, *_, last = game.observation_fields
    few = VectorTables(game.setting(), TABLES, fields=[last, name])
    whole = VectorTables(game.setting(), TABLES)
    few.reset(7)
    whole.reset(7)
    parts = whole.layout.split(whole.observations)
    seen = few.layout.split(few.observations)
    assert list(seen) == [name, last]
    for field, value in seen.items():
        np.testing.assert_array_equal(value, parts[field])
    padded = {
        VectorTables(game.setting(count), 1, pad_observation=True).layout.size
        for count in range(game.min_players, game.max_players + 1)
    }
    assert len(padded) == 1
    for wrong in (["no such field"], []):
        with pytest.raises(ValueError, match="field"):
            VectorTables(game.setting(), 1, fields=wrong)


@each_count
def test_rollouts_end_all_games(setting):
    vec = VectorTables(setting, TABLES)
    vec.reset(8)
    decisions = vec.rollout()
    assert decisions >= TABLES
    assert vec.dones.all()
    assert vec.over.all()
    rank, _, scores = vec.results()
    np.testing.assert_array_equal(vec.rewards, rank)
    totals = [vec.game_state(table).scores()["total"] for table in range(TABLES)]
    np.testing.assert_array_equal(scores, totals)


@each_game
def test_resampled_tables_look_the_same(game):
    vec = VectorTables(game.setting(), TABLES)
    vec.reset(9)
    states = vec.resampled(np.arange(1, TABLES), np.random.default_rng(1))
    before = vec.to_bytes()
    for table, state in enumerate(states.view(np.ndarray), start=1):
        assert state["actor"] == vec.players[table]
        np.testing.assert_array_equal(state["mask"], vec.action_masks[table])
        assert bytes(state["rng"]) != bytes(vec.game_state(table)._cells["rng"])
    assert vec.to_bytes() == before


@each_game
def test_tables_are_kept_as_bytes(game):
    vec, other = (VectorTables(game.setting(), TABLES) for _ in range(2))
    vec.reset(10)
    other.reset(11)
    np.testing.assert_array_equal(other.restore(vec.to_bytes()), vec.observations)
    rng = np.random.default_rng(1)
    for _ in range(20):
        actions = random_actions(vec, rng)
        np.testing.assert_array_equal(vec.step(actions), other.step(actions))
    with pytest.raises(ValueError, match="bytes"):
        vec.restore(vec.to_bytes()[:-1])


@pytest.mark.parametrize(
    ("num_players", "options", "complaint"),
    [
        (3, {}, "of 3 players, not of 4"),
        (4, {"reward": "win"}, "another reward$"),
        (4, {"reward": "win", "skip_forced": False}, "another skip_forced and reward$"),
        (4, {"audience": ()}, "another audience$"),
    ],
)
def test_tables_of_another_setting_are_not_restored(num_players, options, complaint):
    vec = tt.make_vec("streaming", 2, 4, pad_observation=True)
    other = tt.make_vec("streaming", 2, num_players, pad_observation=True, **options)
    vec.reset(1)
    other.reset(1)
    before = vec.to_bytes()
    with pytest.raises(ValueError, match=complaint):
        vec.restore(other.to_bytes())
    assert vec.to_bytes() == before


@pytest.mark.parametrize("table", [-1, 3, 10**6])
def test_tables_that_do_not_exist(table):
    vec = tt.make_vec("streaming", 3)
    vec.reset(1)
    with pytest.raises(IndexError, match=f"tables are 0 to 2, not {table}"):
        vec.game_state(table)


def test_rollouts_begin_at_tables_that_were_reset():
    with pytest.raises(RuntimeError, match="reset the tables first"):
        tt.make_vec("streaming", 2).rollout()


@pytest.mark.parametrize("count", [0, -1, 1.5, "2", None, True])
def test_wrong_numbers_of_tables(count):
    with pytest.raises(ValueError, match="num_envs"):
        tt.make_vec("streaming", count)


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "1", True, [1, 2], [1, -1, 2]])
def test_bad_seeds(seed):
    with pytest.raises(ValueError, match="seed"):
        tt.make_vec("streaming", 3).reset(seed)


def test_views_cannot_be_written():
    vec = tt.make_vec("streaming", 2)
    vec.reset(1)
    for view in (vec.players, vec.action_masks, vec.over):
        with pytest.raises(ValueError, match="read-only"):
            view[0] = 1
