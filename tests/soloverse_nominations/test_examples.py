"""The worked examples of the specification of SOLOVERSE: Nominations, by number."""

import pytest

import tabletop_envs as tt
from tabletop_envs.games.soloverse_nominations import scoring
from tabletop_envs.games.soloverse_nominations.cards import NONE, SPENT_SLOT, Card
from tabletop_envs.games.soloverse_nominations.setup import deal_hands
from tabletop_envs.games.soloverse_nominations.state import (
    BID_ACTION,
    NOT_YET,
    Decision,
    Phase,
    Token,
)

from .positions import (
    GAME,
    act,
    action_of,
    balance,
    card,
    chaos,
    deal,
    deck,
    discards,
    empty_table,
    go_on,
    hand,
    hands,
    legal,
    sizes,
    tokens,
    totals,
    trick,
    tricks_won,
)


def scored(bid, won):
    """What a seat scores in a round."""
    state = empty_table(3, limit=4)
    player = state.record.players[0]
    player.bid, player.tricks = bid, won
    scoring.score_round(state.record, 0)
    return player.score


@pytest.mark.parametrize(("won", "points"), [(2, 12), (1, 1), (3, 3)])
def test_e01_exact_bid(won, points):
    assert scored(2, won) == points


@pytest.mark.parametrize(("bid", "won", "points"), [(0, 0, 10), (0, 1, 1), (3, 3, 13)])
def test_e02_bids_of_nothing_and_all(bid, won, points):
    assert scored(bid, won) == points


def test_e03_a_whole_game():
    state = GAME.new_state(5, seed=3, max_hand=4, first_dealer=3, skip_forced=False)
    rounds = {}
    while not state.is_terminal:
        record = state.record
        if record.decision == Decision.BID and record.round not in rounds:
            with_super = record.super_colour > NONE
            rounds[record.round] = (record.hand_limit, record.dealer, record.actor, with_super)
        state.step(state.legal_actions()[0])
    assert [rounds[i][0] for i in range(7)] == [1, 2, 3, 4, 3, 2, 1]
    assert [rounds[i][1] for i in range(7)] == [3, 4, 0, 1, 2, 3, 4]
    assert [rounds[i][2] for i in range(7)] == [4, 0, 1, 2, 3, 4, 0]
    assert [rounds[i][3] for i in range(7)] == [False, True, True, False, True, True, False]
    assert state.scores()["tricks"].sum() == 16


@pytest.mark.parametrize(
    ("num_players", "options", "size"),
    [(4, {}, 106), (12, {}, 210), (3, {"num_colours": 5, "copies_per_card": 3}, 195 + 54)],
)
def test_e04_decks(num_players, options, size):
    record = GAME.new_state(num_players, seed=1, **options).record
    assert record.supply.sum() == size


@pytest.mark.parametrize(("num_players", "colours", "cap"), [(12, 5, 5), (12, 12, 12), (3, 3, 12)])
def test_e05_largest_hands(num_players, colours, cap):
    GAME.setting(num_players, num_colours=colours, max_hand=cap)
    with pytest.raises(tt.InvalidOption, match=f"up to {cap}"):
        GAME.setting(num_players, num_colours=colours, max_hand=cap + 1)


def played(hands_, cards, super_colour="", **options):
    """A trick in which the seats play these cards."""
    state = trick(len(hands_), dict(enumerate(hands_)), super_colour, **options)
    act(state, *cards.split())
    return state


def test_e06_strengths():
    state = trick(4, {0: "v9", 1: "vR", 2: "v0", 3: "v1"}, limit=1)
    act(state, "v9", "vR", "v0")
    strengths = [play.strength for play in state.record.trick[:3]]
    assert strengths == [8, 9, 12]
    act(state, "v1")
    assert tricks_won(state) == [0, 0, 1, 0]


def test_e07_super_colour():
    state = played(["v0", "s1", "s5", "p0"], "v0 s1 s5 p0", "s", limit=1)
    assert tricks_won(state) == [0, 0, 1, 0]


def test_e08_following():
    state = trick(3, {0: "v1 y1", 1: "v3 s9 AF", 2: "s9 AF PC"}, limit=2)
    assert legal(state) == {"v1", "y1"}
    act(state, "v1")
    assert legal(state) == {"v3"}
    act(state, "v3")
    assert legal(state) == {"s9", "AF", "PC"}
    leading = trick(3, {0: "v3 s9 AF", 1: "v1", 2: "v2"})
    assert legal(leading) == {"v3", "s9", "AF"}


def test_e09_last_anti_fun():
    state = played(["v0", "AF", "AF", "s0"], "v0 AF AF s0", "s", limit=1)
    assert tricks_won(state) == [0, 0, 1, 0]


