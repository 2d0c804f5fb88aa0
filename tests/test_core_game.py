"""A game being played: asked, stepped, copied, kept as bytes; and what it refuses."""

import copy
import pickle
import random
import zlib

import kuhn
import numpy as np
import pytest
from laws import random_game
from settings import each_count, each_game

import tabletop_envs as tt
from tabletop_envs.core.game import MAGIC

BAD_SEEDS = [-1, 2**63, 10**40, 1.5, "1", True, [1], np.float64(1)]


def midgame(game):
    state = game.new_state(seed=1)
    for _ in range(2):
        state.step(state.legal_actions()[-1])
    return state


def finished(game):
    *_, state = random_game(game.setting(), 1)
    return state


@each_count
def test_a_new_game(setting):
    state = setting.new_state(seed=1)
    assert state.num_players == setting.num_players
    assert not state.is_terminal
    assert 0 <= state.current_player < state.num_players
    mask = state.action_mask()
    assert mask.dtype == np.int8
    assert mask.shape == (setting.game.num_actions,)
    assert state.legal_actions() == mask.nonzero()[0].tolist()
    assert state.observation(0).dtype == np.float32
    assert state.returns().dtype == np.float64
    assert isinstance(state.render(), str)


@each_game
def test_games_without_a_seed_are_different(game):
    assert len({game.new_state().to_bytes() for _ in range(3)}) == 3


@each_game
@pytest.mark.parametrize("seed", BAD_SEEDS)
def test_bad_seeds(game, seed):
    with pytest.raises(ValueError, match="seed"):
        game.new_state(seed=seed)


@pytest.mark.parametrize("seed", BAD_SEEDS)
def test_bad_seeds_of_samples(seed):
    with pytest.raises(ValueError, match="seed"):
        kuhn.game.new_state(seed=1).resample(0, seed)


@each_game
def test_the_greatest_seed(game):
    assert game.new_state(seed=2**63 - 1) == game.new_state(seed=np.uint64(2**63 - 1))


@each_game
@pytest.mark.parametrize("player", [-2, 99, 0.0, "0", True])
def test_unknown_players(game, player):
    state = game.new_state(seed=1)
    for ask in (state.observation, state.observation_dict, state.render):
        with pytest.raises(ValueError, match="player"):
            ask(player)


@each_game
@pytest.mark.parametrize("player", [tt.SPECTATOR, None])
def test_only_players_have_something_to_resample_for(game, player):
    with pytest.raises(ValueError, match="player"):
        game.new_state(seed=1).resample(player, 1)


@each_game
@pytest.mark.parametrize("action", [-1, 10**6, 10**30, 1.0, "0", None, False, [0], np.float32(1)])
def test_what_is_no_action_is_refused(game, action):
    state = midgame(game)
    before = state.to_bytes()
    with pytest.raises(tt.IllegalAction, match=f"actions? of {game.name}|an action of {game.name}"):
        state.step(action)
    assert state.to_bytes() == before


@each_game
def test_illegal_actions_are_refused_in_words(game):
    for state in random_game(game.setting(), 3):
        illegal = np.flatnonzero(state.action_mask() == 0)
        if state.is_terminal or not len(illegal):
            continue
        action, before = int(illegal[-1]), state.to_bytes()
        with pytest.raises(tt.IllegalAction) as refusal:
            state.step(action)
        message = str(refusal.value)
        assert f"player {state.current_player} may not" in message
        assert game.action_names[action] in message
        assert game.action_names[state.legal_actions()[0]] in message
        assert state.to_bytes() == before


@each_game
def test_a_finished_game_is_not_stepped(game):
    state = finished(game)
    before = state.to_bytes()
    with pytest.raises(tt.IllegalAction, match="is over"):
        state.step(0)
    assert state.to_bytes() == before
    assert state.legal_actions() == []


def copies(state):
    yield state.clone()
    yield copy.copy(state)
    yield copy.deepcopy(state)
    yield state.game.from_bytes(state.to_bytes())
    if state.game is not kuhn.game:
        yield pickle.loads(pickle.dumps(state))


