"""Scripted players of Black Souls, weak to strong (13.).

``weak`` plays at random, but on its walk takes every benefit and the smallest losses.
``medium`` bids for tokens and cubes, builds what is cheap to walk, and walks like the script
of a solo game. ``strong`` tries out every option: it plays all games that may come with
``medium`` in every seat, and takes the option that ended best.
"""

import numpy as np

from ...core.bots import Bot, Planner
from ...core.native import rule
from ...core.rng import random_below, random_seed, seed_rng
from .cards import (
    DIFFICULTY,
    ICON,
    MERCHANT_PAIRS,
    NO_ASSET,
    NUM_ASSETS,
    NUM_BIDS,
    NUM_CELLS,
    NUM_CLASSES,
    QUIRK_POINTS,
    THREATS,
    Benefit,
    Icon,
    X,
)
from .design import may_bid
from .gameplay import BLACK, may_change, may_take
from .resample import resample
from .rules import step
from .scoring import score, standing
from .solo import script_action, script_place
from .state import (
    BID,
    CHANGE,
    CUBE_UNIT,
    DEAL,
    DECLINE,
    DISCARD_QUIRK,
    HACK,
    MAX_CUBES,
    NO_SWAP,
    ORDER,
    PENDING_CELL,
    PICK,
    PLACE,
    PLACE_TOKEN,
    STEP_UNIT,
    SWAP,
    TAKE,
    THREAT,
    THREAT_UNIT,
    TILE_THREAT,
    TILE_X,
    Decision,
    actions,
)

NUM_ACTIONS = actions.size

# --- weak: random, with a sound walk ---------------------------------------------------------


@rule
def weak(seen, mask, table):
    """Decide from an observation: benefits first, never declined, the least of threats."""
    if mask[ORDER]:
        return ORDER + 1
    if seen.decision[Decision.THREAT]:
        return least_threat(seen, mask)
    return random_action(mask, table)


@rule
def least_threat(seen, mask):
    """The legal threat that takes the fewest cubes."""
    cell = whole(seen.pending[PENDING_CELL] * STEP_UNIT) - 1
    chosen, least = -1, 2 * MAX_CUBES
    for kind in range(NUM_CLASSES):
        cost = whole(seen.cells_tile[0, cell, TILE_THREAT + kind] * THREAT_UNIT)
        if seen.cells_tile[0, cell, TILE_X + kind]:
            cost = max(1, whole(seen.party[0, kind] * CUBE_UNIT))
        if mask[THREAT + kind] and cost < least:
            chosen, least = THREAT + kind, cost
    return chosen


@rule
def whole(number):
    """The nearest integer."""
    return int(number + 0.5)


@rule
def random_action(mask, table):
    """Any legal action but to decline."""
    chosen, count = -1, 0
    for action in range(NUM_ACTIONS):
        if mask[action] and action != DECLINE:
            count += 1
            if random_below(table, count) == 0:
                chosen = action
    return chosen


# --- medium: one step ahead ------------------------------------------------------------------

# How often a bid is chosen: tokens and cubes first, then the recall, then what else may help.
BID_WEIGHT = np.array([2, 300, 3000, 30, 8, 2, 40, 3000, 8], np.int64)
USEFUL_WEIGHT = 40  # and more
WORTH_A_HACK = np.array([0, 1, 1, 0, 0, 0, 1, 1, 1], np.int64)

DIFFICULTY_WISH = 0.45
ICON_WISH = np.zeros(len(Icon))
ICON_WISH[Icon.TAVERN] = 1.0
ICON_WISH[Icon.SHRINE] = 1.0
ICON_WISH[Icon.TREASURE] = 0.5


def asset_wishes() -> np.ndarray:
    """How gladly an asset is built: cheap to walk, with a benefit, difficult."""
    wishes = np.zeros(NUM_ASSETS)
    for asset in range(NUM_ASSETS):
        cheapest = min(threat for threat in THREATS[asset] if threat != X)
        wishes[asset] = DIFFICULTY_WISH * DIFFICULTY[asset] + ICON_WISH[ICON[asset]] - cheapest
    return wishes


ASSET_WISH = asset_wishes()


@rule
def medium(roots, worlds, seat, table):
    return sensible_action(roots[0])


