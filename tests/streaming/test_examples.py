"""The worked examples of Streaming's specification, by number."""

import numpy as np
import pytest

from tabletop_envs.games.streaming import rules
from tabletop_envs.games.streaming.cards import MULTISCREEN, face_of, genre_of
from tabletop_envs.games.streaming.state import (
    BID,
    MAX_BID,
    NOBODY,
    ORDER,
    PICK_PAIR,
    PLACE_DOC,
    USE_01,
    PairState,
    Phase,
)

from .positions import (
    GAME,
    A,
    D,
    F,
    R,
    S,
    at_earnings,
    at_end,
    at_promotion,
    bid,
    coins,
    deal,
    legal,
    own,
    promote,
    promotion,
    sets_of,
    table,
    totals,
)


@pytest.mark.parametrize(
    ("num_players", "variant", "faces"),
    [
        (3, False, [*range(1, 9)]),
        (4, False, [*range(1, 11)]),
        (5, False, [*range(1, 11), MULTISCREEN, MULTISCREEN]),
        (3, True, [*range(2, 9), MULTISCREEN]),
        (4, True, [*range(2, 11), MULTISCREEN]),
    ],
)
def test_x01_decks(num_players, variant, faces):
    record = table(num_players, multiscreen_variant=variant).record
    deck = [int(card) for card in record.deck[: record.deck_size]]
    for genre in range(5):
        assert sorted(face_of(card) for card in deck if genre_of(card) == genre) == faces
    assert len(set(deck)) == len(deck) == 5 * len(faces)


def test_x02_two_cards_of_one_genre_are_ordered():
    state = table()
    deal(state, 0, "F8+F3")
    bid(state, 7, 0, 1)
    assert state.record.phase == Phase.ORDER
    state.step(ORDER + 0)
    assert coins(state)[0] == 3
    assert sets_of(state, 0) == "F[3,8]"
    assert state.record.holder == 0


def test_x03_promoting_tops():
    state = table()
    own(state, 0, "F[3,8] D[6,2,M]")
    coins(state, 3)
    at_promotion(state)
    promote(state, "top F", "top D")  # nothing is left to promote: DONE is played by itself
    assert totals(state)[0] == 11
    assert coins(state)[0] == 1 + 10  # with the round's earnings


def test_x04_majority_and_coins():
    state = table()
    own(state, 0, "D[6,2,4,8]")
    coins(state, 3, 0, 0)
    at_end(state)
    assert totals(state)[0] == 23


def test_x05_tie_goes_clockwise_from_the_holder():
    state = table(4, holder=1)
    bid(state, 5, 5, 3, 5)
    assert coins(state) == (10, 10, 10, 5)
    assert state.record.holder == 3


def test_x06_the_holder_is_last_in_a_tie():
    state = table(holder=2)
    bid(state, 4, 0, 4)
    assert coins(state) == (6, 10, 10)


def test_x07_nobody_bids():
    state = table(holder=1)
    bid(state, 0, 0, 0)
    assert coins(state) == (10, 10, 10)
    assert state.record.holder == 1
    assert state.record.pairs[0] == PairState.DISCARDED
    assert state.record.auction == 1


def test_x08_only_the_winner_pays():
    state = table()
    bid(state, 4, 3, 2)
    assert coins(state) == (6, 10, 10)


@pytest.mark.parametrize(("round_", "after"), [(3, 12), (4, 2)])
def test_x09_earnings(round_, after):
    state = table()
    coins(state, 2)
    at_earnings(state, round_)
    assert coins(state)[0] == after


@pytest.mark.parametrize(("sets", "points"), [("F[M]", 1), ("F[M,8]", 8), ("F[8,M]", 2)])
def test_x10_multiscreen_counts_its_set(sets, points):
    state = table()
    own(state, 0, sets)
    at_promotion(state)
    promote(state, "top F")
    assert totals(state)[0] == points


def test_x11_card_01_in_a_bid():
    state = table(audience=[1])
    own(state, 0, "R[4,1,7]")
    coins(state, 2, 10, 10)
    state.step(USE_01)
    assert legal(state, BID, MAX_BID + 1) == [0, 1, 2, 3, 4, 5]
    bid(state, 5, 0, 0)
    assert coins(state)[0] == 0
    assert state.record.channels[0].used_01


