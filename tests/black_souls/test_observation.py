"""What seats see (10.3): named fields at known positions, and the table in words."""

import random

import numpy as np
import pytest

from tabletop_envs.games.black_souls import game
from tabletop_envs.games.black_souls.cards import Token
from tabletop_envs.games.black_souls.state import Decision

from .positions import (
    at_asset,
    at_first_bid,
    bid,
    first_legal_until,
    give_cells,
    give_hand,
    give_pool,
    play,
)

FIELDS = (
    "decision turn round actor prev_order order committed own_bid bids prev_bids hands used7 hack "
    "clash hacked triggers special_left party lost cells_tile cells_state pool bag supply "
    "party_cards_left own_deal own_quirks own_discarded public_quirks shown_quirks next_step "
    "wiped_step picked pending score"
)
NONE = 9  # place of no bid
CAVE_5 = [1, 0, 0, 0.2, 0.4, 0.4, 0, 0, 0, 0.4, 0, 0, 0, 0, 0]  # 1/2/2, difficulty 2
OUTDOOR_62 = [0, 0, 1, 0, 0.2, 0.4, 1, 0, 0, 0.4, 0, 0, 0, 0, 0]  # X/1/2, difficulty 2
TAVERN_4 = [1, 0, 0, 0.2, 0.2, 0.6, 0, 0, 0, 0.2, 0, 0, 0, 1, 0]  # 1/1/3, difficulty 1, Tavern
HIDDEN_CAVE = [1] + [0] * 14
UNDER_TOKEN = [1, 0, 1, 0, 1, 0, 0, 0, 0]  # occupied, not known, face-down; a Tavern token
OPEN = [1, 1, 0, 0, 0, 0, 0, 0, 0]


def seen_by(state, seat):
    return state.observation_dict(seat)


def assert_tile(tile, expected):
    np.testing.assert_allclose(tile, expected, atol=1e-6)


def test_fields_are_those_of_the_specification():
    assert " ".join(game.observation_fields) == FIELDS


@pytest.mark.parametrize(("num_players", "rows"), [(1, 2), (2, 2), (3, 3), (6, 6)])
def test_rows_are_the_players(num_players, rows):
    seen = seen_by(game.new_state(num_players, seed=1), 0)
    assert seen["cells_tile"].shape == (rows, 12, 15)
    assert seen["bids"].shape == (rows, 10)


def test_own_deal_is_shown_to_the_one_who_chooses():
    state = game.new_state(3, seed=1)
    assert seen_by(state, 0)["own_deal"].sum() > 0
    assert seen_by(state, 1)["own_deal"].sum() == 0
    assert seen_by(state, 0)["decision"].argmax() == Decision.QUIRK_DISCARD
    assert seen_by(state, 1)["decision"].argmax() == Decision.QUIRK_DISCARD
    play(state, "discard quirk 1")
    assert seen_by(state, 0)["own_deal"].sum() == 0
    assert seen_by(state, 0)["own_quirks"].sum() == pytest.approx(1)  # two cards, / 2
    assert seen_by(state, 0)["own_discarded"].sum() == 1
    assert seen_by(state, 0)["prev_order"].sum() == 0
    assert seen_by(state, 0)["party"].sum() == 0


def test_pending_bids_are_hidden():
    state = at_first_bid(3)
    play(state, "bid 4")
    own, other = seen_by(state, 0), seen_by(state, 1)
    assert own["own_bid"].argmax() == 4
    assert other["own_bid"].argmax() == NONE
    for seen, row in ((own, 0), (other, 2)):
        assert seen["bids"][row].argmax() == NONE
        assert seen["committed"].tolist() == [row == place for place in range(3)]
        assert seen["hands"][row].sum() == 8  # the pending card stays shown
    assert other["actor"].tolist() == [1, 0, 0]


def test_bids_after_the_reveal():
    state = at_first_bid(3, order=[2, 0, 1])
    bid(state, 4, 4, 6)
    seen = seen_by(state, 1)
    assert state.record.decision == Decision.HACK
    assert [row.argmax() for row in seen["bids"]] == [4, 6, 4]
    assert seen["hands"].sum(axis=1).tolist() == [7, 7, 7]
    assert seen["clash"].tolist() == [1, 0, 1]
    assert not seen["triggers"].any()
    assert not seen["order"].any()
    np.testing.assert_allclose(seen["prev_order"] * 6, [3, 1, 2])
    play(state, "hack yes", "hack no")
    seen = seen_by(state, 1)
    assert seen["hacked"].tolist() == [0, 0, 1]
    assert seen["triggers"].tolist() == [0, 1, 1]
    np.testing.assert_allclose(seen["order"] * 6, [3, 1, 2])
    np.testing.assert_allclose(seen["hack"] * 2, [2, 2, 1])
    first_legal_until(state, Decision.BID)
    seen = seen_by(state, 1)
    assert [row.argmax() for row in seen["bids"]] == [NONE] * 3
    assert [row.argmax() for row in seen["prev_bids"]] == [4, 6, 4]
    assert not seen["order"].any()
    np.testing.assert_allclose(seen["prev_order"] * 6, [3, 1, 2])


