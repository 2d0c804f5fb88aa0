"""Another game of Streaming that a seat cannot tell from the true one."""

from ...core.native import rule
from ...core.rng import random_below, shuffle
from .cards import NUM_CARDS, NUM_GENRES
from .rules import (
    commit_promotion,
    may_promote_high,
    may_promote_top,
    may_use_01,
    pairs_of,
    spendable,
    use_01,
)
from .state import (
    DONE,
    NOBODY,
    PROMOTE_HIGH,
    PROMOTE_TOP,
    USE_01,
    Phase,
    PromotionMode,
)


@rule
def resample(state, seat):
    """Draw anew the others' pending commits and the order of the cards not yet dealt."""
    if state.phase == Phase.BID:
        for other in range(state.acted + 1):
            if other != seat:
                resample_bid(state, other)
    elif state.phase == Phase.PROMOTE or state.phase == Phase.FINAL_PROMOTE:
        if state.options.promotion_mode == PromotionMode.SIMULTANEOUS:
            for other in range(state.acted + 1):
                if other != seat:
                    resample_promotion(state, other)
    reshuffle_undealt(state)


@rule
def resample_bid(state, other):
    """Any bid, with or without card 01; the seat to act may only have used the card so far."""
    channel = state.channels[other]
    channel.bid = NOBODY
    channel.gain_01 = 0
    if may_use_01(state, channel) and random_below(state, 2):
        use_01(channel)
    if other < state.acted:
        channel.bid = random_below(state, spendable(channel) + 1)


@rule
def resample_promotion(state, other):
    """Random options up to DONE, or up to somewhere on the way for the seat to act."""
    channel = state.channels[other]
    channel.spent = 0
    channel.points = 0
    channel.gain_01 = 0
    channel.promotion.top[:] = 0
    channel.promotion.high[:] = 0
    action = random_promotion(state, channel)
    while action != DONE:
        commit_promotion(state, channel, action)
        action = random_promotion(state, channel)


@rule
def random_promotion(state, channel):
    """One of the legal options of a promotion, each as likely as the others."""
    chosen, count = DONE, 1
    if state.phase == Phase.PROMOTE and may_use_01(state, channel):
        count += 1
        if random_below(state, count) == 0:
            chosen = USE_01
    for genre in range(NUM_GENRES):
        if may_promote_top(state, channel, genre):
            count += 1
            if random_below(state, count) == 0:
                chosen = PROMOTE_TOP + genre
        if may_promote_high(state, channel, genre):
            count += 1
            if random_below(state, count) == 0:
                chosen = PROMOTE_HIGH + genre
    return chosen


@rule
def reshuffle_undealt(state):
    """Shuffle the cards that no round has shown yet, from a fixed order."""
    first = 2 * pairs_of(state) * (state.round + 1)
    undealt = 0  # a bit for each card
    for place in range(first, state.deck_size):
        undealt |= 1 << state.deck[place]
    place = first
    for card in range(NUM_CARDS):
        if undealt >> card & 1:
            state.deck[place] = card
            place += 1
    shuffle(state, state.deck[first:], state.deck_size - first)
