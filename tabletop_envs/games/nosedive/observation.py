"""What one seat of a game of NOSEDIVE sees, and what it is promised to remember."""

from ...core.batch import SPECTATOR
from ...core.native import rule
from .cards import (
    BONUS_TOKENS,
    DECK_SIZE,
    DOUBLE_DAMAGE_COPIES,
    FACES,
    NUM_CARDS,
    NUM_TOPICS,
    copies_of,
    quality_of,
    topic_of,
)
from .experience import is_rating, offer_size, ratings_shown
from .state import (
    HAND_UNIT,
    HISTORY_LEAST,
    HISTORY_MOST,
    LIKING_UNIT,
    LIST_MINE,
    LIST_MOST,
    MAX_SCORE,
    NOBODY,
    NONE,
    OFFER_GIVEN,
    PILE_DOWN,
    PILE_DOWN_BY,
    PILE_PRESENT,
    PILE_UP,
    PILE_UP_BY,
    PLACED_UNIT,
    PRESENT,
    QUALITY,
    QUALITY_UNIT,
    TOLL_UNIT,
    TOPIC,
    Decision,
)


@rule
def observe(state, seat, seen):
    """Write what a seat, or a spectator, sees into a blank observation."""
    viewer = max(seat, 0)  # a spectator views from seat 0
    observe_table(state, seen)
    if not state.over:
        observe_decision(state, viewer, seen)
    if is_rating(state):
        observe_list(state, seat, seen)
    seen.influencer[place_of(state, viewer, state.influencer)] = 1
    for place in range(state.num_players):
        other = seat_at(state, viewer, place)
        observe_player(state, other, place, seen)
        observe_tolls(state, seat, other, place, seen)
        if not state.piles[place].taken:
            observe_pile(state, seat, place, seen)
    for round_ in range(state.round + 1):
        for turn in range(ratings_shown(state, round_)):
            observe_ratings(state, viewer, round_, turn, seen)
    if seat != SPECTATOR:
        observe_own(state, seat, seen)


@rule
def seat_at(state, viewer, place):
    """The seat so many places clockwise of the viewer."""
    seat = viewer + place
    return seat if seat < state.num_players else seat - state.num_players


@rule
def place_of(state, viewer, seat):
    """How many places clockwise of the viewer a seat sits."""
    place = seat - viewer
    return place if place >= 0 else place + state.num_players


@rule
def observe_table(state, seen):
    seen.round[state.round] = 1
    seen.tokens[0] = state.face_down / BONUS_TOKENS
    seen.tokens[1] = state.face_up / BONUS_TOKENS
    seen.deck = state.deck_size / DECK_SIZE
    seen.discard = state.discarded / DOUBLE_DAMAGE_COPIES


@rule
def observe_decision(state, viewer, seen):
    """Who is asked for what, and how far the asked one is."""
    decision = state.decision
    seen.kind[decision] = 1
    seen.actor[place_of(state, viewer, state.actor)] = 1
    if state.target != NOBODY:
        seen.target[place_of(state, viewer, state.target)] = 1
    if Decision.MOVE <= decision <= Decision.PLACE_PILE:
        seen.cycle[state.cycle] = 1
        if decision >= Decision.PLACE_CARD:
            seen.pending_face[FACES[state.players[state.actor].pawn, state.placed]] = 1
        if state.used_pile != NONE:
            seen.used_pile[state.used_pile] = 1


@rule
def observe_list(state, seat, seen):
    """The kinds that the rater got, without their givers; the viewer knows what it gave."""
    for slot in range(state.num_players - 1):
        kind = state.list_kind[slot]
        seen.list[slot, PRESENT] = 1
        seen.list[slot, TOPIC + topic_of(kind)] = 1
        seen.list[slot, QUALITY] = quality_of(kind) / QUALITY_UNIT
        if seat != SPECTATOR and seat != state.actor:
            seen.list[slot, LIST_MINE] = state.gifts[state.round, state.actor, seat] == kind
    if state.most_slot != NONE:
        seen.list[state.most_slot, LIST_MOST] = 1


@rule
def share_of(state, card, count):
    """A number of cards of a type that the deck has, as part of them all."""
    return count / copies_of(state.options, card)


