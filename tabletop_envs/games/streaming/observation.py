"""What a seat of Streaming sees: everything but pending commits and the order of the deck."""

import numpy as np

from ...core.batch import seats_from
from ...core.native import rule, unchecked_rule
from .cards import (
    GENRE_CARDS,
    HIGHEST_NUMBER,
    MULTISCREEN,
    MULTISCREENS,
    NUM_AUDIENCE,
    NUM_CARDS,
    NUM_GENRES,
    face_of,
    genre_of,
)
from .rules import card_of, pairs_of, sold_card, spendable
from .state import (
    AUCTION,
    COIN_SCALE,
    FACE_SCALE,
    GENRE_SCALE,
    NOBODY,
    OWN_01,
    OWN_BID,
    OWN_HIGH,
    OWN_POINTS,
    OWN_SPENDABLE,
    OWN_TOP,
    PAIR_SCALE,
    POINTS_SCALE,
    PROMOTED,
    PROMOTED_SCALE,
    ROUND_SCALE,
    SCORE_SCALE,
    SIZE_SCALE,
    SUM_SCALE,
    VALUE_SCALE,
    PairState,
    Phase,
    PromotionMode,
)

NUMBER_SCALE = 1 / HIGHEST_NUMBER
COPY_SCALE = 1 / MULTISCREENS
PAIR_STATE_SCALE = 1 / PairState.DISCARDED
NUM_AUCTIONS, NUM_PROMOTED = int(AUCTION), int(PROMOTED)
CARDS = np.arange(NUM_CARDS)
FACES_SHOWN = (np.arange(MULTISCREEN + 1) * FACE_SCALE).astype(np.float32)
SIZE_SCALE_32, VALUE_SCALE_32, SUM_SCALE_32 = map(np.float32, (SIZE_SCALE, VALUE_SCALE, SUM_SCALE))
COPY_SCALE_32 = np.float32(COPY_SCALE)
GENRES_OF = CARDS // GENRE_CARDS
FACES_OF = np.minimum(CARDS % GENRE_CARDS + 1, MULTISCREEN)
COIN_SCALE_32, PAIR_SCALE_32 = np.float32(COIN_SCALE), np.float32(PAIR_SCALE)
PROMOTED_SCALE_32 = np.float32(PROMOTED_SCALE)
LARGE = 1000  # above any value
GENRE_SHOWN = ((CARDS // GENRE_CARDS + 1) * GENRE_SCALE).astype(np.float32)
FACE_SHOWN = (np.minimum(CARDS % GENRE_CARDS + 1, MULTISCREEN) * FACE_SCALE).astype(np.float32)


def for_sale(card: int) -> list[float]:
    """How a card on the table is shown: genre, number, multiscreen."""
    genre = [float(GENRES_OF[card] == each) for each in range(NUM_GENRES)]
    multiscreen = FACES_OF[card] == MULTISCREEN
    return [*genre, 0.0 if multiscreen else FACES_OF[card] * NUMBER_SCALE, float(multiscreen)]


FOR_SALE = np.array([for_sale(card) for card in range(NUM_CARDS)], np.float32)


@rule
def observe(state, seat, seen):
    """Write what a seat, or a spectator, sees into a blank observation."""
    observe_turn(state, seat, seen)
    observe_table(state, seat, seen)
    for other in range(state.num_players):
        place = seats_from(state, seat, other)
        observe_channel(state, seat, other, seen.channels[place])
        if state.options.history:
            observe_seat_log(state.seat_logs[other], seen.channels[place])
    if state.options.history:
        observe_past(state, seen)
    observe_pairs(state, seen)
    observe_unseen(state, seen)
    if state.phase == Phase.PLACE_DOC or state.phase == Phase.ORDER:
        observe_placement(state, seen)


@rule
def observe_turn(state, seat, seen):
    """Whose turn it is, and what the seat has committed."""
    if not state.over:
        seen.channels[seats_from(state, seat, state.actor)].actor = 1
    if seat >= 0:
        observe_own(state, state.channels[seat], seen)


TURN_FIELDS = ("actor", "own_pending")


@rule
def observe_table(state, seat, seen):
    seen.phase[state.phase] = 1
    seen.round = (state.round + 1) * ROUND_SCALE
    seen.auction = state.auction * PAIR_SCALE
    for audience_id in range(1, NUM_AUDIENCE + 1):
        seen.audience[audience_id - 1] = state.audience[audience_id]
    seen.channels[seats_from(state, seat, state.holder)].holder = 1
    seen.award_06[owner_place(state, seat, state.award_06)] = 1
    seen.award_12[owner_place(state, seat, state.award_12)] = 1


@rule
def owner_place(state, seat, owner):
    """Where a seat stands in a one-hot field whose last place is nobody's."""
    return state.num_players if owner == NOBODY else seats_from(state, seat, owner)


@unchecked_rule
def observe_channel(state, seat, other, seen):
    channel = state.channels[other]
    hidden = state.options.hide_coins and other != seat
    seen.coins = -1 if hidden else channel.coins * COIN_SCALE
    seen.score = channel.scores.total * SCORE_SCALE
    seen.used_01 = channel.used_01
    for genre in range(NUM_GENRES):
        seen.scored_sets[genre] = channel.scored[genre]
        if channel.sets[genre].size:
            observe_set(channel.sets[genre], genre, seen)


@unchecked_rule
def observe_set(content, genre, seen):
    size, total, low, high, value = int(content.size), 0, LARGE, 0, 0
    for depth in range(size):
        face = int(content.faces[depth])
        seen.sets[genre, depth] = FACES_SHOWN[face]
        value = size if face == MULTISCREEN else face
        total += value
        low = min(low, value)
        high = max(high, value)
    seen.set_size[genre] = np.float32(size) * SIZE_SCALE_32
    seen.top_value[genre] = np.float32(value) * VALUE_SCALE_32
    seen.high_value[genre] = np.float32(high) * VALUE_SCALE_32
    seen.low_value[genre] = np.float32(low) * VALUE_SCALE_32
    seen.set_sum[genre] = np.float32(total) * SUM_SCALE_32


# Loops of constant length over float32 numbers: these are most of an observation.


@unchecked_rule
def observe_seat_log(log, seen):
    for auction in range(NUM_AUCTIONS):
        seen.bids[auction] = np.float32(log.bids[auction]) * COIN_SCALE_32
        seen.winner[auction] = np.float32(log.winner[auction])
    for entry in range(NUM_PROMOTED):
        seen.promoted[entry] = np.float32(log.promoted[entry]) * PROMOTED_SCALE_32


@unchecked_rule
def observe_past(state, seen):
    """What became of all pairs dealt so far."""
    for auction in range(NUM_AUCTIONS):
        seen.discarded[auction] = np.float32(state.table_log.discarded[auction])
        seen.sold_pair[auction] = np.float32(state.table_log.sold_pair[auction]) * PAIR_SCALE_32
    for pair in range(pairs_of(state) * (state.round + 1)):
        for slot in range(2):
            card = state.deck[2 * pair + slot]
            seen.market[pair, slot, 0] = GENRE_SHOWN[card]
            seen.market[pair, slot, 1] = FACE_SHOWN[card]


@unchecked_rule
def observe_pairs(state, seen):
    for pair in range(pairs_of(state)):
        seen.pairs[pair].market_state = state.pairs[pair] * PAIR_STATE_SCALE
        if state.pairs[pair] == PairState.ON_TABLE:
            for slot in range(2):
                card = card_of(state, pair, slot)
                for column in range(NUM_GENRES + 2):
                    seen.pairs[pair].for_sale[slot, column] = FOR_SALE[card, column]


@unchecked_rule
def observe_unseen(state, seen):
    for place in range(2 * pairs_of(state) * (state.round + 1), state.deck_size):
        card = state.deck[place]
        seen.unseen[GENRES_OF[card], FACES_OF[card] - 1] += COPY_SCALE_32


@rule
def observe_placement(state, seen):
    """The sold pair on its way to the winner's sets."""
    for slot in range(2):
        card = sold_card(state, slot)
        seen.to_place[slot, 0] = (genre_of(card) + 1) * GENRE_SCALE
        seen.to_place[slot, 1] = face_of(card) * FACE_SCALE
        seen.to_place[slot, 2] = (state.target[slot] + 1) * GENRE_SCALE
        seen.to_place[slot, 3] = state.phase == Phase.PLACE_DOC and slot == state.asked_slot


@rule
def observe_own(state, channel, seen):
    """What the seat has committed and nobody else sees."""
    own = seen.own_pending
    own[OWN_BID] = channel.bid * COIN_SCALE if channel.bid != NOBODY else -1
    own[OWN_01] = channel.gain_01 > 0
    own[OWN_SPENDABLE] = spendable(channel) * COIN_SCALE
    if state.options.promotion_mode == PromotionMode.SIMULTANEOUS:
        own[OWN_POINTS] = channel.points * POINTS_SCALE
        for genre in range(NUM_GENRES):
            own[OWN_TOP + genre] = channel.promotion.top[genre] * SIZE_SCALE_32
            own[OWN_HIGH + genre] = channel.promotion.high[genre]
