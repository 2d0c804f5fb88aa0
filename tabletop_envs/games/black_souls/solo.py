"""The script of a solo game (6.): how player A bids, builds and walks.

A is asked like everybody else, and this file answers for it. Where its rules differ beyond
that, the phases say so with ``has_seat``.
"""

import numpy as np

from ...core.native import rule
from ...core.rng import random_below
from .cards import (
    DIFFICULTY,
    GRID_BIT,
    ICON,
    NUM_CLASSES,
    NUM_LEVELS,
    NUM_TYPES,
    OTHER_CLASSES,
    THREATS,
    TYPE,
    Benefit,
    Icon,
    X,
)
from .gameplay import benefit_is_usable, is_resolvable, may_take, threat_options
from .scoring import connected, count_cells, largest_connection, matching_cells
from .state import (
    BID,
    DECLINE,
    MAX_CUBES,
    ORDER,
    OVERFLOW,
    PAY_BLACK,
    PICK,
    PLACE,
    TAKE,
    THREAT,
    Decision,
    next_cell,
)

DIE = 6
HIGHEST_DIFFICULTY = 5

# Which difficulty A tries first, by its total (rows) and by pairs of turns; from there it goes
# downwards, then upwards. A 1 goes upwards. Cells that the rulebook leaves out are the
# reconstruction of 6.3.
CHART = np.array(
    [
        [4, 5, 5, 5, 5, 5],  # 0-5
        [3, 3, 5, 5, 5, 5],  # 6-9
        [1, 3, 3, 5, 5, 5],  # 10-14
        [1, 1, 3, 3, 5, 5],  # 15-19
        [1, 1, 1, 3, 3, 5],  # 20-24
        [1, 1, 1, 1, 3, 3],  # 25-29
        [1, 1, 1, 1, 1, 3],  # 30-34
        [1, 1, 1, 1, 1, 1],  # 35 and more
    ],
    np.int64,
)
FIRST_ROW_TOTAL, SECOND_ROW_TOTAL, ROW_TOTALS = 5, 9, 5

LEVEL_ORDER = np.array(  # by difficulty: where A builds what fits nowhere better (6.4)
    [[0, 1, 2], [0, 1, 2], [0, 1, 2], [1, 0, 2], [2, 1, 0], [2, 1, 0]], np.int64
)


@rule
def script_action(state):
    """What A does when it is asked."""
    player = state.players[state.actor]
    if state.decision == Decision.BID:
        return BID + 1 + random_below(state, DIE)
    if state.decision == Decision.PICK:
        return PICK + script_pick(state, player)
    if state.decision == Decision.PLACE:
        return PLACE + script_place(player, state.picked)
    if state.decision == Decision.ORDER:
        return ORDER + (1 if script_wants_benefit(state) else 0)
    if state.decision == Decision.BENEFIT:
        return TAKE + script_benefit(state, player)
    if state.decision == Decision.MERCHANT:
        return DECLINE
    if state.decision == Decision.THREAT:
        return THREAT + script_threat(state, player)
    if state.decision == Decision.AMOUNT:
        return PAY_BLACK + script_payment(state, player)
    return OVERFLOW + script_overflow(state, player)


@rule
def roll(state, candidates):
    """Roll the die for one of three types or classes, given as bits, until it hits one."""
    face = random_below(state, NUM_TYPES)
    while not candidates >> face & 1:
        face = random_below(state, NUM_TYPES)
    return face


# --- design ----------------------------------------------------------------------------------


@rule
def script_pick(state, player):
    """A Tavern, else a Shrine, else the difficulty of the chart; among types by 6.2."""
    if count_icon(state, Icon.TAVERN):
        return pick_by_type(state, player, Icon.TAVERN, 0)
    if count_icon(state, Icon.SHRINE):
        return pick_by_type(state, player, Icon.SHRINE, 0)
    return pick_by_type(state, player, Icon.NONE, wanted_difficulty(state, player))


@rule
def count_icon(state, icon):
    count = 0
    for index in range(state.pool_size):
        count += ICON[state.pool[index]] == icon
    return count


@rule
def is_candidate(asset, icon, difficulty):
    """Whether an asset has the icon, or the difficulty where that decides."""
    return DIFFICULTY[asset] == difficulty if difficulty else ICON[asset] == icon


