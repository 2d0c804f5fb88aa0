"""The script of a solo game (6.): its bids, its choices of assets, its walk."""

import pytest

from tabletop_envs.games.black_souls.cards import ICON, NUM_ASSETS, Benefit, Icon, Token
from tabletop_envs.games.black_souls.solo import (
    CHART,
    script_benefit,
    script_overflow,
    script_payment,
    script_pick,
    script_place,
    script_threat,
    script_wants_benefit,
    wanted_difficulty,
)
from tabletop_envs.games.black_souls.state import Decision

from .positions import (
    at_first_bid,
    first_legal_until,
    give_cells,
    give_party,
    give_pool,
    hand_of,
    legal,
    order_of,
    party_of,
    plain_asset,
    play,
    pool_of,
)

FIGHTER, MAGE, HEALER = range(3)


def after_bids(human, script, **options):
    """Turn 1 in which the human bids one number and the script rolls another; before any pick."""
    for seed in range(200):
        state = at_first_bid(1, order=[0, 1], seed=seed, **options)
        play(state, f"bid {human}")
        if state.record.players[1].bid == script:
            return state
    raise AssertionError(f"the script never bid {script}")


# --- bids (6.1) ------------------------------------------------------------------------------


def test_script_bids_1_to_6_as_often():
    bids = []
    for seed in range(300):
        state = at_first_bid(1, seed=seed)
        play(state, "bid 0")
        first_legal_until(state, Decision.BID)
        bids.append(state.record.players[1].prev_bid)
    assert set(bids) == {1, 2, 3, 4, 5, 6}
    assert all(30 < bids.count(value) < 70 for value in range(1, 7))


@pytest.mark.parametrize("value", [2, 5])
def test_script_draws_a_cube(value):
    state = after_bids(0, value)
    human, script = party_of(state.record.players[0]), party_of(state.record.players[1])
    grown = [colour for colour in range(4) if script[colour] != human[colour]]
    assert [script[colour] - human[colour] for colour in grown] in ([1], [])
    assert grown or 5 in human


def test_script_reboots_the_human_only():
    state = after_bids(6, 3)
    first_legal_until(state, Decision.BID)
    assert state.record.players[0].face_down.sum() == 1
    assert state.record.players[1].face_down.sum() == 0
    assert hand_of(state.record.players[0]) == {0, 1, 2, 3, 4, 5}


@pytest.mark.parametrize(("glitch", "mark"), [(False, "face_down"), (True, "glitch")])
def test_human_reboots_the_script(glitch, mark):
    state = after_bids(3, 1, glitch=glitch)
    first_legal_until(state, Decision.BID)
    assert getattr(state.record.players[1], mark).sum() == 1
    assert getattr(state.record.players[0], mark).sum() == 0


def test_script_picks_of_one_more():
    assert len(pool_of(after_bids(6, 4))) == 3  # drawn right before its own pick
    assert len(pool_of(after_bids(0, 4))) == 3  # it was first, and picked one of four
    assert len(pool_of(after_bids(0, 5))) == 2


@pytest.mark.parametrize(("value", "token"), [(1, Token.TAVERN), (6, Token.SHRINE)])
def test_script_places_tokens_on_plain_assets(value, token):
    for seed in range(40):
        state = at_first_bid(1, seed=seed)
        play(state, "bid 0")
        first_legal_until(state, Decision.BID)
        script = state.record.players[1]
        if script.prev_bid == value:
            cell = [script.asset[cell] < NUM_ASSETS for cell in range(12)].index(True)
            plain = ICON[script.asset[cell]] == Icon.NONE
            assert script.token[cell] == (token if plain else Token.NONE)


def test_both_keep_a_number_by_the_previous_order():
    state = after_bids(4, 4)
    play(state, "hack yes")
    assert order_of(state) == [0, 1]
    assert state.record.players[0].hacks == 1


def test_Q58_bid_8_alone():
    assert "bid 8" not in legal(at_first_bid(1))
    state = at_first_bid(1, solo_bid8=True)
    give_pool(state, 0, 26, 52)
    play(state, "bid 8", "pick 0", "place on level 1")
    assert state.record.decision == Decision.TOKEN8
    play(state, "special token yes")
    assert state.record.players[0].token[0] == Token.WELL


# --- assets (6.2, 6.3) -----------------------------------------------------------------------


def at_pick(turn, cells, *pool):
    state = at_first_bid(1)
    state.record.turn = turn
    give_cells(state.record.players[1], cells)
    give_pool(state, *pool)
    return state


def picks(state):
    """All indexes that the script picks by its die."""
    return {script_pick(state.record, state.record.players[1]) for _ in range(60)}


def test_script_likes_taverns_then_shrines():
    assert picks(at_pick(1, {}, 22, 8, 4)) == {2}  # difficulty 5, Shrine, Tavern
    assert picks(at_pick(1, {}, 22, 24, 8)) == {2}


def test_leftmost_of_one_type():
    assert picks(at_pick(1, {}, 8, 13, 4)) == {1}  # two Taverns on Caves


def test_Q62_longest_connection_then_the_die():
    dungeons = {0: 26, 1: 27}
    assert picks(at_pick(4, dungeons, 4, 30, 56)) == {1}  # Taverns on C, D and O: D makes 3
    assert picks(at_pick(1, {}, 4, 30, 56)) == {0, 1, 2}


def test_chart_as_printed():
    """The rulebook's rows, and a sample of what 6.3 makes of the rest."""
    assert CHART[0, :3].tolist() == [4, 5, 5]
    assert CHART[1, :4].tolist() == [3, 3, 5, 5]
    assert CHART[2, 1:5].tolist() == [3, 3, 5, 5]
    assert CHART[3].tolist() == [1, 1, 3, 3, 5, 5]
    assert CHART[:, 5].tolist() == [5, 5, 5, 5, 5, 3, 3, 1]
    assert CHART[4:, 0].tolist() == [1] * 4


