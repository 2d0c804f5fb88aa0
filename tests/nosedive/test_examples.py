"""The worked examples of NOSEDIVE's specification, by number.

Ids of actions are those of the largest layout, whatever the number of players.
"""

import pytest

from tabletop_envs.games.nosedive import experience, lifestyle
from tabletop_envs.games.nosedive.cards import DOUBLE_DAMAGE, NUM_CARDS, NUM_SPACES, Space
from tabletop_envs.games.nosedive.lifestyle import legal_spaces
from tabletop_envs.games.nosedive.scoring import (
    lifestyle_points,
    rank_rewards,
    rating_options,
    rating_weight,
    standing,
    update_scores,
)
from tabletop_envs.games.nosedive.state import (
    CARD,
    GIVE,
    MAX_LIST,
    MAX_OFFER,
    MAX_PLAYERS,
    MOVE,
    NOBODY,
    PILE,
    PILE_DOWN,
    PILE_DOWN_BY,
    RATE,
    Decision,
)

from .positions import (
    GAME,
    card,
    counts,
    fill_deck,
    give_gifts,
    hand,
    kind,
    legal,
    pawns,
    play_until,
    table,
    to_turn,
)


def test_w01_setup_and_first_piles():
    state = table(4)
    record = state.record
    scores = record.scores[:4].tolist()
    assert sorted(scores) == [2850, 2950, 3050, 3150]
    assert scores[record.influencer] == 3150
    assert [player.hand_size for player in record.players[:4]] == [5, 5, 5, 5]
    # the four first cards are drawn: 88 were in the deck
    assert record.deck_size == 84
    assert [pile.down_by[record.influencer] for pile in record.piles[:4]] == [1, 1, 1, 1]
    assert record.decision == Decision.FLIP
    assert state.current_player == record.influencer
    state.step(PILE + 2)
    assert legal(state, PILE, MAX_PLAYERS) == [0, 1, 3]
    state.step(PILE)
    assert [sum(pile.up) for pile in record.piles[:4]] == [1, 0, 1, 0]
    assert record.decision == Decision.MOVE


def test_chance_at_the_start():
    """2.: tastes are arrangements of the same numbers, scores fall to seats at random."""
    tastes, scores = set(), set()
    for seed in range(60):
        record = table(3, seed).record
        scores.add(tuple(record.scores[:3].tolist()))
        tastes |= {tuple(player.taste.tolist()) for player in record.players[:3]}
    assert {tuple(sorted(taste)) for taste in tastes} == {(-3, -2, -1, 1, 2, 3)}
    assert len(tastes) > 120  # of 720, in 180 draws
    assert {tuple(sorted(each)) for each in scores} == {(2900, 3000, 3100)}
    assert len(scores) == 6


@pytest.mark.parametrize(("num_players", "deck"), [(3, 93), (4, 88), (5, 83), (6, 78)])
def test_w01_deck_after_the_deal(num_players, deck):
    assert table(num_players).record.deck_size == deck - num_players


def test_w02_stars_above_the_score_are_dropped():
    assert lifestyle_points(counts("H1 H2 H3 H4 H5"), 2784) == (3, 3, 0, 0, 3)


def test_w03_stars_sets_and_lose_one():
    collection = counts("H1 H2 H2 W1 W2 W5 S2 S2 S4 L1 L1")
    assert lifestyle_points(collection, 2784) == (14, 12, 2, 2, 2)


def test_w04_equal_stars_are_kept():
    collection = counts("H3 W3 S3 S4")
    assert lifestyle_points(collection, 3000)[0] == 11
    assert lifestyle_points(collection, 2999)[0] == 0


def test_w05_standing_and_picks():
    assert standing((3100, 3400, 2600, 3100), 1) == [1, 3, 0, 2]
    state = play_until(table(4), Decision.PICK)
    state.record.influencer = 1
    state.record.scores[:4] = [3100, 3400, 2600, 3100]
    lifestyle.ask_picker(state.record)
    order = []
    while state.record.decision == Decision.PICK:
        order.append(state.current_player)
        state.step(state.legal_actions()[0])
    assert order == [2, 0, 3, 1]


def test_w06_tolls_and_places_limit_moves():
    state = to_turn(table(4), 0)
    hand(state, 0, "H1 H2")
    pawns(state, Space.HOME, Space.UP2, Space.UP2, Space.DOWN1)
    state.record.face_up = 0
    fill_deck(state, [card("H1")] * 50)
    assert legal(state, MOVE, NUM_SPACES) == [0, 2, 3, 5, 6]
    assert legal_spaces(state.record, 0) == {0, 2, 3, 5, 6}


def test_w07_the_only_card_is_the_toll():
    state = to_turn(table(4), 0)
    hand(state, 0, "W3")
    pawns(state, Space.HOME, Space.HOME, Space.DRAW1_UP1, Space.HOME)
    record = state.record
    drawn = record.deck[record.deck_size - 1]
    state.step(MOVE + Space.DRAW1_UP1)
    assert (record.decision, record.target) == (Decision.TOLL, 2)
    assert legal(state, CARD, NUM_CARDS) == [card("W3")]
    had = record.players[2].hand[card("W3")]
    state.step(CARD + card("W3"))
    assert record.players[2].hand[card("W3")] == had + 1
    assert record.decision == Decision.PLACE_CARD
    assert legal(state, CARD, NUM_CARDS) == [drawn]
    state.step(CARD + drawn)
    assert record.decision == Decision.PLACE_PILE
    state.step(PILE)
    assert record.players[0].hand_size == 0


