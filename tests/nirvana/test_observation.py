"""What seats see, field by field (section 7.2), and what words tell them."""

import numpy as np
import pytest
from nirvana.positions import (
    SHEET,
    A,
    B,
    C,
    card_game,
    fill,
    new_game,
    on_table,
    play,
    roll,
    start_with,
    write,
)

from tabletop_envs import SPECTATOR
from tabletop_envs.core.native import JIT
from tabletop_envs.games.nirvana import game
from tabletop_envs.games.nirvana.cards import FIELDS, INSIGHTS, RANKS, ROUNDS, rank_of
from tabletop_envs.games.nirvana.state import NO_CARD, Phase, TableKind


def shown(state, seat, field, scale=1):
    """A field as whole numbers: ``scale`` is what its numbers were divided by."""
    return np.rint(state.observation_dict(seat)[field] * scale).astype(int).tolist()


def one_hot(size, place):
    return [int(each == place) for each in range(size)]


@pytest.mark.parametrize("count", range(2, 7))
def test_lengths(count):
    def size(**options):
        return game.setting(count, **options).layout.size

    assert size() == 287 + 54 * count
    assert size(open_hands=True) == 287 + 90 * count
    assert size(use_insight=True) == size(use_insight=True, open_hands=True) == 398 + 135 * count


def test_a_seat_that_decides_sees_its_roll_and_its_sheet():
    state = new_game(3)
    state.record.roller = B
    state.record.actor = B
    fill(state, B, 0, 11)
    fill(state, A, 5, 6)
    write(state, B, {0: 2, 1: 4, 3: 6, 32: 9, 34: 5, 35: -2})
    roll(state, 3, 1, 5)
    play(state, "step slot 2 by +1", "step slot 2 by +1", "done", "trio 3")
    seen = state.observation_dict(B)
    assert seen["phase"].tolist() == one_hot(7, Phase.ARRANGE)
    assert not seen["current"].any()
    assert seen["roller"].tolist() == [1, 0, 0]
    assert seen["round"].tolist() == one_hot(12, 2)
    assert shown(state, B, "roll", 6) == [1, 3, 5]
    assert shown(state, B, "slots", 9) == [1, 3, 7]
    assert shown(state, B, "boxes", 6) == [1]
    assert seen["chosen_trio"].tolist() == one_hot(12, 3)
    written = {0: 2, 1: 4, 3: 6, 32: 9, 34: 5, 35: -2}
    assert shown(state, B, "sheet", 9) == [written.get(field, 0) for field in range(FIELDS)]
    assert seen["filled"].tolist() == [field in written for field in range(FIELDS)]
    sums = {0: 2, 1: 4, 2: 6, 11: 9, 12: 5, 13: -2}
    assert shown(state, B, "card_sum", 33) == [sums.get(card, 0) for card in range(14)]
    assert shown(state, B, "card_filled", 5) == [int(card in sums) for card in range(14)]
    assert shown(state, B, "history", 6) == [
        list(rolled) for rolled in state.record.rolls
    ]  # those to come are zeros
    assert not any(map(any, state.record.rolls[3:]))


def test_others_see_the_round_and_the_roll_only():
    state = new_game(3)
    state.record.roller = B
    state.record.actor = B
    roll(state, 3, 1, 5)
    before = [state.observation(seat) for seat in (A, C, SPECTATOR)]
    assert state.observation_dict(A)["phase"].tolist() == one_hot(7, Phase.WAIT)
    for name in ("step slot 2 by +1", "done", "trio 3"):
        play(state, name)
        after = [state.observation(seat) for seat in (A, C, SPECTATOR)]
        np.testing.assert_array_equal(before, after)
    for hidden in ("slots", "chosen_trio", "hand_size", "played", "leader", "table_count"):
        assert not state.observation_dict(A)[hidden].any()
    assert shown(state, A, "roll", 6) == [1, 3, 5]
    assert shown(state, A, "table_kind") == one_hot(3, TableKind.NONE)


