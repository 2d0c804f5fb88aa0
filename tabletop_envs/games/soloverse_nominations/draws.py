"""Drawing and dealing: the deck, the traps that wait in it, and forced discards."""

from ...core.native import rule
from .cards import (
    CHAOS_SUIT,
    COLOURED,
    FACES,
    FIRST_TABLE_CARD,
    FIRST_TRAP,
    NONE,
    Card,
    suit_of,
)
from .ending import reveal_crisis, take_table_card, void_round
from .hands import (
    ask,
    discard_range,
    discard_suit,
    discard_up,
    enter_from_deck,
    in_order,
    living,
    push,
    put_in_deck,
    seat_after,
    see_none,
    set_aside,
    show_placed,
    shuffle_deck,
    top_of_deck,
)
from .state import ANY_CARD, Decision, Work

POISON_DISCARDS = 3


@rule
def receive(state, seat, card):
    """A drawn or dealt card that is no trap: to the hand, or to the table."""
    if card < FIRST_TABLE_CARD:
        enter_from_deck(state, seat, card)
    else:
        take_table_card(state, seat, card)


# --- dealing ---------------------------------------------------------------------------------


@rule
def next_dealt(state):
    """The place in the deck of the first card that is no trap, or NONE."""
    place = state.deck_size - 1
    while place >= 0 and state.deck[place] >= FIRST_TRAP:
        place -= 1
    return place


@rule
def deal_card(state, seat):
    """Deal a card; answers how many traps it passed over. Traps stay; no card left is VOID."""
    place = next_dealt(state)
    if place == NONE:
        void_round(state)
        return 0
    card = state.deck[place]
    state.deck_size -= 1
    for above in range(place, state.deck_size):
        state.deck[above] = state.deck[above + 1]
    receive(state, seat, card)
    return state.deck_size - place


@rule
def deal(state, seat, count):
    """Deal cards to one seat; a deck in which traps were passed over is shuffled."""
    passed = 0
    depth = state.depth
    for _ in range(count):
        if state.depth == depth:  # else the round or the game has ended
            passed += deal_card(state, seat)
    if passed and state.depth == depth:
        shuffle_deck(state)


# --- drawing ---------------------------------------------------------------------------------


@rule
def begin_draw(state, seat, count):
    push(state, Work.DRAW, seat, NONE, count)
    state.draws += 1


@rule
def continue_draw(state, frame):
    """Draw what is still owed; traps come in between."""
    depth = state.depth
    while frame.left > 0:
        if state.deck_size == 0:
            void_round(state)
            return
        card = top_of_deck(state)
        state.deck_size -= 1
        if card >= FIRST_TRAP:
            spring(state, frame, card)
        else:
            frame.left -= 1
            receive(state, frame.seat, card)
        if state.depth != depth:  # a trap asks for more, or the round or game has ended
            return
    end_draw(state)


@rule
def end_draw(state):
    """What was set aside goes into the deck when the outermost draw is over."""
    state.depth -= 1
    state.draws -= 1
    if state.draws or not state.aside_size:
        return
    for i in range(state.aside_size):
        put_in_deck(state, state.aside[i])
    state.aside_size = 0
    shuffle_deck(state)


# --- traps -----------------------------------------------------------------------------------


@rule
def spring(state, frame, trap):
    """A trap is drawn: resolve it, or begin to."""
    if trap == Card.MERCY:
        frame.left += 1
        discard_up(state, trap)
    elif trap == Card.CRISIS:
        reveal_crisis(state, frame.seat)
    elif trap == Card.DESTR:
        set_aside(state, trap)
        destroy(state)
    elif trap == Card.ARMS:
        collect(state, Card.BK, Card.KK)
        set_aside(state, trap)
    elif trap == Card.CALL:
        collect(state, Card.SOL, Card.RSE)
        set_aside(state, trap)
    elif trap >= Card.TD0:
        set_aside(state, trap)
        discard_from_all(state, frame.seat, trap - Card.TD0)
    else:
        push(state, Work.TRAP, frame.seat, trap, 0)