def test_x12_card_02():
    for round_, gains in ((1, (12, 12, 10)), (4, (2, 2, 0))):
        state = table(audience=[2])
        own(state, 0, "R[1,2,3]")
        own(state, 1, "R[4,5,6]")
        own(state, 2, "R[7]")
        coins(state, 0, 0, 0)
        at_earnings(state, round_)
        assert coins(state) == gains


@pytest.mark.parametrize(("round_", "gain"), [(1, 12), (4, 2)])
def test_x13_card_03(round_, gain):
    state = table(audience=[3])
    own(state, 0, "F[5] D[2] S[9]")
    coins(state, 1, 0, 0)
    at_promotion(state, round_)
    promote(state, "top F")  # the last coin: DONE is played by itself
    assert coins(state)[0] == gain


def test_x14_card_04_picks_a_pair():
    state = table(audience=[4])
    state.record.round = 4
    bid(state, 5, 6, 0)
    assert state.current_player == 1
    assert legal(state, PICK_PAIR, 6) == [0, 1, 2, 3]
    pair = [rules.card_of(state.record, 2, slot) for slot in range(2)]
    state.step(PICK_PAIR + 2)
    if state.record.phase == Phase.ORDER:
        state.step(ORDER)
    assert coins(state)[1] == 4
    owned = state.record.channels[1].sets
    assert all(face_of(c) in list(owned[genre_of(c)].faces) for c in pair)
    bid(state, 0, 0, 1)
    assert legal(state, PICK_PAIR, 6) == [0, 1, 3]


def test_x15_card_05_goes_down_the_set():
    state = table(audience=[5])
    own(state, 0, "S[1,8,2,5]")
    coins(state, 3)
    at_promotion(state)
    promote(state, "top S", "top S", "top S")
    assert totals(state)[0] == 15
    assert coins(state)[0] == 10  # none left, plus earnings


@pytest.mark.parametrize(("pair", "top", "points"), [("S4+S10", 1, 22), ("S4+S10", 0, 28)])
def test_x16_card_06(pair, top, points):
    state = table(audience=[6])
    own(state, 0, "S[7,2,9]")
    deal(state, 0, pair)
    bid(state, 1, 0, 0)
    state.step(ORDER + top)
    assert totals(state)[0] == points
    assert state.record.award_06 == 0


def test_x17_card_06_with_a_multiscreen():
    state = table(audience=[6])
    own(state, 0, "S[7,2,9]")
    deal(state, 0, "SM+S10")
    bid(state, 1, 0, 0)
    state.step(ORDER + 1)
    assert totals(state)[0] == 22


def test_x18_card_07():
    state = table(audience=[7])
    own(state, 0, "D[5,3,M]")
    coins(state, 0, 0, 0)
    at_end(state)
    scores = state.scores()
    assert scores["lowest_values"][0] == 6
    assert scores["majority"][0, D] == 11


def test_x19_card_08():
    state = table(audience=[8])
    own(state, 0, "S[4,2] F[2,M]")
    at_promotion(state)
    assert totals(state)[0] == 6
    assert coins(state)[0] == 10


def test_x20_card_09():
    state = table(audience=[9])
    own(state, 0, "D[4,9,1]")
    at_promotion(state)
    assert totals(state)[0] == 6
    promote(state, "top D")
    assert totals(state)[0] == 6 + 1


def test_x21_card_10_joins_another_set():
    state = table(audience=[10])
    own(state, 0, "S[5]")
    deal(state, 0, "D7+S3")
    bid(state, 1, 0, 0)
    assert legal(state, PLACE_DOC, 5) == [D, S]
    state.step(PLACE_DOC + S)
    state.step(ORDER + 0)
    assert sets_of(state, 0) == "S[5,3,7]"


def test_x22_card_11_top_or_high():
    for choice, points, left in (("top F", 6, 2), ("high F", 9, 1)):
        state = table(audience=[11])
        own(state, 0, "F[9,4,6] D[1]")
        coins(state, 3)
        at_promotion(state)
        promote(state, choice)
        channel = state.record.channels[0]
        assert (channel.points, rules.spendable(channel)) == (points, left)
        assert promotion("top F") not in state.legal_actions()
        assert promotion("high F") not in state.legal_actions()


