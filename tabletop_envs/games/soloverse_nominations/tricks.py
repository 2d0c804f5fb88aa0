"""Bids and tricks: who leads, what may be played, who wins."""

from ...core.native import rule
from .cards import (
    ANTI_FUN_STRENGTH,
    CHAOS_SUIT,
    COLOURED,
    FACES,
    FIRST_TABLE_CARD,
    NONE,
    Card,
    suit_of,
)
from .hands import ask, at_table, discard_up, has_bit, leave_shown, living, playable, seat_after
from .powers import can_swap, owns
from .state import (
    ChaosTie,
    Decision,
    DuplicateTie,
    FollowSuit,
    JackUse,
    Phase,
    PureChaosEffects,
    TrickStage,
)

JACK_SLOT = Card.JK - FIRST_TABLE_CARD
QUEEN_SLOT = Card.QK - FIRST_TABLE_CARD
JACK_EXTRAS = 3

# --- bids ------------------------------------------------------------------------------------


@rule
def next_clockwise(state, seat):
    """The next living seat clockwise."""
    other = at_table(state, seat + 1)
    while not living(state, other):
        other = at_table(state, other + 1)
    return other


@rule
def continue_bids(state):
    """Every living seat bids once, always clockwise, the dealer last."""
    while not living(state, state.turn):
        state.turn = next_clockwise(state, state.turn)
    if state.players[state.turn].bid == NONE:
        ask(state, Decision.BID, state.turn)
        return
    state.phase = Phase.TRICKS
    state.leader = state.turn
    begin_trick(state)


@rule
def bid(state, seat, tricks):
    state.players[seat].bid = tricks
    state.turn = next_clockwise(state, seat)


@rule
def hooked_bid(state):
    """The bid that the hook rule denies the last bidder: the sum would equal the tricks."""
    if state.players[next_clockwise(state, state.turn)].bid == NONE:
        return NONE
    rest = state.hand_limit
    for each in range(state.num_players):
        player = state.players[each]
        if player.out == 0 and player.bid != NONE:
            rest -= player.bid
    return rest


# --- the course of a trick -------------------------------------------------------------------


@rule
def begin_trick(state):
    """Clear the table for the next trick."""
    state.trick_size = 0
    state.trick_stage = TrickStage.LEAD
    state.led = NONE
    state.taxed = 0
    state.replaced = NONE
    state.waiting = 0
    for seat in range(state.num_players):
        if playable(state.players[seat]) > 0:
            state.waiting |= 1 << seat


@rule
def next_waiting(state, seat):
    """The first seat still to play that is met going round from, and after, a seat."""
    other = seat_after(state, seat, 1)
    while not has_bit(state.waiting, other):
        other = seat_after(state, other, 1)
    return other


@rule
def continue_tricks(state):
    """Go on to the next card, trick, or the end of the round."""
    if state.trick_stage == TrickStage.LEAD:
        find_leader(state)
        if state.decision != Decision.NONE:
            return
    if state.trick_stage == TrickStage.OPEN:
        state.trick_stage = TrickStage.FOLLOW
        ask(state, Decision.PLAY_CARD, state.leader)
    elif state.trick_stage == TrickStage.FOLLOW:
        if state.waiting:
            ask(state, Decision.PLAY_CARD, next_waiting(state, state.turn))
        else:
            state.trick_stage = TrickStage.EXTRA
    if state.trick_stage == TrickStage.EXTRA:
        state.trick_stage = TrickStage.TAKE
        ask_extra(state)
    elif state.trick_stage == TrickStage.TAKE:
        take_trick(state)
    elif state.trick_stage == TrickStage.LAST_CHANCE:
        state.trick_stage = TrickStage.DONE
        ask_death(state)
    elif state.trick_stage == TrickStage.DONE:
        state.phase = Phase.SCORE


@rule
def find_leader(state):
    """The winner of the last trick leads, or the next seat with a card to play."""
    if state.tricks_played == state.hand_limit or state.waiting == 0:
        state.trick_stage = TrickStage.LAST_CHANCE
        return
    state.trick_stage = TrickStage.OPEN
    if not has_bit(state.waiting, state.leader):
        state.leader = next_waiting(state, state.leader)
    if owns(state, state.leader, Card.BK) and not state.lead_swaps and can_swap(state):
        ask(state, Decision.POWER, state.leader)


@rule
def take_trick(state):
    """The winner takes the trick and leads the next one."""
    state.leader = winning_seat(state)
    state.players[state.leader].tricks += 1
    state.tricks_played += 1
    for place in range(state.trick_size):
        play = state.trick[place]
        state.played_card[state.num_played] = play.card
        state.played_by[state.num_played] = play.seat
        state.num_played += 1
    begin_trick(state)


# --- playing a card --------------------------------------------------------------------------


@rule
def must_follow(state, seat):
    """Whether a seat holds the colour led and has to play it."""
    return (
        state.options.follow_suit == FollowSuit.MUST
        and state.led != NONE
        and state.players[seat].holds[state.led] > 0
    )


