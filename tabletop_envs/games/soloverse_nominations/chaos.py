"""The Chaos Phase: whose turn it is, the use of a card, counters, cleaning up."""

from ...core.native import rule
from .cards import (
    CHOOSES_SEAT,
    CLASS,
    COLOURED,
    DRAWS,
    HAND_CARDS,
    LEVEL,
    MODULE,
    NONE,
    SPENT,
    SPENT_SLOT,
    WINDOW,
    Card,
    Class,
    Module,
    Window,
)
from .draws import begin_draw, deal
from .effects import take_effect
from .hands import (
    ask,
    at_table,
    class_of,
    discard,
    discard_up,
    in_order,
    leave_shown,
    living,
    next_living,
    push,
    put_in_deck,
    seat_after,
    shuffle_deck,
)
from .powers import has_power
from .state import (
    COUNTER_COLUMN,
    NORMAL_COLUMN,
    ChaosUse,
    Closed,
    Decision,
    Phase,
    Token,
    Work,
)

QUEEN_MAY_KEEP = 3  # the Queen's Knight: Normal cards with which its owner may pass

# --- turns -----------------------------------------------------------------------------------


@rule
def must_use(state, seat):
    """Whether a seat holds a Normal card that it has not passed on."""
    player = state.players[seat]
    return player.holds[NORMAL_COLUMN] > 0 and player.closed != Closed.ALL


@rule
def usable(state, seat):
    """Whether a seat has anything to use in the Chaos Phase."""
    if must_use(state, seat):
        return True
    return state.players[seat].closed == Closed.OPEN and has_power(state, seat)


@rule
def anybody_usable(state):
    for seat in range(state.num_players):
        if usable(state, seat):
            return True
    return False


@rule
def begin_chaos(state):
    """A Vaccine of the round before says who begins, and goes to the discards."""
    state.phase = Phase.CHAOS
    state.turn = seat_after(state, state.dealer, 1)
    if state.chaos_start != NONE:
        state.turn = state.chaos_start
        state.chaos_start = NONE
    if state.vaccine:
        state.vaccine = 0
        discard_up(state, Card.VACC)


@rule
def continue_chaos(state):
    """Find the seat that takes the next chaos turn, or end the phase."""
    if not anybody_usable(state):
        end_chaos(state)
        return
    while True:
        seat = state.turn
        if usable(state, seat):
            seat = pay_token(state, seat)
            if seat != NONE:
                break
        else:
            see_no_normal(state, seat)
        state.turn = seat_after(state, state.turn, 1)
    state.turn = seat
    ask(state, Decision.CHAOS_PLAY, seat)


@rule
def see_no_normal(state, seat):
    """All see that a seat is passed over; it has no Normal card, unless it passed before."""
    player = state.players[seat]
    if player.closed != Closed.ALL:
        player.entered[NORMAL_COLUMN] = 0


@rule
def pay_token(state, seat):
    """Take the newest token off a seat; answers who has the turn: the seat, a thief, or NONE."""
    newest = state.num_tokens - 1
    while newest >= 0 and state.tokens[newest, 0] != seat:
        newest -= 1
    if newest < 0:
        return seat
    kind, owner = state.tokens[newest, 1], state.tokens[newest, 2]
    state.num_tokens -= 1
    for token in range(newest, state.num_tokens):
        for part in range(3):
            state.tokens[token, part] = state.tokens[token + 1, part]
    if state.players[seat].closed != Closed.OPEN or not has_power(state, seat):
        state.players[seat].armed = 1
    if kind == Token.REVERSE:
        state.direction = -state.direction
    elif kind == Token.STEAL:
        if usable(state, owner):
            return owner
        see_no_normal(state, owner)
    return NONE


@rule
def may_pass(state, seat):
    """PASS: by option, with powers only, or by the Queen's Knight."""
    normal = state.players[seat].holds[NORMAL_COLUMN]
    if state.options.chaos_use == ChaosUse.MAY_PASS or normal == 0:
        return True
    return state.owner[Card.QK - Card.BK] == seat and normal <= QUEEN_MAY_KEEP


@rule
def pass_turn(state, seat):
    """A seat gives up its powers, and its cards if it may, for the rest of the phase."""
    player = state.players[seat]
    owns_queen = state.owner[Card.QK - Card.BK] == seat
    if state.options.chaos_use == ChaosUse.MAY_PASS:
        player.closed = Closed.ALL
    elif owns_queen:
        player.closed = Closed.ALL
        player.entered[NORMAL_COLUMN] = min(player.entered[NORMAL_COLUMN], QUEEN_MAY_KEEP)
    else:
        player.closed = Closed.POWERS
        player.entered[NORMAL_COLUMN] = 0
    end_turn(state, seat)


@rule
def end_turn(state, seat):
    state.turn = seat_after(state, seat, 1)


@rule
def end_chaos(state):
    """Tokens vanish; Normal and Counter cards go from hands to the discards."""
    state.num_tokens = 0
    for steps in range(1, state.num_players + 1):
        seat = at_table(state, state.dealer + steps)
        if state.owner[Card.QK - Card.BK] != seat:
            clean_up(state, seat)
    state.phase = Phase.BALANCE
    state.at = 1


@rule
def clean_up(state, seat):
    player = state.players[seat]
    if player.holds[NORMAL_COLUMN] or player.holds[COUNTER_COLUMN]:
        for card in range(COLOURED, HAND_CARDS):
            if class_of(state, card) != Class.VALUED:
                for _ in range(player.hand[card]):
                    discard(state, seat, card)
    player.entered[NORMAL_COLUMN] = 0
    player.entered[COUNTER_COLUMN] = 0