def test_seven_is_spent_from_the_reveal_on():
    state = at_first_bid(5)
    play(state, "bid 7")
    assert not seen_by(state, 0)["used7"].any()
    bid(state, 6, 5, 4, 2)
    assert seen_by(state, 1)["used7"].tolist() == [0, 0, 0, 0, 1]


def test_pool_picked_and_board():
    state = at_first_bid(2)
    bid(state, 6, 5)
    give_pool(state, 4, 5, 62)
    seen = seen_by(state, 0)
    assert seen["pool"][:, 0].tolist() == [1, 1, 1, 0, 0, 0, 0]
    assert_tile(seen["pool"][0, 1:], TAVERN_4)
    assert_tile(seen["pool"][2, 1:], OUTDOOR_62)
    assert seen["bag"].sum() == 75
    assert seen["bag"][[4, 5, 62]].sum() == 0
    play(state, "pick 1")
    for seat in (0, 1):
        assert_tile(seen_by(state, seat)["picked"], CAVE_5)
        assert_tile(seen_by(state, seat)["pool"][1, 1:], OUTDOOR_62)
    play(state, "place on level 2")
    seen = seen_by(state, 1)
    assert not seen["picked"].any()
    assert_tile(seen["cells_tile"][1, 4], CAVE_5)
    assert seen["cells_state"][1, 4].tolist() == [1, 1, 0, 0, 0, 1, 0, 0, 0]  # Shrine of the 6
    np.testing.assert_allclose(seen["supply"] * 20, [20, 19, 20])


def face_down_cave(recall):
    state = at_first_bid(2, recall=recall)
    own = state.record.players[0]
    give_cells(own, {0: 5, 4: 62})
    give_pool(state, 0, 27, 53)
    own.face_down[0], own.token[0] = 1, Token.TAVERN
    return state


def test_perfect_recall_knows_what_lies_face_down():
    seen = seen_by(face_down_cave("perfect"), 1)
    assert_tile(seen["cells_tile"][1, 0], CAVE_5)
    assert seen["cells_state"][1, 0].tolist() == [1, 1, 1, 0, 1, 0, 0, 0, 0]
    assert seen["bag"][5] == 0


@pytest.mark.parametrize("seat", [0, 1, -1])
def test_table_recall_knows_type_and_token(seat):
    seen = seen_by(face_down_cave("table"), seat)
    row = 1 if seat == 1 else 0
    assert_tile(seen["cells_tile"][row, 0], HIDDEN_CAVE)
    assert seen["cells_state"][row, 0].tolist() == UNDER_TOKEN
    assert seen["bag"][5] == 1  # there, or face-down
    assert_tile(seen["cells_tile"][row, 4], OUTDOOR_62)
    assert seen["cells_state"][row, 4].tolist() == OPEN


def pending(seen):
    return np.round(seen["pending"] * [12, 5, 2, 1, 3, 3, 5, 12]).astype(int).tolist()


def test_pending_decisions():
    state = at_first_bid(3)
    state.record.turn = 4
    give_cells(state.record.players[0], {0: 5, 4: 24, 8: 60})
    bid(state, 5, 4, 6)
    play(state, "swap cell 5")
    assert pending(seen_by(state, 1)) == [5, 0, 0, 0, 0, 0, 0, 0]

    merchant = at_asset(9, (2, 2, 0, 1))
    assert pending(seen_by(merchant, 0)) == [0, 5, 0, 0, 0, 0, 0, 1]
    play(merchant, "begin with benefit", "change black into healer")
    assert pending(seen_by(merchant, 0)) == [0, 5, 1, 0, 0, 0, 0, 1]
    play(merchant, "decline")
    assert pending(seen_by(merchant, 0)) == [0, 5, 0, 1, 0, 0, 0, 1]

    treasure = at_asset(14, (1, 1, 1, 5))
    play(treasure, "begin with threat", "meet threat to fighter", "pay in black 1")
    assert pending(seen_by(treasure, 0)) == [0, 4, 0, 0, 1, 0, 0, 1]

    overflow = at_asset(24, (2, 1, 2, 0))
    play(overflow, "meet threat to fighter")
    assert pending(seen_by(overflow, 1)) == [0, 0, 0, 0, 1, 0, 2, 1]

    glitch = at_asset(7, (3, 3, 3, 0), glitch=True, party_cards=[0])
    assert pending(seen_by(glitch, 1)) == [0, 0, 0, 0, 0, 1, 0, 1]


