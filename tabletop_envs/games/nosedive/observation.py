"""What one seat of a game of NOSEDIVE sees, and what it is promised to remember."""

from ...core.batch import SPECTATOR
from ...core.native import rule, unchecked_rule
from .cards import (
    BONUS_TOKENS,
    DECK_SIZE,
    DOUBLE_DAMAGE_COPIES,
    FACES,
    NUM_CARDS,
    NUM_TOPICS,
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
    QUALITY_LEAST,
    QUALITY_MOST,
    QUALITY_UNIT,
    TIMES_LEAST,
    TIMES_MOST,
    TOLL_UNIT,
    TOPIC,
    Decision,
)

TURN_FIELDS = (
    "kind",
    "actor",
    "target",
    "hand",
    "gave",
    "got",
    "taste",
    "offer",
    "topic_ratings",
    "pending_card",
    "list",
)


@rule
def observe(state, seat, seen):
    """Write what a seat, or a spectator, sees into a blank observation."""
    viewer = max(seat, 0)  # a spectator views from seat 0
    observe_turn(state, seat, seen)
    observe_table(state, viewer, seen)
    for place in range(state.num_players):
        observe_player(state, seat_at(state, viewer, place), place, seen)
        if not state.piles[place].taken:
            observe_pile(state, seat, place, seen)
    for round_ in range(state.round + 1):
        for turn in range(ratings_shown(state, round_)):
            observe_ratings(state, viewer, round_, turn, seen)


@rule
def observe_turn(state, seat, seen):
    """Write the turn fields: who is asked for what, and what only this seat knows."""
    if not state.over:
        viewer = max(seat, 0)
        seen.kind[state.decision] = 1
        seen.actor[place_of(state, viewer, state.actor)] = 1
        if state.target != NOBODY:
            seen.target[place_of(state, viewer, state.target)] = 1
    if is_rating(state):
        observe_list(state, seat, seen)
    if seat != SPECTATOR:
        observe_own(state, seat, seen)
        observe_own_tolls(state, seat, seen)


@rule
def seat_at(state, viewer, place):
    """The seat so many places clockwise of another, or the place of a place."""
    seat = viewer + place
    return seat if seat < state.num_players else seat - state.num_players


@rule
def place_of(state, viewer, seat):
    """How many places clockwise of the viewer a seat sits."""
    place = seat - viewer
    return place if place >= 0 else place + state.num_players


@rule
def observe_table(state, viewer, seen):
    seen.round[state.round] = 1
    seen.influencer[place_of(state, viewer, state.influencer)] = 1
    seen.tokens[0] = state.face_down / BONUS_TOKENS
    seen.tokens[1] = state.face_up / BONUS_TOKENS
    seen.deck = state.deck_size / DECK_SIZE
    seen.discard = state.discarded / DOUBLE_DAMAGE_COPIES
    if Decision.MOVE <= state.decision <= Decision.PLACE_PILE:
        seen.cycle[state.cycle] = 1
        if state.decision >= Decision.PLACE_CARD:
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


@unchecked_rule
def observe_player(state, other, place, seen):
    player = state.players[other]
    seen.players[place].score = state.scores[other] / MAX_SCORE
    seen.players[place].pawn[player.pawn] = 1
    seen.players[place].bonus = player.bonus
    seen.players[place].hand_size = player.hand_size / HAND_UNIT
    if state.options.dd_stacks:
        seen.players[place].dd = state.dd_count[other] / DOUBLE_DAMAGE_COPIES
    else:
        seen.players[place].dd = state.dd_count[other] > 0
    for card in range(NUM_CARDS):
        seen.players[place].collections[card] = player.collection[card] * state.shares[card]
        seen.players[place].shown[card] = player.shown[card] * state.shares[card]
    for step in range(1, state.num_players):
        count = state.toll_count[other, seat_at(state, other, step)]
        if count:
            seen.players[place].toll_matrix[seat_at(state, place, step)] = count / TOLL_UNIT


