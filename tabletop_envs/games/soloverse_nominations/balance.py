"""The Balance Phase and the super-colour: hands of the right size, and the colour on top."""

from ...core.native import rule
from .cards import COLOURED, FIRST_TABLE_CARD, NONE, Card, suit_of
from .ending import void_round
from .hands import (
    ask,
    discard_down,
    discard_up,
    enter_in_balance,
    living,
    playable,
    put_in_deck,
    seat_after,
    show_placed,
    shuffle_deck,
    top_of_deck,
    unplayable,
)
from .powers import owns
from .state import Decision, Exhaustion, JackUse, Phase

KNIGHT_KEEPS = 3  # cards above the round's size, by the Jack's or the Queen's Knight
JACK_SLOT = Card.JK - FIRST_TABLE_CARD


@rule
def limit_of(state, seat):
    """How many hand cards a seat may keep."""
    keeps = owns(state, seat, Card.JK) and state.used[JACK_SLOT] == JackUse.KEEP
    if keeps or owns(state, seat, Card.QK):
        return state.hand_limit + KNIGHT_KEEPS
    return state.hand_limit


@rule
def unplayable_surplus(state, seat):
    """Cards that the owner of the Queen's Knight keeps beyond the three it may."""
    return max(unplayable(state.players[seat]) - KNIGHT_KEEPS, 0)


@rule
def surplus(state, seat):
    """How many cards a seat has still to discard."""
    over = max(state.players[seat].size - limit_of(state, seat), 0)
    return max(over, unplayable_surplus(state, seat))


@rule
def may_keep_more(state, seat):
    """Whether the Jack's Knight is asked about a larger hand."""
    return (
        owns(state, seat, Card.JK)
        and not owns(state, seat, Card.QK)
        and state.used[JACK_SLOT] == JackUse.UNUSED
        and state.players[seat].size > state.hand_limit
    )


@rule
def continue_balance(state):
    """First every seat discards down to its limit; then every seat draws up to it."""
    while state.at <= state.num_players:
        seat = seat_after(state, state.dealer + 1, state.at - 1)
        if living(state, seat):
            if may_keep_more(state, seat):
                ask(state, Decision.YES_NO, seat)
                return
            if surplus(state, seat):
                ask(state, Decision.BALANCE_DISCARD, seat)
                return
            if owns(state, seat, Card.QK):
                state.players[seat].kept = KNIGHT_KEEPS
        state.at += 1
    for steps in range(state.num_players):
        seat = seat_after(state, state.dealer + 1, steps)
        while living(state, seat) and playable(state.players[seat]) < state.hand_limit:
            if not deck_lasts(state):
                return
            draw_in_balance(state, seat)
        if living(state, seat) and owns(state, seat, Card.QK):
            state.players[seat].kept = state.players[seat].size - state.hand_limit
    flip(state)


@rule
def deck_lasts(state):
    """Whether a card is left for Balance or the super-colour; if not, the round is void."""
    if state.deck_size == 0 and state.options.exhaustion == Exhaustion.RESHUFFLE:
        reshuffle(state)
    if state.deck_size == 0:
        void_round(state)
        return False
    return True


@rule
def reshuffle(state):
    """The coloured discards become the deck; all face-down ones are chaos cards."""
    kept = 0
    for i in range(state.face_up_size):
        card = state.face_up[i]
        if card < COLOURED:
            put_in_deck(state, card)
        else:
            state.face_up[kept] = card
            kept += 1
    state.face_up_size = kept
    shuffle_deck(state)


@rule
def draw_in_balance(state, seat):
    """A coloured card is kept, any chaos card goes face down."""
    card = top_of_deck(state)
    state.deck_size -= 1
    if card < COLOURED:
        enter_in_balance(state, seat, card)
    else:
        discard_down(state, seat, card)


@rule
def has_super_colour(state):
    """The smallest and the largest rounds are played without."""
    return state.hand_limit != 1 and state.hand_limit != state.max_hand


@rule
def flip(state):
    """Turn cards over until one has a colour: the super-colour."""
    state.super_colour = NONE
    while has_super_colour(state) and state.super_colour == NONE:
        if not deck_lasts(state):
            return
        card = top_of_deck(state)
        state.deck_size -= 1
        discard_up(state, card)
        show_placed(state, card)
        if card < COLOURED:
            state.super_colour = suit_of(card)
    state.phase = Phase.BID
    state.turn = (state.dealer + 1) % state.num_players
