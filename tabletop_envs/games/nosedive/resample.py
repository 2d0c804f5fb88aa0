"""Another game of NOSEDIVE that a seat cannot tell from the true one.

The seat knows its own cards, taste and offer, the types of tolls it paid or got, and all that
is public. The rest is drawn anew: cards, then what others paid each other, then the gifts not
yet revealed, then the tastes, which must allow every rating given so far.
"""

from ...core.native import rule
from ...core.rng import random_below, shuffle
from .cards import (
    DECK_SIZE,
    DOUBLE_DAMAGE,
    NUM_CARDS,
    NUM_KINDS,
    NUM_TASTES,
    NUM_TOPICS,
    TASTES,
    appeal_of,
    copies_of,
)
from .experience import giver_at, is_rating, offer_size, ratings_shown
from .lifestyle import draw, lay_down, top_card
from .scoring import may_rate
from .state import NOBODY, NONE, Decision

TRIES = 20_000
"""How often something is drawn until it fits: one taste of 720 is missed once in 10**12 times."""


@rule
def resample(state, seat):
    redeal_cards(state, seat)
    if state.decision == Decision.PLACE_PILE and state.actor != seat:
        player = state.players[state.actor]
        state.pending_card = random_card(state, player.hand, player.hand_size)
    redraw_tolls(state, seat)
    if state.decision >= Decision.GIVE and not state.over:
        redraw_gifts(state, seat)
    for other in range(state.num_players):
        if other != seat:
            redraw_taste(state, other)
    state.appeal[:] = 0


# --- cards -----------------------------------------------------------------------------------


@rule
def random_card(state, counts, total):
    """One of ``total`` cards, told by the count of each type."""
    rank = random_below(state, total)
    card = 0
    while rank >= counts[card]:
        rank -= counts[card]
        card += 1
    return card


@rule
def located(state, seat, card):
    """How many cards of a type lie where the seat knows."""
    count = state.discarded if card == DOUBLE_DAMAGE else 0
    count += state.players[seat].hand[card]
    for other in range(state.num_players):
        pile = state.piles[other]
        count += state.players[other].collection[card] + pile.up[card] + pile.down[seat, card]
        if other != seat:
            count += state.known[seat, other, card]
    return count


@rule
def redeal_cards(state, seat):
    """Make a deck of all cards that lie the seat does not know where, and deal them again."""
    size = 0
    for card in range(NUM_CARDS):
        for _ in range(copies_of(state.options, card) - located(state, seat, card)):
            state.deck[size] = card
            size += 1
    state.deck_size = size
    state.deck[size:] = 0
    shuffle(state, state.deck, size)
    for other in range(state.num_players):
        if other != seat:
            redeal_hand(state, seat, other)
            for index in range(state.num_players):
                redeal_face_down(state, state.piles[index], other)


@rule
def redeal_hand(state, seat, other):
    """Tolls that the seat paid stay as long as it can be sure of them."""
    player = state.players[other]
    size = player.hand_size
    player.hand_size = 0
    for card in range(NUM_CARDS):
        player.hand[card] = state.known[seat, other, card]
        player.hand_size += player.hand[card]
    draw(state, other, size - player.hand_size)


@rule
def redeal_face_down(state, pile, placer):
    count = pile.down_by[placer]
    if count:
        pile.down_by[placer] = 0
        pile.down[placer, :] = 0
        for _ in range(count):
            lay_down(pile, placer, top_card(state))


# --- tolls between others --------------------------------------------------------------------


@rule
def redraw_tolls(state, seat):
    """Cards for the tolls of which the seat saw only that they were paid."""
    for receiver in range(state.num_players):
        for payer in range(state.num_players):
            if is_third_party(seat, payer, receiver):
                state.tolls[payer, receiver, :] = 0
                state.known[payer, receiver, :] = 0
        for payer in range(state.num_players):
            if is_third_party(seat, payer, receiver):
                redraw_tolls_between(state, payer, receiver)


@rule
def is_third_party(seat, payer, receiver):
    return payer != receiver and payer != seat and receiver != seat


@rule
def redraw_tolls_between(state, payer, receiver):
    """The last ones still lie in the receiver's hand, for all that is known; others are gone."""
    for index in range(state.toll_count[payer, receiver]):
        if index < state.held[payer, receiver]:
            card = unclaimed_card(state, receiver)
            state.known[payer, receiver, card] += 1
        else:
            card = passed_card(state, receiver)
        state.tolls[payer, receiver, card] += 1


@rule
def unclaimed(state, owner, card):
    """Cards of a type in a hand that nobody is known to have paid to it."""
    count = state.players[owner].hand[card]
    for payer in range(state.num_players):
        if payer != owner:
            count -= state.known[payer, owner, card]
    return count


@rule
def unclaimed_card(state, owner):
    """A random one of them."""
    total = 0
    for card in range(NUM_CARDS):
        total += unclaimed(state, owner, card)
    rank = random_below(state, total)
    card = 0
    while rank >= unclaimed(state, owner, card):
        rank -= unclaimed(state, owner, card)
        card += 1
    return card


