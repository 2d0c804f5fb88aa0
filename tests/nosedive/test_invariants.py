"""The invariants of NOSEDIVE's specification, over random games with all kinds of options."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_envs.core.native import JIT, float64, numbers
from tabletop_envs.games.nosedive.cards import (
    CARD_NAMES,
    DOUBLE_DAMAGE,
    DRAWS,
    LOSE_ONE_COPIES,
    NUM_CARDS,
    NUM_SPACES,
    PLACES,
    Space,
    copies_of,
)
from tabletop_envs.games.nosedive.lifestyle import legal_spaces, others_on
from tabletop_envs.games.nosedive.scoring import (
    lifestyle_points,
    rank_rewards,
    rating_weight,
    standing,
    update_scores,
)
from tabletop_envs.games.nosedive.state import (
    MAX_SCORE,
    MOVE,
    NUM_ROUNDS,
    PILE,
    Decision,
)

from .positions import GAME, random_play, table

EXAMPLES = 25 if JIT else 3
PLAYERS = st.integers(3, 6)
SEEDS = st.integers(0, 10**6)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "honesty_slack": st.sampled_from([0, 2, 10]),
        "allow_empty_action": st.just(True),
        "reset_pawns": st.just(True),
        "dd_stacks": st.just(True),
        "initial_scores": st.just("equal"),
        "dd_multiplier": st.sampled_from([1, 3]),
        "star_copies": st.sampled_from([(30, 0, 0, 0, 0), (0, 0, 10, 10, 10)]),
    },
)
games = given(PLAYERS, SEEDS, OPTIONS)
few = settings(max_examples=EXAMPLES, deadline=None)

BOUNDS = {3: (78, 240), 4: (114, 366), 5: (156, 516), 6: (204, 690)}
MEANS = {3: 125, 4: 180, 5: 242, 6: 312}
RANGES = {3: (100, 145), 4: (148, 206), 5: (213, 273), 6: (274, 350)}  # of random play


def cards_of(state):
    """How many cards of each type there are in the whole game."""
    record = state.record
    totals = Counter(record.deck[: record.deck_size].tolist())
    totals[DOUBLE_DAMAGE] += record.discarded
    for seat in range(state.num_players):
        player, pile = record.players[seat], record.piles[seat]
        for card in range(NUM_CARDS):
            totals[card] += player.hand[card] + player.collection[card] + pile.up[card]
            totals[card] += sum(pile.down[placer, card] for placer in range(state.num_players))
    return totals


def copy_counts(options):
    return {card: copies_of(options, card) for card in range(NUM_CARDS)}


@games
@few
def test_i1_cards_are_neither_lost_nor_made(num_players, seed, options):
    for state in random_play(num_players, seed, **options):
        assert cards_of(state) == Counter(copy_counts(state.setting.options))
        for player in state.record.players:
            assert player.hand_size == sum(player.hand)
        for pile in state.record.piles:
            assert sum(pile.down_by) == pile.down.sum()
            assert sum(pile.up_by) == sum(pile.up)
    assert len(CARD_NAMES) == NUM_CARDS
    assert copy_counts(state.setting.options)[NUM_CARDS - 1] == LOSE_ONE_COPIES


@games
@few
def test_i2_i5_tokens_and_pawns(num_players, seed, options):
    for state in random_play(num_players, seed, **options):
        record = state.record
        taken = [record.players[seat].bonus for seat in range(num_players)]
        assert set(taken) <= {0, 1}
        assert record.face_down + record.face_up + sum(taken) == 3
        if record.decision == Decision.MOVE:
            spaces = [a - MOVE for a in state.legal_actions()]
            assert set(spaces) == legal_spaces(record, record.actor)
            pawn = record.players[record.actor].pawn
            assert Space.HOME in spaces
            assert pawn == Space.HOME or pawn not in spaces
            assert all(space < NUM_SPACES for space in spaces)


@games
@few
def test_i3_i9_i10_i12_the_end_of_a_round(num_players, seed, options):
    """Scores change there only, by the model; every seat has picked one pile."""
    round_, scores, influencer, discarded = 0, None, None, 0
    dd = [0] * num_players
    for state in random_play(num_players, seed, **options):
        record = state.record
        now = record.scores[:num_players].tolist()
        assert all(type(score) is int and 0 <= score <= MAX_SCORE for score in now)
        assert record.discarded >= discarded
        if record.decision != Decision.PICK:
            for seat in range(num_players):
                assert record.players[seat].collection[DOUBLE_DAMAGE] == 0
        discarded = record.discarded
        if scores is None:
            scores, influencer = now, record.influencer
        elif record.round == round_ and not state.is_terminal:
            assert now == scores
            assert record.influencer == influencer
        else:
            most = record.most[round_, :num_players].tolist()
            least = record.least[round_, :num_players].tolist()
            config = state.setting.options
            assert now == update_scores(scores, dd, most, least, config)
            assert record.influencer == standing(now, influencer)[0]
            assert not record.dd_count.any()
            assert record.old_scores[:num_players].tolist() == scores
            if not config.dd_stacks:
                raw = sum(now) - sum(scores)
                lost = (config.dd_multiplier - 1) * sum(
                    rating_weight(scores[r], config) for r in range(num_players) if dd[least[r]]
                )
                if all(0 < score < MAX_SCORE for score in now):
                    assert raw == -lost
            round_, scores, influencer = record.round, now, record.influencer
        dd = record.dd_count[:num_players].tolist()
        if record.decision >= Decision.GIVE and not state.is_terminal:
            assert all(pile.taken and not any(pile.up) for pile in record.piles[:num_players])
            assert not any(pile.down.any() for pile in record.piles)
            assert all(player.picked for player in record.players[:num_players])


@games
@few
def test_i6_i7_i8_decisions_of_a_round(num_players, seed, options):
    counts, occupants = Counter(), Counter()
    decisions, mover = 0, None
    for state in random_play(num_players, seed, **options):
        record = state.record
        if state.is_terminal:
            break
        decisions += 1
        counts[record.round, Decision(record.decision)] += 1
        if record.decision == Decision.PLACE_PILE and record.used_pile >= 0:
            assert PILE + record.used_pile not in state.legal_actions()
        if mover is not None:
            occupants[record.round] += others_on(record, mover, record.players[mover].pawn)
        mover = record.actor if record.decision == Decision.MOVE else None
    n = num_players
    for round_ in range(NUM_ROUNDS):
        assert counts[round_, Decision.FLIP] == 2
        assert counts[round_, Decision.MOVE] == 3 * n
        assert counts[round_, Decision.PICK] == n
        assert counts[round_, Decision.GIVE] == n * (n - 1)
        assert counts[round_, Decision.RATE_MOST] == counts[round_, Decision.RATE_LEAST] == n
        assert counts[round_, Decision.PLACE_CARD] == counts[round_, Decision.PLACE_PILE]
        assert counts[round_, Decision.TOLL] == occupants[round_]
    assert BOUNDS[n][0] <= decisions <= BOUNDS[n][1]


@pytest.mark.parametrize("num_players", range(3, 7))
def test_i7_lengths_of_random_games(num_players):
    """The mean is the specification's, and every game keeps its bounds and the usual range."""
    count = 300 if JIT else 4
    lengths = []
    for seed in range(count):
        state = table(num_players, seed)
        rewards = numbers((1, num_players), float64)
        lengths.append(GAME.loops.rollout(state._states, rewards))
    low, high = BOUNDS[num_players]
    assert low <= min(lengths)
    assert max(lengths) <= high
    usual_low, usual_high = RANGES[num_players]
    assert 0.95 * usual_low <= min(lengths)
    assert max(lengths) <= 1.05 * usual_high
    tolerance = 0.02 if JIT else 0.1
    assert np.mean(lengths) == pytest.approx(MEANS[num_players], rel=tolerance)


