"""Scripted players, weak to strong.

Medium and strong read worlds that their seat cannot tell from the true one, and use nothing of
them that the seat does not know: other hands and the order of the deck are only ever sampled.
"""

from collections.abc import Mapping

from ...core.bots import Bot, Planner
from ...core.native import rule
from ...core.rng import random_below, random_seed, seed_rng
from .cards import (
    ANTI_FUN_STRENGTH,
    CHAOS_SUIT,
    COLOURED,
    DRAWS,
    FACES,
    FIRST_TABLE_CARD,
    HAND_CARDS,
    LEVEL,
    NONE,
    Card,
    Class,
    suit_of,
)
from .hands import class_of
from .legal import legal
from .resample import resample
from .rules import step
from .state import (
    BID_ACTION,
    COLOUR_ACTION,
    GUESS_CHAOS,
    HAND_SCALE,
    NO,
    NUMBER_ACTION,
    RECYCLE,
    TABLE_ACTION,
    YES,
    Decision,
    Phase,
    SeenPhase,
    actions,
)
from .tricks import rank

NUM_ACTIONS = actions.size

# --- weak: fair bids, else at random ---------------------------------------------------------


@rule
def weak(seen, mask, table):
    """Bids its share of the tricks; uses and plays cards at random."""
    if seen.phase[SeenPhase.BID]:
        return nearest_bid(mask, seen.round_size * HAND_SCALE / table.num_players)
    chosen, count = NONE, 0
    for action in range(NUM_ACTIONS):
        if mask[action]:
            count += 1
            if random_below(table, count) == 0:
                chosen = action
    return chosen


@rule
def nearest_bid(mask, tricks):
    """The legal bid next to a number of tricks."""
    best, least = NONE, 0.0
    for action in range(BID_ACTION, NO):
        distance = abs(action - BID_ACTION - tricks)
        if mask[action] and (best == NONE or distance < least):
            best, least = action, distance
    return best


# --- medium: rules of thumb ------------------------------------------------------------------

PURE_CHAOS_TRICKS = 0.6
SUPER_BASE, SUPER_STEP = 0.3, 0.05  # tricks that a super-colour card brings, by strength
HIGH_FACE = FACES - 4  # Reverse and better
HIGH_MOST, HIGH_FALL = 0.55, 0.3  # tricks of another high face; less, the more cards are dealt
LOW_STEP = 0.02
DRAWING_WORTH, NORMAL_WORTH, COUNTER_WORTH = 0.35, 0.15, 0.25
CARDS_WORTH_A_COUNTER = 2


@rule
def worth(state, card):
    """Tricks that a card in hand is good for; of an unused chaos card, in like measure."""
    card_class = class_of(state, card)
    if card_class == Class.COUNTER:
        return COUNTER_WORTH
    if card_class == Class.NORMAL:
        return DRAWING_WORTH if DRAWS[card] else NORMAL_WORTH
    if card_class == Class.VALUED:
        return 1.0 if card == Card.AF else PURE_CHAOS_TRICKS
    strength = card % FACES
    if suit_of(card) == state.super_colour:
        return SUPER_BASE + SUPER_STEP * strength
    if strength < HIGH_FACE:
        return LOW_STEP * strength
    dealt = state.hand_limit * state.num_players / (FACES * state.colours)
    return HIGH_MOST - HIGH_FALL * dealt + LOW_STEP * (strength - HIGH_FACE)


@rule
def takes_tricks(state, card):
    """Whether a card is one to bid on."""
    if card >= COLOURED:
        return class_of(state, card) == Class.VALUED
    return card % FACES >= HIGH_FACE or suit_of(card) == state.super_colour


@rule
def hand_worth(state, seat):
    """Tricks that a hand will take, about."""
    player = state.players[seat]
    total = 0.0
    for card in range(HAND_CARDS):
        if player.hand[card] and takes_tricks(state, card):
            total += player.hand[card] * worth(state, card)
    return total


@rule
def suit_worth(state, seat, suit):
    """What a hand's cards of a colour are worth."""
    player = state.players[seat]
    total = 0.0
    for card in range(suit * FACES, suit * FACES + FACES):
        total += player.hand[card] * worth(state, card)
    return total


@rule
def needs_tricks(state, seat):
    player = state.players[seat]
    return player.bid > player.tricks