def test_w08_two_placements_go_to_different_piles():
    state = to_turn(table(4), 0)
    hand(state, 0, "H1 H2 H3")
    pawns(state, *[Space.HOME] * 4)
    state.step(MOVE + Space.UP1_DOWN1)
    state.step(CARD + card("H1"))
    state.step(PILE + 2)
    state.step(CARD + card("H2"))
    assert state.legal_actions() == [24, 25, 27]


def test_w09_bonus_tokens():
    state = play_until(table(3), Decision.MOVE)
    record = state.record
    taker = (record.influencer + 1) % 3
    home = MOVE + Space.HOME
    assert (record.face_up, record.face_down) == (1, 2)
    for _ in range(3):
        state.step(home)
    assert (record.cycle, record.face_up) == (1, 2)
    state.step(home)
    state.step(MOVE + Space.PLUS_EXP)
    assert (record.face_up, record.players[taker].bonus) == (1, 1)
    state.step(home)
    assert (record.cycle, record.face_up, record.face_down) == (2, 2, 0)
    assert MOVE + Space.PLUS_EXP in state.legal_actions()
    state.step(home)
    assert state.current_player == taker
    assert MOVE + Space.PLUS_EXP not in state.legal_actions()
    state.step(home)
    assert MOVE + Space.PLUS_EXP in state.legal_actions()
    state.step(home)
    assert record.decision == Decision.PICK


def test_w10_scores_are_updated_at_once():
    scores, most, least = (3000, 4000, 2000, 3500), (1, 0, 1, 0), (2, 3, 0, 2)
    assert [rating_weight(score) for score in scores] == [550, 650, 450, 600]
    assert update_scores(scores, (0, 0, 1, 0), most, least) == [3800, 5000, 0, 2850]
    record = table(4).record
    record.scores[:4] = scores
    record.dd_count[2] = 1
    record.most[0, :4] = most
    record.least[0, :4] = least
    experience.end_experiences(record)
    assert record.scores[:4].tolist() == [3800, 5000, 0, 2850]
    assert record.influencer == 1
    assert record.dd_count.tolist() == [0] * 6


@pytest.mark.parametrize(
    ("score", "weight"), [(0, 250), (2000, 450), (2784, 528), (4000, 650), (5000, 750)]
)
def test_w11_rating_weights(score, weight):
    assert rating_weight(score) == weight


def test_w12_weights_are_rounded_before_they_are_doubled():
    scores, most, least = (3000, 4000, 2786), (1, 0, 1), (2, 2, 0)
    assert update_scores(scores, (1, 0, 0), most, least)[0] == 2594
    assert update_scores(scores, (0, 0, 0), most, least)[0] == 3122


def test_w13_a_token_offers_one_kind_more():
    state = play_until(table(4), Decision.PICK)
    record = state.record
    record.players[2].bonus = 1
    record.face_up -= 1
    play_until(state, Decision.GIVE)
    while state.current_player != 2:
        state.step(state.legal_actions()[0])
    asked = []
    while state.current_player == 2 and record.decision == Decision.GIVE:
        asked.append((record.target, len(legal(state, GIVE, MAX_OFFER))))
        state.step(state.legal_actions()[1])
    assert asked == [(3, 5), (0, 4), (1, 3)]
    play_until(state, Decision.RATE_MOST)
    kept = [
        record.players[2].offer[slot]
        for slot in range(5)
        if record.players[2].recipient[slot] == NOBODY
    ]
    assert len(kept) == 2
    assert not set(kept) & {record.gifts[0, receiver, 2] for receiver in (3, 0, 1)}


@pytest.mark.parametrize(("slack", "most"), [(1, [0, 2]), (0, [2])])
def test_w14_rating_masks(slack, most):
    appeals = [3, -1, 4]
    assert rating_options(appeals, slack) == most
    assert rating_options(appeals, slack, most[0]) == [1]
    state = play_until(table(4, honesty_slack=slack), Decision.GIVE)
    record = state.record
    give_gifts(state, 3, [13, 3, 7])
    record.players[3].taste[:] = [2, -1, 3, -3, 1, -2]
    experience.start_ratings(record)
    assert record.list_kind[:3].tolist() == [3, 7, 13]
    assert record.list_giver[:3].tolist() == [1, 2, 0]
    assert legal(state, RATE, MAX_LIST) == most
    assert record.appeal[:3].tolist() == appeals
    state.step(RATE + most[0])
    assert legal(state, RATE, MAX_LIST) == [1]
    state.step(RATE + 1)
    assert record.most[0, 3] == (1 if slack else 0)
    assert record.least[0, 3] == 2


