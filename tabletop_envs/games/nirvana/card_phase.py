"""The card phase: sets of equal cards are led, beaten or passed, until one player is left."""

from ...core.native import rule
from .cards import (
    BOMB_CARDS,
    EIGHT,
    MOST_CARDS,
    RANKS,
    REVOLUTION_CARDS,
    SEVEN,
    SHORTEST_RUN,
    Insight,
)
from .state import COUNT, LET_GO, NOBODY, PASS, RUN, SET, Phase, TableKind


@rule
def begin_round(state, leader):
    """Clear the table for a player who leads."""
    state.leader = leader
    state.actor = leader
    state.phase = Phase.LEAD
    state.last = NOBODY
    state.table_kind = TableKind.NONE
    state.table_count = 0
    state.table_rank = 0
    for player in state.players[: state.num_players]:
        player.passed = 0
        player.locked = 0


# --- what a hand can do -----------------------------------------------------------------------


@rule
def longest_set(state, hand, rank):
    """How many cards a set of a value can have: I18 fills up a set that has a real card."""
    if state.insight[Insight.WILD_SEVENS] and rank != SEVEN and hand[rank]:
        return hand[rank] + hand[SEVEN]
    return hand[rank]


@rule
def longest_run(hand, lowest):
    """How many consecutive values the hand holds, from ``lowest`` on (I17)."""
    length = 0
    while lowest + length < RANKS and hand[lowest + length]:
        length += 1
    return length


@rule
def beats_table(state, rank):
    """Whether a value follows that on the table (R16, R27; I13, I14, I16)."""
    ahead = state.direction * (rank - state.table_rank)
    equal_follows = state.options.follow_equal or state.insight[Insight.EQUAL_FOOTING]
    return ahead > 0 or (ahead == 0 and equal_follows)


@rule
def smallest_bomb(state):
    """How many cards, at least, beat the table whatever the values (I15)."""
    if not state.insight[Insight.BOMB]:
        return MOST_CARDS + 1
    if state.table_kind == TableKind.RUN:
        return BOMB_CARDS
    return max(BOMB_CARDS, state.table_count + 1)


@rule
def may_play_set(state, rank, count):
    """Whether the table admits a set of so many cards; the hand is another matter."""
    if state.table_kind == TableKind.NONE or count >= smallest_bomb(state):
        return True
    return (
        state.table_kind == TableKind.SET
        and count == state.table_count  # R15
        and beats_table(state, rank)
    )


@rule
def may_play_run(state, rank, count):
    """Whether the table admits a run of so many cards."""
    if state.table_kind == TableKind.NONE:
        return count >= SHORTEST_RUN
    return (
        state.table_kind == TableKind.RUN
        and count == state.table_count
        and beats_table(state, rank)
    )


# --- LEAD and FOLLOW --------------------------------------------------------------------------


@rule
def legal_lead(state, mask):
    """R14, R20: any value in hand; no pass."""
    hand = state.players[state.actor].hand
    for rank in range(RANKS):
        mask[SET + rank] = hand[rank] > 0
    if state.insight[Insight.STAIRS]:
        for rank in range(RANKS):
            mask[RUN + rank] = longest_run(hand, rank) >= SHORTEST_RUN


@rule
def legal_follow(state, mask):
    """R15 to R18: a pass, or what beats the table."""
    player = state.players[state.actor]
    hand = player.hand
    mask[PASS] = 1
    mask[LET_GO] = state.insight[Insight.LETTING_GO] and not player.let_go
    bomb = smallest_bomb(state)
    if state.table_kind == TableKind.SET:
        for rank in range(RANKS):
            cards = longest_set(state, hand, rank)
            follows = cards >= state.table_count and beats_table(state, rank)
            mask[SET + rank] = follows or cards >= bomb
    else:
        for rank in range(RANKS):
            follows = longest_run(hand, rank) >= state.table_count and beats_table(state, rank)
            mask[RUN + rank] = follows
            mask[SET + rank] = longest_set(state, hand, rank) >= bomb


@rule
def choose_set(state, rank):
    """Play a set of a value, once it is clear of how many cards."""
    most = longest_set(state, state.players[state.actor].hand, rank)
    options, count = 0, 0
    for cards in range(1, most + 1):
        if may_play_set(state, rank, cards):
            options += 1
            count = cards
    choose(state, TableKind.SET, rank, options, count)


@rule
def choose_run(state, rank):
    most = longest_run(state.players[state.actor].hand, rank)
    options, count = 0, 0
    for cards in range(1, most + 1):
        if may_play_run(state, rank, cards):
            options += 1
            count = cards
    choose(state, TableKind.RUN, rank, options, count)


@rule
def choose(state, kind, rank, options, count):
    """Play the only count there is, or ask for one of several."""
    if options == 1:
        play(state, kind, rank, count)
    else:
        state.phase = Phase.COUNT
        state.pending_kind = kind
        state.pending_rank = rank


