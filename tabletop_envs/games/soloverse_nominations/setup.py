"""Setting up a game and each of its rounds: the deck, the deal, the dealer."""

from ...core.native import rule
from ...core.rng import random_below
from .cards import (
    CARDS,
    COLOURED,
    COPIES,
    CORE,
    FACES,
    FIRST_TRAP,
    MODULE,
    NONE,
    Card,
    Module,
)
from .chaos import begin_chaos
from .draws import receive
from .ending import crisis_of
from .hands import at_table, living, put_in_deck, shuffle_deck, shuffle_top
from .state import MAX_CRISIS_CARDS, NOT_YET, Closed, Phase

# --- the game --------------------------------------------------------------------------------


@rule
def begin_game(state):
    """Settle what holds for the whole game; the record is zeros, but for what the engine set."""
    options = state.options
    state.colours = options.num_colours if options.num_colours else state.num_players
    if options.teams:
        state.sides = options.teams
    for module in options.modules:
        state.expanded |= module
    count_rounds(state)
    for card in range(CARDS):
        state.supply[card] = copies_in_game(state, card)
    state.dealer = options.first_dealer
    if state.dealer == NONE:
        state.dealer = random_below(state, state.num_players)
    state.recycle = options.modules[Module.CORE_EXTENSION]
    state.chaos_start = NONE
    state.last_pair[:] = NONE
    state.phase = Phase.DEAL


@rule
def count_rounds(state):
    """The number of rounds and the size of the largest."""
    sequence = state.options.round_sequence
    if sequence[0] == 0:
        state.max_hand = state.options.max_hand
        state.num_rounds = 2 * state.max_hand - 1
        return
    for size in sequence:
        state.num_rounds += size > 0
        state.max_hand = max(state.max_hand, size)


@rule
def round_size(state):
    """Cards per player in the present round."""
    if state.options.round_sequence[0]:
        return state.options.round_sequence[state.round]
    return min(state.round + 1, state.num_rounds - state.round)


@rule
def copies_in_game(state, card):
    """How many of a card belong to the game, by its modules and options."""
    if card < COLOURED:
        return state.options.copies_per_card if card < state.colours * FACES else 0
    module = MODULE[card]
    if module != CORE and not state.options.modules[module]:
        return 0
    if card == Card.CRISIS:
        return min(state.num_players + 1, MAX_CRISIS_CARDS)
    if (card == Card.ARMS or card == Card.CALL) and not state.options.reveal_traps:
        return 0
    if Card.TD0 <= card <= Card.TD12 and card - Card.TD0 >= state.colours:
        return 0
    boosted = module == CORE or module == Module.CORE_EXTENSION
    return COPIES[card] + (boosted and state.options.modules[Module.CORE_BOOSTER])


# --- a round ---------------------------------------------------------------------------------


@rule
def begin_round(state):
    """All cards go into the deck; hands are dealt, and the Chaos Phase begins."""
    state.hand_limit = round_size(state)
    clear_table(state)
    for seat in range(state.num_players):
        clear_seat(state.players[seat])
    if state.secrets:
        state.known[:] = 0
        state.secrets = 0
    fill_deck(state, 0, state.colours * FACES)
    fill_deck(state, COLOURED, FIRST_TRAP)
    shuffle_top(state, state.hand_limit * state.num_players)  # all is shuffled after the deal
    deal_hands(state)
    if state.phase == Phase.DEAL and not state.over:
        fill_deck(state, FIRST_TRAP, CARDS)  # traps are never dealt
        shuffle_deck(state)
        begin_chaos(state)


@rule
def clear_table(state):
    state.direction = 1
    state.void = 0
    state.round_winner = NONE
    state.super_colour = NOT_YET
    state.last_normal = NONE
    state.deck_size = 0
    state.face_up_size = 0
    state.aside_size = 0
    state.spent[:] = 0
    state.num_tokens = 0
    state.num_played = 0
    state.tricks_played = 0
    state.trick_size = 0
    state.waiting = 0
    state.led = NONE
    state.taxed = 0
    state.replaced = NONE
    state.owner[:] = NONE
    state.used[:] = 0
    state.lead_swaps = 0
    state.extras = 0
    state.num_pooled = 0


@rule
def clear_seat(player):
    """Cards, and what is known of them, are collected; scores and Crisis cards stay."""
    player.hand[:] = 0
    player.size = 0
    player.holds[:] = 0
    player.entered[:] = 0
    player.void[:] = 0
    player.shown[:] = 0
    player.num_shown = 0
    player.pooled[:] = 0
    player.face_down[:] = 0
    player.face_down_size = 0
    player.closed = Closed.OPEN
    player.armed = 0
    player.kept = NONE
    player.guess = NONE
    player.owed = 0
    player.commits[:] = NONE
    player.bid = NONE
    player.tricks = 0


@rule
def fill_deck(state, first, end):
    """Put all copies of some cards into the deck, but for those that are elsewhere."""
    for card in range(first, end):
        copies = state.supply[card]
        if copies and card >= COLOURED:
            copies -= absent(state, card)
        for _ in range(copies):
            put_in_deck(state, card)


@rule
def absent(state, card):
    """Copies removed from the game, in front of seats for good, or left from the last round."""
    count = state.removed[card - COLOURED]
    if card == Card.VACC:
        count += state.vaccine
    elif card == Card.CRISIS:
        for side in range(state.sides):
            count += crisis_of(state, side)
    return count


@rule
def deal_hands(state):
    """Deal to all living seats in turn, from the dealer's left, clockwise."""
    for _ in range(state.hand_limit):
        for steps in range(1, state.num_players + 1):
            seat = at_table(state, state.dealer + steps)
            if living(state, seat) and state.phase == Phase.DEAL and not state.over:
                state.deck_size -= 1
                receive(state, seat, state.deck[state.deck_size])