def test_x23_card_12_first_to_five_types():
    state = table(audience=[12])
    own(state, 0, "F[1] R[1] S[1] A[1]")
    own(state, 1, "F[2] R[2] S[2] A[2]")
    deal(state, 0, "D2+F5")
    deal(state, 1, "D3+F6")
    bid(state, 1, 0, 0)
    assert totals(state) == (20, 0, 0)
    bid(state, 0, 1, 0)
    assert totals(state) == (20, 0, 0)
    assert state.record.award_12 == 0


def test_x24_card_12_needs_a_documentary_set():
    state = table(audience=[10, 12])
    own(state, 0, "F[1] R[1] S[1] A[1]")
    deal(state, 0, "D2+F5")
    bid(state, 1, 0, 0)
    state.step(PLACE_DOC + S)
    assert totals(state) == (0, 0, 0)
    assert state.record.award_12 == NOBODY


@pytest.mark.parametrize(("audience", "winner"), [((13,), 1), ((), 0)])
def test_x25_card_13_wins_the_tie(audience, winner):
    state = table(audience=audience, holder=1)
    own(state, 0, "A[1]")
    own(state, 1, "A[2,3,4]")
    own(state, 2, "A[5,6]")
    bid(state, 6, 6, 2)
    assert coins(state)[winner] == 4


def test_x26_card_13_without_a_leader():
    state = table(audience=[13], holder=1)
    own(state, 0, "A[1,2,3]")
    own(state, 1, "A[4,5,6]")
    own(state, 2, "A[7]")
    bid(state, 6, 6, 2)
    assert coins(state) == (4, 10, 10)


def test_x27_card_14():
    state = table(audience=[14])
    deal(state, 0, "A7+F2")
    bid(state, 5, 3, 2)
    assert coins(state) == (5, 7, 8)
    assert sets_of(state, 0) == "F[2] A[7]"


@pytest.mark.parametrize(("mode", "points"), [("type", 12), ("card", 16)])
def test_x28_card_15(mode, points):
    state = table(audience=[15], a15_mode=mode)
    own(state, 0, "F[9,3,8] D[2,1] R[4] S[5,2]")
    coins(state, 0, 0, 0)
    at_end(state)
    assert state.scores()["fiction_types"][0] == points


def test_x29_card_16():
    state = table(audience=[16])
    own(state, 0, "F[9,3,8]")
    own(state, 1, "F[4,10]")
    own(state, 2, "F[6]")
    coins(state, 0, 0, 0)
    at_end(state)
    assert totals(state) == (20, 14, 0)


def test_x30_card_17():
    state = table(audience=[17])
    own(state, 0, "F[3,M] S[2,7] A[3,7]")
    at_end(state)
    assert state.scores()["series"][0] == 15


def test_x31_card_18():
    state = table(audience=[18])
    own(state, 0, "F[9] D[6] S[1]")
    own(state, 1, "F[1,2] D[1,2] S[1,2]")  # the majorities are elsewhere
    coins(state, 3, 0, 0)
    at_end(state)
    assert state.record.phase == Phase.FINAL_PROMOTE
    promote(state, "top F", "top D", "done")
    assert totals(state)[0] == 16
    assert state.scores()["final_promotion"][0] == 15


def test_x32_cards_05_and_11():
    state = table(audience=[5, 11])
    own(state, 0, "S[1,8,2,5]")
    coins(state, 5)
    at_promotion(state)
    promote(state, "top S", "top S", "top S", "high S")
    assert totals(state)[0] == 23
    assert coins(state)[0] == 0 + 10


def test_x33_cards_03_08_and_09():
    state = table(audience=[3, 8, 9])
    own(state, 0, "F[7] D[5] R[2] S[9,2]")
    coins(state, 1, 0, 0)
    at_promotion(state)
    assert state.scores()["automatic"][0] == 6
    promote(state, "top F")
    assert state.scores()["promotion"][0] == 7
    assert [state.record.channels[0].scored[g] for g in (F, D, R, S, A)] == [1, 1, 1, 1, 0]
    assert coins(state)[0] == 10