@rule
def loss(state, seat):
    """How many cards a seat would lose to the card in resolution."""
    frame = state.frames[state.depth - 1]
    player = state.players[seat]
    if frame.target != NONE:
        return 0
    if frame.acts == Card.DCOL:
        return player.holds[frame.colour]
    if frame.acts == Card.DCHA:
        return player.holds[CHAOS_SUIT] - 1  # the counter itself goes anyway
    if frame.acts == Card.BHOLE or frame.acts == Card.PCSH:
        return int(hand_worth(state, seat) > 1) * player.size
    return 0


@rule
def rate_chaos_turn(state, seat, action):
    """Drawing cards first, Clone after one of them; what hurts its user last."""
    if action == RECYCLE:
        return -1.0
    if action == NO:
        return 0.08
    if action >= TABLE_ACTION:
        card = FIRST_TABLE_CARD + action - TABLE_ACTION
        return 2.8 if card == Card.JK else (0.05 if card == Card.BK else 1.5)
    if DRAWS[action]:
        return 3.0 + 0.01 * DRAWS[action]
    if action == Card.CLONE:
        return 2.9 if state.last_normal != NONE and DRAWS[state.last_normal] else 0.1
    if action == Card.DCHA:
        return 0.2 if state.players[seat].holds[CHAOS_SUIT] > 1 else 1.0
    if action == Card.PCSH:
        return 1.5 - hand_worth(state, seat)
    return 2.0 if action == Card.SCAV or action == Card.GENE else 1.0


@rule
def rate_colour(state, seat, colour):
    """Never name a strong colour of one's own to be discarded; name to win, or not to."""
    if state.phase != Phase.TRICKS:
        return -suit_worth(state, seat, colour)
    held = 0.1 * state.players[seat].holds[colour]
    if colour == state.super_colour:
        held += 10
    return held if needs_tricks(state, seat) else -held


@rule
def best_rank(state):
    """How high the best card of the trick counts, NONE if there is none."""
    best = NONE
    for play in state.trick[: state.trick_size]:
        best = max(best, rank(state, play))
    return best


@rule
def would_win(state, card):
    """Whether a card would be the best of the trick so far."""
    best = best_rank(state)
    if card == Card.AF:
        return True
    if card >= COLOURED:
        return best < 2 * ANTI_FUN_STRENGTH
    strength, colour = card % FACES, suit_of(card)
    if colour == state.super_colour:
        strength += ANTI_FUN_STRENGTH
    elif state.led != NONE and colour != state.led:
        return False
    return strength >= best


@rule
def rate_play(state, seat, card):
    """Short of the bid, win, the last seat as cheaply as it can; else lose as high as it can."""
    value = worth(state, card)
    last = state.waiting == 1 << seat
    wins = would_win(state, card)
    if needs_tricks(state, seat):
        if not wins:
            return -value
        return 2.0 - value if last else 2.0 + value
    if not wins:
        return 2.0 + value
    return value if last else -value


@rule
def rate_extra(state, seat, action):
    """The Jack's Knight adds a card only to win a trick that is needed."""
    if action == NO:
        return 0.0
    if needs_tricks(state, seat) and would_win(state, action):
        return 1.0 - 0.5 * worth(state, action)
    return -1.0


@rule
def rate_module_answer(state, seat, action):
    """Decisions that only the modules bring."""
    decision = state.decision
    if decision == Decision.NAME_TYPE:
        return min(DRAWS[action], 5) * 1.0
    if decision == Decision.GUESS:
        return 1.0 if action == GUESS_CHAOS else 0.0
    if decision == Decision.NAME_NUMBER:
        return -number_worth(state, seat, action - NUMBER_ACTION)
    if decision == Decision.EXTRA:
        return rate_extra(state, seat, action)
    if decision == Decision.YES_NO:
        return 1.0 if action == YES else 0.0
    if decision == Decision.POWER:
        if action == NO:
            return 1.0
        return 0.0 if state.phase == Phase.TRICKS else 2.0
    if decision == Decision.DEATH and action == NO:
        missed = state.players[seat].tricks != state.players[seat].bid
        return -2.0 if missed else 1.0
    return -worth(state, action)  # COMMIT, GIVE, TAXES, DEATH


@rule
def number_worth(state, seat, number):
    """What a hand's coloured cards of a number are worth."""
    strength = (number - 1) % FACES  # 0 is the highest face
    total = 0.0
    for colour in range(state.colours):
        card = colour * FACES + strength
        total += state.players[seat].hand[card] * worth(state, card)
    return total


