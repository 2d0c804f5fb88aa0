"""What the chaos cards do, once their parameters are named and their counters answered.

An effect answers whether it is complete. One that asks somebody, or makes somebody draw,
answers False, keeps its place in its frame, and goes on when it is called again.
"""

from ...core.native import rule
from ...core.rng import random_below, shuffle
from .cards import (
    CHAOS_SUIT,
    COLOURED,
    FACES,
    FIRST_TABLE_CARD,
    HAND_CARDS,
    MODULE,
    NONE,
    REVERSES,
    Card,
    Module,
    end_of_suit,
)
from .draws import begin_discard, begin_draw, deal, deal_card
from .hands import (
    affected,
    ask,
    discard_hand,
    discard_suit,
    enter_unseen,
    forget_hand,
    forget_pooled,
    in_order,
    learn,
    leave,
    leave_unseen,
    living,
    next_living,
    put_in_deck,
    remember_hand,
    see_new_hand,
    see_none,
    shuffle_deck,
    swap_hands,
)
from .state import ANY_CARD, Decision, Token

BLACK_HOLE_CARDS = 5
UNITED_DRAWS = 2
COLOURED_COMMIT, CHAOS_COMMIT = 0, 1  # what Roulette and State of Flux ask for


@rule
def take_effect(state, frame):
    """Carry out, or go on with, the effect of the card in resolution; answers if it is done."""
    acts = frame.acts
    done = True
    if REVERSES[acts]:
        state.direction = -state.direction
    elif acts == Card.RSTUN:
        place_token(state, frame, Token.REVERSE)
    elif acts == Card.STEAL:
        place_token(state, frame, Token.STEAL)
    elif frame.target != NONE:  # STUN and the Chaos Draws that skip
        place_token(state, frame, Token.SKIP)
    elif acts == Card.DCOL:
        discard_suits(state, frame, frame.colour)
    elif acts == Card.DCHA:
        discard_suits(state, frame, CHAOS_SUIT)
    elif acts == Card.EGEN:
        begin_discard(state, frame.seat, 1, ANY_CARD)
    elif acts == Card.PCSH:
        pool_hands(state, frame)
    elif acts == Card.SCAV:
        if can_pick(state, frame):
            ask(state, Decision.PICK_DISCARD, frame.seat)
    elif MODULE[acts] == Module.CORE_EXTENSION:
        done = take_extension_effect(state, frame)
    return done


@rule
def take_extension_effect(state, frame):
    """The effects of core_extension."""
    acts = frame.acts
    done = True
    if acts == Card.BADGE:
        done = collect_badges(state, frame)
    elif acts == Card.BHOLE:
        black_hole(state, frame)
    elif acts == Card.CYC:
        cyclone(state, frame)
    elif acts == Card.DUNDER:
        double_under(state, frame.seat)
    elif acts == Card.PSHIFT:
        shift_hands(state, frame.seat)
    elif acts == Card.ROUL or acts == Card.FLUX:
        done = commit_cards(state, frame)
    elif acts == Card.UWF:
        done = united_we_fall(state, frame)
    elif acts == Card.WHOLE:
        done = white_hole(state, frame)
    return done


@rule
def place_token(state, frame, kind):
    """A token is laid in front of the last target."""
    state.tokens[state.num_tokens, 0] = frame.target
    state.tokens[state.num_tokens, 1] = kind
    state.tokens[state.num_tokens, 2] = frame.seat
    state.num_tokens += 1


@rule
def discard_suits(state, frame, suit):
    """Every affected seat discards its cards of a colour, or its chaos cards."""
    for _ in range(state.num_players):
        seat = in_order(state, frame)
        if affected(state, frame, seat):
            discard_suit(state, seat, suit)
        frame.at += 1


# --- pools -----------------------------------------------------------------------------------


@rule
def put_in_pool(state, card, count):
    """Pools lie behind the deck, where nothing is drawn; answers the pool's new size."""
    state.deck[state.deck_size + count] = card
    return count + 1


@rule
def deal_pool(state, frame, count):
    """Shuffle a pool and deal it to the affected seats, one card at a time."""
    shuffle(state, state.deck[state.deck_size : state.deck_size + count], count)
    frame.at = 1
    while count > 0:
        seat = in_order(state, frame)
        if affected(state, frame, seat):
            count -= 1
            card = state.deck[state.deck_size + count]
            enter_unseen(state, seat, card)
            forget_pooled(state, seat, card)
        frame.at += 1


