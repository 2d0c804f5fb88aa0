"""Every worked example of the specification (11.), by number."""

import numpy as np
import pytest

from tabletop_envs.games.black_souls import game
from tabletop_envs.games.black_souls.cards import Condition, Token
from tabletop_envs.games.black_souls.solo import script_pick, script_place
from tabletop_envs.games.black_souls.state import Decision

from .positions import (
    at_asset,
    at_first_bid,
    at_scoring,
    bid,
    first_legal_until,
    give_cells,
    give_hand,
    give_level,
    give_party,
    give_pool,
    give_public_quirks,
    give_quirks,
    hand_of,
    legal,
    order_of,
    party_of,
    plain_asset,
    play,
    pool_of,
    scored,
    triggering,
)

THREATS = {
    "F": "meet threat to fighter",
    "M": "meet threat to mage",
    "H": "meet threat to healer",
}


def threats(letters):
    return {THREATS[letter] for letter in letters}


# --- set-up ----------------------------------------------------------------------------------


def at_last_discard(party_cards, seed=0):
    """Two players, the last quirk to be discarded, and what the party deck holds."""
    state = game.new_state(2, seed=seed)
    play(state, "discard quirk 0")
    for card in range(12):
        state.record.party_cards[card] = card in party_cards
    return state


def test_E01_party_of_ten():
    fighter_3, mage_2, black_1 = 2, 4, 9
    state = at_last_discard([fighter_3, mage_2, black_1])
    play(state, "discard quirk 0")
    assert party_of(state.record.players[0]) == party_of(state.record.players[1]) == (4, 3, 1, 2)
    assert state.record.party_cards.sum() == 0  # these three, and no other


def test_E02_party_of_twelve_with_cap():
    fighter_3, fighter_2, healer_1, mage_3 = 2, 1, 6, 5
    for seed in range(100):  # the mages come last in one of four
        state = at_last_discard([fighter_3, fighter_2, healer_1, mage_3], seed)
        play(state, "discard quirk 0")
        if state.record.party_cards.sum() == 0:
            break
    assert party_of(state.record.players[0]) == (5, 4, 2, 1)


# --- bids, clashes and hacks -----------------------------------------------------------------


def clash_of_fives():
    state = at_first_bid(4, order=[3, 1, 0, 2])
    bid(state, 5, 5, 6, 2)
    return state


def test_E03_nobody_hacks():
    state = clash_of_fives()
    play(state, "hack no", "hack no")
    assert order_of(state) == [2, 3, 1, 0]
    assert triggering(state) == {2, 3}


def test_E04_one_hacks():
    state = clash_of_fives()
    assert state.current_player == 1
    play(state, "hack no")
    assert state.current_player == 0
    play(state, "hack yes")
    assert order_of(state) == [2, 0, 3, 1]
    assert state.record.players[0].hacks == 1
    assert triggering(state) == {0, 2, 3}


def test_E05_both_hack():
    state = clash_of_fives()
    play(state, "hack yes", "hack yes")
    assert order_of(state) == [2, 1, 0, 3]
    assert triggering(state) == {0, 1, 2, 3}


def test_E06_two_clashes():
    state = at_first_bid(5, order=[4, 3, 2, 1, 0])
    bid(state, 4, 4, 1, 1, 7)
    play(state, *["hack no"] * 4)
    assert order_of(state) == [4, 1, 0, 3, 2]


def test_E07_no_reboot_after_a_beta_key():
    state = at_first_bid(3)
    give_hand(state.record.players[0], {0, 3, 5}, prev_bid=2)
    assert legal(state) == {"bid 0", "bid 5"}


def test_E08_dead_reboot():
    state = at_first_bid(3)
    give_hand(state.record.players[1], {3}, prev_bid=2)
    play(state, "bid 6")
    assert state.current_player == 2  # the last card was played without asking
    play(state, "bid 4")
    assert triggering(state) == {0, 2}
    assert hand_of(state.record.players[1]) == set()
    first_legal_until(state, Decision.BID, actor=1)
    assert not any(player.face_down.any() for player in state.record.players)
    assert hand_of(state.record.players[1]) == {0, 1, 2, 3, 4, 5, 6, 8}
    assert legal(state) == {f"bid {value}" for value in (0, 1, 2, 4, 5, 6, 8)}


def test_E09_two_live_reboots():
    state = at_first_bid(3)
    give_hand(state.record.players[0], {3, 5}, prev_bid=1)
    give_hand(state.record.players[1], {3, 5}, prev_bid=6)
    give_pool(state, 0, 27, 53)  # plain ones, for the token of the 8
    bid(state, 3, 3, 8)
    play(state, "hack no", "hack no")
    assert state.current_player == 2
    assert triggering(state) == {0, 1, 2}
    for seat in (0, 1):
        assert hand_of(state.record.players[seat]) == {0, 1, 2, 3, 4, 5, 6, 8}
    play(state, "pick 0", "place on level 1", "special token yes")
    first_legal_until(state, Decision.BID)
    for player in list(state.record.players)[:3]:
        assert player.face_down.sum() == 1
        assert player.asset[player.face_down.argmax()] != 78


