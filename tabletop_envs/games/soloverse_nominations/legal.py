"""What the seat to act may do."""

from ...core.native import rule, unchecked_rule
from .balance import unplayable_surplus
from .cards import (
    CHAOS_SUIT,
    CLASS,
    COLOURED,
    FACES,
    FIRST_TABLE_CARD,
    HAND_CARDS,
    NONE,
    TABLE_CARDS,
    Card,
    Class,
    end_of_suit,
)
from .chaos import can_be_named, counter_ready, may_pass, must_use
from .effects import CHAOS_COMMIT, can_revive, pickable
from .hands import living
from .powers import (
    can_trade_cards,
    can_trade_table_cards,
    can_trade_with,
    has_partner,
    pair_allowed,
    power_ready,
)
from .state import (
    ANY_CARD,
    BID_ACTION,
    COLOUR_ACTION,
    GUESS_CHAOS,
    NO,
    NUMBER_ACTION,
    RECYCLE,
    SEAT_ACTION,
    TABLE_ACTION,
    YES,
    Closed,
    Decision,
    MainPhaseChaos,
    Phase,
    Work,
)
from .tricks import hooked_bid, may_tax, must_follow

QUEEN = TABLE_ACTION + int(Card.QK) - FIRST_TABLE_CARD
BLACK = TABLE_ACTION + int(Card.BK) - FIRST_TABLE_CARD
KING = TABLE_ACTION + int(Card.KK) - FIRST_TABLE_CARD


@rule
def legal(state, mask):
    """Mark what the seat to act may do; the mask is all zeros."""
    seat, decision = state.actor, state.decision
    if decision == Decision.PLAY_CARD:
        mark_plays(state, seat, mask)
        if may_tax(state, seat):
            mask[QUEEN] = 1
    elif decision == Decision.BID:
        mask[BID_ACTION : BID_ACTION + state.hand_limit + 1] = 1
        if state.options.hook_rule:
            hooked = hooked_bid(state)
            if 0 <= hooked <= state.hand_limit:
                mask[BID_ACTION + hooked] = 0
    elif decision == Decision.CHAOS_PLAY:
        mark_chaos_turn(state, seat, mask)
    elif decision == Decision.BALANCE_DISCARD:
        if unplayable_surplus(state, seat):
            mark_unplayable(state, seat, mask)
        else:
            mark_suit(state, seat, mask, ANY_CARD)
    elif decision == Decision.COUNTER:
        mark_counters(state, seat, mask)
    elif decision == Decision.CHOOSE_SEAT:
        mark_seats(state, seat, mask)
    elif decision == Decision.NAME_COLOUR:
        mask[COLOUR_ACTION : COLOUR_ACTION + state.colours] = 1
    elif decision == Decision.DISCARD_ONE:
        mark_suit(state, seat, mask, state.frames[state.depth - 1].colour)
    elif decision == Decision.PICK_DISCARD:
        mark_discards(state, mask)
    else:
        mark_module_decision(state, seat, mask)


@rule
def mark_module_decision(state, seat, mask):
    """Decisions that only the modules bring."""
    decision = state.decision
    if decision == Decision.NAME_TYPE:
        for card in range(COLOURED, HAND_CARDS):
            mask[card] = can_be_named(state, card)
    elif decision == Decision.GUESS:
        mask[COLOUR_ACTION : COLOUR_ACTION + state.colours] = 1
        mask[GUESS_CHAOS] = 1
    elif decision == Decision.NAME_NUMBER:
        mask[NUMBER_ACTION : NUMBER_ACTION + 10] = 1
    elif decision == Decision.COMMIT:
        if state.frames[state.depth - 1].colour == CHAOS_COMMIT:
            mark_suit(state, seat, mask, CHAOS_SUIT)
        else:
            mark_coloured(state, seat, mask)
    elif decision == Decision.GIVE:
        mark_gifts(state, seat, mask)
    elif decision == Decision.YES_NO:
        mask[NO] = 1
        mask[YES] = 1
    elif decision == Decision.POWER:
        mark_power(state, seat, mask)
    elif decision == Decision.EXTRA:
        mask[NO] = 1
        mark_plays(state, seat, mask)
    elif decision == Decision.TAXES:
        mark_coloured(state, seat, mask)
    elif decision == Decision.DEATH:
        mask[NO] = 1
        mark_suit(state, seat, mask, CHAOS_SUIT)


# --- hand cards ------------------------------------------------------------------------------


