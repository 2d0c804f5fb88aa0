"""Cards entering and leaving hands and piles, and what everybody or somebody learns by it."""

from ...core.native import rule, unchecked_rule
from ...core.rng import random_below, shuffle
from .cards import (
    CHAOS_SUIT,
    CLASS,
    COLOURED,
    FACES,
    HAND_CARDS,
    MAX_COLOURS,
    NONE,
    Class,
    end_of_suit,
    suit_of,
)
from .state import COUNTER_COLUMN, HOLD_COLUMNS, NORMAL_COLUMN, MainPhaseChaos

# --- seats -----------------------------------------------------------------------------------


@rule
def living(state, seat):
    return state.players[seat].out == 0


@rule
def at_table(state, place):
    """The seat at a place that was counted on, or back, by no more than once round the table."""
    if place < 0:
        return place + state.num_players
    return place if place < state.num_players else place - state.num_players


@rule
def seat_after(state, seat, steps):
    """The seat so many places on in the direction of play."""
    return at_table(state, seat + steps * state.direction)


@rule
def next_living(state, seat):
    """The next living seat in the direction of play."""
    other = seat_after(state, seat, 1)
    while not living(state, other):
        other = seat_after(state, other, 1)
    return other


@rule
def has_bit(bits, seat):
    return (bits >> seat) & 1


@rule
def push(state, work, seat, card, left):
    """Begin a piece of work; it comes before all that was begun earlier."""
    frame = state.frames[state.depth]
    state.depth += 1
    blank_frame(frame)
    frame.work = work
    frame.seat = seat
    frame.card = card
    frame.acts = card
    frame.left = left
    frame.direction = state.direction


@rule
def blank_frame(frame):
    frame.work = 0
    frame.stage = 0
    frame.seat = 0
    frame.card = NONE
    frame.acts = NONE
    frame.at = 1
    frame.left = 0
    frame.half = 0
    frame.direction = 0
    frame.shields = 0
    frame.colour = NONE
    frame.target = NONE
    frame.source = NONE
    frame.level = 0
    frame.gifts[:] = NONE


@rule
def in_order(state, frame):
    """The seat at the frame's place in order: the direction is that of the frame's beginning."""
    return (frame.seat + frame.at * frame.direction) % state.num_players


@rule
def affected(state, frame, seat):
    """Whether a group card does something to a seat."""
    return living(state, seat) and not has_bit(frame.shields, seat)


@rule
def ask(state, decision, seat):
    state.decision = decision
    state.actor = seat


# --- piles -----------------------------------------------------------------------------------


@rule
def discard_up(state, card):
    """Lay a card on the face-up discards."""
    state.face_up[state.face_up_size] = card
    state.face_up_size += 1


@rule
def discard_down(state, seat, card):
    """A seat discards a card that nobody else sees."""
    player = state.players[seat]
    player.face_down[card - COLOURED] += 1
    player.face_down_size += 1
    see_placed(state, seat, card)


@rule
def set_aside(state, card):
    """Lay a card where it waits for the end of the outermost draw, to go into the deck."""
    state.aside[state.aside_size] = card
    state.aside_size += 1


@rule
def put_in_deck(state, card):
    state.deck[state.deck_size] = card
    state.deck_size += 1


@rule
def top_of_deck(state):
    return state.deck[state.deck_size - 1]


@rule
def shuffle_deck(state):
    shuffle(state, state.deck, state.deck_size)


@rule
def shuffle_top(state, count):
    """Bring random cards to the deck's top; the order of all others does not matter."""
    for last in range(state.deck_size - 1, state.deck_size - 1 - count, -1):
        other = random_below(state, last + 1)
        card = state.deck[last]
        state.deck[last] = state.deck[other]
        state.deck[other] = card


# --- hands -----------------------------------------------------------------------------------


@rule
def class_of(state, card):
    """A card's class, under the option that chaos cards are never played to tricks."""
    if CLASS[card] == Class.VALUED and state.options.main_phase_chaos == MainPhaseChaos.NONE:
        return Class.NORMAL
    return CLASS[card]