@pytest.mark.parametrize(
    ("turn", "total", "pool", "wanted"),
    [
        (1, 0, (1, 3, 5), 3),  # 4, 3
        (1, 0, (5, 5, 5), 5),  # 4, 3, 2, 1, 5
        (2, 9, (4, 5, 5), 4),  # 3, 2, 1, 4
        (4, 15, (5, 3, 2), 2),  # 1, 2
        (12, 34, (5, 4, 1), 1),  # 3, 2, 1
        (12, 35, (5, 4, 4), 4),  # 1, 2, 3, 4
    ],
)
def test_difficulties_are_tried_in_the_order_of_the_chart(turn, total, pool, wanted):
    cells = {}
    while total:  # a level of that difficulty
        share = min(total, 5)
        cells[len(cells)] = plain_asset("CDO"[len(cells) % 3], share)
        total -= share
    state = at_pick(turn, cells, *(plain_asset("C", difficulty) for difficulty in pool))
    assert wanted_difficulty(state.record, state.record.players[1]) == wanted


@pytest.mark.parametrize(("difficulty", "levels"), [(1, "123"), (2, "123"), (3, "213"), (5, "321")])
def test_script_prefers_levels_by_difficulty(difficulty, levels):
    script = at_first_bid(1).record.players[1]
    full = {"1": range(4), "2": range(4, 8), "3": range(8, 12)}
    cells = {}
    for level in levels:
        asset = plain_asset("C", difficulty)
        assert script_place(script, asset) == int(level) - 1
        cells |= {cell: plain_asset("D", 1) for cell in full[level]}
        give_cells(script, cells)


# --- the walk (6.5) --------------------------------------------------------------------------


def walking(asset, *party, lost=(0, 0, 0, 0), benefit=Benefit.NONE, threat=0):
    """The script at its first asset."""
    state = at_first_bid(1)
    record, script = state.record, state.record.players[1]
    record.turn, record.round, record.cell, record.actor = 12, 1, 1, 1
    record.benefit, record.threat = benefit, threat
    give_cells(script, {0: asset})
    give_party(script, *party)
    for colour, count in enumerate(lost):
        script.lost[colour] = count
    return record, script


def often(rule, *arguments):
    return {int(rule(*arguments)) for _ in range(60)}


def test_least_threat_then_more_members():
    assert often(script_threat, *walking(32, 4, 4, 4, 0)) == {HEALER}  # 3/2/1
    assert often(script_threat, *walking(12, 1, 2, 3, 1)) == {HEALER}  # 2/2/2
    assert often(script_threat, *walking(12, 3, 1, 3, 1)) == {FIGHTER, HEALER}


def test_x_counts_as_its_members():
    assert often(script_threat, *walking(10, 3, 1, 0, 0)) == {MAGE}  # 2/X/1: 2 or 1
    assert often(script_threat, *walking(10, 3, 3, 0, 0)) == {FIGHTER}  # 2 or 3
    assert often(script_threat, *walking(10, 0, 0, 0, 1)) == {MAGE, HEALER}  # one black each


def test_shortfall_then_more_members():
    assert often(script_threat, *walking(50, 1, 2, 2, 0)) == {MAGE}  # 3, 2, 3 short
    assert often(script_threat, *walking(24, 2, 3, 2, 0)) == {MAGE}  # 2, 2, 2 short
    assert often(script_threat, *walking(24, 2, 2, 2, 0)) == {FIGHTER, HEALER}  # 2, 3, 2 short


def test_members_pay_before_black():
    record, script = walking(32, 2, 0, 0, 3, threat=FIGHTER + 1)
    assert script_payment(record, script) == 1
    record, script = walking(32, 4, 0, 0, 3, threat=FIGHTER + 1)
    assert script_payment(record, script) == 0


def test_overflow_takes_from_the_larger_class_one_by_one():
    record, script = walking(50, 0, 5, 2, 0, threat=FIGHTER + 1)
    record.rest = 3
    assert often(script_overflow, record, script) == {3}  # of 5 mages, to 2 and 2
    record.rest = 4
    assert often(script_overflow, record, script) == {3, 4}  # a die for the last one


def test_benefits_come_first_if_of_use():
    assert script_wants_benefit(walking(4, 1, 1, 1, 1, benefit=Benefit.TAVERN)[0])
    assert not script_wants_benefit(walking(4, 5, 5, 5, 1, benefit=Benefit.TAVERN)[0])
    assert not script_wants_benefit(walking(8, 1, 1, 1, 1, benefit=Benefit.SHRINE)[0])
    assert not script_wants_benefit(walking(9, 1, 1, 1, 1, benefit=Benefit.MERCHANT)[0])


def test_whom_benefits_go_to():
    tavern = walking(4, 3, 1, 2, 0, benefit=Benefit.TAVERN)
    assert often(script_benefit, *tavern) == {MAGE}
    tie = walking(4, 1, 1, 2, 0, benefit=Benefit.TAVERN)
    assert often(script_benefit, *tie) == {FIGHTER, MAGE}
    shrine = walking(8, 3, 1, 2, 0, lost=(1, 0, 1, 1), benefit=Benefit.SHRINE)
    assert often(script_benefit, *shrine) == {HEALER}
    treasure = walking(14, 3, 1, 2, 0, benefit=Benefit.TREASURE)
    assert often(script_benefit, *treasure) == {FIGHTER}