def test_e10_anti_fun_leads():
    state = trick(4, {0: "AF", 1: "p4 y2", 2: "p9 v1", 3: "v0 s1"}, limit=1)
    act(state, "AF")
    assert legal(state) == {"p4", "y2"}
    act(state, "p4")
    assert state.record.led == 1
    assert legal(state) == {"p9"}
    act(state, "p9")
    assert "v0" in legal(state)
    act(state, "v0")
    assert tricks_won(state) == [1, 0, 0, 0]


@pytest.mark.parametrize(("last", "winner"), [("v9", 1), ("s1", 3)])
def test_e11_pure_chaos_names_the_colour_led(last, winner):
    state = trick(4, {0: "v0", 1: "PC y1", 2: "v8 p1", 3: "v9 s1"}, "s", limit=1)
    act(state, "v0", "PC", "name p")
    assert state.record.led == 1
    assert legal(state) == {"p1"}
    act(state, "p1", last)
    assert tricks_won(state)[winner] == 1


def test_e12_pure_chaos_reverse():
    state = trick(4, {0: "v5 s1", 1: "PCR y1", 2: "s2 y3", 3: "s3 y4"}, limit=2)
    act(state, "v5", "PCR", "name v")
    order = [0, 1]
    assert state.record.direction == -1
    for play in ("s3", "s2"):
        order.append(state.current_player)
        act(state, play)
    assert order == [0, 1, 3, 2]
    order = []
    for play in ("y1", "s1", "y4", "y3"):
        order.append(state.current_player)
        act(state, play)
    assert order == [1, 0, 3, 2]


def test_e13_pure_chaos_skip():
    state = trick(4, {0: "PCS t1", 1: "v1 v2", 2: "s1 s2", 3: "p1 p2"}, limit=2)
    act(state, "PCS", "name t")
    assert state.current_player == 2
    act(state, "s1", "p1")
    assert state.record.num_played == 3
    while state.record.phase == Phase.TRICKS:
        act(state, next(iter(legal(state))))
    assert sizes(state) == [0, 1, 0, 0]
    assert sum(tricks_won(state)) == 2


def test_e14_reverse_and_stun():
    state = chaos(
        4, {1: "EGEN", 2: "CD4R", 0: "STUN"}, "v1 v2 s1 s2 s3 s4 p1 p2 p3 p4 y1 y2", dealer=0
    )
    assert state.current_player == 1
    act(state, "EGEN", "v1")
    assert state.current_player == 2
    act(state, "CD4R")
    assert state.record.direction == -1
    assert state.current_player == 0
    act(state, "STUN", "seat +2")
    assert state.record.phase == Phase.BALANCE
    assert hands(state) == [[], ["v2"], ["s1", "s2", "s3", "s4"], []]
    assert tokens(state) == []


def test_e15_a_lost_turn():
    state = chaos(3, {0: "CD4S", 1: "DCOL v7", 2: "EGEN"}, "v1 v2 s1 s2 s3 s4 p1 p2", dealer=2)
    act(state, "CD4S")
    assert tokens(state) == []  # seat 1's turn was the next, and is lost
    assert hand(state, 0) == ["s1", "s2", "v1", "v2"]
    assert state.current_player == 2
    act(state, "EGEN", "s3")
    assert state.current_player == 1
    act(state, "DCOL", "name v")
    assert hands(state) == [["s1", "s2"], [], ["s4"]]


def test_e16_a_counter():
    state = chaos(4, {0: "STUN", 2: "NOU v1", 3: "EGEN"}, "v1 v2 v3", dealer=3)
    act(state, "STUN", "seat +2")
    assert state.current_player == 2
    act(state, "NOU")
    assert state.record.direction == -1
    assert tokens(state) == [(0, Token.SKIP, 0)]
    assert state.current_player == 3


def test_e17_a_counter_countered():
    state = chaos(4, {0: "STUN NOU", 2: "NOU v1"}, "v1 v2", dealer=3)
    act(state, "STUN", "seat +2", "NOU")
    assert state.current_player == 0
    act(state, "NOU")
    assert state.record.direction == 1
    assert discards(state) == ["NOU", "NOU", "STUN"]
    assert state.record.phase == Phase.BALANCE
    assert sizes(state) == [0, 0, 1, 0]


def test_e17_the_token_lies_on_the_last_target():
    state = chaos(4, {0: "STUN NOU EGEN", 2: "NOU v1 EGEN"}, "v1 v2 v3 v4", dealer=3)
    act(state, "STUN", "seat +2", "NOU", "NOU")
    assert tokens(state) == []  # it cost seat 2 its turn at once
    assert state.current_player == 0


