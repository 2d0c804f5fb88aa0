"""Samples of what a seat cannot know agree with all that it saw."""

import random

import numpy as np
import pytest
from laws import are_one_to, check_resampling

from tabletop_envs.core.native import JIT
from tabletop_envs.games.soloverse_nominations import game as GAME
from tabletop_envs.games.soloverse_nominations.cards import (
    CARDS,
    COLOURED,
    FIRST_TRAP,
    HAND_CARDS,
    NONE,
    Card,
    suit_of,
)
from tabletop_envs.games.soloverse_nominations.hands import (
    class_column,
    playable,
    put_in_deck,
    unplayable,
)
from tabletop_envs.games.soloverse_nominations.state import (
    CHAOS_COLUMN,
    COUNTER_COLUMN,
    NORMAL_COLUMN,
    Closed,
    Decision,
    Phase,
)

from .invariants import random_setting
from .positions import act, balance, card, chaos, deal, empty_table, go_on, hand, trick

SAMPLES = 30


def samples(state, viewer, count=SAMPLES):
    return [state.resample(viewer, seed) for seed in range(count)]


def test_hands_agree_with_bounds_in_random_games():
    """No hand holds more of a colour or a class than can have entered; known cards stay."""
    for seed in range(12 if JIT else 2):
        rng = random.Random(seed)
        state = random_setting(rng, max_hand=3).new_state(seed)
        while not state.is_terminal:
            if rng.random() < 0.1:
                check_world(state, state.resample(rng.randrange(state.num_players), 1))
            state.step(rng.choice(state.legal_actions()))


def check_world(state, world):
    record, sampled = state.record, world.record
    for seat in range(state.num_players):
        player, other = record.players[seat], sampled.players[seat]
        assert other.size == player.size == other.hand.sum()
        assert (other.holds <= other.entered).all()
        assert other.kept == player.kept
        assert other.kept == NONE or unplayable(other) <= other.kept
        assert (other.shown <= other.hand).all()
        assert (other.entered == player.entered).all()
        assert other.face_down.sum() == player.face_down_size
    assert sampled.deck_size == record.deck_size
    assert not any(sampled.draft.tally)
    assert not any(sampled.draft.wanted)


def test_the_tightest_bounds_are_kept():
    """Hands seen to hold so many cards of each colour and class, and no more, still do."""
    checked = 0
    for seed in range(60 if JIT else 2):
        rng = random.Random(seed)
        state = random_setting(rng, max_hand=3).new_state(seed)
        while not state.is_terminal:
            if rng.random() < 0.2:
                tight = state.clone()
                for player in tight.record.players:
                    player.entered[:] = player.holds
                    if player.kept != NONE:
                        player.kept = unplayable(player)
                    for number in player.commits:
                        if number != NONE:
                            enter(tight.record, player, number)
                viewer = rng.randrange(state.num_players)
                for number in range(5):
                    check_world(tight, tight.resample(viewer, number))
                    checked += 1
            state.step(rng.choice(state.legal_actions()))
    assert checked > 5000 or not JIT


def enter(record, player, number):
    """A card counts among those that entered a hand."""
    player.entered[suit_of(number)] += 1
    if class_column(record, number) != NONE:
        player.entered[class_column(record, number)] += 1


def test_a_card_comes_by_way_of_two_other_hands():
    """Seats 1, 2, 3 may hold s or p, p or v, v or y, and the deck has but y: one world is left."""
    hands_ = {0: "t1", 1: "s1", 2: "p1", 3: "v1"}
    state = trick(4, hands_, limit=1, num_colours=5)
    record = state.record
    for seat, colours in ((1, (0, 1)), (2, (1, 2)), (3, (2, 3))):
        record.players[seat].entered[:] = 0
        for colour in colours:
            record.players[seat].entered[colour] = 1
    record.deck_size = 0
    for name in ("s2", "y1", "y2"):
        put_in_deck(record, card(name))
    seen = set()
    for world in samples(state, 0, 100):
        seen.add(tuple(hand(world, seat)[0][0] for seat in (1, 2, 3)))
        check_world(state, world)
    assert seen == {
        (one, two, three) for one in "sp" for two in "pv" for three in "vy" if one != two != three
    }


