"""Hand-made positions of NOSEDIVE, in the notation of its worked examples."""

import random

import tabletop_envs as tt
from tabletop_envs.games.nosedive.cards import (
    DOUBLE_DAMAGE,
    LOSE_ONE,
    MAX_QUALITY,
    MAX_STARS,
    NUM_CARDS,
    NUM_KINDS,
    NUM_QUALITIES,
    Space,
)
from tabletop_envs.games.nosedive.state import MOVE, Decision

GAME = tt.load("nosedive")


def table(num_players=4, seed=1, **options):
    """A fresh game in which forced decisions are asked, as the specification has it."""
    return GAME.new_state(num_players, seed=seed, **({"skip_forced": False} | options))


def card(word):
    """A card type from ``"H1"``, ``"W5"``, ``"S3"``, ``"DD"`` or ``"L1"``."""
    if word in ("DD", "L1"):
        return DOUBLE_DAMAGE if word == "DD" else LOSE_ONE
    return "HWS".index(word[0]) * MAX_STARS + int(word[1]) - 1


def counts(words):
    """The 17 counts of cards given as in ``"H1 H1 DD"``."""
    cards = [card(word) for word in words.split()]
    return [cards.count(each) for each in range(NUM_CARDS)]


def hand(state, seat, words):
    """Give a seat these cards instead of its own, in exchange with the deck."""
    record, player = state.record, state.record.players[seat]
    deck = list(record.deck[: record.deck_size])
    deck += [each for each in range(NUM_CARDS) for _ in range(player.hand[each])]
    for each in range(NUM_CARDS):
        player.hand[each] = counts(words)[each]
        for _ in range(player.hand[each]):
            deck.remove(each)
    player.hand_size = sum(counts(words))
    fill_deck(state, deck)


def fill_deck(state, deck):
    record = state.record
    record.deck_size = len(deck)
    record.deck[:] = 0
    record.deck[: len(deck)] = deck


def pawns(state, *spaces):
    for seat, space in enumerate(spaces):
        state.record.players[seat].pawn = space


def kind(topic, quality):
    return topic * NUM_QUALITIES + quality + MAX_QUALITY


def play_until(state, decision):
    """Play on, everybody at home and otherwise the first legal action, up to a decision."""
    while state.record.decision != decision:
        legal = state.legal_actions()
        state.step(MOVE + Space.HOME if MOVE + Space.HOME in legal else legal[0])
    return state


def to_turn(state, seat):
    """Put the table at a seat's move of the first cycle."""
    play_until(state, Decision.MOVE)
    record = state.record
    record.turn = (seat - record.influencer) % state.num_players
    record.actor = seat
    return state


def legal(state, start, count):
    """Which of a range of actions are legal, counted from 0."""
    return [a - start for a in state.legal_actions() if start <= a < start + count]


def give_gifts(state, receiver, kinds):
    """Let the receiver be the next to rate, with these kinds from the others in seat order."""
    record = state.record
    record.influencer = receiver
    givers = [seat for seat in range(state.num_players) if seat != receiver]
    for giver, each in zip(givers, kinds, strict=True):
        assert 0 <= each < NUM_KINDS
        record.gifts[record.round, receiver, giver] = each


def random_play(num_players, seed, **options):
    """A random game, forced decisions asked: its state before every decision and at the end."""
    rng = random.Random(seed)
    state = table(num_players, seed, **options)
    while not state.is_terminal:
        yield state
        state.step(rng.choice(state.legal_actions()))
    yield state
