"""Scripted players of Streaming, weak to strong: thrifty, valuer, planner.

The valuer and the planner read worlds that their seat cannot tell from the true one, and use
nothing of them that the seat does not know: other seats' pending commits and the order of the
deck are only ever sampled.
"""

from collections.abc import Mapping

from ...core.bots import Bot, Planner
from ...core.native import rule
from ...core.rng import random_below, random_seed, seed_rng
from .cards import NUM_GENRES, Genre, face_of, genre_of
from .resample import resample
from .rules import (
    AWARD_06_CARDS,
    AWARD_12_POINTS,
    POINTS_09,
    card_of,
    forced_top,
    high_points,
    legal,
    may_become,
    may_promote_high,
    may_promote_top,
    may_use_01,
    owned_types,
    pairs_of,
    sold_card,
    spendable,
    standing,
    step,
    sum_of_values,
    value_at,
    value_of,
)
from .state import (
    BID,
    COIN_SCALE,
    DONE,
    NOBODY,
    NUM_ROUNDS,
    ORDER,
    OWN_SPENDABLE,
    PICK_PAIR,
    PLACE_DOC,
    PROMOTE_HIGH,
    PROMOTE_TOP,
    USE_01,
    VALUE_SCALE,
    PairState,
    Phase,
    actions,
)

NUM_ACTIONS = actions.size

# --- thrifty: small random bids, good tops ------------------------------------------------------

THRIFTY_BID = 6
THRIFTY_VALUE = 3


@rule
def thrifty(seen, mask, table):
    """Bids 0 to 6 on most pairs, promotes most tops of at least 3, else plays at random."""
    if seen.phase[Phase.BID]:
        if random_below(table, 5) == 0:
            return BID
        coins = int(seen.own_pending[OWN_SPENDABLE] / COIN_SCALE + 0.5)
        return BID + random_below(table, min(coins, THRIFTY_BID) + 1)
    if seen.phase[Phase.PROMOTE] or seen.phase[Phase.FINAL_PROMOTE]:
        for genre in range(NUM_GENRES):
            good = seen.channels[0].top_value[genre] / VALUE_SCALE + 0.5 >= THRIFTY_VALUE
            if good and mask[PROMOTE_TOP + genre] and random_below(table, 5):
                return PROMOTE_TOP + genre
        return DONE
    return random_legal(mask, table)


@rule
def random_legal(mask, table):
    chosen, count = NOBODY, 0
    for action in range(NUM_ACTIONS):
        if mask[action]:
            count += 1
            if random_below(table, count) == 0:
                chosen = action
    return chosen


# --- valuer: what is a pair worth to me? ---------------------------------------------------------

BID_SHARE = 2.0  # of the coins that a pair's share of the round's value would take
ROUND_COINS_AHEAD = 0.25  # of the coins that later rounds bring, counted as at hand
KEEP_BASE, KEEP_SLOPE = 0.45, 0.15  # chance of a majority, by margin over the next player
KEEP_LEAST, KEEP_MOST = 0.05, 0.95
TYPE_POINTS = 3.0  # towards the award of card 12
NOISE = 0.4  # of a bid, when the planner imagines the others


@rule
def promotions_left(state):
    """How many sections a set's top may still be promoted in."""
    return NUM_ROUNDS - state.round + state.audience[18]


@rule
def coin_worth(state):
    """What a coin kept is worth in points: more than one while there are auctions to come."""
    return 2.0 if state.round < NUM_ROUNDS - 1 else 1.0


@rule
def keep_chance(margin):
    """A guess at the chance of ending with a genre's majority."""
    return min(max(KEEP_BASE + KEEP_SLOPE * margin, KEEP_LEAST), KEEP_MOST)


@rule
def most_of_others(state, seat, genre):
    most = 0
    for other in range(state.num_players):
        if other != seat:
            most = max(most, state.channels[other].sets[genre].size)
    return most