@rule
def class_column(state, card):
    """The column of HOLD_COLUMNS for a chaos card's class, or NONE."""
    card_class = class_of(state, card)
    if card_class == Class.NORMAL:
        return NORMAL_COLUMN
    if card_class == Class.COUNTER:
        return COUNTER_COLUMN
    return NONE


@rule
def playable(player):
    """How many cards of a hand can be played to tricks."""
    return player.size - unplayable(player)


@rule
def unplayable(player):
    """How many Normal and Counter cards a hand has."""
    return player.holds[NORMAL_COLUMN] + player.holds[COUNTER_COLUMN]


@rule
def move(state, seat, card, copies):
    """Add a card to a hand (1), or take it out (-1); nothing is noted about who knows it."""
    player = state.players[seat]
    player.hand[card] += copies
    player.size += copies
    player.holds[suit_of(card)] += copies
    if card >= COLOURED:
        column = class_column(state, card)
        if column != NONE:
            player.holds[column] += copies


@rule
def forget_pooled(state, seat, card):
    """A seat sees again a card that it knew to be in a pool."""
    player = state.players[seat]
    if player.pooled[card]:
        player.pooled[card] -= 1
        state.num_pooled -= 1


@rule
def see_placed(state, seat, card):
    """A seat sees where a hand card out of the deck is, which may be one that was in a pool."""
    if card < HAND_CARDS and state.players[seat].pooled[card]:
        if state.players[seat].pooled[card] > unplaced(state, seat, card):
            forget_pooled(state, seat, card)


@rule
def show_placed(state, card):
    """All see where a card out of the deck is."""
    if state.num_pooled:
        for seat in range(state.num_players):
            see_placed(state, seat, card)


@rule
def unplaced(state, viewer, card):
    """How many copies of a hand card lie where a seat does not know them."""
    count = 0
    for each in state.deck[: state.deck_size]:
        count += each == card
    for seat in range(state.num_players):
        if seat != viewer:
            player = state.players[seat]
            count += player.hand[card] - player.shown[card] - state.known[viewer, seat, card]
            if card >= COLOURED:
                count += player.face_down[card - COLOURED]
    return count


@unchecked_rule
def count_in_all(columns):
    """A card that may be any is counted in every column."""
    for column in range(HOLD_COLUMNS):
        columns[column] += 1


@rule
def enter_unseen(state, seat, card):
    """A card comes into a hand, and others do not see which."""
    move(state, seat, card, 1)
    count_in_all(state.players[seat].entered)


@rule
def enter_from_deck(state, seat, card):
    """A card is drawn or dealt."""
    enter_unseen(state, seat, card)
    see_placed(state, seat, card)


@rule
def enter_shown(state, seat, card):
    """A card comes into a hand for all to see."""
    move(state, seat, card, 1)
    player = state.players[seat]
    player.shown[card] += 1
    player.num_shown += 1
    player.entered[suit_of(card)] += 1
    column = class_column(state, card)
    if column != NONE:
        player.entered[column] += 1


@rule
def enter_in_balance(state, seat, card):
    """A coloured card is kept in the Balance Phase."""
    move(state, seat, card, 1)
    player = state.players[seat]
    for colour in range(MAX_COLOURS):
        player.entered[colour] += 1
    see_placed(state, seat, card)


@rule
def learn(state, observer, seat, card):
    """A seat learns, alone, of a card in another hand."""
    if observer != seat:
        state.known[observer, seat, card] += 1
        state.secrets += 1


@rule
def unlearn(state, observer, seat, card):
    """A seat sees a card leave another hand; answers whether it knew it to be there."""
    if not state.known[observer, seat, card]:
        return False
    state.known[observer, seat, card] -= 1
    state.secrets -= 1
    return True


@rule
def leave(state, seat, card):
    """A card goes out of a hand."""
    move(state, seat, card, -1)
    player = state.players[seat]
    if class_column(state, card) == NORMAL_COLUMN:
        player.armed = 0
    if player.size == 0:
        player.entered[:] = 0


