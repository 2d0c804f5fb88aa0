"""Scoring (5.): connections, quirks, the six categories and the final places."""

import numpy as np

from ...core.native import rule
from .cards import (
    CONDITION,
    DIFFICULTY,
    GRID_BIT,
    GRID_ROW,
    ICON,
    NO_ASSET,
    NUM_BIDS,
    NUM_CELLS,
    NUM_COLOURS,
    NUM_CONDITIONS,
    NUM_TYPES,
    QUIRK_POINTS,
    TYPE,
    Condition,
    Icon,
    Token,
)
from .design import hand_size
from .state import (
    KEPT,
    PUBLIC_QUIRKS,
    Bid8Tokens,
    Catchup,
    Decision,
    has_seat,
    party_size,
)

LOST_PER_POINT = 3  # Level Challenge
FLUIDITY_POINTS = np.array([0, 0, 0, 0, 0, 1, 2, 2, 4, 4, 4, 4, 4], np.int64)  # by connection
DIFFICULTY_POINTS = np.array(  # by rank, for up to 2, 4 and 6 players
    [[4, 1, 0, 0, 0, 0], [5, 4, 3, 2, 0, 0], [5, 4, 3, 2, 2, 1]], np.int64
)
LAST_WIPED_POINTS = 4
SECOND_LAST_WIPED_POINTS = 2
ALTAR_DIFFICULTY = 2
SCRIPT_QUIRKS = 6  # Design Points of the script in easy mode, 1 more in each harder one
SCRIPT_CLEAN = 1

# Quirks count an amount: some ask for the most of all players, the others for this many.
NEEDED = np.zeros(NUM_CONDITIONS, np.int64)
NEEDED[Condition.CONNECTION_OF_7] = 7
NEEDED[Condition.TWO_HACK_CHARGES] = 2
NEEDED[Condition.THREE_COLOURS_ALIVE] = 3
NEEDED[Condition.THREE_FIGHTERS_ALIVE] = 3
NEEDED[Condition.THREE_MAGES_ALIVE] = 3
NEEDED[Condition.THREE_HEALERS_ALIVE] = 3
NEEDED[Condition.TWO_BLACK_ALIVE] = 2
NEEDED[Condition.TWELVE_LOST] = 12
OTHER_QUIRKS_NEEDED = 2

ICON_CONDITION = np.array(
    [
        -1,
        Condition.MOST_BOSS_ASSETS,
        -1,  # Merchant
        Condition.MOST_SHRINE_ASSETS,
        Condition.MOST_TAVERN_ASSETS,
        Condition.MOST_TREASURE_ASSETS,
    ],
    np.int64,
)

# --- connections -----------------------------------------------------------------------------


@rule
def matching_cells(player, kind):
    """The cells, as bits of the grid, that show an asset type; a Well shows all (Q52)."""
    cells = 0
    for cell in range(NUM_CELLS):
        asset = player.asset[cell]
        if asset != NO_ASSET and (TYPE[asset] == kind or player.token[cell] == Token.WELL):
            cells |= GRID_BIT[cell]
    return cells


@rule
def connected(cells, start):
    """The part of a set of cells that hangs together with ``start``, edge to edge (Q51)."""
    found, before = start, 0
    while found != before:
        before = found
        beside = found << 1 | found >> 1 | found << GRID_ROW | found >> GRID_ROW
        found |= beside & cells
    return found


@rule
def count_cells(cells):
    count = 0
    while cells:
        cells &= cells - 1
        count += 1
    return count


@rule
def largest_connection(cells):
    largest = 0
    while cells:
        part = connected(cells, cells & -cells)
        largest = max(largest, count_cells(part))
        cells &= ~part
    return largest


@rule
def longest_connection(player):
    """The largest connected set of one type."""
    longest = 0
    for kind in range(NUM_TYPES):
        longest = max(longest, largest_connection(matching_cells(player, kind)))
    return longest


# --- measures --------------------------------------------------------------------------------


@rule
def difficulty_total(state, player):
    """The sum over the level, face-down assets included (Q49)."""
    total = 0
    for cell in range(NUM_CELLS):
        total += DIFFICULTY[player.asset[cell]]
        if player.token[cell] == Token.ALTAR and state.options.bid8_tokens == Bid8Tokens.FULL:
            total += ALTAR_DIFFICULTY
    return total


@rule
def cubes_lost(player):
    lost = 0
    for colour in range(NUM_COLOURS):
        lost += player.lost[colour]
    return lost


@rule
def measure(state, side):
    """Fill in what quirks compare and what decides ties."""
    player = state.players[side]
    amounts, scores = player.amounts, player.scores
    for cell in range(NUM_CELLS):
        asset = player.asset[cell]
        amounts[Condition.MOST_CAVE_ASSETS + TYPE[asset]] += 1
        if ICON[asset] != Icon.NONE:
            amounts[Condition.MOST_SPECIAL_ASSETS] += 1
        if ICON_CONDITION[ICON[asset]] >= 0:
            amounts[ICON_CONDITION[ICON[asset]]] += 1
        if player.token[cell]:
            amounts[Condition.MOST_TOKENS] += 1
    scores.alive = party_size(player)
    scores.lost = cubes_lost(player)
    scores.wiped_step = player.wiped_step
    scores.connection = longest_connection(player)
    scores.difficulty_total = difficulty_total(state, player)
    amounts[Condition.HIGHEST_DIFFICULTY_TOTAL] = scores.difficulty_total
    amounts[Condition.CONNECTION_OF_7] = scores.connection
    amounts[Condition.TWO_HACK_CHARGES] = player.hacks
    amounts[Condition.TWELVE_LOST] = scores.lost
    for colour in range(NUM_COLOURS):
        amounts[Condition.THREE_COLOURS_ALIVE] += player.party[colour] > 0
        amounts[Condition.THREE_FIGHTERS_ALIVE + colour] = player.party[colour]
    # Both count from 1 up, so that having the most of it means to have some.
    amounts[Condition.HIGHEST_LAST_BID] = player.prev_bid + 1
    if has_seat(state, side):  # the script has no hand to compare with (6.6)
        amounts[Condition.FEWEST_BID_CARDS_IN_HAND] = NUM_BIDS + 1 - hand_size(player)


