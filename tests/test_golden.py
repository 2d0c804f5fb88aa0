"""Recorded games play out as they did: a change of rules must change the version of the ids."""

import json
from pathlib import Path

import pytest
from digests import digest_of

import tabletop_envs as tt

FOLDER = Path(__file__).with_name("golden")
GOLDEN = sorted(FOLDER.glob("*.json"))


def test_every_game_has_recorded_games():
    assert [path.stem for path in GOLDEN] == tt.games()


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_recorded_games_play_out_as_they_did(path):
    recorded = json.loads(path.read_text())
    game = tt.load(path.stem)
    assert recorded["rules_version"] == game.rules_version, (
        "the rules have a new version: record its games with scripts/record_golden.py"
    )
    assert recorded["action_names"] == game.action_names
    for each in recorded["games"]:
        setting = game.setting(each["num_players"], **each["options"])
        assert digest_of(setting, each["seed"], each["actions"]) == each["digest"], (
            "agents would notice a change: give the rules a new version"
        )
