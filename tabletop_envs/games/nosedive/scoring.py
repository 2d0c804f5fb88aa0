"""Who stands where, what ratings do to Social Scores, and the points at the end.

The rules call the compiled functions of the first part; the second part offers the same
functions to Python.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...core.native import rule
from ...core.ranking import rank_reward
from .cards import (
    CATEGORIES,
    LOSE_ONE,
    MAX_STARS,
    STAR_CARDS,
    stars_of,
)
from .state import MAX_PLAYERS, MAX_SCORE, NONE, SCORE_UNIT, NosediveOptions

SET_POINTS = 2


# --- ratings ---------------------------------------------------------------------------------


@rule
def may_rate(appeal, count, slack, most, slot):
    """Whether a slot may be rated MOST, or LEAST once ``most`` is not NONE (A19)."""
    if slot == most:
        return False
    for other in range(count):
        if most == NONE and appeal[slot] < appeal[other] - slack:
            return False
        if most != NONE and other != most and appeal[slot] > appeal[other] + slack:
            return False
    return True


@rule
def weight_of(base, rate, score):
    """What a rating by somebody with that Social Score counts."""
    return base + rate * score // SCORE_UNIT


@rule
def penalty_factor(options, dd_count):
    """What Double Damage makes of its collector's penalties (A12, A13)."""
    if options.dd_stacks:
        return 1 + (options.dd_multiplier - 1) * dd_count
    return options.dd_multiplier if dd_count else 1


@rule
def new_score(options, scores, dd_count, most, least, num_players, seat):
    """A seat's Social Score after everybody's ratings, from the old scores (A21)."""
    gain, loss = 0, 0
    for rater in range(num_players):
        if most[rater] == seat:
            gain += weight_of(options.like_base, options.like_rate, scores[rater])
        if least[rater] == seat:
            loss += weight_of(options.dislike_base, options.dislike_rate, scores[rater])
    raw = scores[seat] + gain - penalty_factor(options, dd_count[seat]) * loss
    return min(options.score_max, max(options.score_min, raw))


@rule
def stand_value(score, seat, influencer, num_players):
    """Orders seats by Social Score; ties by the way clockwise from the Influencer (A8, A9)."""
    return score * MAX_PLAYERS - (seat - influencer) % num_players


# --- the end of the game ---------------------------------------------------------------------


@rule
def is_kept(card, score):
    """Whether a card counts at the end; equal is enough."""
    return card < STAR_CARDS and stars_of(card) * SCORE_UNIT <= score


@rule
def stars_kept(cards, score):
    stars = 0
    for card in range(STAR_CARDS):
        if is_kept(card, score):
            stars += cards[card] * stars_of(card)
    return stars


@rule
def sets_kept(cards, score):
    """Sets of a Home, a Work and a Social card among those kept (A15, A16)."""
    sets = 0
    for category in range(len(CATEGORIES)):
        count = 0
        for card in range(category * MAX_STARS, (category + 1) * MAX_STARS):
            if is_kept(card, score):
                count += cards[card]
        sets = min(sets, count) if category else count
    return sets


@rule
def cards_dropped(cards, score):
    dropped = 0
    for card in range(STAR_CARDS):
        if not is_kept(card, score):
            dropped += cards[card]
    return dropped


@rule
def points_of(cards, score):
    """Lifestyle points of a collection; cards in hand count for nothing (A17)."""
    return stars_kept(cards, score) + SET_POINTS * sets_kept(cards, score) - cards[LOSE_ONE]


@rule
def final_value(points, score):
    """Orders seats by points, ties by Social Score; equal in both is a tie (A23)."""
    return points * (MAX_SCORE + 1) + score


# --- the same for Python -----------------------------------------------------------------------

DEFAULTS = NosediveOptions()


def rating_weight(score: int, config: NosediveOptions = DEFAULTS) -> int:
    """What a MOST rating by somebody with that Social Score counts, in thousandths."""
    return weight_of(config.like_base, config.like_rate, score)


def update_scores(
    scores: Sequence[int],
    dd_count: Sequence[int],
    most: Sequence[int],
    least: Sequence[int],
    config: NosediveOptions = DEFAULTS,
) -> list[int]:
    """The Social Scores after a round.

    Args:
        scores: those before, in thousandths.
        dd_count: Double Damage cards that each seat collected.
        most, least: for each rater the seat whose experience it rated so.
        config: the options of the score model.
    """
    count = len(scores)
    return [new_score(config, scores, dd_count, most, least, count, seat) for seat in range(count)]


def standing(scores: Sequence[int], influencer: int) -> list[int]:
    """The seats, best standing first."""
    count = len(scores)
    return sorted(
        range(count),
        key=lambda seat: -stand_value(scores[seat], seat, influencer, count),
    )


def rating_options(appeals: Sequence[int], slack: int, most: int | None = None) -> list[int]:
    """The slots that may be rated MOST, or LEAST once ``most`` is given."""
    count, taken = len(appeals), NONE if most is None else most
    return [s for s in range(count) if may_rate(appeals, count, slack, taken, s)]


def lifestyle_points(counts: Sequence[int], score: int) -> tuple[int, int, int, int, int]:
    """Points, stars, sets, Lose One cards and dropped cards of a collection of 17 counts."""
    return (
        points_of(counts, score),
        stars_kept(counts, score),
        sets_kept(counts, score),
        counts[LOSE_ONE],
        cards_dropped(counts, score),
    )


def rank_rewards(points: Sequence[int], scores: Sequence[int]) -> list[float]:
    """What each seat is paid for its place, 1 to -1."""
    values = [final_value(*each) for each in zip(points, scores, strict=True)]
    return [
        rank_reward(
            len(values), sum(other < own for other in values), sum(other > own for other in values)
        )
        for own in values
    ]
