"""The Experience phase: offers, gifts in secret, lists and ratings, new Social Scores.

Everything but the course of the phase is the model's. Rulings (A9 ...) are those of the
specification.
"""

from ...core.native import rule
from ...core.rng import random_below, shuffle
from .cards import BONUS_TOKENS, DOUBLE_DAMAGE, NUM_KINDS, appeal_of
from .scoring import new_score, stand_value
from .state import NOBODY, NONE, Decision

# --- P5: offers ------------------------------------------------------------------------------


@rule
def start_experiences(state):
    for seat in range(state.num_players):
        collection = state.players[seat].collection
        state.discarded += collection[DOUBLE_DAMAGE]
        collection[DOUBLE_DAMAGE] = 0
        draw_offer(state, seat)
    state.turn = 0
    ask_giver(state)


@rule
def offer_size(state, seat):
    return state.num_players + state.players[seat].bonus


@rule
def draw_offer(state, seat):
    """Different kinds, every choice of them as likely as the others, in ascending order."""
    player, size, slot = state.players[seat], offer_size(state, seat), 0
    player.recipient[:] = NOBODY
    for kind in range(NUM_KINDS):
        if random_below(state, NUM_KINDS - kind) < size - slot:
            player.offer[slot] = kind
            slot += 1


# --- P6: gifts -------------------------------------------------------------------------------


@rule
def ask_giver(state):
    """Clockwise from the Influencer each gives to all others, clockwise from itself (A20)."""
    state.actor = (state.influencer + state.turn) % state.num_players
    state.target = (state.actor + 1) % state.num_players
    state.decision = Decision.GIVE


@rule
def give(state, slot):
    """Commit a gift; answers whether somebody has more to give."""
    giver, receiver = state.actor, state.target
    player = state.players[giver]
    player.recipient[slot] = receiver
    state.gifts[state.round, receiver, giver] = player.offer[slot]
    state.target = (receiver + 1) % state.num_players
    if state.target == giver:
        state.turn += 1
        if state.turn == state.num_players:
            return False
        ask_giver(state)
    state.quiet = 1
    return True


# --- P7: ratings -----------------------------------------------------------------------------


@rule
def start_ratings(state):
    state.target = NOBODY
    state.turn = 0
    show_list(state)


@rule
def giver_at(receiver, place):
    """The seats but the receiver, in ascending order."""
    return place + (place >= receiver)


@rule
def show_list(state):
    """Lay out what the next rater got: by kind, and by chance among equal ones (A20)."""
    rater = (state.influencer + state.turn) % state.num_players
    size = state.num_players - 1
    for slot in range(size):
        state.list_giver[slot] = giver_at(rater, slot)
    shuffle(state, state.list_giver, size)
    for slot in range(size):
        giver, free = state.list_giver[slot], slot
        kind = state.gifts[state.round, rater, giver]
        while free > 0 and state.list_kind[free - 1] > kind:
            state.list_kind[free] = state.list_kind[free - 1]
            state.list_giver[free] = state.list_giver[free - 1]
            free -= 1
        state.list_kind[free] = kind
        state.list_giver[free] = giver
    state.actor = rater
    state.decision = Decision.RATE_MOST


@rule
def appraise(state):
    """Note what the rater makes of the list."""
    for slot in range(state.num_players - 1):
        taste = state.players[state.actor].taste
        state.appeal[slot] = appeal_of(taste, state.list_kind[slot])


@rule
def rate_most(state, slot):
    state.most_slot = slot
    state.decision = Decision.RATE_LEAST
    state.quiet = 1


@rule
def rate_least(state, slot):
    """The second rating shows who gave what (A18); answers whether somebody rates next."""
    state.most[state.round, state.actor] = state.list_giver[state.most_slot]
    state.least[state.round, state.actor] = state.list_giver[slot]
    clear_list(state)
    state.turn += 1
    if state.turn == state.num_players:
        return False
    show_list(state)
    return True


@rule
def clear_list(state):
    state.most_slot = NONE
    state.list_kind[:] = 0
    state.list_giver[:] = 0
    state.appeal[:] = 0


@rule
def is_rating(state):
    """Whether a list lies open."""
    return state.decision >= Decision.RATE_MOST and not state.over


@rule
def ratings_shown(state, round_):
    """How many seats' ratings of a round, from its Influencer on, are complete and public."""
    if round_ < state.round:
        return state.num_players
    return state.turn if state.decision >= Decision.RATE_MOST else 0


# --- P8: the end of a round ------------------------------------------------------------------


@rule
def end_experiences(state):
    update_all_scores(state)
    name_influencer(state)
    for seat in range(state.num_players):
        player = state.players[seat]
        player.bonus = 0  # A14
        player.offer[:] = 0
        player.recipient[:] = 0
        state.dd_count[seat] = 0
    state.face_down = BONUS_TOKENS
    state.face_up = 0


@rule
def update_all_scores(state):
    """All at once, from the scores before the phase (A21)."""
    for seat in range(state.num_players):
        state.old_scores[seat] = state.scores[seat]
    for seat in range(state.num_players):
        state.scores[seat] = new_score(
            state.options,
            state.old_scores,
            state.dd_count,
            state.most[state.round],
            state.least[state.round],
            state.num_players,
            seat,
        )


@rule
def name_influencer(state):
    """The best standing seat, as seen from the old Influencer (A9)."""
    old, count = state.influencer, state.num_players
    for seat in range(count):
        best = stand_value(state.scores[state.influencer], state.influencer, old, count)
        if stand_value(state.scores[seat], seat, old, count) > best:
            state.influencer = seat