def test_the_end_shows_quirks_and_scores():
    state = at_first_bid(3, seed=4)
    first_legal_until(state, Decision.NONE)
    seen = seen_by(state, 1)
    assert seen["shown_quirks"].sum(axis=1).tolist() == [1, 1, 1]  # two cards each, / 2
    order = [1, 2, 0]
    np.testing.assert_allclose(seen["score"][:, 6] * 20, state.scores()["total"][order])
    np.testing.assert_allclose(seen["score"][:, 7] * 6, state.scores()["place"][order])
    assert not seen["actor"].any()
    np.testing.assert_allclose(seen["turn"] * 12, 12)


def test_the_script_has_no_cards():
    seen = seen_by(at_first_bid(1), 0)
    for field in ("hands", "hack", "special_left", "used7", "shown_quirks"):
        assert not seen[field][1].any()
    assert seen["party"][1].sum() > 0


def test_a_spectator_sees_nothing_private():
    state = at_first_bid(3)
    play(state, "bid 4")
    seen = seen_by(state, -1)
    assert not seen["own_quirks"].any()
    assert not seen["own_discarded"].any()
    assert seen["own_bid"].argmax() == NONE
    assert seen["decision"].argmax() == Decision.BID
    assert seen["committed"].tolist() == [1, 0, 0]


# --- words -----------------------------------------------------------------------------------


def test_levels_are_drawn_as_they_lie():
    state = face_down_cave("table")
    give_cells(state.record.players[0], {0: 5, 4: 62, 8: 24})
    top, middle, bottom = state.render(0).split("player 0")[1].splitlines()[1:4]
    assert top.split("|")[1].strip() == "C 4/5/4 d5 boss"
    assert middle.split("|")[4].strip() == "O X/1/2 d2"  # walked from the right
    assert bottom.split("|")[1].strip() == "C ? +tavern face-down"
    assert "C 1/2/2 d2 +tavern face-down" in state.render()


def test_words_keep_secrets():
    state = at_first_bid(3)
    give_hand(state.record.players[0], {2, 4})
    play(state, "bid 4")
    assert "bids 4" in state.render(0)
    assert "has bid" in state.render(1)
    assert "bids 4" not in state.render(1)
    assert state.render(1).count("quirks") == 2  # the public ones, and its own
    assert state.render(-1).count("quirks") == 1


@pytest.mark.parametrize("viewer", [0, 1, -1])
def test_everybody_sees_what_is_asked(viewer):
    """Choices are public (3.11), so which one comes next is too."""
    for first, decision in (("threat", Decision.THREAT), ("benefit", Decision.MERCHANT)):
        state = at_asset(9, (2, 2, 0, 1))
        assert seen_by(state, viewer)["decision"].argmax() == Decision.ORDER
        assert "player 0 to begin with the threat or the benefit" in state.render(viewer)
        play(state, f"begin with {first}")
        assert seen_by(state, viewer)["decision"].argmax() == decision
        assert "cell 1, benefit of merchant" in state.render(viewer)
    assert "changes left 2" in state.render(viewer)
    first_legal_until(state, Decision.NONE)
    assert seen_by(state, viewer)["decision"].argmax() == Decision.NONE


@pytest.mark.parametrize(
    ("num_players", "recall", "glitch"),
    [(1, "perfect", True), (2, "table", False), (5, "table", True)],
)
def test_words_tell_what_observations_tell(num_players, recall, glitch):
    """From one decision to the next, a viewer's words change if what it sees changes."""
    state = game.new_state(num_players, seed=num_players, recall=recall, glitch=glitch)
    chance = random.Random(num_players)
    viewers = [*range(num_players), -1]

    def views():
        return [(state.observation(viewer).tobytes(), state.render(viewer)) for viewer in viewers]

    before = views()
    while not state.is_terminal:
        state.step(chance.choice(state.legal_actions()))
        after = views()
        for (seen, words), (seen_before, words_before) in zip(after, before, strict=True):
            assert (seen == seen_before) == (words == words_before)
        before = after
