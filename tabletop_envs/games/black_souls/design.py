"""The design phase (3.4-3.7): twelve turns of secret bids, clashes, and building one asset each."""

from ...core.native import rule
from .cards import (
    CARD_COLOUR,
    CARD_CUBES,
    ICON,
    LEVEL_CELLS,
    NO_ASSET,
    NUM_BIDS,
    NUM_CELLS,
    NUM_LEVELS,
    TYPE,
    Bid,
    Icon,
    Token,
)
from .setup import in_the_game
from .state import (
    BID,
    GLITCHES,
    HACK,
    MAX_HACKS,
    NO_BID,
    NO_SWAP,
    PICK,
    PLACE,
    PLACE_TOKEN,
    SHRINES,
    SWAP,
    TAVERNS,
    Decision,
    HandRefill,
    add_cubes,
    ask,
    draw,
    draw_party_card,
    has_seat,
    next_cell,
)

LEAST_POOL = 3  # assets drawn for one or two players (Q61)

# --- a turn begins: new assets, secret bids --------------------------------------------------


@rule
def start_turn(state):
    state.turn += 1
    for place in range(state.pool_size):  # Q19
        state.bag[state.pool[place]] = 1
    state.pool_size = 0
    for _ in range(max(LEAST_POOL, state.num_players)):
        draw_asset(state)
    if state.options.hand_refill == HandRefill.NEXT_BID:
        refill_hands(state)
    ask(state, 0, Decision.BID)


@rule
def draw_asset(state):
    """One asset from the bag to the right end of the pool (Q21)."""
    state.pool[state.pool_size] = draw(state, state.bag)
    state.pool_size += 1


@rule
def refill_hands(state):
    """All cards come back to those who have used up their hand (Q1)."""
    for side in range(state.num_players):
        if hand_size(state.players[side]) == 0:
            recall_hand(state, state.players[side])


@rule
def hand_size(player):
    size = 0
    for bid in range(NUM_BIDS):
        size += player.hand[bid]
    return size


@rule
def recall_hand(state, player):
    """All cards of the game come back, but a 7 that was played (Q9)."""
    for bid in range(NUM_BIDS):
        if in_the_game(state, bid) and bid != Bid.FREE_ACCESS:
            player.hand[bid] = 1


@rule
def reboot_is_dead(player):
    """Whether a 3 would do nothing: right after a 2 or a 3 (Q3, Q4)."""
    return player.prev_bid == Bid.BETA_KEY or player.prev_bid == Bid.REBOOT


@rule
def may_bid(player, bid):
    """A card in hand; a dead 3 only as the last one (3.5)."""
    if bid == Bid.REBOOT and reboot_is_dead(player) and hand_size(player) > 1:
        return 0
    return player.hand[bid]


@rule
def legal_bid(state, mask):
    for bid in range(NUM_BIDS):
        mask[BID + bid] = may_bid(state.players[state.actor], bid)


@rule
def commit_bid(state, bid):
    state.players[state.actor].bid = bid
    if state.actor + 1 < state.sides:
        ask(state, state.actor + 1, Decision.BID)
        state.quiet = 1
    else:
        reveal_bids(state)


@rule
def reveal_bids(state):
    """The cards leave the hands; equal bids clash, which the script always hacks (6.1)."""
    for side in range(state.sides):
        player = state.players[side]
        player.hand[player.bid] = 0
        for other in range(state.sides):
            if other != side and state.players[other].bid == player.bid:
                player.clash = 1
                player.hacked = 0 if has_seat(state, side) else 1
    state.position = 0
    next_hack(state)


# --- clashes: hacks, the order of the turn, which effects trigger ----------------------------


@rule
def next_hack(state):
    """Ask the next player of the previous order that can hack its way out of a clash (Q13)."""
    while state.position < state.sides:
        side = state.prev_order[state.position]
        if state.players[side].clash and state.players[side].hacks:
            ask(state, side, Decision.HACK)
            return
        state.position += 1
    settle_order(state)


