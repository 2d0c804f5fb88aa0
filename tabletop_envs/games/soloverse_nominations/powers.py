"""Table cards: the Royal Knights and the Unification cards, their powers and unique effects."""

from ...core.native import rule
from .cards import CHAOS_SUIT, FIRST_TABLE_CARD, NONE, TABLE_CARDS, Card, Module
from .draws import begin_discard, begin_draw, deal_card
from .effects import second_part, take_random
from .ending import take_table_card
from .hands import (
    ask,
    enter_unseen,
    in_order,
    learn,
    leave_unseen,
    living,
    push,
    remember_hand,
    see_new_hand,
    shuffle_deck,
    swap_hands,
)
from .state import ANY_CARD, Decision, JackUse, Work

JACK_DRAWS = 3
OVE_DISCARDS = 3
GIFT_FOR_CARD, GIFTS_FOR_TABLE_CARD = 1, 2

# --- whether a power can be used -------------------------------------------------------------


@rule
def owns(state, seat, card):
    """Whether a living seat has a table card in front of it."""
    return state.owner[card - FIRST_TABLE_CARD] == seat and living(state, seat)


@rule
def has_power(state, seat):
    """Whether a seat has an unused power that it could carry out in the Chaos Phase."""
    if not (state.options.modules[Module.OBLIVION] or state.options.modules[Module.SINGULARITY]):
        return False
    for slot in range(TABLE_CARDS):
        if power_ready(state, seat, FIRST_TABLE_CARD + slot):
            return True
    return False


@rule
def power_ready(state, seat, card):
    if not owns(state, seat, card) or state.used[card - FIRST_TABLE_CARD]:
        return False
    if card == Card.BK:
        return can_swap(state)
    if card >= Card.SOL:
        return can_trade(state, seat)
    return card == Card.JK


@rule
def can_swap(state):
    """Whether the Black Knight finds a pair of seats."""
    for seat in range(state.num_players):
        if has_partner(state, seat):
            return True
    return False


@rule
def has_partner(state, seat):
    for other in range(state.num_players):
        if pair_allowed(state, seat, other):
            return True
    return False


@rule
def pair_allowed(state, one, two):
    """Two living seats, and not the pair that was swapped last in this game."""
    if one == two or not living(state, one) or not living(state, two):
        return False
    first, second = state.last_pair[0], state.last_pair[1]
    return not ((one == first and two == second) or (one == second and two == first))


@rule
def can_trade(state, seat):
    """Whether a Unification power finds a seat to trade with."""
    for other in range(state.num_players):
        if can_trade_with(state, seat, other):
            return True
    return False


@rule
def can_trade_with(state, seat, other):
    if other == seat or not living(state, other):
        return False
    return can_trade_cards(state, seat, other) or can_trade_table_cards(state, seat, other)


@rule
def can_trade_cards(state, seat, other):
    """Power (a): a card for a random one."""
    return state.players[seat].size >= GIFT_FOR_CARD and state.players[other].size > 0


@rule
def can_trade_table_cards(state, seat, other):
    """Power (b): two cards for a table card."""
    if state.players[seat].size < GIFTS_FOR_TABLE_CARD:
        return False
    for owner in state.owner:
        if owner == other:
            return True
    return False


# --- using a power ---------------------------------------------------------------------------


@rule
def begin_power(state, seat, card):
    """A chaos turn is taken with a table card."""
    state.used[card - FIRST_TABLE_CARD] = JackUse.DRAW if card == Card.JK else 1
    if card == Card.BK:
        push(state, Work.SWAP, seat, card, 0)
    elif card == Card.JK:
        begin_draw(state, seat, JACK_DRAWS)
    else:
        push(state, Work.TRADE, seat, card, 0)


@rule
def choose_swapped(state, frame, seat):
    """Black Knight: the first seat is chosen, or the second; then hands are swapped."""
    if frame.target == NONE:
        frame.target = seat
        return
    first = frame.target
    state.depth -= 1
    state.last_pair[0] = first
    state.last_pair[1] = seat
    remember_hand(state, first)
    remember_hand(state, seat)
    swap_hands(state, first, seat)
    see_new_hand(state, first)
    see_new_hand(state, seat)


@rule
def continue_trade(state, frame):
    """A Unification power: whom to trade with, for what, which gifts; then the exchange."""
    if frame.target == NONE:
        ask(state, Decision.CHOOSE_SEAT, frame.seat)
    elif frame.stage == 0:
        frame.stage = 1
        ask(state, Decision.POWER, frame.seat)
    elif frame.left > 0:
        ask(state, Decision.GIVE, frame.seat)
    else:
        exchange_gifts(state, frame)


@rule
def choose_trade(state, frame, card):
    """What the gifts are for: a table card, or (NONE) a random hand card."""
    frame.acts = card
    frame.left = GIFT_FOR_CARD if card == NONE else GIFTS_FOR_TABLE_CARD


@rule
def give(frame, card):
    """Put up a hand card; it moves when all are put up."""
    frame.left -= 1
    frame.gifts[0 if frame.gifts[0] == NONE else 1] = card


@rule
def exchange_gifts(state, frame):
    """The user's gifts for a random hand card, taken first, or for a table card."""
    user, other, wanted = frame.seat, frame.target, frame.acts
    state.depth -= 1
    if wanted == NONE:
        take_random(state, other, user)
    for gift in frame.gifts:
        if gift != NONE:
            leave_unseen(state, user, gift, other)
            enter_unseen(state, other, gift)
            learn(state, user, other, gift)
    if wanted == NONE:
        return
    if state.options.unique_effects and wanted >= Card.SOL:
        push(state, Work.UNIQUE, user, wanted, 0)
        state.frames[state.depth - 1].target = other
    take_table_card(state, user, wanted)


# --- unique effects --------------------------------------------------------------------------


@rule
def continue_unique(state, frame):
    """The effect of a Unification card that was gained from another seat."""
    gainer = frame.seat
    if frame.card == Card.RSE:
        share_chaos(state, frame)
    elif frame.card == Card.OVE:
        state.depth -= 1
        begin_discard(state, gainer, OVE_DISCARDS, ANY_CARD)
    elif frame.stage == 0:
        frame.stage = 1
        begin_discard(state, frame.target, 1, ANY_CARD)
    else:
        ask(state, Decision.YES_NO, gainer)


@rule
def answer_gain(state, frame, yes):
    """SOL: whoever gained it may draw a card."""
    gainer = frame.seat
    state.depth -= 1
    if yes:
        begin_draw(state, gainer, 1)


@rule
def share_chaos(state, frame):
    """RSE: every seat discards a chaos card if it can; then each is dealt a card."""
    depth = state.depth
    passed = 0
    while frame.at <= state.num_players:
        seat = in_order(state, frame)
        frame.at += 1
        if living(state, seat):
            if frame.half == 0:
                begin_discard(state, seat, 1, CHAOS_SUIT)
                return
            passed += deal_card(state, seat)
            if state.depth != depth:
                return
    if passed:
        shuffle_deck(state)
    if second_part(frame):
        state.depth -= 1