@rule
def put_on_table(state, seat, card, colour, strength):
    leave_shown(state, seat, card)
    play = state.trick[state.trick_size]
    play.seat = seat
    play.card = card
    play.colour = colour
    play.strength = strength
    state.trick_size += 1
    state.waiting &= ~(1 << seat)
    state.turn = seat


@rule
def play_card(state, seat, card):
    """A seat plays a card to the trick."""
    show_void(state, seat, card)
    if card < COLOURED:
        put_on_table(state, seat, card, suit_of(card), card % FACES)
        if state.led == NONE:
            state.led = suit_of(card)
        return
    put_on_table(state, seat, card, NONE, FACES + card - Card.PC)
    if card == Card.AF:
        return
    if state.options.pure_chaos_effects == PureChaosEffects.RANK_ONLY and state.led != NONE:
        state.trick[state.trick_size - 1].colour = state.led
    else:
        ask(state, Decision.NAME_COLOUR, seat)


@rule
def show_void(state, seat, card):
    """Whoever does not follow has none of the colour led."""
    led = state.led
    if led == NONE or suit_of(card) == led or state.options.follow_suit == FollowSuit.FREE:
        return
    state.players[seat].void[led] = 1
    state.players[seat].entered[led] = 0


@rule
def name_trick_colour(state, colour):
    """A Pure Chaos card counts as the named colour, which is the colour led from now on."""
    play = state.trick[state.trick_size - 1]
    play.colour = colour
    state.led = colour
    if state.options.pure_chaos_effects == PureChaosEffects.RANK_ONLY:
        return
    if play.card == Card.PCR:
        state.direction = -state.direction
    elif play.card == Card.PCS and state.waiting:
        state.waiting &= ~(1 << next_waiting(state, play.seat))


# --- who wins --------------------------------------------------------------------------------


@rule
def rank(state, play):
    """How high a card counts in the trick as it is; NONE if it cannot win."""
    strength = play.strength
    if strength == ANTI_FUN_STRENGTH:
        return 3 * ANTI_FUN_STRENGTH
    if state.options.chaos_tie == ChaosTie.LAST:
        strength = min(strength, FACES)
    if play.colour == state.super_colour and play.colour != NONE:
        return strength + ANTI_FUN_STRENGTH
    if play.colour == state.led:
        return strength
    return NONE


@rule
def beats(state, play, rank_of_play, best):
    """Whether a later card beats the best so far: equal ones do, unless the first shall win."""
    if rank_of_play != best:
        return rank_of_play > best
    return play.strength >= FACES or state.options.duplicate_tie == DuplicateTie.LAST


@rule
def winning_seat(state):
    """The seat whose card wins the trick."""
    winner, best = NONE, NONE
    for place in range(state.trick_size):
        play = state.trick[place]
        if competes(state, place):
            value = rank(state, play)
            if value != NONE and beats(state, play, value, best):
                winner, best = play.seat, value
    return winner if winner != NONE else state.replaced


@rule
def competes(state, place):
    """The Jack's Knight's owner counts with the card it added, not with its earlier one."""
    return state.trick[place].seat != state.replaced or place == state.trick_size - 1


# --- Royal Knights ---------------------------------------------------------------------------


@rule
def ask_extra(state):
    """The Jack's Knight may add a card to a trick in which its owner played."""
    owner = state.owner[JACK_SLOT]
    use = state.used[JACK_SLOT]
    if owner == NONE or use == JackUse.DRAW or use == JackUse.KEEP or state.extras == JACK_EXTRAS:
        return
    if playable(state.players[owner]) == 0:
        return
    for play in state.trick[: state.trick_size]:
        if play.seat == owner:
            ask(state, Decision.EXTRA, owner)


@rule
def play_extra(state, seat, card):
    """The added card is the latest of the trick, and replaces the owner's earlier one."""
    state.used[JACK_SLOT] = JackUse.EXTRA
    state.extras += 1
    state.replaced = seat
    play_card(state, seat, card)


@rule
def may_tax(state, seat):
    """Whether a seat may play a coloured card as if it were Anti-Fun."""
    player = state.players[seat]
    return (
        owns(state, seat, Card.QK)
        and not state.used[QUEEN_SLOT]
        and player.size > player.holds[CHAOS_SUIT]
    )


@rule
def play_taxes(state, seat, card):
    state.used[QUEEN_SLOT] = 1
    state.taxed |= 1 << seat
    put_on_table(state, seat, card, NONE, ANTI_FUN_STRENGTH)
    if state.led == NONE:
        state.led = suit_of(card)


@rule
def ask_death(state):
    """The Queen's Knight may void the round for a chaos card."""
    owner = state.owner[QUEEN_SLOT]
    if owner == NONE or state.used[QUEEN_SLOT] or not living(state, owner):
        return
    if state.players[owner].holds[CHAOS_SUIT]:
        ask(state, Decision.DEATH, owner)


@rule
def bring_death(state, seat, card):
    state.used[QUEEN_SLOT] = 1
    leave_shown(state, seat, card)
    discard_up(state, card)
    state.void = 1