@pytest.mark.parametrize(
    ("picked", "allpay", "after"),
    [(3, "picked", (6, 7, 10)), (0, "picked", (6, 4, 10)), (3, "front", (6, 4, 10))],
)
def test_x34_cards_04_and_14(picked, allpay, after):
    state = table(audience=[4, 14], a04_allpay=allpay)
    state.record.round = 4
    coins(state, 10, 7, 10)
    deal(state, 0, "A1+F2")
    deal(state, 3, "D5+S6")
    bid(state, 4, 3, 0)
    state.step(PICK_PAIR + picked)
    assert coins(state) == after


def finish(state, scores, animation=()):
    """End a game with given scores, by coins, and numbers of Animation cards."""
    for seat, count in enumerate(animation):
        own(state, seat, f"A[{','.join(['M'] * count)}]" if count else "")
    record = state.record
    record.round = 4
    rules.final_tally(record)
    for seat, score in enumerate(scores):
        record.channels[seat].scores.total = score
    return state.returns()


def test_x35_rewards():
    assert finish(table(), (80, 95, 80)).tolist() == [-0.5, 1, -0.5]
    rewards = finish(table(4), (70, 70, 50, 40))
    assert np.allclose(rewards, [2 / 3, 2 / 3, -1 / 3, -1])


def test_x36_card_13_breaks_the_final_tie():
    assert finish(table(audience=[13]), (80, 95, 95), (0, 1, 2)).tolist() == [-1, 0, 1]
    kept = table(audience=[13], a13_final_tie=False)
    assert finish(kept, (80, 95, 95), (0, 1, 2)).tolist() == [-1, 0.5, 0.5]


def test_scores_tell_who_is_in_place_1():
    state = table(audience=[13])
    assert state.scores()["winner"].tolist() == [0, 0, 0]
    finish(state, (80, 95, 95), (0, 1, 2))
    assert state.scores()["winner"].tolist() == [0, 0, 1]
    kept = table(audience=[13], a13_final_tie=False)
    finish(kept, (80, 95, 95), (0, 1, 2))
    assert kept.scores()["winner"].tolist() == [0, 1, 1]


@pytest.mark.parametrize(
    ("audience", "after"), [((4, 6, 13, 17), (72, 92, 66)), ((4, 6, 17), (83, 92, 88))]
)
def test_x37_x38_final_tally(audience, after):
    state = table(audience=audience)
    own(state, 0, "F[8,3] D[5] R[2,7,1] A[4]")
    own(state, 1, "F[1,6] D[2,4] R[8] S[3,5] A[7,1]")
    own(state, 2, "F[2] D[8,7] R[3] S[1,6]")
    coins(state, 2, 0, 5)
    for seat, score in enumerate((60, 58, 61)):
        state.record.channels[seat].scores.total = score
    at_end(state)
    assert totals(state) == after


def test_x39_a_pending_bid_is_hidden():
    seen = []
    for amount in (3, 9):
        state = table()
        state.step(BID + amount)
        assert state.current_player == 1
        seen.append((state.observation(1), state.action_mask(), state.render(1)))
    assert np.array_equal(seen[0][0], seen[1][0])
    assert np.array_equal(seen[0][1], seen[1][1])
    assert seen[0][2] == seen[1][2]


def test_x40_cards_13_and_16():
    state = table(audience=[13, 16])
    own(state, 0, "F[1,2,3] A[]")
    own(state, 1, "F[4] A[8,9]")
    own(state, 2, "F[5] A[10]")
    coins(state, 0, 0, 0)
    at_end(state)
    scores = state.scores()
    assert scores["fiction_extra"].tolist() == [0, 4, 0]
    assert scores["majority"][:, F].tolist() == [6, 0, 0]


def test_action_ids():
    assert GAME.num_actions == 116
    assert GAME.action_id("bid 0") == 0
    assert GAME.action_id("use card 01") == 91
    assert GAME.action_id("promote top fiction") == 92
    assert GAME.action_id("done") == 102
    assert GAME.action_id("on top slot 1") == 115