def test_E10_duel_of_low_bids():
    state = at_first_bid(2)
    deck = state.record.party_cards.copy()
    bid(state, 1, 2)
    assert order_of(state) == [1, 0]
    first_legal_until(state, Decision.BID)
    assert state.record.supply[0] == 20
    assert (state.record.party_cards == deck).all()


# --- picking and building --------------------------------------------------------------------


def test_E11_extra_asset():
    state = at_first_bid(3)
    bid(state, 4, 5, 0)
    a, b, c = pool_of(state)
    assert state.current_player == 1
    play(state, "pick 1")
    assert pool_of(state) == [a, c]
    play(state, "place on level 1")
    assert state.current_player == 0
    assert pool_of(state)[:2] == [a, c]
    assert len(pool_of(state)) == 3
    assert pool_of(state)[2] not in (a, b, c)
    play(state, "pick 2", "place on level 1")
    assert pool_of(state) == [a, c]


def test_E12_no_token_on_a_special_asset():
    state = at_first_bid(3)
    bid(state, 1, 0, 3)
    first_legal_until(state, Decision.PICK, actor=0)
    give_pool(state, 4, 5)
    play(state, "pick 0", "place on level 1")
    assert state.record.players[0].asset[0] == 4
    assert state.record.players[0].token[0] == Token.NONE
    assert state.record.supply[0] == 20


def cells_to_build_on(state):
    """Where the asset in hand would lie, by level."""
    cells = []
    for action in state.legal_actions():
        after = state.clone()
        asset, seat = state.record.picked, state.current_player
        after.step(action)
        board = after.record.players[seat].asset
        cells.append(next(cell for cell in range(12) if board[cell] == asset))
    return cells


def test_E13_first_cells():
    state = at_first_bid(2)
    bid(state, 6, 5)
    play(state, "pick 0")
    assert cells_to_build_on(state) == [0, 4, 8]


def test_E14_next_cells():
    state = at_first_bid(2)
    bid(state, 6, 5)
    give_cells(state.record.players[0], {0: 60, 4: 61, 5: 62})
    play(state, "pick 0")
    assert cells_to_build_on(state) == [1, 6, 8]


# --- connections -----------------------------------------------------------------------------


def scored_level(types, well=None):
    state = at_scoring(2)
    give_level(state.record.players[0], types)
    if well is not None:
        state.record.players[0].token[well] = Token.WELL
    parts = scored(state)
    return parts["connection"][0], parts["fluidity"][0]


def test_E15_connection_of_seven():
    assert scored_level("OOOOOOODDDDD") == (7, 2)


def test_E16_only_the_longest_scores():
    assert scored_level("OOOOOODDDDDC") == (6, 2)


def test_E17_well_joins_sets():
    assert scored_level("OOCOOODCDCDC", well=2) == (6, 2)
    assert scored_level("OOCOOODCDCDC") == (3, 0)


# --- threats ---------------------------------------------------------------------------------


def test_E18_black_souls_stand_in():
    state = at_asset(32, (1, 0, 0, 3))  # 3/2/1
    play(state, THREATS["F"])
    assert legal(state) == {"pay in black 2", "pay in black 3"}
    play(state, "pay in black 2")
    assert party_of(state.record.players[0]) == (0, 0, 0, 1)


@pytest.mark.parametrize("fighters", [4, 1])
def test_E19_x_takes_the_whole_class(fighters):
    state = at_asset(62, (fighters, 2, 2, 1))  # X/1/2
    play(state, THREATS["F"])
    assert party_of(state.record.players[0]) == (0, 2, 2, 1)
    assert state.record.players[0].lost[0] == fighters
    assert state.current_player == 1  # no amount was asked


def test_E20_one_black_soul_clears_an_x():
    state = at_asset(62, (0, 2, 2, 2))
    play(state, THREATS["F"])
    assert party_of(state.record.players[0]) == (0, 2, 2, 1)


def test_E21_overflow():
    state = at_asset(50, (1, 2, 2, 0))  # 4/4/5
    assert legal(state) == threats("M")
    play(state, THREATS["M"])
    assert legal(state) == {"overflow to first 0", "overflow to first 1"}
    play(state, "overflow to first 1")
    assert party_of(state.record.players[0]) == (0, 0, 1, 0)