@each_game
def test_copies_are_games_of_their_own(game):
    state = midgame(game)
    before = state.to_bytes()
    for other in copies(state):
        assert other == state
        assert other is not state
        rng, twin = random.Random(5), random.Random(5)
        original = state.clone()
        while not other.is_terminal:
            other.step(rng.choice(other.legal_actions()))
            original.step(twin.choice(original.legal_actions()))
        assert other == original != state
        np.testing.assert_array_equal(other.returns(), original.returns())
    assert state.to_bytes() == before


def test_games_outside_the_collection_do_not_travel():
    with pytest.raises(TypeError, match="not one of the collection's games"):
        pickle.dumps(kuhn.game.new_state(seed=1))


@each_game
def test_games_and_settings_of_the_collection_travel(game):
    if game is not kuhn.game:
        setting = game.setting(reward="win")
        assert pickle.loads(pickle.dumps(game)) is game
        assert pickle.loads(pickle.dumps(setting)) == setting
    assert copy.deepcopy(game.setting()) == game.setting()


@each_game
def test_cut_off_bytes(game):
    whole = midgame(game).to_bytes()
    for length in (0, 1, len(MAGIC), len(MAGIC) + 3, len(MAGIC) + 10, len(whole) // 2):
        with pytest.raises(ValueError, match="bytes"):
            game.from_bytes(whole[:length])
    with pytest.raises(ValueError, match="damaged"):
        game.from_bytes(whole[:-1])
    with pytest.raises(ValueError, match="damaged"):
        game.from_bytes(whole + b"\0")


@each_game
def test_damaged_bytes(game):
    whole = midgame(game).to_bytes()
    rng = random.Random(1)
    for place in rng.sample(range(len(whole)), 50):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << rng.randrange(8)
        with pytest.raises(ValueError, match="bytes"):
            game.from_bytes(bytes(damaged))


@pytest.mark.parametrize("foreign", [b"", b"PNG", "text", None, 7, [1, 2], pickle.dumps({})])
def test_foreign_bytes(foreign):
    with pytest.raises(ValueError, match="bytes"):
        kuhn.game.from_bytes(foreign)


def test_bytes_of_another_game():
    with pytest.raises(ValueError, match="a game of kuhn_poker_v0, not of streaming_v0"):
        tt.load("streaming").from_bytes(kuhn.game.new_state(seed=1).to_bytes())


def test_a_header_that_lies():
    """Whole bytes by their check sum, whose content no version of the package wrote."""
    for header in (b"{}", b"[1]", b"\xff\xfe", b'{"game": "kuhn_poker_v0", "num_players": 3}'):
        body = header + b"\n" + bytes(8)
        with pytest.raises(ValueError, match="bytes"):
            kuhn.game.from_bytes(MAGIC + zlib.crc32(body).to_bytes(4, "little") + body)


def test_masks_follow_edits_of_the_record():
    state = tt.load("streaming").new_state(num_players=3, seed=1, audience=())
    seat = state.current_player
    state.record.channels[seat].coins = 3
    assert state.legal_actions() == [0, 1, 2, 3]
    with pytest.raises(tt.IllegalAction):
        state.step(4)
    state.step(3)


@each_game
def test_action_names(game):
    state = game.new_state(seed=1)
    assert state.action_name(0) == game.action_names[0]
    assert len(set(game.action_names)) == game.num_actions
    for wrong in (-1, game.num_actions, "bid", 1.0):
        with pytest.raises(tt.IllegalAction):
            state.action_name(wrong)


@each_game
def test_facts_of_a_game(game):
    assert game.min_players <= game.default_players <= game.max_players
    assert game.id == f"{game.name}_v{game.rules_version}"
    assert repr(game) == f"<game {game.name}, {game.min_players}-{game.max_players} players>"
    assert next(iter(finished(game).scores())) == "total"


def test_states_are_compared_by_content_and_not_hashed():
    state = kuhn.game.new_state(seed=1)
    assert state != "a string"
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)