@rule
def set_worth(state, seat, genre, size, total, top):
    """What a set of some size, sum and top value is worth to a seat till the end."""
    if size == 0:
        return 0.0
    worth = promotions_left(state) * max(top - coin_worth(state) * 0.5, 0.0)
    worth += keep_chance(size - most_of_others(state, seat, genre)) * total
    if genre == Genre.DOCUMENTARY and state.audience[9]:
        worth += promotions_left(state) * POINTS_09 * size
    return worth


@rule
def top_of(content):
    return value_at(content, 0) if content.size else 0


@rule
def gain_in_set(state, seat, genre, first, second):
    """What one or two more cards (faces; 0: none) in a set are worth, the better one on top."""
    content = state.channels[seat].sets[genre]
    before = set_worth(state, seat, genre, content.size, sum_of_values(content), top_of(content))
    size = content.size + (first > 0) + (second > 0)
    total = sum_of_values(content)
    top = 0
    for face in (first, second):
        if face:
            value = size if face > 10 else face
            total += value
            top = max(top, value)
    return set_worth(state, seat, genre, size, total, top) - before


@rule
def pair_worth(state, seat, pair):
    """What a pair of this round is worth to a seat."""
    first, second = card_of(state, pair, 0), card_of(state, pair, 1)
    channel = state.channels[seat]
    if genre_of(first) == genre_of(second):
        worth = gain_in_set(state, seat, genre_of(first), face_of(first), face_of(second))
    else:
        worth = gain_in_set(state, seat, genre_of(first), face_of(first), 0)
        worth += gain_in_set(state, seat, genre_of(second), face_of(second), 0)
    return worth + award_worth(state, channel, first, second)


@rule
def award_worth(state, channel, first, second):
    """Points, and steps towards points, of cards 06 and 12."""
    worth = 0.0
    if state.audience[6] and state.award_06 == NOBODY:
        sports = channel.sets[Genre.SPORTS]
        more = int(genre_of(first) == Genre.SPORTS) + int(genre_of(second) == Genre.SPORTS)
        if more and sports.size + more >= AWARD_06_CARDS > sports.size:
            worth += sum_of_values(sports) + 5
        else:
            worth += TYPE_POINTS * more
    if state.audience[12] and state.award_12 == NOBODY:
        new = int(channel.sets[genre_of(first)].size == 0)
        if genre_of(second) != genre_of(first):
            new += int(channel.sets[genre_of(second)].size == 0)
        if new and owned_types(channel) + new == NUM_GENRES:
            worth += AWARD_12_POINTS
        else:
            worth += TYPE_POINTS * new
    return worth


@rule
def richest_other(state, seat):
    coins = 0
    for other in range(state.num_players):
        if other != seat:
            coins = max(coins, state.channels[other].coins)
    return coins


@rule
def pair_for_sale(state, seat):
    """The pair that the present auction is about: the front one, or the best to be picked."""
    best, most = NOBODY, 0.0
    for pair in range(pairs_of(state)):
        if state.pairs[pair] == PairState.ON_TABLE:
            worth = pair_worth(state, seat, pair)
            picking = state.audience[4] and state.round == NUM_ROUNDS - 1
            if best == NOBODY or (picking and worth > most):
                best, most = pair, worth
    return best


@rule
def valued_bid(state, seat, noise, table):
    """A pair's share of what this round still offers, in coins, and a bit of chance."""
    channel = state.channels[seat]
    sale = pair_for_sale(state, seat)
    offered = 0.0
    for pair in range(pairs_of(state)):
        if state.pairs[pair] == PairState.ON_TABLE:
            offered += max(pair_worth(state, seat, pair), 0.0)
    share = max(pair_worth(state, seat, sale), 0.0) / max(offered, 1.0)
    purse = max(spendable(channel) - promotion_reserve(state, channel), 0)
    bid = BID_SHARE * share * purse
    bid *= 1 + noise * (random_below(table, 2001) - 1000) / 1000
    bid = min(bid, spendable(channel), richest_other(state, seat) + 1)
    return int(bid + 0.5)


