"""How a round or a game stops early: void rounds, special wins, eliminations."""

from ...core.native import rule
from .cards import NONE, Card
from .hands import discard_hand, living
from .state import CrisisRule, Decision, Phase, RoundEnd, SpecialWin, SpecialWinScope, Work


@rule
def stop_work(state):
    """Nothing that was begun goes on."""
    state.depth = 0
    state.draws = 0
    state.decision = Decision.NONE


@rule
def void_round(state):
    """The round ends at once, and nobody scores."""
    stop_work(state)
    state.void = 1
    state.phase = Phase.SCORE


@rule
def end_game(state):
    stop_work(state)
    state.over = 1


@rule
def end_in_round(state):
    """The game ends before the round is scored."""
    for player in state.players[: state.num_players]:
        player.round_score = 0
    end_game(state)


@rule
def win_game(state, side, reason):
    state.winner[side] = reason
    end_in_round(state)


@rule
def holds_unification(state, side):
    """Whether the three Unification cards lie with one seat, or one team."""
    for card in range(Card.SOL, Card.RSE + 1):
        owner = state.owner[card - Card.BK]
        if owner == NONE or owner % state.sides != side:
            return False
    return True


@rule
def take_table_card(state, seat, card):
    """A table card comes to lie in front of a seat; three of a kind win at once."""
    state.owner[card - Card.BK] = seat
    side = seat % state.sides
    if not holds_unification(state, side):
        return
    if state.options.special_win_scope == SpecialWinScope.GAME:
        win_game(state, side, SpecialWin.UNIFICATION)
    else:
        stop_work(state)
        state.phase = Phase.SCORE
        state.round_winner = side


# --- Crisis ----------------------------------------------------------------------------------


@rule
def crisis_of(state, side):
    """Crisis cards in front of a seat, or of a team's members."""
    count = 0
    for seat in range(side, state.num_players, state.sides):
        count += state.players[seat].crisis
    return count


@rule
def crisis_left(state):
    """Crisis cards that are neither in front of seats nor removed."""
    left = state.supply[Card.CRISIS] - state.removed[Card.CRISIS - Card.CD4]
    for side in range(state.sides):
        left -= crisis_of(state, side)
    return left


@rule
def reveal_crisis(state, seat):
    """A drawn Crisis card stays in front of the drawer, and may decide the game."""
    state.players[seat].crisis += 1
    side = seat % state.sides
    crisis_rule = state.options.crisis_rule
    if crisis_rule == CrisisRule.SPEED:
        win_game(state, side, SpecialWin.SPEED)
    elif crisis_rule == CrisisRule.DARK and crisis_of(state, side) == 2:
        win_game(state, side, SpecialWin.DARK)
    elif crisis_rule == CrisisRule.SURVIVAL:
        eliminate_side(state, side)
    elif crisis_left(state) == 0 and crisis_rule == CrisisRule.CHAOS:
        state.void = 1
        state.voids += 1
        state.round_ends[state.round] = RoundEnd.VOID
        end_in_round(state)
    elif crisis_left(state) == 0 and crisis_rule == CrisisRule.LIGHT:
        mark_least_crisis(state)
        end_in_round(state)


@rule
def mark_least_crisis(state):
    """The sides with the fewest Crisis cards win."""
    least = crisis_of(state, 0)
    for side in range(1, state.sides):
        least = min(least, crisis_of(state, side))
    for side in range(state.sides):
        if crisis_of(state, side) == least:
            state.winner[side] = SpecialWin.LIGHT


@rule
def eliminate_side(state, side):
    """A seat, or a team, is out of the game; the last side left wins."""
    state.eliminations += 1
    for seat in range(side, state.num_players, state.sides):
        state.players[seat].out = state.eliminations
        discard_hand(state, seat)
        remove_tokens(state, seat)
        stop_work_of(state, seat)
    survivor = NONE
    for other in range(state.sides):
        if living(state, other):
            if survivor != NONE:
                return
            survivor = other
    win_game(state, survivor, SpecialWin.SURVIVAL)


@rule
def remove_tokens(state, seat):
    """Tokens in front of an eliminated seat vanish."""
    kept = 0
    for token in range(state.num_tokens):
        if state.tokens[token, 0] != seat:
            for part in range(3):
                state.tokens[kept, part] = state.tokens[token, part]
            kept += 1
    state.num_tokens = kept


@rule
def stop_work_of(state, seat):
    """An eliminated seat neither draws nor discards; what its card does to others goes on."""
    for frame in state.frames[: state.depth]:
        if frame.seat == seat and (frame.work == Work.DRAW or frame.work == Work.DISCARD):
            frame.left = 0
