"""What one seat of a game of Black Souls sees (10.3)."""

import numpy as np

from ...core.native import rule, unchecked_rule
from .cards import (
    CONDITION,
    DIFFICULTY,
    ICON,
    NO_ASSET,
    NUM_ASSETS,
    NUM_BIDS,
    NUM_CELLS,
    NUM_CLASSES,
    NUM_COLOURS,
    NUM_PARTY_CARDS,
    NUM_TYPES,
    THREATS,
    TYPE,
    Bid,
    Icon,
    X,
)
from .setup import in_the_game
from .state import (
    BENEFIT_UNIT,
    CHANGE_UNIT,
    CLASS_UNIT,
    COPIES_UNIT,
    CUBE_UNIT,
    DEAL,
    FACE_DOWN,
    GLITCH,
    HACK_UNIT,
    KEPT,
    KNOWN,
    LOST_UNIT,
    NO_BID,
    OCCUPIED,
    PENDING_BENEFIT,
    PENDING_BENEFIT_OVER,
    PENDING_BLOCKED,
    PENDING_CELL,
    PENDING_CHANGES,
    PENDING_REST,
    PENDING_SWAP_CELL,
    PENDING_THREAT,
    PLACE_UNIT,
    PUBLIC_QUIRKS,
    SCORE_UNIT,
    STEP_UNIT,
    SUPPLY_UNIT,
    THREAT_UNIT,
    TILE,
    TILE_DIFFICULTY,
    TILE_ICON,
    TILE_THREAT,
    TILE_TYPE,
    TILE_X,
    TOKEN,
    Decision,
    Recall,
    has_seat,
)


def tile_vectors() -> np.ndarray:
    """What an asset shows, a row for each; blank for no asset."""
    tiles = np.zeros((NUM_ASSETS + 1, TILE), np.float32)
    for asset in range(NUM_ASSETS):
        tile = tiles[asset]
        tile[TILE_TYPE + TYPE[asset]] = 1
        tile[TILE_THREAT : TILE_THREAT + NUM_CLASSES] = THREATS[asset] / THREAT_UNIT
        tile[TILE_X : TILE_X + NUM_CLASSES] = THREATS[asset] == X
        tile[TILE_DIFFICULTY] = DIFFICULTY[asset] / THREAT_UNIT
        if ICON[asset] != Icon.NONE:
            tile[TILE_ICON + ICON[asset] - 1] = 1
    return tiles


TILES = tile_vectors()


@rule
def observe(state, seat, seen):
    """Write what a seat, or a spectator, sees into a blank observation."""
    observe_turn(state, seat, seen)
    observe_table(state, seen)
    row = row_of(state, seat, 0)
    for side in range(state.sides):
        player = state.players[side]
        observe_player(state, player, row, seen)
        observe_board(state, player, row, seen)
        row = row + 1 if row + 1 < state.sides else 0
    observe_orders(state, seat, seen)
    observe_pending(state, seen)
    if state.over:
        observe_results(state, seat, seen)


TURN_FIELDS = ("actor", "committed", "own_bid", "own_deal", "own_quirks", "own_discarded")


@rule
def observe_turn(state, seat, seen):
    """Write the turn fields: whose decision is pending, who has bid, and what is the viewer's."""
    if not state.over:
        seen.actor[row_of(state, seat, state.actor)] = 1
    for side in range(state.sides):
        seen.committed[row_of(state, seat, side)] = state.players[side].bid != NO_BID
    observe_own(state, seat, seen)


@rule
def row_of(state, viewer, side):
    """How many places clockwise of the viewer a player sits; a spectator views from seat 0."""
    places = side - max(viewer, 0)
    return places if places >= 0 else places + state.sides


@unchecked_rule
def show_tile(asset, places, first):
    for i in range(TILE):
        places[first + i] = TILES[asset, i]


@rule
def show_quirk(card, conditions):
    """Count one more copy of a card's condition."""
    conditions[CONDITION[card]] += 1 / COPIES_UNIT


# --- what everybody knows --------------------------------------------------------------------


@unchecked_rule
def observe_table(state, seen):
    seen.turn = state.turn / STEP_UNIT
    seen.round = state.round / STEP_UNIT
    for place in range(state.pool_size):
        seen.pool[place, 0] = 1
        show_tile(state.pool[place], seen.pool[place], 1)
    for asset in range(NUM_ASSETS):
        seen.bag[asset] = state.bag[asset]
    for pile in range(len(state.supply)):
        seen.supply[pile] = state.supply[pile] / SUPPLY_UNIT
    for card in range(NUM_PARTY_CARDS):
        seen.party_cards_left[card] = state.party_cards[card]
    if state.turn:
        for place in range(PUBLIC_QUIRKS):
            show_quirk(state.public_quirks[place], seen.public_quirks)