@rule
def promotion_reserve(state, channel):
    """Coins kept for tops that are worth promoting this round."""
    coins = 0
    for content in channel.sets:
        coins += content.size > 0 and top_of(content) > 2 * coin_worth(state)
    return coins


@rule
def valued_promotion(state, channel):
    """The option of a promotion with the best gain over what its coins are worth later."""
    best, most = DONE, 0.0
    worth = coin_worth(state) if state.phase == Phase.PROMOTE else 1.0
    for genre in range(NUM_GENRES):
        content = channel.sets[genre]
        if may_promote_top(state, channel, genre):
            gained = value_at(content, channel.promotion.top[genre]) - worth
            if gained > most:
                best, most = PROMOTE_TOP + genre, gained
        if may_promote_high(state, channel, genre):
            gained = high_points(state, content) - 2 * worth
            if gained > most:
                best, most = PROMOTE_HIGH + genre, gained
    return best


@rule
def valued_placement(state, seat):
    """The set in which the Documentary asked about is worth most."""
    channel = state.channels[seat]
    face = face_of(sold_card(state, state.asked_slot))
    best, most = NOBODY, 0.0
    for genre in range(NUM_GENRES):
        if may_become(state, channel, genre):
            worth = gain_in_set(state, seat, genre, face, 0)
            if best == NOBODY or worth > most:
                best, most = genre, worth
    return PLACE_DOC + best


@rule
def better_top(state, seat):
    """The higher of two cards on top, if either may be."""
    channel = state.channels[seat]
    forced = forced_top(state, channel)
    if forced != NOBODY:
        return ORDER + forced
    content = channel.sets[state.target[0]]
    first = value_of(content, face_of(sold_card(state, 0)))
    second = value_of(content, face_of(sold_card(state, 1)))
    return ORDER + int(second > first)


@rule
def valued_action(state, noise, table):
    """What the valuer does for the seat to act."""
    seat = state.actor
    channel = state.channels[seat]
    if state.phase == Phase.BID:
        if may_use_01(state, channel) and state.round == NUM_ROUNDS - 1:
            return USE_01
        return BID + valued_bid(state, seat, noise, table)
    if state.phase == Phase.PICK_PAIR:
        return PICK_PAIR + pair_for_sale(state, seat)
    if state.phase == Phase.PLACE_DOC:
        return valued_placement(state, seat)
    if state.phase == Phase.ORDER:
        return better_top(state, seat)
    return valued_promotion(state, channel)


@rule
def valuer(roots, worlds, seat, table):
    """Bids by what a pair is worth to it, promotes what is worth more than the coin."""
    return valued_action(roots[0], 0.0, table)


# --- planner: plays worlds out with noisy valuers ---------------------------------------------

WORLDS = 24  # imagined for each decision, the same for every option
BID_OPTIONS = (-6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 6, 9)  # around the valuer's bid
SCORE_WEIGHT = 0.003  # of a point ahead of the others' mean, beside the places


@rule
def payoff(world, seat):
    """How well a finished game went: seats beaten less seats ahead, and a bit of the score."""
    own, lead, placed = standing(world, seat), 0.0, 0
    for other in range(world.num_players):
        if other != seat:
            theirs = standing(world, other)
            placed += int(own > theirs) - int(own < theirs)
            lead += (own - theirs) / 2
    return (placed + SCORE_WEIGHT * lead) / (world.num_players - 1)


@rule
def play_out(world, table):
    """Let noisy valuers play a world to its end."""
    while not world.over:
        step(world, valued_action(world, NOISE, table))


@rule
def try_action(roots, worlds, seat, action, seed, table):
    """What an action brings in one imagined world; equal seeds imagine the same one."""
    worlds[0] = roots[0]
    world = worlds[0]
    seed_rng(world, seed)
    seed_rng(table, seed)
    resample(world, seat)
    step(world, action)
    play_out(world, table)
    return payoff(world, seat)


@rule
def mean_payoff(roots, worlds, seat, action, seed, table):
    total = 0.0
    for world in range(WORLDS):
        total += try_action(roots, worlds, seat, action, seed + world, table)
    return total / WORLDS