@rule
def rating(state, seat, action):
    """How good an answer looks."""
    decision = state.decision
    if decision == Decision.PLAY_CARD:
        if action >= TABLE_ACTION:  # TAXES, if nothing else wins
            return 0.5 if needs_tricks(state, seat) and state.led != NONE else -5.0
        return rate_play(state, seat, action)
    if decision == Decision.CHAOS_PLAY:
        return rate_chaos_turn(state, seat, action)
    if decision == Decision.NAME_COLOUR:
        return rate_colour(state, seat, action - COLOUR_ACTION)
    if decision == Decision.COUNTER:
        if action == NO:
            return 0.0
        level = LEVEL[action] if action < HAND_CARDS else LEVEL[Card.KK]
        wanted = loss(state, seat) >= CARDS_WORTH_A_COUNTER
        return 1.0 - 0.1 * level if wanted else -1.0
    if decision == Decision.PICK_DISCARD:
        return worth(state, action) if action != RECYCLE else -1.0
    if decision == Decision.DISCARD_ONE or decision == Decision.BALANCE_DISCARD:
        return -worth(state, action)
    if decision == Decision.CHOOSE_SEAT:
        return 0.0
    return rate_module_answer(state, seat, action)


@rule
def thumb_rule_action(state, table):
    """What the medium player does for the seat to act; equally good answers by chance."""
    mask = state.mask
    mask[:] = 0
    legal(state, mask)
    seat = state.actor
    if state.decision == Decision.BID:
        return nearest_bid(mask, hand_worth(state, seat))
    best, most, ties = NONE, 0.0, 0
    for action in range(NUM_ACTIONS):
        if mask[action]:
            value = rating(state, seat, action)
            if best == NONE or value > most:
                best, most, ties = action, value, 1
            elif value == most:
                ties += 1
                if random_below(table, ties) == 0:
                    best = action
    return best


@rule
def medium(roots, worlds, seat, table):
    """Plays by rules of thumb; looks at nothing but its own hand and what all see."""
    worlds[0] = roots[0]
    return thumb_rule_action(worlds[0], table)


# --- strong: plays rounds out in sampled worlds ----------------------------------------------

WORLDS = 16  # imagined for each option, the same for all
BIDS_AROUND = 2  # bids tried on either side of the rules of thumb
SPOIL = 0.15  # of the others' mean points, as worth to deny them
SPECIAL_WIN_POINTS = 100.0


@rule
def payoff(world, seat):
    """What a round that was played out brought, less a bit of what it brought others."""
    others = 0.0
    for player in world.players[: world.num_players]:
        others += player.round_score
    own = world.players[seat].round_score
    points = own - SPOIL * (others - own) / (world.num_players - 1)
    if world.over:
        for side in range(world.sides):
            if world.winner[side]:
                points += SPECIAL_WIN_POINTS if side == seat % world.sides else -SPECIAL_WIN_POINTS
    return points


@rule
def try_action(roots, worlds, seat, action, seed, table):
    """What an answer brings in one imagined world; equal seeds imagine the same one."""
    worlds[0] = roots[0]
    world = worlds[0]
    seed_rng(world, seed)
    seed_rng(table, seed)
    resample(world, seat)
    now = world.round
    step(world, action)
    while not world.over and world.round == now:
        step(world, thumb_rule_action(world, table))
    return payoff(world, seat)


@rule
def strong(roots, worlds, seat, table):
    """Tries every sensible answer in the same worlds, played on by rules of thumb."""
    seed = random_seed(table) >> 1
    worlds[1] = roots[0]
    options = worlds[1].mask
    options[:] = 0
    legal(roots[0], options)
    middle = hand_worth(roots[0], seat) + BID_ACTION
    bidding = roots[0].decision == Decision.BID
    best, most = NONE, 0.0
    for action in range(NUM_ACTIONS):
        if options[action] and not (bidding and abs(action - middle) > BIDS_AROUND + 0.5):
            total = 0.0
            for world in range(WORLDS):
                total += try_action(roots, worlds, seat, action, seed + world, table)
            if best == NONE or total > most:
                best, most = action, total
    return best if best != NONE else nearest_bid(options, middle - BID_ACTION)


BOTS: Mapping[str, Bot | Planner] = {
    "weak": Bot(weak),
    "medium": Planner(medium),
    "strong": Planner(strong),
}