@rule
def sensible_action(state):
    """What a player does who looks one step ahead; ties fall by the state's generator."""
    player = state.players[state.actor]
    decision = state.decision
    if decision >= Decision.ORDER:
        return sensible_walk(state, player)
    if decision == Decision.BID:
        return BID + sensible_bid(state, player)
    if decision == Decision.PICK:
        return PICK + sensible_pick(state)
    if decision == Decision.PLACE:
        return PLACE + script_place(player, state.picked)
    if decision == Decision.HACK:
        return HACK + WORTH_A_HACK[player.bid]
    if decision == Decision.TOKEN8:
        return PLACE_TOKEN + 1
    if decision == Decision.SWAP1:
        return NO_SWAP
    if decision == Decision.SWAP2:
        return SWAP + any_other_asset(state, player)
    return DISCARD_QUIRK + poorest_quirk(player)


@rule
def sensible_bid(state, player):
    """A card by its weight; hardly one that a rival is sure to play."""
    chosen, total = -1, 0
    for bid in range(NUM_BIDS):
        if may_bid(player, bid):
            weight = BID_WEIGHT[bid]
            for other in range(state.num_players):
                if other != state.actor and only_useful_bid(state.players[other]) == bid:
                    weight = 1
            total += weight
            if random_below(state, total) < weight:
                chosen = bid
    return chosen


@rule
def only_useful_bid(player):
    """The useful card of a hand that has just one, else -1."""
    found = -1
    for bid in range(NUM_BIDS):
        if player.hand[bid] and BID_WEIGHT[bid] >= USEFUL_WEIGHT:
            if found >= 0:
                return -1
            found = bid
    return found


@rule
def sensible_pick(state):
    chosen = 0
    for index in range(1, state.pool_size):
        if ASSET_WISH[state.pool[index]] > ASSET_WISH[state.pool[chosen]]:
            chosen = index
    return chosen


@rule
def any_other_asset(state, player):
    """The cell of an asset that is not yet chosen for a swap."""
    chosen, count = -1, 0
    for cell in range(NUM_CELLS):
        if player.asset[cell] != NO_ASSET and cell + 1 != state.swap_cell:
            count += 1
            if random_below(state, count) == 0:
                chosen = cell
    return chosen


@rule
def poorest_quirk(player):
    chosen = 0
    for slot in range(1, DEAL):
        if QUIRK_POINTS[player.quirks[slot]] < QUIRK_POINTS[player.quirks[chosen]]:
            chosen = slot
    return chosen


@rule
def sensible_walk(state, player):
    """Walks like the script, but uses a Merchant, and a House for black souls."""
    if state.decision == Decision.ORDER and state.benefit == Benefit.MERCHANT:
        return ORDER + 1
    if state.decision == Decision.MERCHANT:
        return levelling_change(player)
    if state.decision == Decision.BENEFIT and state.benefit == Benefit.HOUSE:
        if may_take(player, state.benefit, BLACK):
            return TAKE + BLACK
    return script_action(state)


@rule
def levelling_change(player):
    """From the largest class to the smallest, if that makes them more alike."""
    chosen, best = DECLINE, 1
    for pair in range(len(MERCHANT_PAIRS)):
        source, target = MERCHANT_PAIRS[pair, 0], MERCHANT_PAIRS[pair, 1]
        gap = player.party[source] - player.party[target]
        if source != BLACK and may_change(player, pair) and gap > best:
            chosen, best = CHANGE + pair, gap
    return chosen


# --- strong: every option played out ---------------------------------------------------------

PLAYOUTS = 48  # of each option
MARGIN_WEIGHT = 0.3  # of a Design Point, where a player passed is 1


@rule
def strong(roots, worlds, seat, table):
    """The option that ends best, over the same worlds for all options."""
    seed = random_seed(table)
    chosen, best = -1, -1.0e9
    for action in range(NUM_ACTIONS):
        if roots[0].mask[action]:
            value = 0.0
            for playout in range(PLAYOUTS):
                worlds[0] = roots[0]
                seed_rng(worlds[0], seed + playout)
                resample(worlds[0], seat)
                value += play_out(worlds[0], seat, action)
            if value > best:
                chosen, best = action, value
    return chosen


@rule
def play_out(world, seat, action):
    """Take an action, finish the game sensibly; answers what it was worth."""
    step(world, action)
    while not world.over:
        step(world, sensible_action(world))
    return final_value(world, seat)


@rule
def final_value(world, seat):
    """How many more players end behind a seat than before it, and a little for the margin."""
    value, margin = 0.0, 0
    for side in range(world.sides):
        value += standing(world, side) < standing(world, seat)
        value -= standing(world, side) > standing(world, seat)
        margin += score(world, seat) - score(world, side)
    return value + MARGIN_WEIGHT * margin


BOTS = {"weak": Bot(weak), "medium": Planner(medium), "strong": Planner(strong)}
