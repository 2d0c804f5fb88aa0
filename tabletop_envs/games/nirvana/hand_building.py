"""Between the phases: hands, objectives, the start player, and gifts."""

from ...core.native import rule
from ...core.rng import random_below
from .card_phase import begin_round
from .cards import (
    AWARD,
    BURDEN,
    EVEN_CARDS,
    FIELDS,
    FIRST_CARD,
    HARMONY_COPIES,
    HEAVY_VALUE,
    LADDER_LENGTH,
    LAST_CARD,
    LEFT_CORNER,
    LOWEST,
    OBJECTIVES,
    RANKS,
    RIGHT_CORNER,
    ROUNDS,
    SHEET_CARDS,
    START_SPACES,
    STEADY_BOXES,
    TWIN_CARDS,
    Insight,
    rank_of,
)
from .state import GIVE, NO_CARD, Phase


@rule
def build_hands(state):
    """After round 12, in the order of section 5.1."""
    for player in state.players[: state.num_players]:
        take_sheet_cards(state, player)
        for objective in range(OBJECTIVES):
            if state.insight[objective]:
                player.met[objective] = meets(state, player, objective)
        if state.options.use_insight:
            take_extra_cards(state, player)
    state.leader = find_starter(state)
    if state.insight[Insight.GIFT_LEFT]:
        state.actor = state.leader
        state.phase = Phase.GIVE
    else:
        begin_round(state, state.leader)


@rule
def take_sheet_cards(state, player):
    for card in range(SHEET_CARDS):
        take(player, rank_of(card_value(state, player, card)), 1)


@rule
def card_value(state, player, card):
    """The sum of a card's fields."""
    total = 0
    for field in range(FIELDS):
        if state.options.sheet_file.card_of[field] == card:
            total += player.numbers[field]
    return total


@rule
def take(player, rank, cards):
    """Add cards to a hand."""
    player.hand[rank] += cards
    player.hand_size += cards


# --- objectives, I01 to I08 -------------------------------------------------------------------


@rule
def even_cards(hand):
    count = 0
    for rank in range(RANKS):
        if (rank + LOWEST) % 2 == 0:
            count += hand[rank]
    return count


@rule
def most_copies(hand):
    """The highest rank among those of which there are most cards."""
    best = 0
    for rank in range(RANKS):
        if hand[rank] >= hand[best]:
            best = rank
    return best


@rule
def longest_ladder(hand):
    """How many consecutive values there are."""
    longest, length = 0, 0
    for rank in range(RANKS):
        length = length + 1 if hand[rank] else 0
        longest = max(longest, length)
    return longest


@rule
def lowest_rank(hand):
    rank = 0
    while hand[rank] == 0:
        rank += 1
    return rank


@rule
def boxes_at_start(state):
    """How many boxes each player has: I09 sets its own number (R5)."""
    return STEADY_BOXES if state.insight[Insight.STEADY_HAND] else state.options.boxes


@rule
def meets(state, player, objective):
    """Whether a player meets an objective, going by the sheet and its 14 cards in hand."""
    hand = player.hand
    if objective == Insight.EVEN_MIND:
        return even_cards(hand) >= EVEN_CARDS
    if objective == Insight.HARMONY:
        return hand[most_copies(hand)] >= HARMONY_COPIES
    if objective == Insight.LONG_LADDER:
        return longest_ladder(hand) >= LADDER_LENGTH
    if objective == Insight.UNTOUCHED:
        return player.boxes == boxes_at_start(state)
    if objective == Insight.HEAVY_LOAD:
        return lowest_rank(hand) <= rank_of(HEAVY_VALUE)
    if objective == Insight.TWIN_GIFTS:
        return card_value(state, player, FIRST_CARD) == card_value(state, player, LAST_CARD)
    if objective == Insight.CENTRE_RACE:
        return player.met[objective] == 1  # settled in the dice phase
    return True  # I05: everybody