@rule
def legal_count(state, mask):
    hand = state.players[state.actor].hand
    rank = state.pending_rank
    if state.pending_kind == TableKind.RUN:
        for cards in range(1, longest_run(hand, rank) + 1):
            mask[COUNT + cards - 1] = may_play_run(state, rank, cards)
    else:
        for cards in range(1, longest_set(state, hand, rank) + 1):
            mask[COUNT + cards - 1] = may_play_set(state, rank, cards)


@rule
def choose_count(state, count):
    kind, rank = state.pending_kind, state.pending_rank
    state.pending_kind = TableKind.NONE
    state.pending_rank = 0
    play(state, kind, rank, count)


# --- what a play does -------------------------------------------------------------------------


@rule
def play(state, kind, rank, count):
    """Lay cards on the table, with all that follows, in the order of section 5.1."""
    player = state.players[state.actor]
    skips = makes_skip(state, kind, rank, count)
    if kind == TableKind.RUN:
        for card in range(rank, rank + count):
            discard(player, card, 1)
    else:
        discard_set(player, rank, count)
    state.table_kind = kind
    state.table_count = count
    state.table_rank = rank
    state.last = state.actor
    for other in state.players[: state.num_players]:
        other.passed = 0  # R19, R21
    if player.hand_size == 0:
        go_out(state, player)
        if state.over:
            return
    is_set = kind == TableKind.SET
    if is_set and count >= REVOLUTION_CARDS and state.insight[Insight.REVOLUTION]:
        state.direction = -state.direction
    stops = is_set and rank == EIGHT and state.insight[Insight.EIGHT_STOP]
    if stops or (player.hand_size == 0 and state.options.finish_ends_round):  # R23
        end_round(state)
        return
    if skips:
        skip_next(state)
    go_on(state)


@rule
def makes_skip(state, kind, rank, count):
    """I21: the same kind and count as the table, exactly one step above it."""
    return (
        state.insight[Insight.STEPPING_STONE]
        and kind == state.table_kind
        and count == state.table_count
        and state.direction * (rank - state.table_rank) == 1
    )


@rule
def discard(player, rank, cards):
    """Cross out cards, openly."""
    player.hand[rank] -= cards
    player.hand_size -= cards
    player.played[rank] += cards


@rule
def discard_set(player, rank, count):
    """Cross out a set: real cards first. Sevens that fill up show that no real one is left."""
    real = min(player.hand[rank], count)
    discard(player, rank, real)
    if real < count:
        discard(player, SEVEN, count - real)
        player.ruled_out[rank] = 1


@rule
def go_out(state, player):
    """Take the next place; the last player left takes the last one (R25)."""
    state.placed += 1
    player.place = state.placed
    if state.placed == state.num_players - 1:
        state.over = 1
        for other in state.players[: state.num_players]:
            if other.place == 0:
                other.place = state.num_players


@rule
def skip_next(state):
    """I21: the next player in turn counts as having passed; the turn goes on after that seat."""
    seat = next_in_round(state, state.actor)
    if seat not in (NOBODY, state.actor):
        state.players[seat].passed = 1
        state.actor = seat


# --- passing, and the end of a round ----------------------------------------------------------


@rule
def pass_turn(state):
    player = state.players[state.actor]
    player.passed = 1
    player.locked = state.options.pass_locks or state.insight[Insight.LOCKED_PASS]
    go_on(state)


@rule
def let_go(state):
    """I22: cross out one card of the lowest value, which shows that no lower one is left."""
    player = state.players[state.actor]
    player.let_go = 1
    rank = 0
    while player.hand[rank] == 0:
        player.ruled_out[rank] = 1
        rank += 1
    discard(player, rank, 1)
    if player.hand_size == 0:
        go_out(state, player)
    if not state.over:
        pass_turn(state)


@rule
def go_on(state):
    """The next player's turn, or the end of the round (R21)."""
    if everybody_passed(state):
        end_round(state)
    else:
        state.actor = next_in_round(state, state.actor)
        state.phase = Phase.FOLLOW


@rule
def everybody_passed(state):
    """Whether all who still play, but for the last to play cards, have passed or are locked."""
    for seat in range(state.num_players):
        player = state.players[seat]
        if seat != state.last and player.place == 0 and not (player.passed or player.locked):
            return False
    return True


@rule
def next_in_round(state, seat):
    """The next seat clockwise that still plays and is not locked, or NOBODY."""
    for _ in range(state.num_players):
        seat = (seat + 1) % state.num_players
        if state.players[seat].place == 0 and not state.players[seat].locked:
            return seat
    return NOBODY


@rule
def end_round(state):
    """R22, R24: who played last leads, or the next seat that still plays."""
    leader = state.last
    while state.players[leader].place:
        leader = (leader + 1) % state.num_players
    begin_round(state, leader)