@rule
def legal_hack(state, mask):
    mask[HACK : HACK + 2] = 1


@rule
def hack(state, yes):
    if yes:
        state.players[state.actor].hacks -= 1
        state.players[state.actor].hacked = 1  # frees nobody else (Q11)
    state.position += 1
    next_hack(state)


@rule
def is_penalised(player):
    return player.clash == 1 and player.hacked == 0


@rule
def precedence(player):
    """Greater goes first; the penalised come after all others (Q17)."""
    return player.bid if is_penalised(player) else player.bid + NUM_BIDS


@rule
def settle_order(state):
    """Sort by bids, equal ones by the previous order (Q12), and see whose effects trigger."""
    for place in range(state.sides):
        side = state.prev_order[place]
        mine = precedence(state.players[side])
        while place > 0 and precedence(state.players[state.order[place - 1]]) < mine:
            state.order[place] = state.order[place - 1]
            place -= 1
        state.order[place] = side
    for side in range(state.sides):
        state.players[side].triggers = 1 if effect_triggers(state, side) else 0
    state.position = 0
    next_effect(state)


@rule
def effect_triggers(state, side):
    player = state.players[side]
    if not has_seat(state, side):
        return True  # 6.1, Q59
    if player.bid == Bid.REBOOT:
        return not reboot_is_dead(player)  # clashes do not matter (Q6)
    return not is_penalised(player) and not duel_of_low_bids(state)


@rule
def duel_of_low_bids(state):
    """Two players who both bid 1 or 2: nothing of it works (Q18)."""
    return state.sides == 2 and is_low(state.players[0].bid) and is_low(state.players[1].bid)


@rule
def is_low(bid):
    return bid == Bid.NETWORK_OBJECT or bid == Bid.BETA_KEY


# --- effects before anything is picked -------------------------------------------------------


@rule
def next_effect(state):
    """Work the effects off in the order of the turn; a swap is asked."""
    while state.position < state.sides:
        side = state.order[state.position]
        if state.players[side].triggers:
            if may_swap(state, side):
                ask(state, side, Decision.SWAP1)
                return
            apply_effect(state, side)
        state.position += 1
    if state.options.hand_refill == HandRefill.IMMEDIATE:
        refill_hands(state)
    state.position = 0
    next_pick(state)


@rule
def may_swap(state, side):
    """A 5 needs two assets on the board, which hold one of each turn before (Q23)."""
    return state.players[side].bid == Bid.TWEAK and has_seat(state, side) and state.turn > 2


@rule
def apply_effect(state, side):
    player = state.players[side]
    if player.bid == Bid.RECHARGE:
        player.hacks = min(MAX_HACKS, player.hacks + 1)
    elif player.bid == Bid.FREE_ACCESS:
        card = draw_party_card(state)
        add_cubes(player, CARD_COLOUR[card], CARD_CUBES[card])
    elif player.bid == Bid.REBOOT and has_seat(state, side):
        recall_hand(state, player)
    elif player.bid == Bid.BETA_KEY or (player.bid == Bid.TWEAK and not has_seat(state, side)):
        add_cubes(player, CARD_COLOUR[draw_party_card(state)], 1)


@rule
def legal_swap(state, mask):
    """Any asset; as the second one any other."""
    player = state.players[state.actor]
    for cell in range(NUM_CELLS):
        if player.asset[cell] != NO_ASSET and cell + 1 != state.swap_cell:
            mask[SWAP + cell] = 1
    if state.decision == Decision.SWAP1:
        mask[NO_SWAP] = 1


@rule
def choose_first_swap(state, cell):
    state.swap_cell = cell + 1
    ask(state, state.actor, Decision.SWAP2)


@rule
def swap_with(state, cell):
    """Two assets change places, with all that lies on them (Q24)."""
    player, first = state.players[state.actor], state.swap_cell - 1
    exchange(player.asset, first, cell)
    exchange(player.token, first, cell)
    exchange(player.face_down, first, cell)
    exchange(player.glitch, first, cell)
    end_swap(state)