def test_e18_a_shield():
    state = chaos(3, {0: "DCOL v5 s1", 1: "NOU v2 v3", 2: "v9 p4 EGEN"}, "y1 y2 y3", dealer=2)
    act(state, "DCOL", "name v", "NOU")
    assert hands(state) == [["s1"], ["v2", "v3"], ["p4", "EGEN"]]
    assert state.record.direction == -1
    assert state.current_player == 2


def test_e19_clones():
    state = chaos(
        4,
        {1: "CD4", 2: "CLONE", 3: "CLONE"},
        "s1 s2 s3 s4 s5 s6 s7 s8 s9 p1 p2 p3",
        dealer=0,
    )
    act(state, "CD4", "CLONE", "CLONE")
    assert hands(state) == [
        [],
        ["s1", "s2", "s3", "s4"],
        ["s5", "s6", "s7", "s8"],
        ["s9", "p1", "p2", "p3"],
    ]
    assert state.record.spent[SPENT_SLOT[Card.CLONE]] == 2


def test_e20_a_clone_of_nothing():
    state = chaos(3, {1: "CLONE v1", 2: "EGEN"}, "s1 s2", dealer=0)
    act(state, "CLONE")
    assert hands(state) == [[], ["v1"], ["EGEN"]]
    assert state.record.spent[SPENT_SLOT[Card.CLONE]] == 1
    assert state.record.last_normal == NONE


def test_e21_scavenger():
    state = chaos(3, {1: "SCAV"}, discards="v3 CD4 MERCY NOU", dealer=0)
    state.record.spent[SPENT_SLOT[Card.CLONE]] = 1
    act(state, "SCAV")
    assert legal(state) == {"CD4", "NOU"}


def test_e22_a_stolen_turn():
    state = chaos(4, {0: "STEAL EGEN", 2: "DCHA v1"}, "p1 p2", dealer=3)
    act(state, "STEAL", "seat +2")
    assert state.current_player == 0
    act(state, "EGEN", "p1")
    assert state.current_player == 2
    assert legal(state) == {"DCHA"}


def test_e23_traps_in_a_draw():
    state = chaos(3, {0: "t1 t2 t3 CD4"}, "v1 MERCY s2 PC POISON p3 y9 y8", dealer=2)
    act(state, "CD4", "t1", "t2", "t3")
    assert hand(state, 0) == ["s2", "p3", "v1", "y9", "PC"]
    assert deck(state) == ["y8"]


def test_e24_balance_and_super_colour():
    state = balance(
        3,
        {1: "p1 p2 p3 p4 p5", 2: "y1", 0: "y2 y3 y4"},
        "NOU v4 MERCY AF s8 t1",
        dealer=0,
    )
    act(state, "p1", "p2")
    assert hand(state, 2) == ["s8", "v4", "y1"]
    assert state.record.players[2].face_down_size == 3
    assert state.record.super_colour == 4
    assert state.record.phase == Phase.BID


def test_e25_chaos_cards_flipped():
    state = balance(3, {0: "v1 v2", 1: "v3 v4", 2: "v5 v6"}, "CD4 PC MERCY y0 y1", limit=2)
    assert discards(state) == ["CD4", "PC", "MERCY", "y0"]
    assert state.record.super_colour == 3


def test_e26_the_deck_runs_out():
    state = balance(3, {1: "p1 p2", 2: "y1 y2"}, "v1 NOU", limit=2, dealer=2)
    assert hand(state, 0) == ["v1"]
    assert state.record.players[0].face_down[Card.NOU - Card.CD4] == 1
    assert state.record.void == 1
    scoring.end_round(state.record)
    assert totals(state) == [0, 0, 0]


def test_e27_shuffled_hands():
    state = chaos(4, {2: "PCSH v1 v2 v3", 3: "s1 s2 s3 s4", 0: "p1 p2"}, dealer=1)
    act(state, "PCSH")
    assert sizes(state) == [2, 2, 2, 3]


def test_e27_a_shielded_seat_keeps_its_hand():
    state = chaos(4, {2: "PCSH v1 v2 v3", 3: "s1 s2 s3 s4", 0: "p1 p2 NOU"}, dealer=1)
    act(state, "PCSH", "NOU")
    assert sizes(state) == [2, 2, 2, 3]
    assert hand(state, 0) == ["p1", "p2"]
    assert state.record.direction == -1
    assert state.record.turn == 1


@pytest.mark.parametrize(("hook_rule", "bids"), [(False, {0, 1, 2}), (True, {0, 2})])
def test_e28_the_last_bid(hook_rule, bids):
    state = empty_table(3, limit=2, hook_rule=hook_rule)
    state.record.phase = Phase.BID
    state.record.turn = 1
    go_on(state)
    act(state, "bid 1", "bid 0")
    assert {action - BID_ACTION for action in state.legal_actions()} == bids