@rule
def pool_hands(state, frame):
    """Pure Chaos Shuffle Hands."""
    count = 0
    for seat in range(state.num_players):
        if affected(state, frame, seat):
            for suit in range(CHAOS_SUIT + 1):
                if state.players[seat].holds[suit]:
                    count = pool_suit(state, seat, suit, count)
            forget_hand(state, seat, NONE)
    deal_pool(state, frame, count)


@rule
def pool_suit(state, seat, suit, count):
    """A seat's cards of a suit go into the pool; answers the pool's new size."""
    hand = state.players[seat].hand
    for card in range(suit * FACES, end_of_suit(suit)):
        if hand[card]:
            remember_pooled(state, seat, card)
            for _ in range(hand[card]):
                leave(state, seat, card)
                count = put_in_pool(state, card, count)
    return count


@rule
def remember_pooled(state, seat, card):
    """Whoever knows of copies of a card in a hand that is pooled knows that they are there."""
    player = state.players[seat]
    for observer in range(state.num_players):
        copies = int(player.hand[card])
        if observer != seat:
            copies = player.shown[card] + state.known[observer, seat, card]
        state.players[observer].pooled[card] += copies
        state.num_pooled += copies


# --- discards taken back ---------------------------------------------------------------------


@rule
def pickable(state, frame, card):
    """Whether Scavenger or White Hole may take a card: no trap, no table card."""
    return card < FIRST_TABLE_CARD and (frame.acts == Card.WHOLE or card >= COLOURED)


@rule
def can_revive(state, frame):
    """Scavenger may turn Recycle up again."""
    in_game = state.options.modules[Module.CORE_EXTENSION]
    return frame.acts == Card.SCAV and in_game and not state.recycle


@rule
def can_pick(state, frame):
    for card in state.face_up[: state.face_up_size]:
        if pickable(state, frame, card):
            return True
    return can_revive(state, frame)


@rule
def take_from_discards(state, card):
    """The newest copy goes out of the face-up discards."""
    place = state.face_up_size - 1
    while state.face_up[place] != card:
        place -= 1
    state.face_up_size -= 1
    for newer in range(place, state.face_up_size):
        state.face_up[newer] = state.face_up[newer + 1]


# --- core_extension --------------------------------------------------------------------------


@rule
def collect_badges(state, frame):
    """Badge Collector: a discard for each colour held, seat by seat; then as many draws."""
    while frame.at <= state.num_players:
        seat = in_order(state, frame)
        if affected(state, frame, seat):
            player = state.players[seat]
            while frame.half == 0 and frame.colour + 1 < state.colours:
                frame.colour += 1
                if player.holds[frame.colour]:
                    player.owed += 1
                    begin_discard(state, seat, 1, frame.colour)
                    return False
            if frame.half == 1 and player.owed:
                begin_draw(state, seat, player.owed)
                player.owed = 0
                return False
        frame.at += 1
        frame.colour = NONE
    return second_part(frame)


@rule
def second_part(frame):
    """Go over the seats once more for the second half of an effect; answers if that is done."""
    frame.at = 1
    frame.half += 1
    return frame.half > 1


@rule
def black_hole(state, frame):
    """Hands are discarded, and five cards dealt in turn."""
    depth = state.depth
    for _ in range(state.num_players):
        seat = in_order(state, frame)
        if affected(state, frame, seat):
            discard_hand(state, seat)
        frame.at += 1
    passed = 0
    for _ in range(BLACK_HOLE_CARDS * state.num_players):
        seat = in_order(state, frame)
        if affected(state, frame, seat) and state.depth == depth:
            passed += deal_card(state, seat)
        frame.at += 1
    if passed and state.depth == depth:
        shuffle_deck(state)


@rule
def cyclone(state, frame):
    """Each seat takes a random card from the one before it; the user takes last."""
    giver = frame.seat
    for _ in range(state.num_players):
        taker = in_order(state, frame)
        if living(state, taker):
            take_random(state, giver, taker)
            giver = taker
        frame.at += 1


