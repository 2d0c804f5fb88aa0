"""Positions of Black Souls, set up by hand and told in the words of its specification."""

from tabletop_envs.games.black_souls import game
from tabletop_envs.games.black_souls.cards import (
    DIFFICULTY,
    ICON,
    NO_ASSET,
    NUM_ASSETS,
    NUM_CELLS,
    THREATS,
    TYPE,
    Condition,
    Icon,
    X,
)
from tabletop_envs.games.black_souls.gameplay import arrive
from tabletop_envs.games.black_souls.scoring import finish
from tabletop_envs.games.black_souls.state import Decision

TYPES = "CDO"


def play(state, *names):
    """Take actions by their names."""
    for name in names:
        state.step(game.action_id(name))


def legal(state):
    """The names of the legal actions."""
    return {game.action_names[action] for action in state.legal_actions()}


def first_legal_until(state, decision, actor=None):
    """Take the first legal action until somebody is asked for a decision."""
    while state.record.decision != decision or actor not in (None, state.record.actor):
        state.step(state.legal_actions()[0])
    return state


def at_first_bid(num_players, order=None, seed=0, **options):
    """Turn 1, the first bid; ``order`` is the previous one."""
    state = game.new_state(num_players, seed=seed, **options)
    first_legal_until(state, Decision.BID)
    for place, seat in enumerate(order or ()):
        state.record.prev_order[place] = seat
    return state


def give_hand(player, bids, prev_bid=None):
    for bid in range(9):
        player.hand[bid] = bid in bids
    if prev_bid is not None:
        player.prev_bid = prev_bid


def hand_of(player):
    return {bid for bid in range(9) if player.hand[bid]}


def bid(state, *values):
    """Every seat commits."""
    for value in values:
        play(state, f"bid {value}")


def order_of(state):
    return [state.record.order[place] for place in range(state.record.sides)]


def triggering(state):
    return {side for side in range(state.record.sides) if state.record.players[side].triggers}


def give_pool(state, *assets):
    """Lay out a pool; everything else that is in no place is in the bag."""
    record = state.record
    used = set(assets)
    for player in list(record.players)[: record.sides]:
        used |= {player.asset[cell] for cell in range(NUM_CELLS)}
    for asset in range(NUM_ASSETS):
        record.bag[asset] = asset not in used
    for place, asset in enumerate(assets):
        record.pool[place] = asset
    record.pool_size = len(assets)


def pool_of(state):
    return [state.record.pool[place] for place in range(state.record.pool_size)]


def give_cells(player, cells):
    """Put assets, by cell, on an empty board."""
    for cell in range(NUM_CELLS):
        player.asset[cell] = cells.get(cell, NO_ASSET)


def give_party(player, *cubes):
    for colour, count in enumerate(cubes):
        player.party[colour] = count


def party_of(player):
    return tuple(player.party[colour] for colour in range(4))


def plain_asset(kind, difficulty):
    """An asset of a type and a difficulty without icon and X."""
    return next(
        asset
        for asset in range(NUM_ASSETS)
        if TYPES[TYPE[asset]] == kind
        and DIFFICULTY[asset] == difficulty
        and ICON[asset] == Icon.NONE
        and X not in THREATS[asset]
    )


def give_level(player, types="OCDOCDOCDOCD", difficulty_total=36):
    """A whole level of plain assets: a letter for each cell's type, and the sum of difficulties."""
    for cell, kind in enumerate(types):
        share = (difficulty_total * (cell + 1)) // 12 - (difficulty_total * cell) // 12
        player.asset[cell] = plain_asset(kind, share)
        player.token[cell] = 0


def at_asset(asset, party, *, step=1, token=0, lost=(), party_cards=None, **options):
    """Two players in the gameplay phase: seat 0 arrives with its party at an asset.

    In the glitch variant the asset carries a Glitch token, and ``party_cards`` are the deck.
    """
    state = at_first_bid(2, order=[0, 1], **options)
    record = state.record
    record.turn, record.round, record.position = 12, step, 0
    for player in record.players:
        give_level(player)
        player.steps = step - 1
        player.prev_bid = 0
    own = record.players[0]
    give_party(own, *party)
    for colour, count in enumerate(lost):
        own.lost[colour] = count
    own.asset[step - 1] = asset
    own.token[step - 1] = token
    own.glitch[step - 1] = record.options.glitch
    for card in range(12):
        record.party_cards[card] = party_cards is None or card in party_cards
    arrive(record, 0)
    return state


NEVER_MET = [Condition.THREE_FIGHTERS_ALIVE, Condition.THREE_MAGES_ALIVE]


def make_ready_to_score(player):
    """A level like everybody's, one black soul alive, private quirks that are not met."""
    give_level(player)
    give_party(player, 0, 0, 0, 1)
    player.steps = 12
    give_quirks(player, *NEVER_MET)


def at_scoring(num_players, **options):
    """A game about to be scored, all players equal, no quirk met."""
    state = at_first_bid(num_players, **options)
    state.record.turn = state.record.round = 12
    for player in state.record.players:
        make_ready_to_score(player)
        player.prev_bid = 0
    give_public_quirks(state, Condition.THREE_HEALERS_ALIVE, *NEVER_MET)
    return state


def give_quirks(player, *conditions):
    for slot, condition in enumerate(conditions):
        player.quirks[slot] = int(condition)  # the first copies' ids are those of the conditions


def give_public_quirks(state, *conditions):
    for slot, condition in enumerate(conditions):
        state.record.public_quirks[slot] = int(condition)


def scored(state):
    """Score the game and answer the parts by name, as lists over the seats."""
    finish(state.record)
    return {name: parts.tolist() for name, parts in state.scores().items()}
