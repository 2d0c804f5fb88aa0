"""Options: validated values, clear errors, and the record that rules read."""

import json
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import pytest
from settings import each_game, each_setting

import tabletop_envs as tt
from tabletop_envs.core.native import as_record, zeros
from tabletop_envs.core.options import (
    Options,
    choice,
    integer,
    make_options,
    options_record,
    switch,
)


class Deck(IntEnum):
    FULL = 0
    SHORT = 1


@dataclass(frozen=True, kw_only=True)
class SmallOptions(Options):
    open_hands: bool = switch(False, "all hands are open")
    deck: str = choice(Deck, "which cards")
    rounds: int = integer(3, 1, 9, "how many rounds")


def test_rules_read_options_as_numbers():
    record = as_record(zeros(options_record(SmallOptions), 1).view(np.ndarray)[0])
    SmallOptions(open_hands=True, deck="short", rounds=np.int32(5), reward="score").write(record)
    assert (record.open_hands, record.deck, record.rounds) == (1, 1, 5)
    assert (record.skip_forced, record.reward) == (1, 2)


def test_options_document_themselves():
    assert SmallOptions.docs()["rounds"] == (3, "how many rounds")
    assert list(SmallOptions.docs()) == ["skip_forced", "reward", "open_hands", "deck", "rounds"]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"open_hands": 1}, "option open_hands is 1, but it is True or False"),
        ({"open_hands": "yes"}, "open_hands is 'yes'"),
        ({"deck": "shrot"}, "option deck is 'shrot', but it is one of 'full', 'short'"),
        ({"deck": 1}, "deck is 1"),
        ({"deck": None}, "deck is None"),
        ({"rounds": 0}, "rounds is 0, but it lies between 1 and 9"),
        ({"rounds": 10}, "lies between"),
        ({"rounds": 2.0}, "is an integer from 1 to 9"),
        ({"rounds": True}, "is an integer"),
        ({"rounds": "3"}, "is an integer"),
        ({"reward": "rnak"}, "reward is 'rnak'"),
        ({"round": 3}, "unknown option 'round'; did you mean 'rounds'"),
        ({"x": 3}, "unknown option 'x'; choose from skip_forced, reward, open_hands"),
    ],
)
def test_wrong_options(wrong, message):
    with pytest.raises(tt.InvalidOption, match=message):
        make_options(SmallOptions, wrong)


@each_setting
def test_options_survive_json(setting):
    told = json.loads(json.dumps(setting.options.as_dict()))
    assert setting.game.setting(setting.num_players, **told) == setting


@each_game
@pytest.mark.parametrize("count", [0, -1, 13, 2.0, "3", True, [3]])
def test_wrong_player_counts(game, count):
    with pytest.raises(tt.InvalidOption):
        game.setting(count)


@each_game
def test_every_option_refuses_nonsense(game):
    for name in game.options.docs():
        for nonsense in ("no such value", -17, 2.5, object(), (("x",),), np.zeros(3)):
            with pytest.raises(tt.InvalidOption, match=name):
                game.setting(**{name: nonsense})


@each_game
def test_unknown_options(game):
    with pytest.raises(tt.InvalidOption, match="unknown option 'no_such_option'"):
        game.new_state(no_such_option=1)


def test_two_sides_of_an_audience_card():
    with pytest.raises(tt.InvalidOption, match="two sides of one card"):
        tt.load("streaming").setting(audience=(1, 2))


def test_unknown_games():
    with pytest.raises(ValueError, match="did you mean 'streaming'"):
        tt.load("steaming")
    with pytest.raises(ValueError, match="there is no game 3"):
        tt.load(3)
    with pytest.raises(ValueError, match="there is no game"):
        tt.make_vec("chess", 2)
