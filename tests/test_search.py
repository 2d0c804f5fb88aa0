"""Tree search over resampled worlds."""

import json
import os
import subprocess
import sys
from pathlib import Path

import kuhn
import numpy as np
import pytest
import sealed
from searches import ITERATIONS, visits
from settings import each_game

from tabletop_envs.core.native import JIT
from tabletop_envs.core.search import TreeSearch


def plain_visits(game, num_players, seed):
    """``searches.visits`` as ordinary Python: compiling every game's search would take longer."""
    if not JIT:
        return visits(game.setting(num_players), seed)
    script = Path(__file__).with_name("searches.py")
    ran = subprocess.run(
        [sys.executable, script, game.name, str(num_players), str(seed)],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
    )
    return json.loads(ran.stdout)


@each_game
def test_the_true_state_and_a_resampled_one_are_searched_alike(game):
    found = plain_visits(game, game.default_players, seed=1)
    assert found
    for true, resampled in found:
        assert true == resampled
        assert sum(true) == ITERATIONS


@pytest.mark.skipif(not JIT, reason="compares compiled with plain Python")
def test_compiled_and_plain_searches_are_the_same():
    assert visits(kuhn.game.setting(3), seed=2) == plain_visits(kuhn.game, 3, seed=2)


def facing_a_bet(card):
    """The last of three players holds ``card``; the first has bet, the second has folded."""
    state = kuhn.game.new_state(3, seed=0)
    first, second, left = (other for other in range(4) if other != card)
    state.record.deck[:] = [first, second, card, left]
    state.step(kuhn.BET)
    state.step(kuhn.PASS)
    return state


@pytest.mark.parametrize(("card", "best"), [(0, kuhn.PASS), (3, kuhn.BET)])
def test_search_finds_what_is_certain(card, best):
    search = TreeSearch(kuhn.game.setting(3), 100)
    counts = search.visits(facing_a_bet(card), seed=0)
    assert counts.sum() == 100
    assert counts.argmax() == best
    assert counts[best] > 80


def test_nobody_answers_what_he_cannot_see():
    search = TreeSearch(sealed.game.setting(), 500)
    counts = search.visits(sealed.game.new_state(seed=0), seed=0)
    assert counts[sealed.KEEP] < 100, "seat 1 seems to know where the coin is"


def test_one_seed_one_search():
    search = TreeSearch(kuhn.game.setting(3), 50)
    state = kuhn.game.new_state(3, seed=4)
    first = search.visits(state, seed=1)
    others = [search.visits(state, seed=seed) for seed in range(2, 6)]
    np.testing.assert_array_equal(search.visits(state, seed=1), first)
    assert any((other != first).any() for other in others)


def test_searching_leaves_the_game_as_it_is():
    state = kuhn.game.new_state(3, seed=4)
    before = state.to_bytes()
    TreeSearch(state.setting, 20).visits(state, seed=1)
    assert state.to_bytes() == before


def test_a_single_option_is_not_searched():
    state = kuhn.game.new_state(3, seed=4)
    search = TreeSearch(state.setting, 10**6)
    states = state._states.copy()
    states.view(np.ndarray)["mask"][0] = [0, 1]
    assert search.choose(states, seed=0) == kuhn.BET  # a million iterations would take long


def test_there_is_nothing_to_search_after_the_end():
    state = kuhn.game.new_state(2, seed=0)
    state.step(kuhn.PASS)
    state.step(kuhn.PASS)
    with pytest.raises(ValueError, match="over"):
        TreeSearch(state.setting, 10).visits(state, seed=0)


@pytest.mark.parametrize("iterations", [0, -1, 2.5, True, "many"])
def test_iterations_are_checked(iterations):
    with pytest.raises(ValueError, match="at least 1 iteration"):
        TreeSearch(kuhn.game.setting(3), iterations)