def test_E22_equal_shortfalls():
    state = at_asset(24, (2, 1, 2, 0))  # 4/5/4
    assert legal(state) == threats("FH")
    play(state, THREATS["F"])
    assert party_of(state.record.players[0]) == (0, 1, 2, 0)
    assert legal(state) == {"overflow to first 0", "overflow to first 1"}


def test_E23_overflow_that_wipes():
    state = at_asset(50, (0, 1, 1, 1))
    assert legal(state) == threats("M")
    play(state, THREATS["M"])
    assert state.record.players[0].wiped_step == 1
    assert party_of(state.record.players[0]) == (0, 0, 0, 0)


# --- benefits --------------------------------------------------------------------------------


def test_E24_tavern_first():
    state = at_asset(4, (1, 0, 0, 0))  # 1/1/3, Tavern
    play(state, "begin with benefit", "take mage")
    assert party_of(state.record.players[0]) == (1, 1, 0, 0)
    assert legal(state) == threats("FM")
    play(state, THREATS["F"])
    assert state.record.players[0].wiped_step == 0


def test_E25_tavern_too_late():
    state = at_asset(4, (1, 0, 0, 0))
    play(state, "begin with threat")
    assert state.record.players[0].wiped_step == 1
    assert party_of(state.record.players[0]) == (0, 0, 0, 0)


def test_E26_merchant():
    state = at_asset(9, (5, 4, 0, 1))
    play(state, "begin with benefit")
    assert legal(state) == {
        "change fighter into mage",
        "change fighter into healer",
        "change mage into healer",
        "change black into mage",
        "change black into healer",
        "decline",
    }


def test_E27_treasure_before_and_after():
    state = at_asset(14, (1, 1, 1, 5))  # 2/2/3, Treasure
    play(state, "begin with benefit")
    assert state.record.decision == Decision.THREAT  # black is full: skipped

    state = at_asset(14, (1, 1, 1, 5))
    play(state, "begin with threat", THREATS["F"], "pay in black 1")
    assert party_of(state.record.players[0]) == (0, 1, 1, 4)
    assert legal(state) == {"take mage", "take healer", "decline"}


def test_E28_wiped_at_the_last_asset():
    state = at_asset(2, (0, 0, 1, 0), step=12)  # 2/1/1
    assert legal(state) == threats("H")
    play(state, THREATS["H"])
    first_legal_until(state, Decision.NONE)
    assert state.is_terminal
    assert state.scores()["wiped_step"][0] == 12
    assert state.scores()["challenge"][0] == state.scores()["difficulty"][0] == 0


# --- scoring ---------------------------------------------------------------------------------


def with_difficulties(*totals):
    state = at_scoring(len(totals))
    for player, total in zip(state.record.players, totals, strict=False):
        give_level(player, difficulty_total=total)
    return state


def wipe(player, step):
    give_party(player, 0, 0, 0, 0)
    player.wiped_step = player.steps = step


def test_E29_difficulty_ranks():
    parts = scored(with_difficulties(40, 38, 33, 33, 30))
    assert parts["difficulty_total"] == [40, 38, 33, 33, 30]
    assert parts["difficulty"] == [5, 4, 2, 2, 2]


def test_E30_the_wiped_stay_in_the_ranking():
    state = with_difficulties(40, 36, 30)
    wipe(state.record.players[0], 7)
    assert scored(state)["difficulty"] == [0, 4, 3]


@pytest.mark.parametrize(
    ("catchup", "points"), [("dense", [4, 4, 2, 0]), ("positions", [4, 4, 0, 0])]
)
def test_E31_catch_up(catchup, points):
    state = at_scoring(4, catchup=catchup)
    for player, step in zip(state.record.players, (9, 9, 7, 5), strict=False):
        wipe(player, step)
    assert scored(state)["catch_up"] == points


def test_E32_whole_score():
    state = with_difficulties(33, 38, 35)
    s0, s1, s2 = list(state.record.players)[:3]
    give_level(s0, "OOOOOODDDDDC", 33)
    give_party(s0, 0, 0, 0, 2)
    s0.lost[0], s0.lost[1], s0.hacks = 7, 6, 1
    give_quirks(s0, Condition.TWO_BLACK_ALIVE, Condition.THREE_MAGES_ALIVE)  # 3 points
    give_level(s1, "OOOOODDDDDCC", 38)
    wipe(s1, 11)
    give_quirks(s1, Condition.TWO_HACK_CHARGES, Condition.THREE_MAGES_ALIVE)  # 1 point
    give_level(s2, "OOOOOOOODDDD", 35)
    wipe(s2, 8)
    s2.hacks = 0
    give_quirks(s2, Condition.CONNECTION_OF_7, Condition.THREE_MAGES_ALIVE)  # 2 points
    parts = scored(state)
    names = ("quirks", "fluidity", "challenge", "difficulty", "catch_up", "playing_clean")
    assert [[parts[name][seat] for name in names] for seat in range(3)] == [
        [3, 2, 4, 3, 0, 1],
        [1, 1, 0, 0, 4, 2],
        [2, 4, 0, 0, 2, 0],
    ]
    assert parts["total"] == [13, 8, 8]
    assert parts["place"] == [1, 2, 3]
    assert state.returns().tolist() == [1, 0, -1]


