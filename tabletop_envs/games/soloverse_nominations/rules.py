"""The game's course: an answer is carried out, then all goes on up to the next question."""

from ...core.native import rule
from .balance import JACK_SLOT, continue_balance
from .cards import CHAOS_SUIT, FIRST_TABLE_CARD, NONE, Card
from .chaos import (
    begin_use,
    continue_chaos,
    continue_use,
    counter,
    decline,
    end_turn,
    manipulate,
    pass_turn,
    use_recycle,
)
from .draws import begin_draw, continue_discard, continue_draw, continue_trap, eliminate_number
from .effects import commit, take_from_discards
from .hands import ask, discard, enter_shown, push
from .powers import (
    answer_gain,
    begin_power,
    choose_swapped,
    choose_trade,
    continue_trade,
    continue_unique,
    give,
)
from .scoring import end_round
from .setup import begin_game, begin_round
from .state import (
    BID_ACTION,
    COLOUR_ACTION,
    GUESS_CHAOS,
    NO,
    NUMBER_ACTION,
    RECYCLE,
    SEAT_ACTION,
    TABLE_ACTION,
    YES,
    Decision,
    JackUse,
    Phase,
    Work,
)
from .tricks import (
    begin_trick,
    bid,
    bring_death,
    continue_bids,
    continue_tricks,
    name_trick_colour,
    play_card,
    play_extra,
    play_taxes,
)


@rule
def setup(state):
    """Begin a game and go on to its first decision; the record is all zeros."""
    begin_game(state)
    run(state)


@rule
def step(state, action):
    """Carry out a legal action, and go on to the next decision or the game's end."""
    answer(state, action)
    run(state)


@rule
def run(state):
    """Go on until somebody has to decide, or the game is over."""
    while state.decision == Decision.NONE and not state.over:
        go_on(state)


@rule
def go_on(state):
    """Do the next thing that needs nobody's decision, or ask for one."""
    if state.depth > 0:
        continue_frame(state, state.frames[state.depth - 1])
    elif state.phase == Phase.TRICKS:
        continue_tricks(state)
    elif state.phase == Phase.BID:
        continue_bids(state)
    elif state.phase == Phase.CHAOS:
        continue_chaos(state)
    elif state.phase == Phase.BALANCE:
        continue_balance(state)
    elif state.phase == Phase.SCORE:
        end_round(state)
    else:
        begin_round(state)


@rule
def continue_frame(state, frame):
    """Go on with the piece of work that was begun last."""
    if frame.work == Work.USE:
        continue_use(state, frame)
    elif frame.work == Work.DRAW:
        continue_draw(state, frame)
    elif frame.work == Work.DISCARD:
        continue_discard(state, frame)
    elif frame.work == Work.TRAP:
        continue_trap(state, frame)
    elif frame.work == Work.SWAP:
        ask(state, Decision.CHOOSE_SEAT, frame.seat)
    elif frame.work == Work.TRADE:
        continue_trade(state, frame)
    else:
        continue_unique(state, frame)


@rule
def answer(state, action):
    """Carry out a legal action."""
    decision, seat = state.decision, state.actor
    state.decision = Decision.NONE
    if decision == Decision.PLAY_CARD:
        if action >= TABLE_ACTION:
            ask(state, Decision.TAXES, seat)
        else:
            play_card(state, seat, action)
    elif decision == Decision.BID:
        bid(state, seat, action - BID_ACTION)
    elif decision == Decision.BALANCE_DISCARD:
        discard(state, seat, action)
    elif state.depth == 0:
        answer_in_phase(state, decision, seat, action)
    else:
        answer_in_frame(state, state.frames[state.depth - 1], decision, seat, action)


@rule
def answer_in_phase(state, decision, seat, action):
    """Answers that belong to no piece of work: chaos turns, and questions of other phases."""
    if decision == Decision.CHAOS_PLAY:
        if action == NO:
            pass_turn(state, seat)
        elif action == RECYCLE:
            use_recycle(state)
            ask(state, Decision.CHAOS_PLAY, seat)
        elif action >= TABLE_ACTION:
            end_turn(state, seat)
            begin_power(state, seat, FIRST_TABLE_CARD + action - TABLE_ACTION)
        else:
            begin_use(state, seat, action)
    elif decision == Decision.NAME_COLOUR:
        name_trick_colour(state, action - COLOUR_ACTION)
    elif decision == Decision.YES_NO:
        state.used[JACK_SLOT] = JackUse.KEEP if action == YES else JackUse.KEEP_DECLINED
    elif decision == Decision.TAXES:
        play_taxes(state, seat, action)
    elif action != NO:
        accept_in_tricks(state, decision, seat, action)


@rule
def accept_in_tricks(state, decision, seat, action):
    """A Royal Knight is used in the tricks."""
    if decision == Decision.EXTRA:
        play_extra(state, seat, action)
    elif decision == Decision.DEATH:
        bring_death(state, seat, action)
    else:
        state.lead_swaps = 1
        push(state, Work.SWAP, seat, Card.BK, 0)


@rule
def answer_in_frame(state, frame, decision, seat, action):
    """Answers that a piece of work was waiting for."""
    if decision == Decision.COUNTER:
        if action == NO:
            decline(state, frame)
        else:
            counter(state, frame, seat, counter_card(action))
    elif decision == Decision.DISCARD_ONE:
        frame.left -= 1
        discard(state, seat, action)
    elif decision == Decision.NAME_COLOUR:
        frame.colour = action - COLOUR_ACTION
    elif decision == Decision.CHOOSE_SEAT:
        choose_seat(state, frame, (seat + action - SEAT_ACTION) % state.num_players)
    elif decision == Decision.PICK_DISCARD:
        pick_discard(state, seat, action)
    elif decision == Decision.NAME_TYPE:
        manipulate(state, frame, action)
    elif decision == Decision.GUESS:
        suit = CHAOS_SUIT if action == GUESS_CHAOS else action - COLOUR_ACTION
        state.players[seat].guess = suit
    elif decision == Decision.NAME_NUMBER:
        eliminate_number(state, frame, action - NUMBER_ACTION)
    elif decision == Decision.COMMIT:
        commit(state, frame, seat, action)
    elif decision == Decision.GIVE:
        give(frame, action)
    elif decision == Decision.POWER:
        wanted = FIRST_TABLE_CARD + action - TABLE_ACTION if action != NO else NONE
        choose_trade(state, frame, wanted)
    elif frame.work == Work.UNIQUE:
        answer_gain(state, frame, action == YES)
    elif action == YES:  # Foresight: a right guess
        begin_draw(state, seat, 1)


@rule
def counter_card(action):
    """The counter of an action: a hand card, or the King's Knight."""
    return Card.KK if action >= TABLE_ACTION else action


@rule
def choose_seat(state, frame, seat):
    """The target of a card, a seat of a swap, or whom to trade with."""
    if frame.work != Work.SWAP:
        frame.target = seat
        return
    choose_swapped(state, frame, seat)
    if state.phase == Phase.TRICKS and state.depth == 0:
        begin_trick(state)  # other hands, other seats that have a card to play


@rule
def pick_discard(state, seat, action):
    """A face-up discard goes to a hand, or Recycle is turned up again."""
    if action == RECYCLE:
        state.recycle = 1
    else:
        take_from_discards(state, action)
        enter_shown(state, seat, action)
