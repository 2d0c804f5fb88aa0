"""Observations tell in few numbers what is on the table."""

import random

import numpy as np
import pytest

from tabletop_envs.core.native import JIT
from tabletop_envs.games.soloverse_nominations import game as GAME
from tabletop_envs.games.soloverse_nominations.cards import CARDS, FACES, NONE, Card, suit_of
from tabletop_envs.games.soloverse_nominations.hands import discard_up
from tabletop_envs.games.soloverse_nominations.state import Phase

from .invariants import MODULES
from .positions import act, card, trick


def card_told(suits, strength):
    """The card of a suit's columns (chaos first, colours) and a strength told in 17 parts."""
    strength = round(float(strength) * 17) - 1
    if suits[0]:
        return Card.PC + strength - FACES
    return (int(suits.argmax()) - 1) * FACES + strength


@pytest.mark.parametrize("modules", [[], MODULES])
def test_the_trick_can_be_read(modules):
    """Card, order and colour of every play, for all viewers."""
    told = 0
    for seed in range(30 if JIT else 1):
        rng = random.Random(seed)
        state = GAME.new_state(3, seed=seed, modules=modules, num_colours=13, max_hand=4)
        record = state.record
        while not state.is_terminal:
            if record.phase == Phase.TRICKS and record.replaced == NONE:
                viewer = rng.randrange(3)
                seen = state.observation_dict(viewer)
                for turn in range(record.trick_size):
                    play = record.trick[turn]
                    place = (play.seat - viewer) % 3
                    suits = seen["trick"][place]
                    assert card_told(suits, seen["trick_strength"][place]) == play.card
                    assert round(seen["trick_order"][place].item() * 3) == turn + 1
                    colours = {play.colour, suit_of(play.card)} - {NONE}
                    assert {(place - 1) % 14 for place in suits.nonzero()[0]} == colours
                    told += 1
            state.step(rng.choice(state.legal_actions()))
    assert told > 500 or not JIT


def test_the_replaced_card_is_told_beside_the_added_one():
    hands = {0: "v5 PC", 1: "s1 s2", 2: "p1 p2"}
    state = trick(3, hands, tables={"JK": 0}, limit=2, modules=["oblivion"])
    act(state, "v5", "s1", "p1", "PC")
    seen = state.observation_dict(1)
    assert seen["replaced"].ravel().tolist() == [0, 0, 1]
    assert card_told(seen["replaced_suit"][0], seen["replaced_strength"][0]) == card("v5")
    assert card_told(seen["trick"][2], seen["trick_strength"][2]) == Card.PC
    assert card_told(seen["trick"][0], seen["trick_strength"][0]) == card("s1")


@pytest.mark.parametrize("num_players", [3, 12])
@pytest.mark.parametrize(
    "options", [{}, {"modules": MODULES, "num_colours": 13}, {"copies_per_card": 3}]
)
def test_all_that_recycle_would_take_is_told(options, num_players):
    """The newer half of the longest pile of discards there can be."""
    options = {"modules": ["core_extension"]} | options
    state = GAME.new_state(num_players, seed=1, **options)
    record = state.record
    record.face_up_size = 0
    for number in range(CARDS):
        for _ in range(record.supply[number]):
            discard_up(record, number)
    told = state.observation_dict(0)["face_up_newest"]
    half = record.face_up_size // 2
    assert len(told) == half
    pile = record.face_up[: record.face_up_size][::-1][:half]
    np.testing.assert_array_equal(np.rint(told * CARDS) - 1, pile)
    assert GAME.setting(num_players).layout.shapes["face_up_newest"] == (0,)


def test_who_played_every_copy_can_be_read():
    """Earlier tricks of the round, with several copies of a card."""
    told = 0
    for seed in range(20 if JIT else 1):
        rng = random.Random(seed)
        state = GAME.new_state(3, seed=seed, copies_per_card=3, num_colours=2, max_hand=6)
        record = state.record
        while not state.is_terminal:
            viewer = rng.randrange(3)
            seen = state.observation_dict(viewer)
            copies = np.vstack([seen["played"][None], seen["played_again"]])
            plays = [(record.played_card[i], record.played_by[i]) for i in range(record.num_played)]
            if record.phase == Phase.TRICKS:
                for number in range(2 * FACES):
                    check_copies(copies[:, number], number, plays, viewer)
                for number in range(4):
                    valued = seen["played_valued"][:, number]
                    check_copies(valued, Card.PC + number, plays, viewer)
                told += len(plays)
            state.step(rng.choice(state.legal_actions()))
    assert told > 1000 or not JIT


def check_copies(shares, number, plays, viewer):
    places = [round(share * 3) - 1 for share in shares.tolist() if share]
    assert places == [(seat - viewer) % 3 for card_, seat in plays if card_ == number]