@rule
def take_random(state, giver, taker):
    """A random hand card goes from one seat to another; only they see which."""
    size = state.players[giver].size
    if size == 0:
        return
    card = random_card(state, giver, random_below(state, size))
    leave_unseen(state, giver, card, taker)
    enter_unseen(state, taker, card)
    learn(state, giver, taker, card)


@rule
def random_card(state, seat, rank):
    """The hand card before which there are ``rank`` others in the cards' order."""
    player = state.players[seat]
    card = 0
    while rank >= player.hand[card]:
        rank -= player.hand[card]
        card += 1
    return card


@rule
def double_under(state, seat):
    """A hand goes into the deck, and as many cards are dealt."""
    player = state.players[seat]
    size = player.size
    forget_hand(state, seat, NONE)
    for card in range(HAND_CARDS):
        for _ in range(player.hand[card]):
            leave(state, seat, card)
            put_in_deck(state, card)
    shuffle_deck(state)
    deal(state, seat, size)


@rule
def shift_hands(state, user):
    """Paradigm Shift: all hands move to the next seat, by swaps that bring them round."""
    for seat in range(state.num_players):
        remember_hand(state, seat)
    seat = next_living(state, user)
    while seat != user:
        swap_hands(state, user, seat)
        seat = next_living(state, seat)
    for seat in range(state.num_players):
        see_new_hand(state, seat)


@rule
def commit_cards(state, frame):
    """Roulette, State of Flux: every seat commits what it has, then all cards move."""
    first = COLOURED_COMMIT if frame.acts == Card.ROUL else CHAOS_COMMIT
    while frame.at <= state.num_players:
        seat = in_order(state, frame)
        while living(state, seat) and first + frame.left <= CHAOS_COMMIT:
            suit = first + frame.left
            frame.left += 1
            if can_commit(state, seat, suit):
                frame.colour = suit
                ask(state, Decision.COMMIT, seat)
                return False
            if frame.acts == Card.FLUX:
                see_none(state.players[seat], CHAOS_SUIT)
        frame.at += 1
        frame.left = 0
    frame.colour = NONE
    if frame.acts == Card.ROUL:
        deal_pool(state, frame, pool_commits(state))
    else:
        pass_commits(state)
    return True


@rule
def can_commit(state, seat, suit):
    player = state.players[seat]
    chaos = player.holds[CHAOS_SUIT]
    return chaos > 0 if suit == CHAOS_COMMIT else player.size > chaos


@rule
def commit(state, frame, seat, card):
    """A card leaves the hand, hidden from all others until it has moved on."""
    leave_unseen(state, seat, card, NONE)
    player = state.players[seat]
    player.commits[0 if card < COLOURED else 1] = card
    if frame.acts == Card.ROUL:
        player.pooled[card] += 1
        state.num_pooled += 1


@rule
def pool_commits(state):
    """Put all committed cards into a pool; answers its size."""
    count = 0
    for player in state.players[: state.num_players]:
        for i in range(2):
            if player.commits[i] != NONE:
                count = put_in_pool(state, player.commits[i], count)
                player.commits[i] = NONE
    return count


@rule
def pass_commits(state):
    """Every committed card moves to the next seat, which alone learns what it is."""
    for seat in range(state.num_players):
        player = state.players[seat]
        card = player.commits[CHAOS_COMMIT]
        if card != NONE:
            player.commits[CHAOS_COMMIT] = NONE
            taker = next_living(state, seat)
            enter_unseen(state, taker, card)
            forget_pooled(state, taker, card)
            learn(state, seat, taker, card)


@rule
def united_we_fall(state, frame):
    """Every affected seat draws two; then every one discards a card."""
    while frame.at <= state.num_players:
        seat = in_order(state, frame)
        frame.at += 1
        if affected(state, frame, seat):
            if frame.half == 0:
                begin_draw(state, seat, UNITED_DRAWS)
            else:
                begin_discard(state, seat, 1, ANY_CARD)
            return False
    return second_part(frame)


@rule
def white_hole(state, frame):
    """Every affected seat takes a face-up discard."""
    while frame.at <= state.num_players:
        seat = in_order(state, frame)
        frame.at += 1
        if affected(state, frame, seat) and can_pick(state, frame):
            ask(state, Decision.PICK_DISCARD, seat)
            return False
    return True
