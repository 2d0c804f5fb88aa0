"""Set-up (2.): hands, the deal and choice of quirks, the party that all start with."""

from ...core.native import rule
from ...core.rng import shuffle
from .cards import (
    CARD_COLOUR,
    CARD_CUBES,
    NO_ASSET,
    NUM_BIDS,
    NUM_COLOURS,
    NUM_TYPES,
    Bid,
)
from .state import (
    DEAL,
    DISCARD_QUIRK,
    KEPT,
    MAX_HACKS,
    NO_BID,
    PUBLIC_QUIRKS,
    SOLO,
    SUPPLY,
    Decision,
    FirstOrder,
    add_cubes,
    ask,
    draw,
    draw_party_card,
    has_seat,
    party_size,
)

START_CUBES = 10  # at least
FREE_ACCESS_PLAYERS = 5  # from here on bid 7 is in the game
EXPANSION_PLAYERS = 3  # and bid 8


@rule
def setup(state):
    """Begin a game, up to the first choice of a quirk."""
    if state.num_players == SOLO:
        state.sides = 2
    state.supply[:] = SUPPLY
    state.bag[:] = 1
    state.party_cards[:] = 1
    state.quirk_cards[: state.options.quirk_copies] = 1  # second copies come last (Q55)
    state.picked = NO_ASSET
    for side in range(state.sides):
        set_up_player(state, side)
    ask(state, 0, Decision.QUIRK_DISCARD)


@rule
def set_up_player(state, side):
    player = state.players[side]
    player.bid = NO_BID
    player.prev_bid = NO_BID
    player.asset[:] = NO_ASSET
    if has_seat(state, side):
        player.hacks = MAX_HACKS
        for kind in range(NUM_TYPES):
            player.special_left[kind] = 1
        for bid in range(NUM_BIDS):
            player.hand[bid] = in_the_game(state, bid)
        for slot in range(DEAL):
            player.quirks[slot] = draw(state, state.quirk_cards)


@rule
def in_the_game(state, bid):
    """Whether a bid card is used with this number of players."""
    if bid == Bid.FREE_ACCESS:
        return state.num_players >= FREE_ACCESS_PLAYERS
    if bid == Bid.EXPANSION:
        solo = state.num_players == SOLO and state.options.solo_bid8 == 1  # Q58
        return state.num_players >= EXPANSION_PLAYERS or solo
    return True


@rule
def legal_discard(state, mask):
    mask[DISCARD_QUIRK : DISCARD_QUIRK + DEAL] = 1


@rule
def discard_quirk(state, slot):
    """Put one quirk last, out of the game; the others come before public quirks (Q60)."""
    player = state.players[state.actor]
    card = player.quirks[slot]
    player.quirks[slot] = player.quirks[KEPT]
    player.quirks[KEPT] = card
    player.chosen = 1
    if has_seat(state, state.actor + 1):
        ask(state, state.actor + 1, Decision.QUIRK_DISCARD)
        state.quiet = 1
        return
    for place in range(PUBLIC_QUIRKS):
        state.public_quirks[place] = draw(state, state.quirk_cards)
    form_parties(state)
    settle_first_order(state)
    state.decision = Decision.NONE


@rule
def form_parties(state):
    """The same party for all, and what the script of a solo game gets on top (6.6)."""
    for side in range(state.sides):
        for colour in range(NUM_COLOURS):
            state.players[side].party[colour] = 1
    while party_size(state.players[0]) < START_CUBES:
        card = draw_party_card(state)
        for side in range(state.sides):
            add_cubes(state.players[side], CARD_COLOUR[card], CARD_CUBES[card])
    for _ in range(state.options.solo_mode):
        card = draw_party_card(state)
        add_cubes(state.players[1], CARD_COLOUR[card], CARD_CUBES[card])


@rule
def settle_first_order(state):
    """Who counts as having gone first before turn 1 (Q16)."""
    for side in range(state.sides):
        state.prev_order[side] = side
    if state.options.first_order == FirstOrder.RANDOM:
        shuffle(state, state.prev_order, state.sides)
