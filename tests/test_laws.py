"""The laws of ``laws.py`` in every game, with every player count and option."""

from itertools import islice, pairwise

import numpy as np
import pytest
from laws import (
    check_end,
    check_resampling,
    check_secrets,
    differs_for_others,
    random_game,
    random_positions,
)
from settings import each_count, each_game, each_setting

from tabletop_envs import SPECTATOR
from tabletop_envs.core.game import GameState
from tabletop_envs.core.native import JIT

POSITIONS = 40 if JIT else 4


@each_setting
def test_nobody_can_tell_resampled_worlds_apart(setting):
    varied = setting.num_players == 1  # then there may be nothing hidden but chance to come
    for i, state in enumerate(random_positions(setting, POSITIONS, seed=1)):
        for seat in range(setting.num_players):
            other = check_resampling(state, seat, seed=1000 + i, text=i % 10 == 0)
            varied = varied or differs_for_others(state, other, seat)
    assert varied, "resampling never changed what another seat sees"


@each_setting
def test_samples_do_not_depend_on_secrets(setting):
    for i, state in enumerate(random_positions(setting, POSITIONS, seed=7)):
        check_secrets(state, seed=i)


@each_setting
def test_resampled_worlds_can_be_played_on(setting):
    for i, state in enumerate(random_positions(setting, POSITIONS, seed=2)):
        for seat in range(setting.num_players):
            check_end(state.resample(seat, i))


@each_setting
def test_observations_are_finite_and_tell_seats_apart(setting):
    differ, views = False, min(3, 1 + setting.num_players)
    for state in random_positions(setting, POSITIONS, seed=3):
        seen = np.array([state.observation(seat) for seat in range(SPECTATOR, state.num_players)])
        assert np.isfinite(seen).all()
        differ = differ or len(np.unique(seen, axis=0)) >= views
    assert differ


@each_count
def test_words_tell_what_observations_tell(setting):
    """From one decision to the next, a viewer's words change just when what it sees changes."""
    positions = map(GameState.clone, random_game(setting, seed=6))
    for before, state in pairwise(islice(positions, 150)):
        for viewer in (SPECTATOR, 0):
            same_sight = (state.observation(viewer) == before.observation(viewer)).all()
            same_words = state.render(viewer) == before.render(viewer)
            assert same_sight == same_words, state.render(viewer)


@each_setting
def test_every_decision_has_options_and_forced_ones_are_skipped(setting):
    fewest = 2 if setting.options.skip_forced else 1
    for state in random_game(setting, seed=4):
        if state.is_terminal:
            assert not state.action_mask().any()
            assert state.current_player == -1
        else:
            assert len(state.legal_actions()) >= fewest
            assert 0 <= state.current_player < setting.num_players


@each_setting
def test_a_seed_and_actions_fix_a_game(setting):
    for one, same in zip(random_game(setting, 5), random_game(setting, 5), strict=True):
        assert one == same
    assert setting.new_state(5) != setting.new_state(6)


@each_count
def test_rewards_agree_with_each_other(setting):
    """Each reward mode pays the same finished game in its own way."""
    game, count = setting.game, setting.num_players
    for seed in range(10):
        paid = {}
        for mode in ("rank", "win", "score"):
            *_, final = random_game(game.setting(count, reward=mode), seed)
            paid[mode] = final.returns()
        if final.record.sides == count:
            assert abs(paid["rank"].sum()) < 1e-9
            assert paid["win"].sum() == pytest.approx(1)
            assert paid["rank"].argmax() == paid["win"].argmax()
        np.testing.assert_array_equal(paid["score"], final.scores()["total"])


@each_game
def test_nobody_is_paid_before_the_end(game):
    for state in random_game(game.setting(), seed=6):
        assert state.is_terminal or not state.returns().any()