@pytest.mark.skipif(not JIT, reason="many games")
def test_random_play_spreads_the_social_scores():
    """Every star threshold matters: the deciles, the ends of the scale (6.3)."""
    scores = []
    for seed in range(1000):
        state = table(4, seed)
        GAME.loops.rollout(state._states, numbers((1, 4), float64))
        scores += state.record.scores[:4].tolist()
    deciles = np.percentile(scores, range(10, 100, 10)) / 1000
    expected = [0.7, 1.5, 2.0, 2.4, 2.8, 3.2, 3.6, 4.0, 4.6]
    np.testing.assert_allclose(deciles, expected, atol=0.15)
    assert np.mean([score == MAX_SCORE for score in scores]) == pytest.approx(0.05, abs=0.02)
    assert np.mean([score < 1000 for score in scores]) == pytest.approx(0.13, abs=0.02)


def test_i7_the_shortest_game():
    """Everybody stays at home."""
    for num_players, (shortest, _) in BOUNDS.items():
        state, decisions = table(num_players), 0
        while not state.is_terminal:
            legal = state.legal_actions()
            state.step(MOVE if MOVE in legal else legal[0])
            decisions += 1
        assert decisions == shortest


@games
@few
def test_i11_gifts_and_ratings(num_players, seed, options):
    for state in random_play(num_players, seed, **options):
        record = state.record
        if record.decision == Decision.RATE_MOST and not state.is_terminal:
            for giver in range(num_players):
                player = record.players[giver]
                size = num_players + player.bonus
                offer = player.offer[:size].tolist()
                assert offer == sorted(set(offer))
                given = {
                    receiver: offer[slot]
                    for slot, receiver in enumerate(player.recipient[:size].tolist())
                    if receiver >= 0
                }
                assert set(given) == set(range(num_players)) - {giver}
                for receiver, kind in given.items():
                    assert record.gifts[record.round, receiver, giver] == kind
            kinds = record.list_kind[: num_players - 1].tolist()
            assert kinds == sorted(kinds)
    for round_ in range(NUM_ROUNDS):
        for rater in range(num_players):
            most, least = record.most[round_, rater], record.least[round_, rater]
            assert len({most, least, rater}) == 3