def finished(scores, **options):
    state = empty_table(len(scores), **options)
    for seat, score in enumerate(scores):
        state.record.players[seat].score = score
    state.record.over = 1
    return state


@pytest.mark.parametrize(
    ("scores", "rewards"),
    [((61, 48, 48, 30), (1, 0, 0, -1)), ((20, 20, 5), (0.5, 0.5, -1))],
)
def test_e29_rewards(scores, rewards):
    assert finished(scores).returns() == pytest.approx(rewards)


def test_e30_teams():
    assert finished((30, 25, 10, 20), teams=2).returns() == pytest.approx((-1, 1, -1, 1))


def test_e31_action_ids_of_the_largest_layout():
    """The specification's ids for four colours, restated for all colours, types and bids."""
    assert [card(name) for name in ("s0", "p1", "vD", "y9")] == [12, 13, 37, 47]
    assert [card(name) for name in ("CD4", "NOU")] == [169, 185]
    assert action_of("bid 3") == 169 + 41 + 13 + 12 + 3
    assert GAME.num_actions == 14 * 13 + 12 + 168 + 63


def test_e32_the_super_colour_beats_pure_chaos():
    state = trick(4, {0: "v3", 1: "vD", 2: "PCS y1", 3: "p2 v0"}, "v", limit=1)
    act(state, "v3", "vD", "PCS", "name p")
    assert state.record.num_played == 3
    assert tricks_won(state) == [0, 1, 0, 0]


def test_e33_crisis_dark():
    state = chaos(4, {2: "CD4", 0: "EGEN"}, "CRISIS v1 v2 v3 v4", dealer=1, modules=["crisis"])
    state.record.players[2].crisis = 1
    act(state, "CD4")
    assert state.is_terminal
    assert state.returns() == pytest.approx((-1 / 3, -1 / 3, 1, -1 / 3))
    assert totals(state) == [0, 0, 0, 0]


def test_e34_contingency():
    state = chaos(
        3,
        {0: "CD4 v2", 1: "v8 s9"},
        "TD2 v1 s1 s2 s3 p1 p2",
        dealer=2,
        num_colours=3,
        modules=["contingency_1"],
    )
    act(state, "CD4")
    assert hands(state) == [["s1", "s2", "s3", "v1"], ["s9"], []]
    assert discards(state) == ["v8", "v2", "CD4"]
    assert sorted(deck(state)) == ["TD2", "p1", "p2"]


def test_e35_three_unification_cards():
    state = empty_table(3, dealer=2, limit=1, modules=["singularity"])
    deal(state, {}, "RSE v1 v2")
    record = state.record
    record.owner[Card.SOL - Card.BK] = record.owner[Card.OVE - Card.BK] = 0
    record.phase = Phase.DEAL
    deal_hands(record)
    assert state.is_terminal
    assert sizes(state) == [0, 0, 0]  # won before anybody else was dealt a card
    assert state.returns() == pytest.approx((1, -0.5, -0.5))


def test_e36_the_replaced_card_competes_again():
    state = trick(
        3,
        {0: "v5 y9", 1: "s1 s2", 2: "p1 p2"},
        tables={"JK": 0},
        limit=2,
        modules=["oblivion"],
    )
    act(state, "v5", "s1", "p1")
    assert legal(state) == {"no", "y9"}
    act(state, "y9")
    assert tricks_won(state) == [1, 0, 0]


def test_e37_recycle():
    state = chaos(
        3, {0: "DCOL", 1: "v9 v2 EGEN"}, discards="s1", dealer=2, modules=["core_extension"]
    )
    act(state, "recycle")
    state.record.recycle = 1  # seat 0 found one card only, of which half is none
    act(state, "DCOL", "name v")
    assert discards(state) == ["s1", "v2", "v9", "DCOL"]
    assert state.current_player == 1
    act(state, "recycle")
    assert discards(state) == ["s1", "v2"]
    assert sorted(deck(state)) == ["DCOL", "v9"]
    assert state.current_player == 1
    assert legal(state) == {"EGEN"}


def test_e38_a_queen_passes():
    state = chaos(4, {1: "EGEN", 2: "STUN"}, tables={"QK": 1}, dealer=0, modules=["oblivion"])
    assert legal(state) == {"EGEN", "no"}
    act(state, "no", "STUN", "seat +3")
    assert state.record.phase == Phase.BALANCE
    assert hand(state, 1) == ["EGEN"]
    assert tokens(state) == []
    assert state.record.super_colour == NOT_YET
