"""Another game of Black Souls that a seat cannot tell from the true one."""

from ...core.native import rule
from ...core.rng import random_below
from .cards import ICON, NO_ASSET, NUM_ASSETS, NUM_BIDS, NUM_CELLS, TYPE, Icon
from .design import may_bid
from .state import DEAL, KEPT, NO_BID, Decision, Recall, draw


@rule
def resample(state, seat):
    """Draw anew the others' quirks and pending bids, and assets that nobody remembers."""
    resample_quirks(state, seat)
    if state.decision == Decision.BID:
        for other in range(state.num_players):
            if other != seat and state.players[other].bid != NO_BID:
                resample_bid(state, state.players[other])
    if state.options.recall == Recall.TABLE:
        resample_face_down(state)


@rule
def resample_quirks(state, seat):
    """Mix the others' cards with those never dealt; at the end only their discards are hidden."""
    first = KEPT if state.over else 0
    for other in range(state.num_players):
        if other != seat:
            for slot in range(first, DEAL):
                state.quirk_cards[state.players[other].quirks[slot]] = 1
    for other in range(state.num_players):
        if other != seat:
            for slot in range(first, DEAL):
                state.players[other].quirks[slot] = draw(state, state.quirk_cards)


@rule
def resample_bid(state, player):
    """Any bid that the hand, which everybody knows, allows."""
    count = 0
    for bid in range(NUM_BIDS):
        if may_bid(player, bid):
            count += 1
            if random_below(state, count) == 0:
                player.bid = bid


@rule
def resample_face_down(state):
    """Exchange face-down assets among each other and with the bag, keeping types and marks."""
    for side in range(state.sides):
        player = state.players[side]
        for cell in range(NUM_CELLS):
            if player.face_down[cell]:
                state.bag[player.asset[cell]] = 1
    for must_be_plain in range(1, -1, -1):  # those that may be anything take what is left
        for side in range(state.sides):
            player = state.players[side]
            for cell in range(NUM_CELLS):
                if player.face_down[cell] and is_visibly_plain(state, side, cell) == must_be_plain:
                    kind = TYPE[player.asset[cell]]
                    player.asset[cell] = draw_alike(state, kind, must_be_plain)


@rule
def is_visibly_plain(state, side, cell):
    """Whether a token lies there, or may be placed now: special assets carry none (Q25)."""
    asked = state.decision == Decision.TOKEN8 and state.actor == side and state.cell == cell + 1
    return 1 if asked or state.players[side].token[cell] else 0


@rule
def draw_alike(state, kind, plain):
    """An asset of a type, and without an icon if so asked, from the bag."""
    count, drawn = 0, NO_ASSET
    for asset in range(NUM_ASSETS):
        if state.bag[asset] and TYPE[asset] == kind and (plain == 0 or ICON[asset] == Icon.NONE):
            count += 1
            if random_below(state, count) == 0:
                drawn = asset
    state.bag[drawn] = 0
    return drawn
