"""Observations tell in few numbers what is on the table."""

import random

import pytest

from tabletop_envs.core.native import JIT
from tabletop_envs.games.soloverse_nominations import game as GAME
from tabletop_envs.games.soloverse_nominations.cards import FACES, NONE, Card, suit_of
from tabletop_envs.games.soloverse_nominations.state import Phase

from .invariants import MODULES
from .positions import act, card, trick


def card_told(suits, strength):
    """The card of a suit's columns (colours, chaos last) and a strength told in 17 parts."""
    strength = round(float(strength) * 17) - 1
    if suits[-1]:
        return Card.PC + strength - FACES
    return int(suits.argmax()) * FACES + strength


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
                    assert set(suits.nonzero()[0]) == colours
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