@rule
def use_recycle(state):
    """The newer half of the face-up discards goes into the deck; the turn goes on."""
    state.recycle = 0
    for _ in range(state.face_up_size // 2):
        state.face_up_size -= 1
        put_in_deck(state, state.face_up[state.face_up_size])
    shuffle_deck(state)


# --- the use of a card -----------------------------------------------------------------------

IDENTIFY, NAME, DRAW, WINDOW_OPENS, ASK_COUNTERS, EFFECT, DONE = range(7)  # stages


@rule
def begin_use(state, seat, card):
    """A seat uses a Normal card."""
    leave_shown(state, seat, card)
    push(state, Work.USE, seat, card, 0)


@rule
def continue_use(state, frame):
    """The next stage of a used card."""
    if frame.stage == IDENTIFY:
        identify(state, frame)
    elif frame.stage == NAME:
        frame.stage = DRAW
        if frame.acts == Card.DCOL:
            ask(state, Decision.NAME_COLOUR, frame.seat)
        elif CHOOSES_SEAT[frame.acts]:
            ask(state, Decision.CHOOSE_SEAT, frame.seat)
    elif frame.stage == DRAW:
        frame.stage = WINDOW_OPENS
        if DRAWS[frame.acts]:
            begin_draw(state, frame.seat, DRAWS[frame.acts])
    elif frame.stage == WINDOW_OPENS:
        open_window(state, frame)
    elif frame.stage == ASK_COUNTERS:
        ask_counters(state, frame)
    elif frame.stage == EFFECT:
        if take_effect(state, frame):
            frame.stage = DONE
    else:
        end_use(state, frame)


@rule
def identify(state, frame):
    """Find what the card acts as, and remember it for a Clone."""
    frame.stage = NAME
    if frame.card == Card.CLONE:
        if state.last_normal == NONE:
            frame.stage = DONE
            return
        frame.acts = state.last_normal
    elif CLASS[frame.card] == Class.NORMAL:
        state.last_normal = frame.card
    else:
        frame.stage = DONE  # main_phase_chaos="none": used up without effect
    if frame.acts == Card.GENE:
        ask(state, Decision.NAME_TYPE, frame.seat)


@rule
def can_be_named(state, card):
    """Genetic Manipulation acts as any Normal type in use but itself and Clone."""
    return (
        CLASS[card] == Class.NORMAL
        and state.supply[card] > 0
        and card != Card.CLONE
        and card != Card.GENE
    )


@rule
def manipulate(state, frame, card):
    """Genetic Manipulation: cards are dealt by the named type's module, then it acts as that."""
    frame.acts = card
    count = 1
    if MODULE[card] == Module.APOCALYPSE:
        count = 2
    elif MODULE[card] == Module.DEVASTATION:
        count = 3
    deal(state, frame.seat, count)


@rule
def end_use(state, frame):
    """The card goes to its pile, and the turn to the next seat."""
    seat, card = frame.seat, frame.card
    state.depth -= 1
    if SPENT[card]:
        state.spent[SPENT_SLOT[card]] += 1
    elif card == Card.VACC:
        state.vaccine = 1
    else:
        discard_up(state, card)
    if frame.acts == Card.VACC:
        state.chaos_start = seat
        end_chaos(state)
    else:
        end_turn(state, seat)


# --- counters --------------------------------------------------------------------------------


@rule
def open_window(state, frame):
    """Say who may counter first."""
    frame.stage = ASK_COUNTERS
    window = WINDOW[frame.acts]
    if window == Window.GROUP:
        return
    if not living(state, frame.seat):  # out by its own draw: the rest of its card stops
        frame.stage = DONE
    elif window == Window.NONE:
        frame.stage = EFFECT
    else:
        frame.source = frame.seat
        if window == Window.NEXT:
            frame.target = next_living(state, frame.seat)


@rule
def ask_counters(state, frame):
    """Ask the next seat that could counter; when there is none, the effect comes."""
    if frame.target != NONE:
        if can_counter(state, frame.target, frame.level):
            ask(state, Decision.COUNTER, frame.target)
            return
    else:
        while frame.at < state.num_players:
            seat = in_order(state, frame)
            if can_counter(state, seat, 0):
                ask(state, Decision.COUNTER, seat)
                return
            frame.at += 1
    frame.stage = EFFECT
    frame.at = 1


@rule
def counter_ready(state, seat, card, level):
    """Whether a seat may use a certain counter that is at least of a level."""
    if LEVEL[card] < level:
        return False
    if card == Card.KK:
        slot = Card.KK - Card.BK
        return state.owner[slot] == seat and not state.used[slot] and living(state, seat)
    return state.players[seat].hand[card] > 0


@rule
def can_counter(state, seat, level):
    return (
        counter_ready(state, seat, Card.NOU, level)
        or counter_ready(state, seat, Card.NOTME, level)
        or counter_ready(state, seat, Card.KK, level)
    )


@rule
def decline(state, frame):
    """The asked seat does not counter."""
    if frame.target == NONE:
        frame.at += 1
    else:
        frame.stage = EFFECT


@rule
def counter(state, frame, seat, card):
    """A counter shields its user from a group card, or sends an effect back; play reverses."""
    if card == Card.KK:
        state.used[Card.KK - Card.BK] = 1
    else:
        discard(state, seat, card)
    state.direction = -state.direction
    if frame.target == NONE:
        frame.shields |= 1 << seat
        frame.at += 1
    else:
        frame.level = LEVEL[card]
        frame.target = frame.source
        frame.source = seat


@rule
def is_open_group_window(state, frame):
    """Whether the seats that may shield themselves are being asked."""
    return frame.work == Work.USE and frame.stage == ASK_COUNTERS and frame.target == NONE