# --- quirks ----------------------------------------------------------------------------------


@rule
def has_most(state, player, condition):
    """At least as much as everybody, and some at all (Q53)."""
    amount = player.amounts[condition]
    for side in range(state.sides):
        if state.players[side].amounts[condition] > amount:
            return False
    return amount > 0


@rule
def meets(state, player, condition):
    """Whether a condition that looks at no other quirk is met."""
    if condition == Condition.TWO_OTHER_QUIRKS:
        return False
    if NEEDED[condition]:
        return player.amounts[condition] >= NEEDED[condition]
    return has_most(state, player, condition)


@rule
def quirk_in_play(state, player, place):
    """The private cards of a player, then the public ones."""
    return player.quirks[place] if place < KEPT else state.public_quirks[place - KEPT]


@rule
def quirk_points(state, player):
    points, completed, for_others = 0, 0, 0
    for place in range(KEPT + PUBLIC_QUIRKS):
        card = quirk_in_play(state, player, place)
        if meets(state, player, CONDITION[card]):
            points += QUIRK_POINTS[card]
            completed += 1
        elif CONDITION[card] == Condition.TWO_OTHER_QUIRKS:
            for_others = QUIRK_POINTS[card]
    return points + (for_others if completed >= OTHER_QUIRKS_NEEDED else 0)  # Q54


# --- the other categories --------------------------------------------------------------------


@rule
def difficulty_points(state, player):
    """The share in the places of the difficulty ranking, which the wiped keep (Q56)."""
    total = player.scores.difficulty_total
    better, tied = 0, 0
    for side in range(state.sides):
        theirs = state.players[side].scores.difficulty_total
        better += theirs > total
        tied += theirs == total
    points = 0
    for rank in range(better, better + tied):
        points += DIFFICULTY_POINTS[(state.sides - 1) // 2, rank]
    return points // tied


@rule
def catch_up_points(state, player):
    """For those wiped last and second last, by step alone (4.2, Q50)."""
    last, second, how_many_last = 0, 0, 0
    for side in range(state.sides):
        last = max(last, state.players[side].wiped_step)
    for side in range(state.sides):
        step = state.players[side].wiped_step
        how_many_last += step == last
        if step < last:
            second = max(second, step)
    if player.wiped_step == last:
        return LAST_WIPED_POINTS
    if state.options.catchup == Catchup.POSITIONS and how_many_last > 1:
        return 0
    return SECOND_LAST_WIPED_POINTS if player.wiped_step == second else 0


@rule
def award(state, side):
    """The Design Points of all categories (5.1)."""
    player = state.players[side]
    scores = player.scores
    if has_seat(state, side):
        scores.quirks = quirk_points(state, player)
        scores.playing_clean = player.hacks
    else:
        scores.quirks = SCRIPT_QUIRKS + state.options.solo_mode
        scores.playing_clean = SCRIPT_CLEAN
    scores.fluidity = FLUIDITY_POINTS[scores.connection]
    if player.wiped_step:
        scores.catch_up = catch_up_points(state, player)
    else:
        scores.challenge = scores.lost // LOST_PER_POINT
        scores.difficulty = difficulty_points(state, player)
    scores.total = (
        scores.quirks
        + scores.fluidity
        + scores.challenge
        + scores.difficulty
        + scores.catch_up
        + scores.playing_clean
    )


# --- the end ---------------------------------------------------------------------------------


@rule
def standing(state, side):
    """Points, then the living, then difficulty, as one number (5.4)."""
    scores = state.players[side].scores
    return (scores.total * 100 + scores.alive) * 100 + scores.difficulty_total


@rule
def finish(state):
    """Open all assets, award the points and settle the places."""
    for side in range(state.sides):
        state.players[side].face_down[:] = 0
        measure(state, side)
    for side in range(state.sides):
        award(state, side)
    for side in range(state.sides):
        better = 0
        for other in range(state.sides):
            better += standing(state, other) > standing(state, side)
        state.players[side].scores.place = 1 + better
    state.decision = Decision.NONE
    state.actor = 0
    state.over = 1


@rule
def score(state, seat):
    """The Design Points of a seat; 0 before the end."""
    return state.players[seat].scores.total


@rule
def score_parts(state, seat, parts):
    scores = state.players[seat].scores
    parts.total = scores.total
    parts.quirks = scores.quirks
    parts.fluidity = scores.fluidity
    parts.challenge = scores.challenge
    parts.difficulty = scores.difficulty
    parts.catch_up = scores.catch_up
    parts.playing_clean = scores.playing_clean
    parts.alive = scores.alive
    parts.difficulty_total = scores.difficulty_total
    parts.connection = scores.connection
    parts.lost = scores.lost
    parts.wiped_step = scores.wiped_step
    parts.place = scores.place
