"""The rules of NOSEDIVE: set-up, the course of the three rounds, and the end.

The phases of a round are in ``lifestyle`` and ``experience``. Rulings (A10 ...) are those of
the specification.
"""

from ...core.native import rule
from ...core.rng import random_below, shuffle
from .cards import (
    BONUS_TOKENS,
    DECK_SIZE,
    LIKINGS,
    LOSE_ONE,
    NUM_CARDS,
    NUM_SPACES,
    NUM_TOPICS,
    copies_of,
)
from .experience import (
    appraise,
    end_experiences,
    give,
    offer_size,
    rate_least,
    rate_most,
    start_experiences,
    start_ratings,
)
from .lifestyle import (
    ask_picker,
    choose_card,
    draw,
    flip,
    may_enter,
    may_use_pile,
    move,
    pay_toll,
    pick,
    place_card,
    start_round,
)
from .scoring import (
    cards_dropped,
    final_value,
    may_rate,
    points_of,
    sets_kept,
    stars_kept,
)
from .state import (
    CARD,
    GIVE,
    HAND_SIZE,
    MOVE,
    NOBODY,
    NONE,
    NUM_ROUNDS,
    PILE,
    RATE,
    START_SCORE,
    START_SCORE_STEP,
    Decision,
    InitialScores,
)

# --- set-up ----------------------------------------------------------------------------------


@rule
def setup(state):
    state.face_down = BONUS_TOKENS
    state.target = NOBODY
    state.pending_card = NONE
    state.used_pile = NONE
    state.most_slot = NONE
    build_deck(state)
    shuffle(state, state.deck, DECK_SIZE)
    for seat in range(state.num_players):
        draw(state, seat, HAND_SIZE)
    if state.options.initial_scores == InitialScores.EQUAL:
        deal_equal_scores(state)
    else:
        deal_spread_scores(state)
    for seat in range(state.num_players):
        for topic in range(NUM_TOPICS):
            state.players[seat].taste[topic] = LIKINGS[topic]
        shuffle(state, state.players[seat].taste, NUM_TOPICS)
    start_round(state)


@rule
def build_deck(state):
    place = 0
    for card in range(NUM_CARDS):
        copies = copies_of(state.options, card)
        state.shares[card] = 1 / max(copies, 1)
        for _ in range(copies):
            state.deck[place] = card
            place += 1
    state.deck_size = place


@rule
def deal_equal_scores(state):
    for seat in range(state.num_players):
        state.scores[seat] = START_SCORE
        state.old_scores[seat] = START_SCORE
    state.influencer = random_below(state, state.num_players)


@rule
def deal_spread_scores(state):
    """All different, dealt by chance; the highest makes the Influencer (A10)."""
    last = state.num_players - 1
    for rank in range(state.num_players):
        state.scores[rank] = START_SCORE + START_SCORE_STEP * (2 * rank - last)
    shuffle(state, state.scores, state.num_players)
    for seat in range(state.num_players):
        state.old_scores[seat] = state.scores[seat]
        if state.scores[seat] > state.scores[state.influencer]:
            state.influencer = seat


# --- play ------------------------------------------------------------------------------------


@rule
def legal(state, mask):
    """Mark what the seat to act may do."""
    decision, player = state.decision, state.players[state.actor]
    if decision == Decision.MOVE:
        for space in range(NUM_SPACES):
            mask[MOVE + space] = may_enter(state, state.actor, space)
    elif decision == Decision.TOLL or decision == Decision.PLACE_CARD:
        for card in range(NUM_CARDS):
            mask[CARD + card] = player.hand[card] > 0
    elif decision == Decision.GIVE:
        for slot in range(offer_size(state, state.actor)):
            mask[GIVE + slot] = player.recipient[slot] == NOBODY
    elif decision >= Decision.RATE_MOST:
        slack, size = state.options.honesty_slack, state.num_players - 1
        appraise(state)
        for slot in range(size):
            mask[RATE + slot] = may_rate(state.appeal, size, slack, state.most_slot, slot)
    else:
        for pile in range(state.num_players):
            mask[PILE + pile] = may_use_pile(state, pile)


@rule
def step(state, action):
    """Carry out a legal action and all that follows up to the next decision."""
    decision = state.decision
    if decision == Decision.FLIP:
        flip(state, action - PILE)
    elif decision == Decision.MOVE:
        move(state, action - MOVE)
    elif decision == Decision.TOLL:
        pay_toll(state, action - CARD)
    elif decision == Decision.PLACE_CARD:
        choose_card(state, action - CARD)
    elif decision == Decision.PLACE_PILE:
        place_card(state, action - PILE)
    elif decision == Decision.PICK:
        pick(state, action - PILE)
        if not ask_picker(state):
            start_experiences(state)
    elif decision == Decision.GIVE:
        if not give(state, action - GIVE):
            start_ratings(state)
    elif decision == Decision.RATE_MOST:
        rate_most(state, action - RATE)
    elif not rate_least(state, action - RATE):
        end_round(state)


@rule
def end_round(state):
    end_experiences(state)
    if state.round == NUM_ROUNDS - 1:
        state.over = 1
    else:
        state.round += 1
        start_round(state)


# --- the end ---------------------------------------------------------------------------------


@rule
def score(state, seat):
    """The Lifestyle points."""
    return points_of(state.players[seat].collection, state.scores[seat])


@rule
def standing(state, side):
    return final_value(score(state, side), state.scores[side])


@rule
def score_parts(state, seat, parts):
    cards, social = state.players[seat].collection, state.scores[seat]
    parts.total = score(state, seat)
    parts.score = social
    for other in range(state.num_players):
        parts.rank += standing(state, other) > standing(state, seat)
    parts.stars = stars_kept(cards, social)
    parts.sets = sets_kept(cards, social)
    parts.lose_one = cards[LOSE_ONE]
    parts.dropped_cards = cards_dropped(cards, social)