@rule
def passed_card(state, owner):
    """A card that may have gone through a hand: one it showed, else any card of the game."""
    shown = state.players[owner].shown
    total = 0
    for card in range(NUM_CARDS):
        total += shown[card]
    if total:
        return random_card(state, shown, total)
    rank = random_below(state, DECK_SIZE)
    card = 0
    while rank >= copies_of(state.options, card):
        rank -= copies_of(state.options, card)
        card += 1
    return card


# --- gifts and offers ------------------------------------------------------------------------


@rule
def redraw_gifts(state, seat):
    if is_rating(state):
        redraw_list_givers(state, seat)
    for giver in range(state.num_players):
        if giver != seat:
            redraw_offer(state, giver)


@rule
def redraw_list_givers(state, seat):
    """Say anew who gave which kind of the open list, so that it fits with what is known."""
    rater, size = state.actor, state.num_players - 1
    for slot in range(size):
        state.list_giver[slot] = giver_at(rater, slot)
    for _ in range(TRIES):
        shuffle(state, state.list_giver, size)
        if list_fits(state, seat):
            break
    for slot in range(size):
        state.gifts[state.round, rater, state.list_giver[slot]] = state.list_kind[slot]


@rule
def list_fits(state, seat):
    """The seat knows what it gave; nobody gives a kind twice in a round."""
    for slot in range(state.num_players - 1):
        giver, kind = state.list_giver[slot], state.list_kind[slot]
        if giver == seat:
            if state.gifts[state.round, state.actor, seat] != kind:
                return False
        else:
            for turn in range(state.turn):
                receiver = (state.influencer + turn) % state.num_players
                if receiver != giver and state.gifts[state.round, receiver, giver] == kind:
                    return False
    return True


@rule
def is_listed(state, receiver):
    """Whether it is settled what each gave to a receiver: its list is or was open."""
    turn = (receiver - state.influencer) % state.num_players
    return is_rating(state) and turn <= state.turn


@rule
def is_given(state, giver, receiver):
    """Whether a giver has committed its gift to a receiver."""
    if is_rating(state) or giver != state.actor:
        turn = (giver - state.influencer) % state.num_players
        return is_rating(state) or turn < state.turn
    ahead = (state.target - giver) % state.num_players
    return (receiver - giver) % state.num_players < ahead


@rule
def redraw_offer(state, giver):
    """An offer with the settled gifts in it, others for the gifts not seen, and left-overs."""
    kinds, size = 0, 0  # a bit for each kind
    for receiver in range(state.num_players):
        if receiver != giver and is_listed(state, receiver):
            kinds |= 1 << state.gifts[state.round, receiver, giver]
            size += 1
    for receiver in range(state.num_players):
        if receiver != giver and is_given(state, giver, receiver):
            if not is_listed(state, receiver):
                kind = other_kind(state, kinds)
                state.gifts[state.round, receiver, giver] = kind
                kinds |= 1 << kind
                size += 1
    for _ in range(offer_size(state, giver) - size):
        kinds |= 1 << other_kind(state, kinds)
    lay_out_offer(state, giver, kinds)


@rule
def other_kind(state, kinds):
    """A random kind that is none of those."""
    kind = random_below(state, NUM_KINDS)
    while kinds >> kind & 1:
        kind = random_below(state, NUM_KINDS)
    return kind


@rule
def lay_out_offer(state, giver, kinds):
    player, slot = state.players[giver], 0
    for kind in range(NUM_KINDS):
        if kinds >> kind & 1:
            player.offer[slot] = kind
            player.recipient[slot] = NOBODY
            for receiver in range(state.num_players):
                if receiver != giver and is_given(state, giver, receiver):
                    if state.gifts[state.round, receiver, giver] == kind:
                        player.recipient[slot] = receiver
            slot += 1


# --- tastes ----------------------------------------------------------------------------------


@rule
def redraw_taste(state, other):
    """Any of the arrangements that allow all ratings, each as likely as the others."""
    taste = 0
    for _ in range(TRIES):
        taste = random_below(state, NUM_TASTES)
        if allows_all(state, other, taste):
            break
    for topic in range(NUM_TOPICS):
        state.players[other].taste[topic] = TASTES[taste, topic]


@rule
def allows_all(state, rater, taste):
    """Whether somebody of that taste may have rated as the rater did."""
    for round_ in range(state.round + 1):
        turn = (rater - state.influencer) % state.num_players
        if turn < ratings_shown(state, round_):
            most, least = state.most[round_, rater], state.least[round_, rater]
            if not allows(state, rater, taste, round_, most, least):
                return False
    if is_rating(state) and rater == state.actor and state.most_slot != NONE:
        most = state.list_giver[state.most_slot]
        return allows(state, rater, taste, state.round, most, NOBODY)
    return True


@rule
def allows(state, rater, taste, round_, most, least):
    """Whether the gifts of these givers may have been rated MOST and LEAST."""
    size, slack = state.num_players - 1, state.options.honesty_slack
    for slot in range(size):
        kind = state.gifts[round_, rater, giver_at(rater, slot)]
        state.appeal[slot] = appeal_of(TASTES[taste], kind)
    top = slot_of(rater, most)
    if not may_rate(state.appeal, size, slack, NONE, top):
        return False
    return least == NOBODY or may_rate(state.appeal, size, slack, top, slot_of(rater, least))


@rule
def slot_of(receiver, giver):
    """The place of a giver among the seats but the receiver; see ``giver_at``."""
    return giver - (giver > receiver)
