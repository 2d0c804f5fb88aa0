"""The rules of Black Souls: which phase does what, and what comes when nothing is pending.

Numbers in the comments of all phases are the specification's sections, Q numbers its rulings.
"""

from ...core.native import rule
from .design import (
    choose_first_swap,
    commit_bid,
    end_swap,
    hack,
    legal_bid,
    legal_hack,
    legal_pick,
    legal_place,
    legal_swap,
    legal_token,
    pick,
    place,
    place_special_token,
    start_turn,
    swap_with,
)
from .gameplay import (
    change,
    choose_order,
    choose_threat,
    end_benefit,
    legal_amount,
    legal_benefit,
    legal_change,
    legal_order,
    legal_overflow,
    legal_threat,
    pay,
    pay_overflow,
    start_gameplay,
    take_benefit,
)
from .scoring import finish, score, score_parts, standing
from .setup import discard_quirk, legal_discard, setup
from .solo import script_action
from .state import (
    BID,
    CHANGE,
    DECLINE,
    DISCARD_QUIRK,
    HACK,
    NO_SWAP,
    ORDER,
    OVERFLOW,
    PAY_BLACK,
    PICK,
    PLACE,
    PLACE_TOKEN,
    SWAP,
    TAKE,
    THREAT,
    TURNS,
    Decision,
    has_seat,
)

__all__ = ["legal", "score", "score_parts", "setup", "standing", "step"]


@rule
def legal(state, mask):
    """Mark what may be decided (3.11)."""
    decision = state.decision
    if decision == Decision.THREAT:
        legal_threat(state, mask)
    elif decision == Decision.AMOUNT:
        legal_amount(state, mask)
    elif decision == Decision.ORDER:
        legal_order(state, mask)
    elif decision == Decision.PICK:
        legal_pick(state, mask)
    elif decision == Decision.PLACE:
        legal_place(state, mask)
    elif decision == Decision.BID:
        legal_bid(state, mask)
    elif decision == Decision.HACK:
        legal_hack(state, mask)
    elif decision == Decision.SWAP1 or decision == Decision.SWAP2:
        legal_swap(state, mask)
    elif decision == Decision.TOKEN8:
        legal_token(state, mask)
    elif decision == Decision.BENEFIT:
        legal_benefit(state, mask)
    elif decision == Decision.MERCHANT:
        legal_change(state, mask)
    elif decision == Decision.OVERFLOW:
        legal_overflow(state, mask)
    else:
        legal_discard(state, mask)


@rule
def step(state, action):
    """Carry out an action, and then what the script of a solo game is asked."""
    decide(state, action)
    while not state.over and not has_seat(state, state.actor):
        state.quiet = 0
        decide(state, script_action(state))


@rule
def decide(state, action):
    """Carry out what was decided; when nothing else is pending, go on with the game."""
    decision = state.decision
    if decision == Decision.THREAT:
        choose_threat(state, action - THREAT)
    elif decision == Decision.AMOUNT:
        pay(state, action - PAY_BLACK)
    elif decision == Decision.ORDER:
        choose_order(state, action - ORDER)
    elif decision == Decision.PICK:
        pick(state, action - PICK)
    elif decision == Decision.PLACE:
        place(state, action - PLACE)
    elif decision == Decision.BID:
        commit_bid(state, action - BID)
    elif decision == Decision.HACK:
        hack(state, action - HACK)
    elif action == NO_SWAP:
        end_swap(state)
    elif decision == Decision.SWAP1:
        choose_first_swap(state, action - SWAP)
    elif decision == Decision.SWAP2:
        swap_with(state, action - SWAP)
    elif decision == Decision.TOKEN8:
        place_special_token(state, action - PLACE_TOKEN)
    elif action == DECLINE:
        end_benefit(state)
    elif decision == Decision.BENEFIT:
        take_benefit(state, action - TAKE)
    elif decision == Decision.MERCHANT:
        change(state, action - CHANGE)
    elif decision == Decision.OVERFLOW:
        pay_overflow(state, action - OVERFLOW)
    else:
        discard_quirk(state, action - DISCARD_QUIRK)
    if state.decision == Decision.NONE:
        go_on(state)


@rule
def go_on(state):
    """The next turn, the gameplay phase, or the end."""
    if state.turn < TURNS:
        start_turn(state)
    elif state.round == 0:
        start_gameplay(state)
    else:
        finish(state)