@rule
def observe_player(state, other, place, seen):
    player = state.players[other]
    seen.score[place] = state.scores[other] / MAX_SCORE
    seen.pawn[place, player.pawn] = 1
    seen.bonus[place] = player.bonus
    seen.hand_size[place] = player.hand_size / HAND_UNIT
    if state.options.dd_stacks:
        seen.dd[place] = state.dd_count[other] / DOUBLE_DAMAGE_COPIES
    else:
        seen.dd[place] = state.dd_count[other] > 0
    for card in range(NUM_CARDS):
        if player.collection[card]:
            seen.collections[place, card] = share_of(state, card, player.collection[card])
        if player.shown[card]:
            seen.shown[place, card] = share_of(state, card, player.shown[card])


@rule
def observe_tolls(state, seat, other, place, seen):
    """Numbers of tolls are public, their cards known to payer and receiver."""
    for step in range(1, state.num_players):
        receiver = seat_at(state, other, step)
        count = state.toll_count[other, receiver]
        if count:
            seen.toll_matrix[place, (place + step) % state.num_players] = count / TOLL_UNIT
    if seat != SPECTATOR and place > 0:
        if state.toll_count[seat, other]:
            for card in range(NUM_CARDS):
                seen.gave[place - 1, card] = state.tolls[seat, other, card] / TOLL_UNIT
        if state.toll_count[other, seat]:
            for card in range(NUM_CARDS):
                seen.got[place - 1, card] = state.tolls[other, seat, card] / TOLL_UNIT


@rule
def observe_pile(state, seat, index, seen):
    """Cards face down are known to their placer; the first ones count as the Influencer's."""
    pile, viewer = state.piles[index], max(seat, 0)
    seen.piles[index, PILE_PRESENT] = 1
    for card in range(NUM_CARDS):
        if pile.up[card]:
            seen.piles[index, PILE_UP + card] = share_of(state, card, pile.up[card])
    if seat != SPECTATOR and pile.down_by[seat]:
        for card in range(NUM_CARDS):
            if pile.down[seat, card]:
                share = share_of(state, card, pile.down[seat, card])
                seen.piles[index, PILE_DOWN + card] = share
    for place in range(state.num_players):
        placer = seat_at(state, viewer, place)
        seen.piles[index, PILE_DOWN_BY + place] = pile.down_by[placer] / PLACED_UNIT
        seen.piles[index, PILE_UP_BY + place] = pile.up_by[placer] / PLACED_UNIT


@rule
def observe_ratings(state, viewer, round_, turn, seen):
    """One receiver's gifts, their givers and its ratings, public once it has rated."""
    receiver = seat_at(state, state.influencer, turn)
    place = place_of(state, viewer, receiver)
    for step in range(1, state.num_players):
        giver, row = seat_at(state, receiver, step), (place + step) % state.num_players
        kind = state.gifts[round_, receiver, giver]
        seen.history[round_, place, row, PRESENT] = 1
        seen.history[round_, place, row, TOPIC + topic_of(kind)] = 1
        seen.history[round_, place, row, QUALITY] = quality_of(kind) / QUALITY_UNIT
    most = place_of(state, viewer, state.most[round_, receiver])
    least = place_of(state, viewer, state.least[round_, receiver])
    seen.history[round_, place, most, HISTORY_MOST] = 1
    seen.history[round_, place, least, HISTORY_LEAST] = 1


@rule
def observe_own(state, seat, seen):
    player = state.players[seat]
    for card in range(NUM_CARDS):
        if player.hand[card]:
            seen.hand[card] = share_of(state, card, player.hand[card])
    for topic in range(NUM_TOPICS):
        seen.taste[topic] = player.taste[topic] / LIKING_UNIT
    if state.decision == Decision.PLACE_PILE and state.actor == seat:
        seen.pending_card[state.pending_card] = 1
    if state.decision >= Decision.GIVE and not state.over:
        observe_offer(state, seat, player, seen)


@rule
def observe_offer(state, seat, player, seen):
    for slot in range(offer_size(state, seat)):
        kind, recipient = player.offer[slot], player.recipient[slot]
        seen.offer[slot, PRESENT] = 1
        seen.offer[slot, TOPIC + topic_of(kind)] = 1
        seen.offer[slot, QUALITY] = quality_of(kind) / QUALITY_UNIT
        if recipient != NOBODY:
            seen.offer[slot, OFFER_GIVEN + place_of(state, seat, recipient) - 1] = 1