@rule
def take_extra_cards(state, player):
    """Fill the dotted spaces: what met objectives add to the 14 cards in hand."""
    met = player.met
    awards = (
        met[Insight.EVEN_MIND]
        + met[Insight.LONG_LADDER]
        + met[Insight.UNTOUCHED]
        + met[Insight.CENTRE_RACE]
    )
    corners = player.numbers[LEFT_CORNER] + player.numbers[RIGHT_CORNER]
    twins = card_value(state, player, FIRST_CARD)
    take(player, most_copies(player.hand), met[Insight.HARMONY])  # first: extras do not count
    take(player, rank_of(AWARD), awards)
    take(player, rank_of(corners), met[Insight.CORNER_SUM])
    take(player, rank_of(BURDEN), met[Insight.HEAVY_LOAD])
    take(player, rank_of(twins), TWIN_CARDS * met[Insight.TWIN_GIFTS])


# --- the start player -------------------------------------------------------------------------


@rule
def start_number(state, seat, space):
    return state.players[seat].numbers[state.options.sheet_file.start_fields[space]]


@rule
def shared_start(state, seat, other):
    """On how many start spaces, from the first on, two seats have the same numbers."""
    space = 0
    while space < START_SPACES and start_number(state, seat, space) == start_number(
        state, other, space
    ):
        space += 1
    return space


@rule
def find_starter(state):
    """R10 to R13: the lowest number in the first start space, ties going on to the next."""
    starter = 0
    for seat in range(1, state.num_players):
        space = shared_start(state, seat, starter)
        if space < START_SPACES and start_number(state, seat, space) < start_number(
            state, starter, space
        ):
            starter = seat
    read_out(state, starter)
    tied = 0
    for seat in range(state.num_players):
        tied += shared_start(state, seat, starter) == START_SPACES
    if tied == 1:
        return starter
    return tied_seat(state, starter, random_below(state, tied))  # START_TIE


@rule
def read_out(state, starter):
    """Make public what was compared: a seat reads on while it is tied with the lowest."""
    longest = 0
    for seat in range(state.num_players):
        if seat != starter:
            spaces = min(shared_start(state, seat, starter) + 1, START_SPACES)
            state.players[seat].read_out = spaces
            longest = max(longest, spaces)
    state.players[starter].read_out = longest


@rule
def tied_seat(state, starter, rank):
    """The seat before which ``rank`` others are tied with the starter on all spaces."""
    for seat in range(state.num_players):
        if shared_start(state, seat, starter) == START_SPACES:
            if rank == 0:
                return seat
            rank -= 1
    return starter


@rule
def hands_are_open(state):
    """R9, I24: from the first lead on."""
    is_open = state.options.open_hands or state.insight[Insight.GLASS_HOUSE]
    return is_open and state.round == ROUNDS and state.phase != Phase.GIVE


# --- gifts, I23 -------------------------------------------------------------------------------


@rule
def legal_gifts(state, mask):
    for rank in range(RANKS):
        mask[GIVE + rank] = state.players[state.actor].hand[rank] > 0


@rule
def give(state, action):
    """Choose a card in secret; after the last choice all cards move on clockwise."""
    state.players[state.actor].gift = action - GIVE
    seat = (state.actor + 1) % state.num_players
    if seat == state.leader:
        exchange_gifts(state)
        begin_round(state, state.leader)
    else:
        state.actor = seat


@rule
def exchange_gifts(state):
    for seat in range(state.num_players):
        gift = state.players[seat].gift
        take(state.players[seat], gift, -1)
        take(state.players[(seat + 1) % state.num_players], gift, 1)


@rule
def gifts_are_exchanged(state):
    return state.insight[Insight.GIFT_LEFT] and state.phase != Phase.GIVE


@rule
def gift_got(state, other):
    """The card that a player got from the seat before, or NO_CARD."""
    if gifts_are_exchanged(state):
        return state.players[(other - 1) % state.num_players].gift
    return NO_CARD