def test_the_card_phase_counts_seats_from_the_viewer():
    state = card_game([1, 4], [2, 6, 6], [], [8, 9, 10], leader=A, pass_locks=True)
    on_table(state, 2, -1, follower=B, last=A)
    state.record.players[3].passed = state.record.players[3].locked = 1
    state.record.players[A].played[rank_of(-1)] = 2
    assert shown(state, B, "phase") == one_hot(7, Phase.FOLLOW)
    assert shown(state, A, "phase") == one_hot(7, Phase.WAIT)
    assert shown(state, B, "current") == [1, 0, 0, 0]
    assert shown(state, A, "current") == [0, 1, 0, 0]
    assert shown(state, B, "leader") == shown(state, B, "last") == [0, 0, 0, 1]
    assert shown(state, B, "passed") == shown(state, B, "locked") == [0, 0, 1, 0]
    assert shown(state, B, "hand_size", 14) == [3, 0, 3, 2]
    assert shown(state, B, "place", 6) == [0, 1, 0, 0]
    assert shown(state, B, "table_kind") == one_hot(3, TableKind.SET)
    assert shown(state, B, "table_count", 4) == [2]
    assert shown(state, B, "table_value") == one_hot(RANKS, rank_of(-1))
    assert np.array(shown(state, B, "played", 4))[3].tolist() == [
        2 * each for each in one_hot(RANKS, rank_of(-1))
    ]
    assert np.array(shown(state, B, "played", 4))[:3].any() == 0
    hand = [0] * RANKS
    hand[rank_of(2)], hand[rank_of(6)] = 1, 2
    assert shown(state, B, "hand", 4) == hand
    for blank in ("round", "roll", "slots", "pending", "chosen_trio"):
        assert not state.observation_dict(B)[blank].any()


def test_a_chosen_value_is_seen_by_its_player_only():
    state = card_game([4, 4, 9], [5])
    before = state.observation(B)
    play(state, "set of 4")
    assert shown(state, A, "phase") == one_hot(7, Phase.COUNT)
    assert shown(state, A, "pending") == one_hot(RANKS, rank_of(4))
    np.testing.assert_array_equal(state.observation(B), before)
    play(state, "count 2")
    assert not state.observation_dict(A)["pending"].any()


def test_the_direction():
    assert shown(new_game(), A, "direction") == [1]
    assert shown(new_game(insight=["I13"]), A, "direction") == [-1]


def test_nobody_is_current_at_the_end():
    state = card_game([5], [1])
    play(state, "set of 5")
    assert state.is_terminal
    assert not state.observation_dict(A)["current"].any()
    assert shown(state, A, "phase") == one_hot(7, Phase.WAIT)
    assert shown(state, B, "place", 6) == [2, 1]


def test_insight_cards_in_play():
    state = new_game(3, insight=["I02", "I24"])
    assert shown(state, A, "active") == [int(card in (1, 23)) for card in range(INSIGHTS)]
    assert shown(state, state.current_player, "phase") == one_hot(8, Phase.MODIFY)


def test_what_insight_cards_show_is_counted_from_the_viewer():
    state = card_game([1, 33], [2, 6], [3, 33], insight=["I22"])
    play(state, "set of 33", "let go")
    assert shown(state, C, "letgo_used") == [0, 0, 1]
    assert shown(state, B, "letgo_used") == [1, 0, 0]
    ruled_out = np.array(shown(state, C, "ruled_out"))
    assert ruled_out[2].tolist() == [int(rank < rank_of(2)) for rank in range(RANKS)]
    assert not ruled_out[:2].any()


def test_own_cards_and_read_numbers_tell_a_spectator_nothing_more():
    state = new_game(3)
    start_with(state, [(2, 5, 1, 1, 1), (2, 3, 6, 6, 6), (3, 1, 1, 1, 1)])
    seen = state.observation_dict(SPECTATOR)
    for own in ("boxes", "sheet", "filled", "card_sum", "card_filled", "hand", "pending"):
        assert not seen[own].any()
    assert seen["start_known"].sum() == 5
    assert shown(state, SPECTATOR, "hand_size", 14) == [14, 14, 14]