def test_E33_shared_places():
    state = with_difficulties(40, 36, 36, 20)
    assert scored(state)["place"] == [1, 2, 2, 4]
    assert state.returns().tolist() == [1, 0, 0, -1]


def test_E34_most_of_nothing():
    state = at_scoring(3)
    give_public_quirks(state, Condition.MOST_BOSS_ASSETS)
    assert scored(state)["quirks"] == [0, 0, 0]
    state = at_scoring(3)
    give_public_quirks(state, Condition.MOST_BOSS_ASSETS)
    state.record.players[1].asset[5] = 24
    assert scored(state)["quirks"] == [0, 2, 0]


def test_E35_two_other_quirks():
    state = at_scoring(2)
    own, other = state.record.players[0], state.record.players[1]
    give_quirks(own, Condition.TWO_OTHER_QUIRKS, Condition.MOST_CAVE_ASSETS)
    give_public_quirks(
        state, Condition.CONNECTION_OF_7, Condition.TWO_HACK_CHARGES, Condition.TWELVE_LOST
    )
    own.hacks = other.hacks = 1
    own.lost[1] = 12
    assert scored(state)["quirks"] == [4, 0]


# --- solo ------------------------------------------------------------------------------------


def test_E36_script_picks_by_the_chart():
    state = at_first_bid(1)
    record = state.record
    record.turn = 6
    give_cells(record.players[1], {0: 5, 1: 6, 2: 12, 4: 22})  # difficulty 2 + 2 + 3 + 5
    give_pool(state, 17, 7, 23)  # 4, 2, 5
    assert script_pick(record, record.players[1]) == 1


def script_board():
    state = at_first_bid(1)
    script = state.record.players[1]
    give_cells(script, {0: plain_asset("C", 1), 1: plain_asset("D", 1), 4: plain_asset("O", 1)})
    return script


def test_E37_script_builds_by_difficulty():
    script = script_board()
    assert script_place(script, plain_asset("C", 3)) == 1  # level 2, cell 5


def test_E38_script_builds_for_the_set():
    assert script_place(script_board(), plain_asset("D", 4)) == 0  # level 1, cell 2


def test_E41_script_wins_the_low_duel():
    for seed in range(100):
        state = at_first_bid(1, seed=seed)
        deck, size = state.record.party_cards.copy(), state.record.players[1].party.sum()
        full = party_of(state.record.players[1])
        play(state, "bid 1")
        if state.record.players[1].bid == 2:
            break
    assert state.record.players[1].bid == 2
    assert order_of(state) == [1, 0]
    drawn = np.flatnonzero(deck != state.record.party_cards)
    assert len(drawn) == 1
    room = full[min(drawn[0] // 3, 3)] < 5
    assert state.record.players[1].party.sum() == size + room
    first_legal_until(state, Decision.BID)
    assert not (state.record.players[0].token == Token.TAVERN).any()


# --- the glitch variant ----------------------------------------------------------------------


def with_fighters_blocked(party):
    """Seat 0 has just arrived at asset 1/3/2 with a Glitch token and drawn a fighter."""
    return at_asset(7, party, glitch=True, party_cards=[0])


def test_E39_blocked_class():
    state = with_fighters_blocked((3, 3, 3, 0))
    assert legal(state) == threats("MH")


def test_E40_blocked_class_as_the_last_resort():
    state = with_fighters_blocked((4, 1, 1, 0))
    assert legal(state) == threats("F")
    play(state, THREATS["F"])
    assert party_of(state.record.players[0]) == (3, 1, 1, 0)


def test_E42_free_access_is_spent_even_in_a_clash():
    state = at_first_bid(5, order=[0, 1, 2, 3, 4])
    parties = [party_of(player) for player in state.record.players]
    left = state.record.party_cards.sum()
    bid(state, 7, 7, 6, 5, 4)
    play(state, "hack no", "hack yes")
    assert state.record.party_cards.sum() == (left - 1 if left else 11)
    assert party_of(state.record.players[0]) == parties[0]
    assert party_of(state.record.players[1]) != parties[1] or 5 in parties[1]
    first_legal_until(state, Decision.BID)
    for seat in (0, 1):
        assert 7 not in hand_of(state.record.players[seat])
    bid(state, 3, 6, 5, 4, 2)
    assert hand_of(state.record.players[0]) == {0, 1, 2, 3, 4, 5, 6, 8}