@rule
def wanted_difficulty(state, player):
    """The first difficulty in the order of the chart that the pool has."""
    first = CHART[chart_row(player), (state.turn - 1) // 2]
    for difficulty in range(first, 0, -1):
        if has_difficulty(state, difficulty):
            return difficulty
    for difficulty in range(first + 1, HIGHEST_DIFFICULTY):
        if has_difficulty(state, difficulty):
            return difficulty
    return HIGHEST_DIFFICULTY


@rule
def chart_row(player):
    total = 0
    for asset in player.asset:
        total += DIFFICULTY[asset]
    if total <= FIRST_ROW_TOTAL:
        return 0
    if total <= SECOND_ROW_TOTAL:
        return 1
    return min(total // ROW_TOTALS, len(CHART) - 1)


@rule
def has_difficulty(state, difficulty):
    for index in range(state.pool_size):
        if DIFFICULTY[state.pool[index]] == difficulty:
            return True
    return False


@rule
def pick_by_type(state, player, icon, difficulty):
    """The leftmost candidate of the type that promises the longest connection (Q62)."""
    best, types = 0, 0
    for kind in range(NUM_TYPES):
        if leftmost(state, kind, icon, difficulty) >= 0:
            promise = promised_connection(player, kind)
            if promise >= best:
                types = (types if promise == best else 0) | 1 << kind
                best = promise
    return leftmost(state, roll(state, types), icon, difficulty)


@rule
def leftmost(state, kind, icon, difficulty):
    """The pool index of the first candidate of a type, or -1."""
    for index in range(state.pool_size):
        asset = state.pool[index]
        if TYPE[asset] == kind and is_candidate(asset, icon, difficulty):
            return index
    return -1


@rule
def promised_connection(player, kind):
    """The longest connection of A's board once an asset of a type is built at its best."""
    others = 0
    for other in range(NUM_TYPES):
        if other != kind:
            others = max(others, largest_connection(matching_cells(player, other)))
    longest = others
    for level in range(NUM_LEVELS):
        cell = next_cell(player, level)
        if cell >= 0:
            cells = matching_cells(player, kind) | GRID_BIT[cell]
            longest = max(longest, largest_connection(cells))
    return longest


@rule
def script_place(player, asset):
    """Next to its like, for the largest set; else the level that its difficulty prefers."""
    cells = matching_cells(player, TYPE[asset])
    chosen, largest = -1, 0
    for place in range(NUM_LEVELS):
        level = LEVEL_ORDER[DIFFICULTY[asset], place]
        cell = next_cell(player, level)
        if cell >= 0:
            size = count_cells(connected(cells, GRID_BIT[cell]))
            if size > largest:
                chosen, largest = level, size
    return chosen


# --- gameplay (6.5) --------------------------------------------------------------------------


@rule
def script_wants_benefit(state):
    """Benefits come first if they are of use; a Merchant never is."""
    return state.benefit != Benefit.MERCHANT and benefit_is_usable(state)


@rule
def script_benefit(state, player):
    """The class with fewest members grows; a Treasure turns one of the most."""
    best, classes = 0, 0
    for kind in range(NUM_CLASSES):
        if may_take(player, state.benefit, kind):
            members = player.party[kind]
            wish = members if state.benefit == Benefit.TREASURE else MAX_CUBES - members
            if wish >= best:
                classes = (classes if wish == best else 0) | 1 << kind
                best = wish
    return roll(state, classes)


@rule
def script_threat(state, player):
    """The least number, of equal ones the class with more members."""
    options = threat_options(state)
    asset = player.asset[state.cell - 1]
    best, classes = 0, 0
    for kind in range(NUM_CLASSES):
        if options >> kind & 1:
            cost = script_cost(player, asset, kind)
            wish = (MAX_CUBES - cost) * (MAX_CUBES + 1) + player.party[kind]
            if wish >= best:
                classes = (classes if wish == best else 0) | 1 << kind
                best = wish
    return roll(state, classes)


@rule
def script_cost(player, asset, kind):
    """What A takes a threat for; in an overflow all options fall short by the same."""
    if not is_resolvable(player, asset, kind):
        return 0
    if THREATS[asset, kind] == X:
        return max(1, player.party[kind])
    return THREATS[asset, kind]


@rule
def script_payment(state, player):
    """Members of the class first, black only for the rest."""
    kind = state.threat - 1
    return max(0, THREATS[player.asset[state.cell - 1], kind] - player.party[kind])


@rule
def script_overflow(state, player):
    """One by one from the class with more members; answers what the first of them loses."""
    kind = state.threat - 1
    first = player.party[OTHER_CLASSES[kind, 0]]
    second = player.party[OTHER_CLASSES[kind, 1]]
    paid = 0
    for _ in range(state.rest):
        if first > second or (first == second and random_below(state, 2) == 0):
            first -= 1
            paid += 1
        else:
            second -= 1
    return paid