@rule
def exchange(cells, first, second):
    kept = cells[first]
    cells[first] = cells[second]
    cells[second] = kept


@rule
def end_swap(state):
    state.swap_cell = 0
    state.position += 1
    next_effect(state)


# --- picking and building --------------------------------------------------------------------


@rule
def next_pick(state):
    """Let the next player of the order pick; its triggering 4 first adds an asset (Q20)."""
    if state.position == state.sides:
        end_turn(state)
        return
    side = state.order[state.position]
    if state.players[side].triggers and state.players[side].bid == Bid.UPDATE:
        draw_asset(state)
    ask(state, side, Decision.PICK)


@rule
def legal_pick(state, mask):
    mask[PICK : PICK + state.pool_size] = 1


@rule
def pick(state, index):
    state.picked = state.pool[index]
    state.pool_size -= 1
    for place in range(index, state.pool_size):
        state.pool[place] = state.pool[place + 1]
    ask(state, state.actor, Decision.PLACE)


@rule
def legal_place(state, mask):
    for level in range(NUM_LEVELS):
        if state.players[state.actor].asset[(level + 1) * LEVEL_CELLS - 1] == NO_ASSET:
            mask[PLACE + level] = 1


@rule
def place(state, level):
    """Build the asset in hand on the next cell of a level, marked by this turn's bids."""
    player, asset = state.players[state.actor], state.picked
    cell = next_cell(player, level)
    player.asset[cell] = asset
    state.picked = NO_ASSET
    if rebooted_by_another(state, state.actor):
        mark_rebooted(state, player, cell)
    if player.triggers and ICON[asset] == Icon.NONE:  # Q25, Q27
        if player.bid == Bid.NETWORK_OBJECT:
            place_token(state, player, cell, TAVERNS, Token.TAVERN)
        elif player.bid == Bid.BETA_OBJECT:
            place_token(state, player, cell, SHRINES, Token.SHRINE)
        elif player.bid == Bid.EXPANSION and player.special_left[TYPE[asset]]:
            state.cell = cell + 1
            ask(state, state.actor, Decision.TOKEN8)
            return
    end_pick(state)


@rule
def rebooted_by_another(state, side):
    """Whether a 3 of somebody else triggers (Q7, Q8)."""
    for other in range(state.sides):
        player = state.players[other]
        if other != side and player.triggers and player.bid == Bid.REBOOT:
            return True
    return False


@rule
def mark_rebooted(state, player, cell):
    """Face-down, or with a Glitch token in the variant."""
    if state.options.glitch == 0:
        player.face_down[cell] = 1
    elif state.supply[GLITCHES] > 0:
        state.supply[GLITCHES] -= 1
        player.glitch[cell] = 1


@rule
def place_token(state, player, cell, pile, token):
    """A token from the supply, while it lasts (Q29)."""
    if state.supply[pile] > 0:
        state.supply[pile] -= 1
        player.token[cell] = token


@rule
def legal_token(state, mask):
    mask[PLACE_TOKEN : PLACE_TOKEN + 2] = 1


@rule
def place_special_token(state, yes):
    """The Well on a Cave, the Altar on a Dungeon, the House on an Outdoor asset."""
    if yes:
        player, cell = state.players[state.actor], state.cell - 1
        kind = TYPE[player.asset[cell]]
        player.special_left[kind] = 0
        player.token[cell] = Token.WELL + kind
    state.cell = 0
    end_pick(state)


@rule
def end_pick(state):
    state.position += 1
    next_pick(state)


@rule
def end_turn(state):
    for side in range(state.sides):
        state.prev_order[side] = state.order[side]
        player = state.players[side]
        player.prev_bid = player.bid
        player.bid = NO_BID
        player.clash = 0
        player.hacked = 0
        player.triggers = 0
    state.decision = Decision.NONE