@rule
def leave_shown(state, seat, card):
    """A card leaves a hand for all to see."""
    leave(state, seat, card)
    player = state.players[seat]
    if player.shown[card]:
        player.shown[card] -= 1
        player.num_shown -= 1
    elif state.secrets or state.num_pooled:
        for observer in range(state.num_players):
            if observer != seat and not unlearn(state, observer, seat, card):
                forget_pooled(state, observer, card)


@rule
def forget_hand(state, seat, witness):
    """All but a witness (or NONE) lose sight of a hand."""
    player = state.players[seat]
    player.armed = 0
    if player.num_shown:
        for card in range(HAND_CARDS):
            if witness != NONE:
                state.known[witness, seat, card] += player.shown[card]
                state.secrets += player.shown[card]
            player.shown[card] = 0
        player.num_shown = 0
    if state.secrets:
        for observer in range(state.num_players):
            if observer != witness:
                forget_secrets(state, observer, seat)


@rule
def forget_secrets(state, observer, seat):
    """What an observer alone knew of a hand is worth nothing any more."""
    for card in range(HAND_CARDS):
        state.secrets -= state.known[observer, seat, card]
        state.known[observer, seat, card] = 0


@rule
def leave_unseen(state, seat, card, witness):
    """A card leaves a hand, and all but a witness (or NONE) do not see which."""
    leave(state, seat, card)
    forget_hand(state, seat, witness)
    if witness != NONE and not unlearn(state, witness, seat, card):
        forget_pooled(state, witness, card)


@rule
def discard(state, seat, card):
    """A seat discards a hand card face up."""
    leave_shown(state, seat, card)
    discard_up(state, card)


@rule
def discard_range(state, seat, first, end):
    """A seat discards its hand cards numbered from ``first`` on and below ``end``, in order."""
    hand = state.players[seat].hand
    for card in range(first, end):
        for _ in range(hand[card]):
            discard(state, seat, card)


@rule
def discard_suit(state, seat, suit):
    """A seat discards all hand cards of a colour, or all chaos cards; all see that it has none."""
    player = state.players[seat]
    if player.holds[suit]:
        discard_range(state, seat, suit * FACES, end_of_suit(suit))
    see_none(player, suit)


@rule
def see_none(player, suit):
    """All see that a hand has no card of a colour, or no chaos card."""
    player.entered[suit] = 0
    if suit == CHAOS_SUIT:
        player.entered[NORMAL_COLUMN] = 0
        player.entered[COUNTER_COLUMN] = 0


@rule
def discard_hand(state, seat):
    discard_range(state, seat, 0, HAND_CARDS)


@rule
def remember_hand(state, seat):
    """Before whole hands move: a seat knows its own, wherever it goes."""
    player = state.players[seat]
    for card in range(HAND_CARDS):
        hidden = player.hand[card] - player.shown[card]
        state.known[seat, seat, card] = hidden
        state.secrets += hidden


@rule
def swap_hands(state, one, two):
    """Two seats swap whole hands, and what is known of them goes along."""
    player, other = state.players[one], state.players[two]
    for card in range(HAND_CARDS):
        exchange(player.hand, other.hand, card)
        exchange(player.shown, other.shown, card)
        for observer in range(state.num_players):
            known = state.known[observer, one, card]
            state.known[observer, one, card] = state.known[observer, two, card]
            state.known[observer, two, card] = known
    for column in range(HOLD_COLUMNS):
        exchange(player.holds, other.holds, column)
        exchange(player.entered, other.entered, column)
    for colour in range(MAX_COLOURS):
        exchange(player.void, other.void, colour)
    size, armed, kept, num_shown = player.size, player.armed, player.kept, player.num_shown
    player.size = other.size
    player.armed = other.armed
    player.kept = other.kept
    player.num_shown = other.num_shown
    other.size = size
    other.armed = armed
    other.kept = kept
    other.num_shown = num_shown


@rule
def exchange(mine, theirs, i):
    kept = mine[i]
    mine[i] = theirs[i]
    theirs[i] = kept


@rule
def see_new_hand(state, seat):
    """After whole hands moved: a seat looks at the one it got."""
    forget_secrets(state, seat, seat)
    player = state.players[seat]
    for card in range(HAND_CARDS):
        for _ in range(min(player.hand[card], player.pooled[card])):
            forget_pooled(state, seat, card)
