"""The score of a round, and how a finished game is ranked."""

from ...core.native import rule
from .cards import NONE
from .ending import end_game
from .hands import living
from .state import HIGHEST_MAX_HAND, DealerRotation, Phase, RoundEnd

EXACT_BID = 10
BIDS = HIGHEST_MAX_HAND + 1
SPECIAL_WIN = 1 << 40  # above all totals
ELIMINATED = -(1 << 40)  # below all totals


@rule
def end_round(state):
    """Score the round unless it is void; the next one begins, or the game is over."""
    state.voids += state.void
    state.round_ends[state.round] = end_of_round(state)
    for seat in range(state.num_players):
        score_round(state, seat)
    if state.options.dealer_rotation == DealerRotation.ROUND:
        state.dealer = (state.dealer + 1) % state.num_players
    while not living(state, state.dealer):
        state.dealer = (state.dealer + 1) % state.num_players
    state.round += 1
    state.phase = Phase.DEAL
    if state.round == state.num_rounds:
        end_game(state)


@rule
def end_of_round(state):
    """How the round ended."""
    if state.round_winner != NONE:
        return RoundEnd.WON + state.round_winner
    return RoundEnd.VOID if state.void else RoundEnd.SCORED


@rule
def score_round(state, seat):
    """Tricks, and ten more for an exact bid; nothing in a void round, or to the eliminated."""
    player = state.players[seat]
    tricks = 0
    exact = 0
    if state.round_winner != NONE:  # special_win_scope="round": as if all tricks were won, and bid
        exact = int(seat % state.sides == state.round_winner)
        tricks = state.hand_limit * exact
    elif not state.void and player.out == 0:
        tricks = player.tricks
        exact = int(tricks == player.bid)
    player.trick_points += tricks
    player.bonus_points += EXACT_BID * exact
    player.exact_bids += exact
    player.round_score = tricks + EXACT_BID * exact
    player.score += player.round_score
    log_round(state, seat, player.bid, max(tricks, player.tricks))


@rule
def log_round(state, seat, bid, tricks):
    """Note a seat's bid and tricks; no bid and no tricks are 0, as for rounds not played."""
    state.round_logs[seat, state.round] = (bid - NONE) * BIDS + tricks


@rule
def standing(state, side):
    """Special winners first; the eliminated last, in the order of their going; else the total."""
    if state.winner[side]:
        return SPECIAL_WIN
    total = 0
    for seat in range(side, state.num_players, state.sides):
        player = state.players[seat]
        if player.out:
            return ELIMINATED + player.out
        total += player.score
    return total


@rule
def score(state, seat):
    return state.players[seat].score


@rule
def score_parts(state, seat, parts):
    player = state.players[seat]
    parts.total = player.score
    parts.tricks = player.trick_points
    parts.bonus = player.bonus_points
    parts.exact_bids = player.exact_bids
    parts.last_round = player.round_score
    parts.special_win = state.winner[seat % state.sides]
    for number in range(state.num_rounds):
        tell_round(state, seat, number, parts)


@rule
def tell_round(state, seat, number, parts):
    """A round's bid, tricks, and what they brought."""
    bid, tricks = (
        state.round_logs[seat, number] // BIDS + NONE,
        state.round_logs[seat, number] % BIDS,
    )
    end = state.round_ends[number]
    parts.round_bids[number] = bid
    parts.round_tricks[number] = tricks
    parts.round_voids[number] = end == RoundEnd.VOID
    if end == RoundEnd.SCORED:
        parts.round_scores[number] = tricks + EXACT_BID * (tricks == bid)
    elif end == RoundEnd.WON + seat % state.sides:
        parts.round_scores[number] = tricks + EXACT_BID