@rule
def destroy(state):
    """Soloversal Destruction: a chaos card is removed from the game; without one, VOID."""
    if state.deck_size == 0 or top_of_deck(state) < COLOURED:
        void_round(state)
        return
    card = top_of_deck(state)
    state.deck_size -= 1
    state.removed[card - COLOURED] += 1
    show_placed(state, card)


@rule
def collect(state, first, last):
    """Table cards go back from all seats."""
    for card in range(first, last + 1):
        if state.owner[card - FIRST_TABLE_CARD] != NONE:
            state.owner[card - FIRST_TABLE_CARD] = NONE
            set_aside(state, card)


@rule
def discard_from_all(state, drawer, colour):
    """Every seat, the drawer last, discards its cards of a colour."""
    for steps in range(1, state.num_players + 1):
        discard_suit(state, seat_after(state, drawer, steps), colour)


@rule
def continue_trap(state, frame):
    """Poison, Eliminator, Foresight: traps that ask somebody something."""
    if frame.card == Card.FORES:
        continue_foresight(state, frame)
    elif frame.stage == 1:
        end_trap(state, frame)
    elif frame.card == Card.POISON:
        frame.stage = 1
        begin_discard(state, frame.seat, POISON_DISCARDS, ANY_CARD)
    else:
        ask(state, Decision.NAME_NUMBER, frame.seat)


@rule
def end_trap(state, frame):
    discard_up(state, frame.card)
    state.depth -= 1


@rule
def eliminate_number(state, frame, number):
    """Eliminator: every seat, the drawer last, discards its cards with a number."""
    strength = (number - 1) % FACES  # 0 is the highest face
    for steps in range(1, state.num_players + 1):
        seat = seat_after(state, frame.seat, steps)
        for colour in range(state.colours):
            card = colour * FACES + strength
            discard_range(state, seat, card, card + 1)
    frame.stage = 1


# --- Foresight -------------------------------------------------------------------------------

GUESS, WRONG, RIGHT = 0, 1, 2  # stages


@rule
def continue_foresight(state, frame):
    """All guess the suit of the next card; the wrong ones discard, the right ones may draw."""
    while frame.at <= state.num_players:
        seat = in_order(state, frame)
        frame.at += 1
        if not living(state, seat):
            continue
        if frame.stage == GUESS:
            ask(state, Decision.GUESS, seat)
            return
        right = state.players[seat].guess == frame.colour
        if frame.stage == WRONG and not right and frame.colour != NONE:
            begin_discard(state, seat, 1, CHAOS_SUIT)
            return
        if frame.stage == RIGHT and right:
            ask(state, Decision.YES_NO, seat)
            return
    frame.at = 1
    if frame.stage == GUESS:
        show_next_card(state, frame)
    if frame.stage == RIGHT:
        for player in state.players[: state.num_players]:
            player.guess = NONE
        end_trap(state, frame)
    else:
        frame.stage += 1


@rule
def show_next_card(state, frame):
    """The suit of the next card that is no trap is shown, and the deck is shuffled."""
    place = next_dealt(state)
    if place != NONE:
        frame.colour = suit_of(state.deck[place])
        shuffle_deck(state)


# --- forced discards -------------------------------------------------------------------------


@rule
def begin_discard(state, seat, count, suit):
    """A seat has to discard cards of its choice: any, or of a suit."""
    push(state, Work.DISCARD, seat, NONE, count)
    state.frames[state.depth - 1].colour = suit


@rule
def discardable(player, suit):
    """How many cards a seat could discard."""
    return player.size if suit == ANY_CARD else player.holds[suit]


@rule
def continue_discard(state, frame):
    if frame.left > 0 and discardable(state.players[frame.seat], frame.colour):
        ask(state, Decision.DISCARD_ONE, frame.seat)
        return
    if frame.left > 0 and frame.colour != ANY_CARD:
        see_none(state.players[frame.seat], frame.colour)
    state.depth -= 1
