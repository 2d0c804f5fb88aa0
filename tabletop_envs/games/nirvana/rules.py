"""The rules of Nirvana: set-up, and which phase answers for a decision."""

from ...core.native import rule
from ...core.rng import random_below
from .card_phase import (
    choose_count,
    choose_run,
    choose_set,
    legal_count,
    legal_follow,
    legal_lead,
    let_go,
    pass_turn,
)
from .cards import INSIGHTS, INSIGHTS_IN_PLAY, Insight
from .dice_phase import (
    arrange,
    begin_dice_round,
    choose_trio,
    legal_arrange,
    legal_modify,
    legal_trios,
    modify,
)
from .hand_building import boxes_at_start, give, legal_gifts
from .state import COUNT, LET_GO, NO_CARD, NOBODY, PASS, RUN, SET, Phase


@rule
def setup(state):
    """ROLLER and REVEAL_INSIGHT; then the first roll."""
    state.leader = NOBODY
    state.last = NOBODY
    state.roller = random_below(state, state.num_players)  # R1
    if state.options.use_insight:
        reveal_insights(state)
    state.direction = -1 if state.insight[Insight.REVERSAL] else 1
    for player in state.players[: state.num_players]:
        player.boxes = boxes_at_start(state)
        player.gift = NO_CARD
    begin_dice_round(state)


@rule
def reveal_insights(state):
    """The cards that the options name, or three at random."""
    named = 0
    for card in range(INSIGHTS):
        state.insight[card] = state.options.insight_ids[card]
        named += state.insight[card]
    if named == 0:
        while named < INSIGHTS_IN_PLAY:
            card = random_below(state, INSIGHTS)
            named += 1 - state.insight[card]
            state.insight[card] = 1


@rule
def legal(state, mask):
    if state.phase == Phase.MODIFY:
        legal_modify(state, mask)
    elif state.phase == Phase.TRIO:
        legal_trios(state, state.players[state.actor].filled_in, state.round, mask)
    elif state.phase == Phase.ARRANGE:
        legal_arrange(state, mask)
    elif state.phase == Phase.GIVE:
        legal_gifts(state, mask)
    elif state.phase == Phase.LEAD:
        legal_lead(state, mask)
    elif state.phase == Phase.FOLLOW:
        legal_follow(state, mask)
    else:
        legal_count(state, mask)


@rule
def step(state, action):
    if state.phase == Phase.MODIFY:
        modify(state, action)
    elif state.phase == Phase.TRIO:
        choose_trio(state, action)
    elif state.phase == Phase.ARRANGE:
        arrange(state, action)
    elif state.phase == Phase.GIVE:
        give(state, action)
    elif state.phase == Phase.COUNT:
        choose_count(state, action - COUNT + 1)
    elif action == PASS:
        pass_turn(state)
    elif action == LET_GO:
        let_go(state)
    elif action >= RUN:
        choose_run(state, action - RUN)
    else:
        choose_set(state, action - SET)


@rule
def standing(state, side):
    """The earlier out, the better."""
    return -state.players[side].place


@rule
def score(state, seat):
    """How many players were beaten; 0 before the end."""
    return state.num_players - state.players[seat].place if state.over else 0


@rule
def score_parts(state, seat, parts):
    parts.total = score(state, seat)
    parts.place = state.players[seat].place
    parts.cards_left = state.players[seat].hand_size
