"""Options of SOLOVERSE: Nominations: what is refused, and what the observation then holds."""

import pytest

import tabletop_envs as tt
from tabletop_envs.games.soloverse_nominations import game as GAME

from .invariants import MODULES


@pytest.mark.parametrize(
    ("num_players", "options", "message"),
    [
        (2, {}, "3 to 12 players"),
        (13, {}, "3 to 12 players"),
        (4, {"max_hand": 13}, "up to 12"),
        (4, {"max_hand": 0}, "between"),
        (4, {"num_colours": 1}, "between"),
        (4, {"num_colours": 14}, "between"),
        (4, {"copies_per_card": 5}, "one per player"),
        (4, {"round_sequence": [3, 13]}, "up to 12"),
        (4, {"round_sequence": []}, "rounds"),
        (4, {"round_sequence": [0, 1]}, "between"),
        (4, {"round_sequence": "123"}, "list of hand sizes"),
        (4, {"modules": ["devastation"]}, "requires module apocalypse"),
        (4, {"modules": ["apocalipse"]}, "did you mean 'apocalypse'"),
        (4, {"modules": "crisis"}, "collection of module names"),
        (4, {"crisis_rule": "night"}, "light"),
        (4, {"first_dealer": 4}, "no such seat"),
        (4, {"first_dealer": "left"}, "'random' or a seat"),
        (5, {"teams": 2}, "equal teams"),
        (4, {"teams": 4}, "equal teams"),
        (6, {"teams": 2}, "allow_odd_teams"),
        (4, {"hook_rule": 1}, "True or False"),
        (4, {"colours": 4}, "unknown option"),
    ],
)
def test_refused(num_players, options, message):
    with pytest.raises(tt.InvalidOption, match=message):
        GAME.setting(num_players, **options)


def test_round_sequences():
    state = GAME.new_state(3, seed=1, round_sequence=[2, 3, 2])
    assert (state.record.max_hand, state.record.num_rounds) == (3, 3)
    state = GAME.new_state(12, seed=1, max_hand=12)
    assert state.record.num_rounds == 23


def test_the_largest_hands():
    state = GAME.new_state(3, seed=1, copies_per_card=3, num_colours=13, round_sequence=[168])
    assert all(state.record.players[seat].size >= 150 for seat in range(3))


def test_odd_teams_and_dealers():
    setting = GAME.setting(9, teams=3, allow_odd_teams=True, first_dealer=8)
    assert setting.new_state(1).record.sides == 3


def test_observations_hold_what_modules_need():
    base = GAME.setting(4).layout
    everything = GAME.setting(4, modules=MODULES).layout
    assert base.shapes["hand"] == (52 + 17,)
    assert base.shapes["known"] == (4, 17)
    assert base.shapes["decision"] == (9,)
    assert base.shapes["spent"] == (2,)
    assert base.shapes["crisis"] == (4, 0)
    assert everything.shapes["hand"] == (52 + 41,)
    assert everything.shapes["known"] == (4, 52 + 41)
    assert everything.shapes["decision"] == (19,)
    assert everything.shapes["crisis"] == (4, 1)
    assert everything.shapes["table"] == (4, 7)
