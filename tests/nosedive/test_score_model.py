"""The score model and the other pure functions: what must hold for any numbers."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_envs.games.nosedive.cards import LOSE_ONE, NUM_CARDS, STAR_CARDS
from tabletop_envs.games.nosedive.scoring import (
    lifestyle_points,
    rank_rewards,
    rating_options,
    rating_weight,
    standing,
    update_scores,
)
from tabletop_envs.games.nosedive.state import NosediveOptions

SCORES = st.integers(0, 5000)


@st.composite
def ratings(draw):
    """Scores, Double Damage counts, and for each rater whom it rated MOST and LEAST."""
    count = draw(st.integers(3, 6))
    scores = draw(st.lists(SCORES, min_size=count, max_size=count))
    dd = draw(st.lists(st.integers(0, 2), min_size=count, max_size=count))
    pairs = [
        draw(st.permutations([seat for seat in range(count) if seat != rater]))[:2]
        for rater in range(count)
    ]
    return scores, dd, [most for most, _ in pairs], [least for _, least in pairs]


@given(ratings())
@settings(max_examples=50, deadline=None)
def test_i13_new_scores_are_integers_within_bounds(given_ratings):
    for score in update_scores(*given_ratings):
        assert type(score) is int
        assert 0 <= score <= 5000
    options = NosediveOptions(score_min=1000, score_max=4000)
    assert all(1000 <= score <= 4000 for score in update_scores(*given_ratings, options))


@given(SCORES, SCORES)
def test_i13_weights_never_fall_when_the_score_rises(one, other):
    low, high = sorted((one, other))
    assert rating_weight(low) <= rating_weight(high)


@given(ratings(), st.data())
@settings(max_examples=50, deadline=None)
def test_i13_a_like_never_hurts_and_a_dislike_never_helps(given_ratings, data):
    scores, dd, most, least = given_ratings
    count = len(scores)
    rater = data.draw(st.integers(0, count - 1))
    seat = data.draw(st.sampled_from([s for s in range(count) if s not in (rater, least[rater])]))
    liked = [*most[:rater], seat, *most[rater + 1 :]]
    before = update_scores(scores, dd, most, least)[seat]
    assert update_scores(scores, dd, liked, least)[seat] >= before
    seat = data.draw(st.sampled_from([s for s in range(count) if s not in (rater, most[rater])]))
    disliked = [*least[:rater], seat, *least[rater + 1 :]]
    before = update_scores(scores, dd, most, least)[seat]
    assert update_scores(scores, dd, most, disliked)[seat] <= before


@given(ratings(), st.data())
@settings(max_examples=50, deadline=None)
def test_i13_double_damage_never_helps_and_needs_a_dislike(given_ratings, data):
    scores, dd, most, least = given_ratings
    seat = data.draw(st.integers(0, len(scores) - 1))
    without, with_dd = [*dd], [*dd]
    without[seat], with_dd[seat] = 0, 1
    base, worse = (
        update_scores(scores, without, most, least),
        update_scores(scores, with_dd, most, least),
    )
    assert worse[seat] <= base[seat]
    assert seat in least or worse == base
    assert worse[:seat] + worse[seat + 1 :] == base[:seat] + base[seat + 1 :]


@given(ratings(), st.randoms())
@settings(max_examples=50, deadline=None)
def test_i13_renaming_seats_renames_scores(given_ratings, rng):
    scores, dd, most, least = given_ratings
    names = list(range(len(scores)))
    rng.shuffle(names)
    place = [names.index(seat) for seat in range(len(names))]
    renamed = update_scores(
        [scores[seat] for seat in names],
        [dd[seat] for seat in names],
        [place[most[seat]] for seat in names],
        [place[least[seat]] for seat in names],
    )
    new = update_scores(scores, dd, most, least)
    assert renamed == [new[seat] for seat in names]


@given(ratings())
@settings(max_examples=50, deadline=None)
def test_i12_raw_scores_are_only_lost_to_double_damage(given_ratings):
    """Without bounds in reach: scores are moved to the middle."""
    scores, dd, most, least = given_ratings
    scores = [2500 + score // 10 for score in scores]
    mild = NosediveOptions(like_base=25, like_rate=10, dislike_base=25, dislike_rate=10)
    lost = sum(
        rating_weight(scores[rater], mild) for rater, seat in enumerate(least) if dd[seat] > 0
    )
    assert sum(update_scores(scores, dd, most, least, mild)) == sum(scores) - lost


def test_double_damage_cards_stack_as_an_option():
    scores, most, least = (3000, 3000, 3000), (1, 2, 0), (2, 0, 1)
    stacking = NosediveOptions(dd_stacks=True, dd_multiplier=3)
    assert [
        update_scores(scores, (cards, 0, 0), most, least, stacking)[0] for cards in range(4)
    ] == [3000, 3000 - 2 * 550, 3000 - 4 * 550, 0]


def test_like_and_dislike_weights_are_options():
    options = NosediveOptions(like_base=100, like_rate=0, dislike_base=0, dislike_rate=50)
    assert update_scores((1000, 2000, 3000), (0, 0, 0), (1, 2, 0), (2, 0, 1), options) == [
        1000 + 100 - 100,
        2000 + 100 - 150,
        3000 + 100 - 50,
    ]


@given(st.lists(st.integers(-5, 5), min_size=2, max_size=5), st.integers(0, 10))
def test_i18_there_is_always_something_to_rate(appeals, slack):
    options = rating_options(appeals, slack)
    assert options
    assert appeals.index(max(appeals)) in options
    assert all(appeals[slot] >= max(appeals) - slack for slot in options)
    for most in options:
        rest = [slot for slot in range(len(appeals)) if slot != most]
        worst = min(appeals[slot] for slot in rest)
        assert rating_options(appeals, slack, most) == [
            slot for slot in rest if appeals[slot] <= worst + slack
        ]
    if slack == 10:
        assert options == list(range(len(appeals)))


@given(st.lists(SCORES, min_size=3, max_size=6), st.data())
def test_standing_puts_scores_in_order(scores, data):
    influencer = data.draw(st.integers(0, len(scores) - 1))
    order = standing(scores, influencer)
    assert sorted(order) == list(range(len(scores)))
    for better, worse in itertools.pairwise(order):
        distances = [(seat - influencer) % len(scores) for seat in (better, worse)]
        assert (scores[better], -distances[0]) > (scores[worse], -distances[1])


@given(st.lists(st.integers(0, 4), min_size=NUM_CARDS, max_size=NUM_CARDS), SCORES)
def test_points_are_stars_and_sets_less_lose_one(counts, score):
    points, stars, sets, lose_one, dropped = lifestyle_points(counts, score)
    kept = [n if (card % 5 + 1) * 1000 <= score else 0 for card, n in enumerate(counts[:15])]
    assert stars == sum(n * (card % 5 + 1) for card, n in enumerate(kept))
    assert sets == min(sum(kept[:5]), sum(kept[5:10]), sum(kept[10:]))
    assert lose_one == counts[LOSE_ONE]
    assert dropped == sum(counts[:STAR_CARDS]) - sum(kept)
    assert points == stars + 2 * sets - lose_one


@given(
    st.lists(st.tuples(st.integers(-3, 30), st.integers(0, 50)), min_size=3, max_size=6),
)
def test_i15_rewards_sum_to_nothing_and_follow_points_then_score(results):
    points, scores = zip(*results, strict=True)
    rewards = rank_rewards(points, scores)
    assert sum(rewards) == pytest.approx(0, abs=1e-9)
    assert all(-1 <= reward <= 1 for reward in rewards)
    paid = sorted(zip(results, rewards, strict=True))
    for (low, less), (high, more) in itertools.pairwise(paid):
        assert less <= more if low < high else less == more