@unchecked_rule
def observe_player(state, player, row, seen):
    """A player's cards, party and progress; a pending bid stays in hand (10.3)."""
    seen.bids[row, NO_BID if state.decision == Decision.BID else player.bid] = 1
    seen.prev_bids[row, player.prev_bid] = 1
    for bid in range(NUM_BIDS):
        seen.hands[row, bid] = player.hand[bid]
    if in_the_game(state, Bid.FREE_ACCESS):
        seen.used7[row] = 1 - player.hand[Bid.FREE_ACCESS]
    seen.hack[row] = player.hacks / HACK_UNIT
    seen.clash[row] = player.clash
    seen.hacked[row] = player.hacked
    seen.triggers[row] = player.triggers
    for kind in range(NUM_TYPES):
        seen.special_left[row, kind] = player.special_left[kind]
    for colour in range(NUM_COLOURS):
        seen.party[row, colour] = player.party[colour] / CUBE_UNIT
        seen.lost[row, colour] = player.lost[colour] / LOST_UNIT
    seen.next_step[row] = player.steps / STEP_UNIT
    seen.wiped_step[row] = player.wiped_step / STEP_UNIT


@unchecked_rule
def observe_board(state, player, row, seen):
    """The assets of a level; under recall="table" nobody remembers those face-down (Q35)."""
    for cell in range(NUM_CELLS):
        asset = player.asset[cell]
        if asset != NO_ASSET:
            marks = seen.cells_state[row, cell]
            marks[OCCUPIED] = 1
            marks[FACE_DOWN] = player.face_down[cell]
            marks[GLITCH] = player.glitch[cell]
            if player.token[cell]:
                marks[TOKEN + player.token[cell] - 1] = 1
            if player.face_down[cell] and state.options.recall == Recall.TABLE:
                seen.cells_tile[row, cell, TILE_TYPE + TYPE[asset]] = 1
                seen.bag[asset] = 1
            else:
                marks[KNOWN] = 1
                show_tile(asset, seen.cells_tile[row, cell], 0)


@rule
def observe_orders(state, seat, seen):
    """The places in the previous and the present order."""
    settled = Decision.SWAP1 <= state.decision <= Decision.TOKEN8
    for place in range(state.sides if state.turn else 0):
        previous = row_of(state, seat, state.prev_order[place])
        seen.prev_order[previous] = (place + 1) / PLACE_UNIT
        if settled:
            present = row_of(state, seat, state.order[place])
            seen.order[present] = (place + 1) / PLACE_UNIT


@rule
def observe_pending(state, seen):
    """What is asked, of whomever it is, and what has been said so far of it."""
    seen.decision[state.decision] = 1  # whoever saw the choices before knows it
    if state.picked != NO_ASSET:
        show_tile(state.picked, seen.picked, 0)
    seen.pending[PENDING_SWAP_CELL] = state.swap_cell / STEP_UNIT
    seen.pending[PENDING_BENEFIT] = state.benefit / BENEFIT_UNIT
    seen.pending[PENDING_CHANGES] = state.changes / CHANGE_UNIT
    seen.pending[PENDING_BENEFIT_OVER] = state.benefit_over
    seen.pending[PENDING_THREAT] = state.threat / CLASS_UNIT
    seen.pending[PENDING_BLOCKED] = state.blocked / CLASS_UNIT
    seen.pending[PENDING_REST] = state.rest / CUBE_UNIT
    seen.pending[PENDING_CELL] = state.cell / STEP_UNIT


@rule
def observe_results(state, seat, seen):
    for side in range(state.sides):
        row, player = row_of(state, seat, side), state.players[side]
        scores = player.scores
        seen.score[row, 0] = scores.quirks / SCORE_UNIT
        seen.score[row, 1] = scores.fluidity / SCORE_UNIT
        seen.score[row, 2] = scores.challenge / SCORE_UNIT
        seen.score[row, 3] = scores.difficulty / SCORE_UNIT
        seen.score[row, 4] = scores.catch_up / SCORE_UNIT
        seen.score[row, 5] = scores.playing_clean / SCORE_UNIT
        seen.score[row, 6] = scores.total / SCORE_UNIT
        seen.score[row, 7] = scores.place / PLACE_UNIT
        if has_seat(state, side):
            for slot in range(KEPT):
                show_quirk(player.quirks[slot], seen.shown_quirks[row])


# --- what only the viewer knows --------------------------------------------------------------


@rule
def observe_own(state, seat, seen):
    """The viewer's bid before the reveal, and quirks."""
    if seat < 0:
        seen.own_bid[NO_BID] = 1
        return
    player = state.players[seat]
    seen.own_bid[player.bid if state.decision == Decision.BID else NO_BID] = 1
    if player.chosen:
        for slot in range(KEPT):
            show_quirk(player.quirks[slot], seen.own_quirks)
        seen.own_discarded[CONDITION[player.quirks[KEPT]]] = 1
    elif seat == state.actor:
        for slot in range(DEAL):
            seen.own_deal[slot, CONDITION[player.quirks[slot]]] = 1