def test_an_armed_seat_with_one_card_is_not_asked_to_counter():
    """Its card is the Normal one that it lost a turn with."""
    hands_ = {0: "DCOL STUN", 1: "NOU v2", 2: "EGEN", 3: "s1 s2"}
    state = chaos(4, hands_, "p1 p2 NOU", dealer=3)
    state.record.players[2].armed = 1
    act(state, "DCOL", "name v")
    for world in samples(state, 3, 100):
        assert world.current_player == 1
        assert world.record.players[2].holds[NORMAL_COLUMN] == 1


def test_a_void_stays_void():
    state = trick(4, {0: "v1 v2", 1: "s1 s2", 2: "v3 s3", 3: "v4 s4"}, limit=2)
    act(state, "v1", "s1")
    seen = set()
    for world in samples(state, 0):
        assert not any(name[0] == "v" for name in hand(world, 1))
        seen |= set(hand(world, 1))
        assert world.current_player == 2
    assert len(seen) > 1


def test_whoever_state_of_flux_passed_over_has_no_chaos_card():
    state = two_cards("FLUX", "v2 v3")
    assert state.current_player == 3
    for world in samples(state, 0):
        assert world.record.players[2].holds[CHAOS_COLUMN] == 0


def test_a_wrong_guess_without_a_discard_shows_that_there_is_no_chaos_card():
    hands_ = {0: "EGEN v1", 1: "s2 s4", 2: "s1 CD4"}
    deck = "FORES p1 p2 y3 y4 NOU STUN AF PC"
    state = chaos(3, hands_, deck, dealer=2, modules=["core_extension"])
    act(state, "EGEN", "name v", "name v", "name v")
    assert state.current_player == 2
    for world in samples(state, 0):
        assert world.record.players[1].holds[CHAOS_COLUMN] == 0


def test_a_card_known_to_be_in_a_hand_stays_there():
    hands = {1: "SCAV v1 v2", 2: "SCAV s1 s2"}
    state = chaos(3, hands, "p1 p2 p3", discards="NOU CD4 STUN", dealer=0)
    act(state, "SCAV", "NOU")
    for world in samples(state, 0):
        assert "NOU" in hand(world, 1)
        assert world.record.players[2].holds[NORMAL_COLUMN] >= 1  # it is to use a card


def test_cards_of_a_pool_are_in_hands():
    hands = {0: "v1 v2", 1: "PCSH s1 s2 EGEN", 2: "p1 p2 EGEN"}
    state = chaos(3, hands, "y1 y2 y3 y4 y5 y6", dealer=0)
    act(state, "PCSH")
    for world in samples(state, 0):
        everywhere = [name for seat in range(3) for name in hand(world, seat)]
        assert {"v1", "v2"} <= set(everywhere)


def after_balance(cards, remembered, discards=""):
    """Seat 0 lacks two cards, of which it knew one in a pool, as seat 1 did; all are drawn."""
    state = empty_table(3, limit=2)
    deal(state, {0: "", 1: "s2 s3", 2: "s4 s5"}, cards, discards)
    record = state.record
    for seat in (0, 1):
        record.players[seat].pooled[card(remembered)] = 1
        record.num_pooled += 1
    record.phase = Phase.BALANCE
    record.at = 1
    go_on(state)
    return [record.players[seat].pooled[card(remembered)] for seat in range(3)]


def test_a_card_of_a_pool_that_comes_out_of_the_deck_is_forgotten():
    """It had gone there by Double Under; who draws it sees it, and all see the super-colour."""
    assert after_balance("v1 p2 p1", "v1") == [0, 1, 0]
    assert after_balance("p2 p3 v1", "v1") == [0, 0, 0]
    assert after_balance("PCR p2 p3 p1 PCR", "PCR", discards="PCR") == [1, 1, 0]
    assert after_balance("PCR p2 p3 p1", "PCR", discards="PCR PCR") == [0, 1, 0]  # face down
    assert after_balance("p2 p3 PCR p1", "PCR", discards="PCR PCR") == [0, 0, 0]


def test_cards_of_pools_are_where_their_viewers_do_not_see_them():
    """Random games in which pooled cards go into the deck."""
    checked = 0
    for seed in range(100 if JIT else 3):
        rng = random.Random(seed)
        modules = ["core_extension", *rng.choice([[], ["oblivion"], ["core_booster", "doomsday"]])]
        state = GAME.new_state(rng.choice([3, 4, 5]), seed=seed, max_hand=4, modules=modules)
        while not state.is_terminal:
            if state._cells["num_pooled"]:
                checked += check_pooled(state._cells)
            state.step(rng.choice(state.legal_actions()))
    assert checked > 500 or not JIT