@unchecked_rule
def mark_held(hand, mask, first, end):
    """The cards of a hand from ``first`` on and below ``end``."""
    for card in range(first, end):
        mask[card] = hand[card] > 0


@unchecked_rule
def mark_class(hand, mask, wanted):
    """The chaos cards of a class in a hand."""
    for card in range(COLOURED, HAND_CARDS):
        mask[card] |= hand[card] > 0 and CLASS[card] == wanted


@rule
def mark_coloured(state, seat, mask):
    mark_held(state.players[seat].hand, mask, 0, state.colours * FACES)


@rule
def mark_normal(state, seat, mask):
    """Cards that are used in the Chaos Phase."""
    hand = state.players[seat].hand
    mark_class(hand, mask, Class.NORMAL)
    if state.options.main_phase_chaos == MainPhaseChaos.NONE:
        mark_class(hand, mask, Class.VALUED)


@rule
def mark_suit(state, seat, mask, suit):
    """The cards of a colour, all chaos cards, or any card of a hand."""
    hand = state.players[seat].hand
    if suit == ANY_CARD:
        mark_held(hand, mask, 0, HAND_CARDS)
    else:
        mark_held(hand, mask, suit * FACES, end_of_suit(suit))


@rule
def mark_unplayable(state, seat, mask):
    """Cards that cannot be played to tricks."""
    mark_normal(state, seat, mask)
    mark_class(state.players[seat].hand, mask, Class.COUNTER)


@rule
def mark_plays(state, seat, mask):
    """Cards that may be played to the trick."""
    if must_follow(state, seat):
        mark_suit(state, seat, mask, state.led)
        return
    mark_coloured(state, seat, mask)
    if state.options.main_phase_chaos == MainPhaseChaos.VALUED:
        mark_held(state.players[seat].hand, mask, Card.PC, Card.AF + 1)


@rule
def mark_gifts(state, seat, mask):
    """Hand cards, but for one that is put up already."""
    mark_suit(state, seat, mask, ANY_CARD)
    gift = state.frames[state.depth - 1].gifts[0]
    if gift != NONE and state.players[seat].hand[gift] == 1:
        mask[gift] = 0


# --- other decisions -------------------------------------------------------------------------


@rule
def mark_chaos_turn(state, seat, mask):
    """Normal cards, powers, Recycle, PASS."""
    player = state.players[seat]
    if must_use(state, seat):
        mark_normal(state, seat, mask)
    if state.expanded and player.closed == Closed.OPEN:
        for slot in range(TABLE_CARDS):
            mask[TABLE_ACTION + slot] = power_ready(state, seat, FIRST_TABLE_CARD + slot)
    mask[RECYCLE] = state.recycle
    mask[NO] = may_pass(state, seat)


@rule
def mark_counters(state, seat, mask):
    level = state.frames[state.depth - 1].level
    mask[NO] = 1
    mask[Card.NOU] = counter_ready(state, seat, Card.NOU, level)
    mask[Card.NOTME] = counter_ready(state, seat, Card.NOTME, level)
    mask[KING] = counter_ready(state, seat, Card.KK, level)


@rule
def mark_seats(state, seat, mask):
    frame = state.frames[state.depth - 1]
    for offset in range(state.num_players):
        other = (seat + offset) % state.num_players
        if frame.work == Work.USE:
            mask[SEAT_ACTION + offset] = other != seat and living(state, other)
        elif frame.work == Work.TRADE:
            mask[SEAT_ACTION + offset] = can_trade_with(state, seat, other)
        elif frame.target == NONE:
            mask[SEAT_ACTION + offset] = has_partner(state, other)
        else:
            mask[SEAT_ACTION + offset] = pair_allowed(state, frame.target, other)


@rule
def mark_discards(state, mask):
    """Face-up discards that may be taken back."""
    frame = state.frames[state.depth - 1]
    for card in state.face_up[: state.face_up_size]:
        if pickable(state, frame, card):
            mask[card] = 1
    mask[RECYCLE] = can_revive(state, frame)


@rule
def mark_power(state, seat, mask):
    """The Black Knight before a lead; or what a Unification power is used for."""
    if state.phase == Phase.TRICKS:
        mask[NO] = 1
        mask[BLACK] = 1
        return
    other = state.frames[state.depth - 1].target
    mask[NO] = can_trade_cards(state, seat, other)
    if can_trade_table_cards(state, seat, other):
        for slot in range(TABLE_CARDS):
            mask[TABLE_ACTION + slot] = state.owner[slot] == other