@rule
def best_bid(roots, worlds, seat, seed, table):
    """The best answer, among bids near the valuer's, to what the others might bid."""
    state = roots[0]
    coins, middle = spendable(state.channels[seat]), valued_bid(state, seat, 0.0, table)
    best, most = BID, mean_payoff(roots, worlds, seat, BID, seed, table)
    for offset in BID_OPTIONS:
        bid = middle + offset
        if 0 < bid <= coins:
            mean = mean_payoff(roots, worlds, seat, BID + bid, seed, table)
            if mean > most:
                best, most = BID + bid, mean
    return best


@rule
def best_option(roots, worlds, seat, seed, table):
    """The best of all legal actions."""
    worlds[1] = roots[0]
    mask = worlds[1].mask
    mask[:] = 0
    legal(roots[0], mask)
    best, most = NOBODY, 0.0
    for action in range(NUM_ACTIONS):
        if mask[action]:
            mean = mean_payoff(roots, worlds, seat, action, seed, table)
            if best == NOBODY or mean > most:
                best, most = action, mean
    return best


@rule
def planner(roots, worlds, seat, table):
    """Plays out the options in worlds of its own making, against noisy valuers."""
    state, seed = roots[0], random_seed(table) >> 1
    last_section = state.phase == Phase.FINAL_PROMOTE or (
        state.phase == Phase.PROMOTE and state.round == NUM_ROUNDS - 1 and not state.audience[18]
    )
    if last_section:
        return best_of_last_section(state, state.channels[seat])
    if state.phase == Phase.BID:
        if may_use_01(state, state.channels[seat]) and state.round == NUM_ROUNDS - 1:
            return USE_01
        return best_bid(roots, worlds, seat, seed, table)
    return best_option(roots, worlds, seat, seed, table)


# The last promotion is solved by enumeration: every set is left, promoted at its top (Sports
# down a chain), at its highest value, or both where cards 05 and 11 allow it.


@rule
def ways_of(state, channel, genre):
    """How many ways there are to promote a set on from where it stands."""
    tops = channel.sets[genre].size if genre == Genre.SPORTS and state.audience[5] else 1
    return (tops + 1) * 2


@rule
def combination_gain(state, channel, combination):
    """Points less coins of a combination of ways, or -1 if it is not possible or not payable."""
    points, cost = 0, 0
    for genre in range(NUM_GENRES):
        content, ways = channel.sets[genre], ways_of(state, channel, genre)
        way = combination % ways
        combination //= ways
        top, high = way // 2, way % 2
        if (top or high) and content.size == 0:
            return -1
        if top < channel.promotion.top[genre] or high < channel.promotion.high[genre]:
            return -1
        both = genre == Genre.SPORTS and state.audience[5] and state.audience[11]
        if (high and not state.audience[11]) or (high and top and not both):
            return -1
        for depth in range(channel.promotion.top[genre], top):
            points += value_at(content, depth)
            cost += 1
        if high > channel.promotion.high[genre]:
            points += high_points(state, content)
            cost += 2
    return points - cost if cost <= spendable(channel) else -1


@rule
def best_of_last_section(state, channel):
    """The first step of the best combination of promotions; a coin kept is a point."""
    combinations = 1
    for genre in range(NUM_GENRES):
        combinations *= ways_of(state, channel, genre)
    best, most = NOBODY, 0
    for combination in range(combinations):
        gained = combination_gain(state, channel, combination)
        if gained > most:
            best, most = combination, gained
    if best == NOBODY:
        return DONE
    for genre in range(NUM_GENRES):
        ways = ways_of(state, channel, genre)
        way = best % ways
        best //= ways
        if way // 2 > channel.promotion.top[genre]:
            return PROMOTE_TOP + genre
        if way % 2 > channel.promotion.high[genre]:
            return PROMOTE_HIGH + genre
    return DONE


BOTS: Mapping[str, Bot | Planner] = {
    "thrifty": Bot(thrifty),
    "valuer": Planner(valuer),
    "planner": Planner(planner),
}