def check_pooled(cells):
    """No seat remembers more copies of a card than there are in the deck and hidden from it."""
    players = cells["players"]
    deck = np.bincount(cells["deck"][: cells["deck_size"]], minlength=CARDS)[:HAND_CARDS]
    commits = players["commits"][players["commits"] >= 0]
    deck += np.bincount(commits, minlength=HAND_CARDS)
    hidden = players["hand"].astype(int) - players["shown"]
    hidden[:, COLOURED:] += players["face_down"][:, : HAND_CARDS - COLOURED]
    for viewer in np.flatnonzero(players["pooled"].any(1)):
        others = (hidden - cells["known"][viewer]).sum(0) - hidden[viewer]
        assert (players["pooled"][viewer] <= deck + others).all()
    return 1


def test_face_down_discards_are_chaos_cards():
    state = balance(3, {0: "v1 v2", 1: "v3 v4", 2: ""}, "NOU PC s1 AF s2 y1 CD4 y2", limit=2)
    assert state.record.players[2].face_down_size == 3
    piles = set()
    for world in samples(state, 0):
        assert world.record.players[2].face_down.sum() == 3
        piles.add(tuple(world.record.players[2].face_down.nonzero()[0]))
    assert len(piles) > 1
    own = state.resample(2, 1).record.players[2].face_down
    assert own.tolist() == state.record.players[2].face_down.tolist()


def test_the_top_of_the_deck_is_no_trap_unless_it_shows():
    hands = {0: "EGEN", 1: "EGEN s1"}
    state = chaos(3, hands, "v1 v2 y1 MERCY POISON MERCY", dealer=2)
    act(state, "EGEN", "v1")
    for world in samples(state, 2):
        record = world.record
        assert record.deck[record.deck_size - 1] < FIRST_TRAP
    state = chaos(3, hands, "v1 v2 POISON y1 y2", dealer=2)
    act(state, "EGEN", "v1")
    for world in samples(state, 2):
        record = world.record
        assert record.deck[record.deck_size - 1] == card("POISON")


def test_who_is_asked_to_counter_is_hidden():
    hands = {0: "DCOL v1", 1: "NOU v2", 2: "s1 s2", 3: "NOU s3", 4: "NOU s4"}
    state = chaos(5, hands, "p1 NOU p2", dealer=4)
    act(state, "DCOL", "name v")
    assert state.record.decision == Decision.COUNTER
    asked = {world.current_player for world in samples(state, 0)}
    assert asked == {1, 2, 3, 4}
    for world in samples(state, 0):
        assert world.record.players[world.current_player].holds[COUNTER_COLUMN] > 0
    # seat 3 holds a counter and was not asked yet: it knows that a seat before it is
    assert {world.current_player for world in samples(state, 3)} == {1, 2}
    assert {world.current_player for world in samples(state, 1)} == {1}


def test_a_seat_that_lost_a_turn_holds_a_card_to_use():
    hands = {0: "STUN v1", 1: "EGEN v2", 2: "EGEN s2"}
    state = chaos(3, hands, "p1 p2 p3 p4", dealer=2)
    act(state, "STUN", "seat +1")
    assert state.current_player == 2
    for world in samples(state, 0):
        assert world.record.players[1].holds[NORMAL_COLUMN] > 0


def test_a_seat_that_closed_its_powers_and_lost_a_turn_holds_a_card_to_use():
    hands_ = {0: "EGEN EGEN v3", 1: "v1", 2: "PSHIFT STUN EGEN v2"}
    deck = "s1 s2 s3 s4 s5 s6 p1 p2 p3 NOU AF PC y1 y2 y3 t1 t2 t3"
    modules = ["core_extension", "oblivion"]
    state = chaos(3, hands_, deck, dealer=0, tables={"JK": 1}, modules=modules)
    act(state, "no", "PSHIFT", "STUN", "seat +1")  # seat 1 passed; now it has seat 0's hand
    assert state.record.players[1].closed == Closed.POWERS
    assert state.record.players[1].armed
    for world in samples(state, 2):
        assert world.record.players[1].holds[NORMAL_COLUMN] > 0