@unchecked_rule
def observe_pile(state, seat, index, seen):
    """Cards face down are known to their placer; the first ones count as the Influencer's."""
    pile, viewer = state.piles[index], max(seat, 0)
    seen.piles[index, PILE_PRESENT] = 1
    for card in range(NUM_CARDS):
        seen.piles[index, PILE_UP + card] = pile.up[card] * state.shares[card]
    if seat != SPECTATOR and pile.down_by[seat]:
        for card in range(NUM_CARDS):
            seen.piles[index, PILE_DOWN + card] = pile.down[seat, card] * state.shares[card]
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
        giver, row = seat_at(state, receiver, step), seat_at(state, place, step)
        kind = state.gifts[round_, receiver, giver]
        seen.history[round_, place, row, PRESENT] = 1
        seen.history[round_, place, row, TOPIC + topic_of(kind)] = 1
        seen.history[round_, place, row, QUALITY] = quality_of(kind) / QUALITY_UNIT
    most = place_of(state, viewer, state.most[round_, receiver])
    least = place_of(state, viewer, state.least[round_, receiver])
    seen.history[round_, place, most, HISTORY_MOST] = 1
    seen.history[round_, place, least, HISTORY_LEAST] = 1


@unchecked_rule
def observe_own(state, seat, seen):
    player = state.players[seat]
    for card in range(NUM_CARDS):
        seen.hand[card] = player.hand[card] * state.shares[card]
    for topic in range(NUM_TOPICS):
        seen.taste[topic] = player.taste[topic] / LIKING_UNIT
    if state.decision == Decision.PLACE_PILE and state.actor == seat:
        seen.pending_card[state.pending_card] = 1
    if state.decision >= Decision.GIVE and not state.over:
        observe_offer(state, seat, player, seen)


@unchecked_rule
def observe_own_tolls(state, seat, seen):
    """Only payer and receiver know the cards."""
    for place in range(1, state.num_players):
        other = seat_at(state, seat, place)
        if state.toll_count[seat, other]:
            for card in range(NUM_CARDS):
                seen.gave[place - 1, card] = state.tolls[seat, other, card] / TOLL_UNIT
        if state.toll_count[other, seat]:
            for card in range(NUM_CARDS):
                seen.got[place - 1, card] = state.tolls[other, seat, card] / TOLL_UNIT


@rule
def observe_offer(state, seat, player, seen):
    for slot in range(offer_size(state, seat)):
        kind, recipient = player.offer[slot], player.recipient[slot]
        seen.offer[slot, PRESENT] = 1
        seen.offer[slot, TOPIC + topic_of(kind)] = 1
        seen.offer[slot, QUALITY] = quality_of(kind) / QUALITY_UNIT
        if recipient != NOBODY:
            seen.offer[slot, OFFER_GIVEN + place_of(state, seat, recipient) - 1] = 1
        if state.options.rated_topics and state.decision == Decision.GIVE and state.actor == seat:
            for place in range(place_of(state, state.target, seat)):  # receivers to come
                receiver = seat_at(state, state.target, place)
                observe_topic_ratings(
                    state, receiver, topic_of(kind), seen.topic_ratings[slot, place]
                )


@rule
def observe_topic_ratings(state, receiver, topic, row):
    """How a seat rated a topic in the rounds before; a summary of the history."""
    for round_ in range(state.round):
        most = state.gifts[round_, receiver, state.most[round_, receiver]]
        least = state.gifts[round_, receiver, state.least[round_, receiver]]
        if topic_of(most) == topic:
            row[TIMES_MOST] += 1
            row[QUALITY_MOST] += quality_of(most) / QUALITY_UNIT
        if topic_of(least) == topic:
            row[TIMES_LEAST] += 1
            row[QUALITY_LEAST] += quality_of(least) / QUALITY_UNIT
