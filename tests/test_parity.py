"""Rules as ordinary Python and compiled play the same games to the last bit."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from digests import digests
from settings import GAMES, all_settings, each_game, player_counts

from tabletop_envs.core.native import JIT


def other_way(requests):
    """The digests from a process that compiles, if this one does not, or the other way round."""
    script = Path(__file__).with_name("digests.py")
    ran = subprocess.run(
        [sys.executable, script],
        input=json.dumps(requests),
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"NUMBA_DISABLE_JIT": str(int(JIT))},
    )
    return json.loads(ran.stdout)


def request(setting, seed):
    return {
        "game": setting.game.name,
        "num_players": setting.num_players,
        "options": setting.options.as_dict(),
        "seed": seed,
    }


@each_game
def test_plain_and_compiled_agree(game):
    counts = {game.min_players, game.default_players}
    requests = [request(game.setting(count), seed=count) for count in counts]
    assert other_way(requests) == digests(requests)


@pytest.mark.slow
def test_plain_and_compiled_agree_in_every_setting():
    requests = [request(setting, seed) for seed, setting in enumerate(all_settings())]
    assert other_way(requests) == digests(requests)


@pytest.mark.slow
@each_game
def test_plain_and_compiled_agree_over_300_games(game):
    counts = player_counts(game)
    requests = [request(game.setting(counts[i % len(counts)]), i) for i in range(300)]
    assert other_way(requests) == digests(requests)


def test_digests_tell_games_apart():
    requests = [request(game.setting(), seed) for game in GAMES for seed in range(3)]
    assert len(set(digests(requests))) == len(requests)