@pytest.mark.parametrize("insight", [(), ["I22", "I23", "I24"], ["I07", "I10", "I18"]])
def test_numbers_lie_in_about_0_to_1(insight):
    rng = np.random.default_rng(1)
    for seed in range(10 if JIT else 1):
        state = new_game(4, seed, insight)
        while not state.is_terminal:
            seen = state.observation(state.current_player)
            assert seen.min() >= -1
            assert seen.max() <= 1.5
            state.step(int(rng.choice(state.legal_actions())))


# --- words --------------------------------------------------------------------------------------


def test_words_of_the_dice_phase():
    state = new_game(2)
    state.record.actor = state.record.roller = A
    roll(state, 2, 4, 6)
    assert "dice round 1 of 12, player 0 rolls" in state.render(A)
    assert "player 0 to modify the numbers 2 4 6" in state.render(A)
    assert "the players write the roll" in state.render(B)
    assert "rolls: 2 4 6" in state.render(SPECTATOR)
    assert "sheet of player 0" in state.render(A)
    assert "sheet of player 0" not in state.render(B)
    play(state, "done", "trio 0")
    assert "player 0 to arrange 2 4 6 in trio 0" in state.render(A)
    assert "the players write the roll" in state.render(B)


def test_words_of_the_card_phase():
    state = card_game([4, 4, 9], [5, 5], insight=["I13"])
    assert "card phase, player 0 leads this round; lower values win" in state.render(B)
    assert "Insight cards: I13 Reversal" in state.render(B)
    play(state, "set of 4")
    assert "player 0 to say how many cards the set of 4 has" in state.render(A)
    assert "player 0 to lead" in state.render(B)
    play(state, "count 2")
    assert "on the table: set of 4, 2 cards, by player 0" in state.render(B)
    assert "player 0: 1 card, played 4 4" in state.render(B)
    assert "2 cards (5 5)" in state.render(B)
    assert "(5 5)" not in state.render(A)
    assert "player 1 to follow or pass" in state.render(A)


def test_words_of_gifts_and_letting_go():
    state = card_game([1, 33], [2, 6], [3, 33], insight=["I22", "I23"])
    play(state, "set of 33", "let go")
    assert "has let go, holds no -2 -1 0 1, passed" in state.render(A)
    state.record.players[A].gift = rank_of(8)
    state.record.players[C].gift = rank_of(-1)
    assert "gives 8, got -1" in state.render(A)
    assert "gives" not in state.render(SPECTATOR)


def test_an_own_gift_is_seen_while_others_choose():
    state = new_game(2, insight=["I23"])
    while state.record.round < ROUNDS:
        state.step(state.legal_actions()[0])
    first = state.current_player
    assert shown(state, first, "phase") == one_hot(8, Phase.GIVE)
    assert shown(state, first, "current") == [1, 0]
    assert state.record.players[first].gift == NO_CARD
    state.step(state.legal_actions()[0])
    assert sum(shown(state, first, "gift_given")) == 1
    assert not state.observation_dict(first)["gift_got"].any()
    assert not state.observation_dict(1 - first)["gift_given"].any()


def test_the_sheet_is_drawn_as_printed():
    state = new_game(2)
    state.record.actor = A
    fill(state, A, 0)
    write(state, A, {0: 2, 1: 4, 3: 6})
    lines = state.render(A).splitlines()
    first = lines.index("sheet of player 0:") + 1
    drawn = lines[first : first + 15]
    assert drawn[0].split() == ["[C6]"]
    assert drawn[5].split()[0] == "[2]"  # C0 is complete
    assert drawn[7].split()[0] == "2"
    assert drawn[14].split() == ["[C7]"]
    assert sum(line.count("T") for line in drawn) == FIELDS - 3
    assert SHEET.box_height[0] == 2