def test_whoever_passed_by_the_queens_knight_has_three_normal_cards_at_most():
    hands_ = {0: "v1 v2 v3 v4 v5 v6", 1: "EGEN STUN p1 p2 p3 p4", 2: "EGEN s1 s2", 3: "t1"}
    deck = "s3 s4 s5 s6 CD4 CD4R CD4S DCOL DCHA SCAV STEAL NOU STUN EGEN RSTUN PCSH y1 y2 CLONE"
    state = chaos(4, hands_, deck, dealer=0, tables={"QK": 1}, modules=["oblivion"])
    act(state, "no")
    kept = [world.record.players[1].holds[NORMAL_COLUMN] for world in samples(state, 0, 100)]
    assert max(kept) == 3
    assert min(kept) < 3


@pytest.mark.parametrize(
    ("cards", "discarded", "kept"),
    [
        ("EGEN STUN CD4 NOU NOU s1 s2", "NOU NOU", 3),  # draws one
        ("EGEN STUN NOU s1 s2 s3 s4 s5", "EGEN STUN", 3),
        ("EGEN s1 s2 s3", "", 1),
    ],
)
def test_the_queens_knight_lets_its_owner_keep_few_unplayable_cards(cards, discarded, kept):
    deck = "y1 y2 y3 CD4R CD4S DCOL DCHA SCAV STEAL NOU t1 t2 t3 PC AF"
    hands_ = {0: "v1 v2 v3", 1: cards, 2: "p1 p2 p3 p4"}
    state = balance(3, hands_, deck, limit=3, tables={"QK": 1}, modules=["oblivion"])
    act(state, *discarded.split())
    assert state.current_player == 2  # all see that seat 1 has three at most
    assert max(unplayable(world.record.players[1]) for world in samples(state, 0)) == 3
    act(state, "p1")
    assert state.record.phase == Phase.BID
    worlds = samples(state, 0, 100)
    assert max(unplayable(world.record.players[1]) for world in worlds) == kept
    assert min(unplayable(world.record.players[1]) for world in worlds) < kept
    assert min(playable(world.record.players[1]) for world in worlds) == 3


def test_what_is_known_of_a_hand_moves_along():
    """Before a lead, the Black Knight gives a hand of the Queen's Knight to another seat."""
    tables = {"BK": 0, "QK": 1}
    state = trick(3, {0: "v1", 1: "v2 NOU", 2: "s1"}, tables=tables, modules=["oblivion"])
    state.record.players[1].kept = 1
    act(state, "BK", "seat +1", "seat +2")
    assert [state.record.players[seat].kept for seat in range(3)] == [NONE, NONE, 1]


def test_random_hands_of_the_queens_knight():
    """From the bids on its owner has as many playable cards as others, and three beyond them."""
    checked = 0
    for seed in range(60 if JIT else 2):
        rng = random.Random(seed)
        options = {"round_sequence": [4] * 5, "modules": ["oblivion"], "num_colours": 5}
        state = GAME.new_state(rng.choice([3, 4]), seed=seed, skip_forced=False, **options)
        record = state.record
        while not state.is_terminal:
            queen = record.owner[Card.QK - Card.BK]
            if record.phase == Phase.BID and queen != NONE:
                player = state.resample((queen + 1) % state.num_players, 1).record.players[queen]
                assert playable(player) >= record.hand_limit
                assert unplayable(player) <= 3
                checked += 1
            state.step(rng.choice(state.legal_actions()))
    assert checked > 100 or not JIT


def test_declined_seats_know_that_they_were_asked():
    hands = {0: "DCOL v1", 1: "NOU v2", 2: "NOU s2"}
    state = chaos(3, hands, "p1 p2", dealer=2)
    act(state, "DCOL", "name v", "no")
    assert {world.current_player for world in samples(state, 1)} == {2}


UNKNOWN = ["v2 v3", "DCHA DCOL", "v2 DCHA"]  # hands of seat 2, of which seat 0 sees the size
UNKNOWN_COLOURS = ["s1 s2", "v2 v3", "s1 v3"]


