"""Other games of Streaming that a seat cannot tell from the true one."""

from collections import Counter

import pytest
from streaming.positions import at_promotion, bid, coins, own, promote, table

SAMPLES = 400


def deck_of(state):
    return state.record.deck[: state.record.deck_size].tolist()


def test_the_undealt_cards_are_dealt_anew():
    state = table(num_players=4)
    shown = 2 * 5
    dealt, undealt = deck_of(state)[:shown], deck_of(state)[shown:]
    firsts = Counter()
    for seed in range(SAMPLES):
        deck = deck_of(state.resample(0, seed))
        assert deck[:shown] == dealt
        assert sorted(deck[shown:]) == sorted(undealt)
        firsts[deck[shown]] += 1
    assert set(firsts) == set(undealt)  # any of them may come next, each about as often
    assert max(firsts.values()) < 4 * SAMPLES / len(undealt)


def test_nothing_is_left_to_deal_in_the_last_round():
    state = table()
    state.record.round = 4
    assert deck_of(state.resample(0, 1)) == deck_of(state)


def test_others_may_have_bid_what_they_own():
    state = table()
    coins(state, 3, 2, 5)
    state.step(1)
    state.step(2)
    assert state.current_player == 2
    for seat, bids in (
        (0, {(1, other) for other in range(3)}),
        (1, {(mine, 2) for mine in range(4)}),
    ):
        worlds = [state.resample(seat, seed).record.channels for seed in range(SAMPLES)]
        assert {(channels[0].bid, channels[1].bid) for channels in worlds} == bids


def test_others_may_use_card_01_unseen():
    state = table(audience=(1,))
    coins(state, 1, 4, 4)
    own(state, 0, "R[4,1]")
    state.step(0)
    bids = Counter()
    for seed in range(SAMPLES):
        channel = state.resample(1, seed).record.channels[0]
        bids[channel.bid, channel.gain_01] += 1
    assert set(bids) == {(0, 0), (1, 0), (0, 2), (1, 2), (2, 2), (3, 2)}


def test_others_promote_what_they_could():
    state = table()
    coins(state, 2, 2, 2)
    for seat in range(3):
        own(state, seat, "F[9,4] D[2]")
    at_promotion(state)
    promote(state, "top F", "done")
    seen = set()
    for seed in range(SAMPLES):
        world = state.resample(1, seed)
        seen.add(tuple(world.record.channels[0].promotion.top.tolist()))
        assert world.record.channels[0].spent == sum(world.record.channels[0].promotion.top)
    assert seen == {(fiction, documentary, 0, 0, 0) for fiction in (0, 1) for documentary in (0, 1)}


@pytest.mark.parametrize("choices", [["top F"], ["top F", "done"], ["top D", "done"]])
def test_own_commits_stay(choices):
    state = table()
    coins(state, 5, 5, 5)
    for seat in range(3):
        own(state, seat, "F[9,4] D[2]")
    at_promotion(state)
    promote(state, *choices)
    for seed in range(20):
        top = state.resample(0, seed).record.channels[0].promotion.top
        assert top.tolist() == state.record.channels[0].promotion.top.tolist() != [0] * 5


def test_revealed_bids_stay():
    state = table()
    bid(state, 3, 1, 2)
    world = state.resample(1, 5)
    assert [channel.shown_bid for channel in world.record.channels[:3]] == [3, 1, 2]