@given(PLAYERS, SEEDS)
@few
def test_i14_the_deck_is_short_only_late(num_players, seed):
    for state in random_play(num_players, seed):
        record = state.record
        assert record.deck_size > 0 or (num_players >= 5 and record.round == 2)
        assert record.deck_size >= 0
        if record.decision == Decision.FLIP:  # nothing was face up before
            first = [sum(pile.up_by) + sum(pile.down_by) for pile in record.piles[:num_players]]
            assert first == [1] * num_players


@games
@few
def test_i15_rewards(num_players, seed, options):
    for state in random_play(num_players, seed, **options):
        if not state.is_terminal:
            assert not state.returns().any()
    record, scores = state.record, state.scores()
    social = record.scores[:num_players].tolist()
    points = [
        lifestyle_points(record.players[seat].collection.tolist(), social[seat])
        for seat in range(num_players)
    ]
    names = ("total", "stars", "sets", "lose_one", "dropped_cards")
    for name, told in zip(names, zip(*points, strict=True), strict=True):
        assert scores[name].tolist() == list(told)
    assert scores["score"].tolist() == social
    rewards = rank_rewards([each[0] for each in points], social)
    assert state.returns().tolist() == pytest.approx(rewards)
    for seat in range(num_players):
        assert scores["rank"][seat] == sum(other > rewards[seat] for other in rewards)


@games
@few
def test_i17_a_copy_goes_on_alike_and_alone(num_players, seed, options):
    states = random_play(num_players, seed, **options)
    for _ in range(30):
        state = next(states)
    before, copy = state.to_bytes(), state.clone()
    while not copy.is_terminal:
        copy.step(copy.legal_actions()[0])
    assert state.to_bytes() == before
    again = state.clone()
    while not again.is_terminal:
        again.step(again.legal_actions()[0])
    assert again == copy


def test_spaces_draw_and_place_as_the_table_says():
    assert DRAWS.tolist() == [1, 0, 0, 0, 0, 2, 1]
    assert PLACES.tolist() == [0, 0, 1, 2, 2, 0, 1]