def two_cards(used, unknown):
    """Seat 1 used a card of core_extension; tables are the same but for seat 2's hand."""
    deck = "s5 s6 s7 s8 p3 p4 p5 p6 v4 v5 v6 t1 t2 CD4 EGEN STUN AF PC y4 y5 y6 NOU"
    elsewhere = [name for name in ["s1", "s2", "v2", "v3", "DCHA", "DCOL"] if name not in unknown]
    hands_ = {0: "y1 y2", 1: f"{used} p1 v1", 2: unknown, 3: "s3 EGEN"}
    deck = f"{deck} {' '.join(elsewhere)}"
    state = chaos(4, hands_, deck, dealer=0, modules=["core_extension"])
    act(state, used)
    return state


def check_one_world(states, viewer):
    """A seat cannot tell worlds apart: its samples of them are the same."""
    for other in states[1:]:
        assert are_one_to(viewer, states[0], other)
        for seed in range(5):
            check_resampling(other, viewer, seed, text=True)
            assert states[0].resample(viewer, seed) == other.resample(viewer, seed)


def test_what_roulette_asks_for_is_hidden():
    states = [two_cards("ROUL", unknown) for unknown in UNKNOWN]
    assert [state.record.frames[0].colour for state in states] == [0, 1, 0]
    check_one_world(states, 0)
    asked = set()
    for world in samples(states[0], 0):
        player, frame = world.record.players[2], world.record.frames[0]
        assert frame.colour == (player.size == player.holds[CHAOS_COLUMN])
        assert frame.left == frame.colour + 1
        asked.add(frame.colour)
    assert asked == {0, 1}


def test_the_class_of_a_roulette_commit_is_hidden():
    states = [two_cards("ROUL", unknown) for unknown in UNKNOWN[:2]]
    act(states[0], "v2")
    act(states[1], "DCHA")
    check_one_world(states, 0)
    classes = set()
    for world in samples(states[0], 0, 100):
        player = world.record.players[2]
        coloured, chaos_ = player.commits
        assert (coloured == NONE) != (chaos_ == NONE)
        assert player.holds[CHAOS_COLUMN] == (coloured == NONE)  # else it would have been asked
        assert player.size == 1
        classes.add(coloured == NONE)
    assert classes == {False, True}


def test_a_second_roulette_commit_tells_both_classes():
    state = two_cards("ROUL", "v2 DCHA")
    act(state, "v2")
    for world in samples(state, 0):
        player = world.record.players[2]
        assert player.commits[0] in range(COLOURED)
        assert player.holds[CHAOS_COLUMN] == player.size == 1
        assert world.record.frames[0].colour == 1


def test_a_roulette_commit_is_a_card_that_the_hand_could_hold():
    """Seat 2 was seen to hold Poison cards only."""
    state = two_cards("ROUL", "v2 v3")
    state.record.players[2].entered[:] = 0
    state.record.players[2].entered[1] = 2
    act(state, "v2")
    for world in samples(state, 0):
        player = world.record.players[2]
        assert suit_of(player.commits[0]) == 1
        assert player.holds[1] == 1


def test_which_colour_badge_collector_asks_for_is_hidden():
    states = [two_cards("BADGE", unknown) for unknown in UNKNOWN_COLOURS]
    assert [badge_asked_for(state) for state in states] == [0, 2, 0]
    check_one_world(states, 0)
    assert {badge_asked_for(world) for world in samples(states[0], 0)} > {0, 1, 2}
    act(states[0], "s1")
    act(states[2], "s1")
    assert badge_asked_for(states[2]) == 2
    assert states[0].current_player == 3  # seat 2 had one colour
    act(states[0], "s3")
    for world in samples(states[2], 0):  # Steel was discarded
        assert badge_asked_for(world) > 0


def badge_asked_for(state):
    """The colour, which is the lowest that the hand has beyond those discarded."""
    record = state.record
    badge, question = record.frames[0], record.frames[1]
    player = record.players[question.seat]
    assert badge.colour == question.colour
    assert player.holds[question.colour]
    lowest = 0 if player.owed == 1 else suit_of(record.face_up[record.face_up_size - 1]) + 1
    assert not any(player.holds[lowest : question.colour])
    return question.colour


def test_unknown_hands_vary():
    state = GAME.new_state(4, seed=5, round_sequence=[6])
    worlds = samples(state, state.current_player)
    other = (state.current_player + 1) % 4
    assert len({tuple(hand(world, other)) for world in worlds}) > SAMPLES // 2
    assert any(card(name) >= COLOURED for world in worlds for name in hand(world, other))