def test_equal_kinds_are_listed_in_random_order():
    """3.5: nothing tells their givers apart."""
    orders = set()
    state = play_until(table(4), Decision.GIVE)
    give_gifts(state, 3, [13, 3, 13])
    for _ in range(40):
        experience.clear_list(state.record)
        experience.start_ratings(state.record)
        orders.add(tuple(state.record.list_giver[:3].tolist()))
    assert orders == {(1, 0, 2), (1, 2, 0)}


def test_w15_rewards_and_ties():
    points = (20, 20, 15, 7)
    assert rank_rewards(points, (3200, 3100, 4000, 4000)) == pytest.approx([1, 1 / 3, -1 / 3, -1])
    tied = rank_rewards(points, (3200, 3200, 4000, 4000))
    assert tied == pytest.approx([2 / 3, 2 / 3, -1 / 3, -1])


def test_w16_double_damage_counts_when_collected():
    state = play_until(table(4), Decision.PICK)
    record = state.record
    for seat in range(4):
        hand(state, seat, "H1")
        record.players[seat].collection[:] = 0
        record.piles[seat].up[:] = 0
    hand(state, 2, "DD")
    lifestyle.lay_up(record.piles[1], 0, DOUBLE_DAMAGE)
    for pile in range(4):
        for seat in range(4):
            record.piles[pile].down[seat, :] = 0
    pickers = []
    for pile in (1, 0, 2, 3):
        pickers.append(state.current_player)
        state.step(PILE + pile)
    assert record.decision == Decision.GIVE
    assert [record.dd_count[seat] for seat in pickers] == [1, 0, 0, 0]
    assert record.discarded == 1
    assert not any(record.players[seat].collection[DOUBLE_DAMAGE] for seat in range(4))
    assert record.players[2].hand[DOUBLE_DAMAGE] == 1


def test_w17_action_ids():
    assert GAME.num_actions == 42
    assert (PILE + 3, GIVE + 4, RATE + 2) == (27, 34, 39)
    for name, action in (
        ("move home", 0),
        ("card home 1", 7),
        ("card lose one", 23),
        ("pile 3", 27),
        ("give 4", 34),
        ("rate 2", 39),
    ):
        assert GAME.action_id(name) == action
        assert GAME.action_names[action] == name


def test_w18_draws_from_a_deck_that_ends():
    state = to_turn(table(6), 0)
    record = state.record
    for seat, words in enumerate(("W1", "H2", "S3")):
        hand(state, seat, words)
    pawns(state, *[Space.HOME] * 5, Space.DRAW1_UP1)
    fill_deck(state, [card("H1")])
    state.step(MOVE + Space.DRAW2)
    assert (record.players[0].hand_size, record.deck_size) == (2, 0)
    state.step(MOVE + Space.HOME)
    assert record.players[1].hand_size == 1
    assert state.current_player == 2
    assert MOVE + Space.DRAW1_UP1 not in state.legal_actions()


def test_w19_who_knows_a_card_face_down():
    state = to_turn(table(4), 0)
    record = state.record
    record.influencer, record.turn = 0, 0  # so that turns go 0, 1, 2, 3
    for pile in range(4):
        for seat in range(4):
            record.piles[pile].down[seat, :] = 0
        record.piles[pile].down_by[:] = 0
    hand(state, 0, "S5 S5")
    pawns(state, *[Space.HOME] * 4)
    state.step(MOVE + Space.DOWN1)
    state.step(CARD + 14)
    state.step(PILE)
    own, other = state.observation_dict(0)["piles"][0], state.observation_dict(1)["piles"][0]
    known = slice(PILE_DOWN, PILE_DOWN + NUM_CARDS)
    assert own[known][14] == pytest.approx(1 / 6)
    assert own[known].sum() == own[known][14]
    assert not other[known].any()
    assert other[PILE_DOWN_BY + 3] == pytest.approx(1 / 4)  # the placer sits 3 places on
    play_until(state, Decision.PICK)
    picker = state.current_player
    state.step(PILE)
    for viewer in range(4):
        collection = state.observation_dict(viewer)["collections"][(picker - viewer) % 4]
        assert collection[14] >= 1 / 6 - 1e-6


def test_w20_a_tie_names_the_nearest_influencer():
    scores = (4200, 4200, 3900, 4000, 4200)
    assert standing(scores, 3) == [4, 0, 1, 3, 2]
    record = table(5).record
    record.influencer = 3
    record.scores[:5] = scores
    experience.name_influencer(record)
    assert record.influencer == 4


def test_w20_a_tied_influencer_stays():
    record = table(4).record
    record.influencer = 2
    record.scores[:4] = [4200, 3000, 4200, 4200]
    experience.name_influencer(record)
    assert record.influencer == 2


def test_w21_home_has_no_toll():
    state = to_turn(table(4), 0)
    hand(state, 0, "")
    pawns(state, Space.DRAW2, Space.HOME, Space.HOME, Space.HOME)
    state.record.face_up = 1
    assert legal(state, MOVE, NUM_SPACES) == [0, 1, 6]


def test_kinds_are_topic_times_quality():
    assert [kind(0, 1), kind(1, 0), kind(2, 1)] == [3, 7, 13]
