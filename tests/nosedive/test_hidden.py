"""What seats see, remember and may sample: observation, resampling, words."""

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_envs import SPECTATOR
from tabletop_envs.core.native import JIT
from tabletop_envs.games.nosedive.cards import (
    NUM_CARDS,
    NUM_TASTES,
    TASTES,
    Space,
    appeal_of,
    quality_of,
    topic_of,
)
from tabletop_envs.games.nosedive.experience import start_ratings
from tabletop_envs.games.nosedive.scoring import rating_options
from tabletop_envs.games.nosedive.state import (
    CARD,
    HISTORY_LEAST,
    HISTORY_MOST,
    LIST_MINE,
    LIST_MOST,
    MOVE,
    PILE,
    PILE_DOWN,
    PILE_PRESENT,
    PRESENT,
    QUALITY,
    RATE,
    TOPIC,
    Decision,
)

from .positions import GAME, give_gifts, hand, kind, pawns, play_until, random_play, table, to_turn

FIELDS = [
    "kind",
    "round",
    "cycle",
    "actor",
    "influencer",
    "target",
    "score",
    "pawn",
    "tokens",
    "bonus",
    "dd",
    "hand",
    "hand_size",
    "deck",
    "discard",
    "piles",
    "collections",
    "shown",
    "gave",
    "got",
    "toll_matrix",
    "taste",
    "offer",
    "pending_card",
    "pending_face",
    "used_pile",
    "list",
    "history",
    "topic_ratings",  # with the option rated_topics
]
PRIVATE = ("hand", "gave", "got", "taste", "offer", "pending_card")

EXAMPLES = 20 if JIT else 3
few = settings(max_examples=EXAMPLES, deadline=None)
PLAYERS, SEEDS = st.integers(3, 6), st.integers(0, 10**6)


def positions(num_players, seed, every):
    """Some decisions of a random game."""
    rng = random.Random(seed)
    for state in random_play(num_players, seed):
        if not state.is_terminal and rng.randrange(every) == 0:
            yield state


# --- observation -----------------------------------------------------------------------------


@pytest.mark.parametrize("num_players", range(3, 7))
def test_length_and_fields(num_players):
    state = table(num_players)
    size = 24 + 136 * num_players + 34 * num_players**2
    assert state.observation(0).shape == (size,)
    assert {3: 738, 4: 1112, 5: 1554, 6: 2064}[num_players] == size
    assert sorted(GAME.observation_fields) == sorted(FIELDS)
    sizes = {name: value.size for name, value in state.observation_dict(0).items()}
    n = num_players
    assert sizes["piles"] == n * (35 + 2 * n)
    assert sizes["offer"] == (n + 1) * (n + 7)
    assert sizes["list"] == 10 * (n - 1)
    assert sizes["history"] == 30 * n * n
    assert sizes["gave"] == sizes["got"] == 17 * (n - 1)
    assert sizes["topic_ratings"] == 0
    assert table(num_players, rated_topics=True).observation(0).size == size + 4 * (n + 1) * (n - 1)


@given(PLAYERS, SEEDS)
@few
def test_values_lie_in_their_ranges(num_players, seed):
    signed = {"taste": -1, "offer": -1, "list": -1, "history": -1, "topic_ratings": -2}
    large = {"hand_size": 5.4, "topic_ratings": 2}
    for state in random_play(num_players, seed, rated_topics=True):
        for viewer in range(SPECTATOR, num_players):
            for name, value in state.observation_dict(viewer).items():
                low, high = signed.get(name, 0), large.get(name, 1)
                assert low <= value.min() <= value.max() <= high, name


@given(PLAYERS, SEEDS)
@few
def test_topic_ratings_sum_up_the_history(num_players, seed):
    told = 0
    for state in random_play(num_players, seed, rated_topics=True):
        for viewer in range(SPECTATOR, num_players):
            seen = state.observation_dict(viewer)
            expected = np.zeros((num_players + 1, num_players - 1, 4))
            if seen["kind"][Decision.GIVE] and state.record.actor == viewer:
                target = seen["target"].argmax()
                for slot, offered in enumerate(seen["offer"]):
                    for place, receiver in enumerate(range(target, num_players)):
                        rated = seen["history"][:, receiver].reshape(-1, 10)
                        same_topic = rated[:, TOPIC:QUALITY] @ offered[TOPIC:QUALITY] > 0
                        for rating, column in ((HISTORY_MOST, 0), (HISTORY_LEAST, 2)):
                            qualities = rated[same_topic & (rated[:, rating] > 0), QUALITY]
                            sums = len(qualities), qualities.sum()
                            expected[slot, place, column : column + 2] = sums
            assert (seen["topic_ratings"] == expected).all()
            told += np.count_nonzero(expected)
    assert told > 0


@given(PLAYERS, SEEDS)
@few
def test_i19_public_numbers_are_true_and_relative(num_players, seed):
    n = num_players
    for state in positions(n, seed, every=8):
        record = state.record
        for viewer in range(n):
            seen = state.observation_dict(viewer)
            turned = [(viewer + place) % n for place in range(n)]
            players = [record.players[seat] for seat in turned]
            close = pytest.approx
            assert seen["hand_size"] * 20 == close([p.hand_size for p in players])
            assert seen["score"] * 5000 == close([record.scores[seat] for seat in turned])
            assert seen["pawn"].argmax(axis=1).tolist() == [p.pawn for p in players]
            assert seen["bonus"].tolist() == [p.bonus for p in players]
            assert seen["actor"].argmax() == (record.actor - viewer) % n
            assert seen["influencer"].argmax() == (record.influencer - viewer) % n
            assert seen["kind"].argmax() == record.decision
            assert seen["hand"].sum() == close(
                sum(record.players[viewer].hand[c] / copies(c) for c in range(NUM_CARDS)), abs=1e-5
            )
            assert seen["toll_matrix"][0, 1:] * 9 == close(seen["gave"].sum(axis=1) * 9, abs=1e-4)
            assert seen["toll_matrix"][1:, 0] * 9 == close(seen["got"].sum(axis=1) * 9, abs=1e-4)


def copies(card):
    return 6 if card < 16 else 12


@given(PLAYERS, SEEDS)
@few
def test_a_spectator_sees_what_everybody_knows(num_players, seed):
    for state in positions(num_players, seed, every=8):
        seen, own = state.observation_dict(SPECTATOR), state.observation_dict(0)
        for name in PRIVATE:
            assert not seen[name].any()
        for name in FIELDS:
            if name not in (*PRIVATE, "piles", "list"):
                np.testing.assert_array_equal(seen[name], own[name])
        assert not seen["piles"][:, PILE_DOWN : PILE_DOWN + NUM_CARDS].any()
        assert not seen["list"][:, LIST_MINE].any()


def test_first_cards_are_known_to_the_influencer():
    state = table(5)
    influencer = state.record.influencer
    known = slice(PILE_DOWN, PILE_DOWN + NUM_CARDS)
    own = state.observation_dict(influencer)["piles"]
    other = state.observation_dict((influencer + 1) % 5)["piles"]
    assert (own[:, PILE_PRESENT] == 1).all()
    assert (np.count_nonzero(own[:, known], axis=1) == 1).all()
    assert not other[:, known].any()


def test_the_list_and_the_history():
    state = play_until(table(4), Decision.GIVE)
    record = state.record
    give_gifts(state, 1, [kind(2, 1), kind(0, 1), kind(2, 1)])  # from 0, 2 and 3
    record.players[1].taste[:] = [3, 1, 2, -1, -2, -3]
    start_ratings(record)
    assert record.list_kind[:3].tolist() == [kind(0, 1), kind(2, 1), kind(2, 1)]
    rows = state.observation_dict(3)["list"]
    assert rows[:, TOPIC : TOPIC + 6].argmax(axis=1).tolist() == [0, 2, 2]
    assert rows[:, QUALITY].tolist() == [0.5] * 3
    # seat 3 gave one of two equal kinds: it cannot tell which slot is its own
    assert rows[:, LIST_MINE].tolist() == [0, 1, 1]
    assert state.observation_dict(2)["list"][:, LIST_MINE].tolist() == [1, 0, 0]
    assert not state.observation_dict(1)["list"][:, LIST_MINE].any()
    state.step(RATE)
    assert state.observation_dict(3)["list"][:, LIST_MOST].tolist() == [1, 0, 0]
    assert not state.observation_dict(3)["history"].any()
    least = record.list_giver[1]
    state.step(RATE + 1)
    history = state.observation_dict(3)["history"][0]
    rater, givers = (1 - 3) % 4, [(seat - 3) % 4 for seat in (0, 2, 3)]
    assert history[rater, givers, PRESENT].tolist() == [1, 1, 1]
    assert not history[rater, rater].any()
    assert history[rater, (2 - 3) % 4, -2] == 1  # MOST
    assert history[rater, (least - 3) % 4, -1] == 1  # LEAST
    assert history[..., PRESENT].sum() == 3


def test_nothing_on_the_raters_own_list_is_its_own():
    state = play_until(table(4), Decision.GIVE)
    give_gifts(state, 1, [kind(0, -2), kind(0, 1), kind(2, 1)])
    start_ratings(state.record)
    assert not state.observation_dict(1)["list"][:, LIST_MINE].any()
    assert state.observation_dict(0)["list"][:, LIST_MINE].tolist() == [1, 0, 0]


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_faces_and_the_pile_used_in_a_turn(viewer):
    state = to_turn(table(4), 0)
    pawns(state, *[Space.HOME] * 4)
    hand(state, 0, "H1 H2 H3")
    assert not state.observation_dict(viewer)["pending_face"].any()
    state.step(MOVE + Space.UP1_DOWN1)
    for card, face, used in ((0, [1, 0], [0, 0, 0, 0]), (1, [0, 1], [0, 0, 1, 0])):
        for action in (CARD + card, PILE + 2 - card):
            seen = state.observation_dict(viewer)
            assert seen["pending_face"].tolist() == face
            assert seen["used_pile"].tolist() == used
            state.step(action)
    assert not state.observation_dict(viewer)["used_pile"].any()


def test_double_damage_is_shown_as_a_flag_or_counted():
    for stacks, shown in ((False, 1), (True, 2 / 6)):
        state = play_until(table(4, dd_stacks=stacks), Decision.PICK)
        state.record.dd_count[2] = 2
        assert state.observation_dict(0)["dd"].tolist() == pytest.approx([0, 0, shown, 0])


def test_a_type_without_copies_shows_nothing():
    state = table(3, star_copies=(30, 0, 0, 0, 0))
    for viewer in range(3):
        hand = state.observation_dict(viewer)["hand"]
        assert not hand[[1, 2, 3, 4]].any()
        assert np.isfinite(hand).all()


# --- resampling ------------------------------------------------------------------------------


class Witness:
    """What one seat must keep in mind of tolls: cards it paid that cannot have left a hand."""

    def __init__(self, seat, num_players):
        self.seat = seat
        self.paid = [Counter() for _ in range(num_players)]

    def watch(self, record, action):
        """See an action that is about to be carried out."""
        owner, card = record.actor, action - CARD
        if owner == self.seat:
            if record.decision == Decision.TOLL:
                self.paid[record.target][card] += 1
        elif record.decision == Decision.TOLL:
            self.paid[owner].clear()
        elif record.decision == Decision.PLACE_PILE:
            face_up = record.players[owner].pawn in (4, 6) or (
                record.players[owner].pawn == 3 and record.placed == 0
            )
            if face_up:
                self.paid[owner][record.pending_card] -= 1
            else:
                self.paid[owner].clear()

    def check(self, record):
        for owner, cards in enumerate(self.paid):
            for card, count in cards.items():
                assert record.players[owner].hand[card] >= count


def check_possible(state, other, seat):
    """What I16 asks of a world that a seat may believe in."""
    record, world, n = state.record, other.record, state.num_players
    slack = state.setting.options.honesty_slack
    for round_ in range(record.round + 1):
        for turn in range(n):
            rater = (record.influencer + turn) % n
            rating = record.decision >= Decision.RATE_MOST
            if round_ == record.round and not (rating and turn < record.turn):
                continue
            givers = [g for g in range(n) if g != rater]
            kinds = [world.gifts[round_, rater, giver] for giver in givers]
            assert kinds == [record.gifts[round_, rater, giver] for giver in givers]
            appeals = [appeal_of(world.players[rater].taste, each) for each in kinds]
            most = givers.index(world.most[round_, rater])
            assert most in rating_options(appeals, slack)
            assert givers.index(world.least[round_, rater]) in rating_options(appeals, slack, most)
    if record.decision < Decision.GIVE:
        return
    for giver in range(n):
        player, size = world.players[giver], n + record.players[giver].bonus
        offer, recipients = player.offer[:size].tolist(), player.recipient[:size].tolist()
        assert offer == sorted(set(offer))
        true = record.players[giver].recipient[:size].tolist()
        assert sorted(recipients) == sorted(true)
        for slot, receiver in enumerate(recipients):
            if receiver >= 0:
                assert world.gifts[record.round, receiver, giver] == offer[slot]
        if giver == seat:
            assert offer == record.players[giver].offer[:size].tolist()
    if record.decision >= Decision.RATE_MOST:
        for slot in range(n - 1):
            giver = world.list_giver[slot]
            assert world.list_kind[slot] == record.list_kind[slot]
            assert world.gifts[record.round, record.actor, giver] == world.list_kind[slot]
    if record.decision == Decision.RATE_LEAST:
        taste = world.players[record.actor].taste
        appeals = [appeal_of(taste, each) for each in world.list_kind[: n - 1]]
        assert record.most_slot in rating_options(appeals, slack)


@given(PLAYERS, SEEDS, st.sampled_from([0, 1, 3]))
@few
def test_i16_sampled_worlds_are_possible(num_players, seed, slack):
    rng = random.Random(seed)
    state = table(num_players, seed, honesty_slack=slack)
    witnesses = [Witness(seat, num_players) for seat in range(num_players)]
    while not state.is_terminal:
        seat = rng.randrange(num_players)
        other = state.resample(seat, rng.getrandbits(40))
        witnesses[seat].check(state.record)
        witnesses[seat].check(other.record)
        check_possible(state, other, seat)
        np.testing.assert_array_equal(state.observation(seat), other.observation(seat))
        action = rng.choice(state.legal_actions())
        for witness in witnesses:
            witness.watch(state.record, action)
        state.step(action)


def test_tastes_are_sampled_evenly_from_all_that_fit():
    state = play_until(table(3), Decision.GIVE)
    record = state.record
    give_gifts(state, 0, [kind(0, 0), kind(1, 0)])
    record.players[0].taste[:] = [3, -3, 1, 2, -1, -2]
    start_ratings(record)
    state.step(RATE)
    state.step(RATE + 1)
    fits = {tuple(taste) for taste in TASTES.tolist() if taste[0] >= taste[1] - 1}
    count = 4000 if JIT else 200
    drawn = Counter(
        tuple(state.resample(1, seed).record.players[0].taste.tolist()) for seed in range(count)
    )
    assert set(drawn) <= fits
    assert len(fits) < NUM_TASTES
    if JIT:
        assert len(drawn) > 0.99 * len(fits)
        assert max(drawn.values()) < 6 * count / len(fits)


def test_the_rater_does_not_know_the_givers():
    state = play_until(table(4), Decision.RATE_MOST)
    rater = state.current_player
    givers = {
        tuple(state.resample(rater, seed).record.list_giver[:3].tolist()) for seed in range(40)
    }
    assert len(givers) > 1


def test_a_giver_knows_its_own_gift():
    state = play_until(table(4), Decision.RATE_MOST)
    record = state.record
    giver = (record.actor + 1) % 4
    gift = record.gifts[0, record.actor, giver]
    for seed in range(20):
        world = state.resample(giver, seed).record
        assert world.gifts[0, record.actor, giver] == gift


def test_a_card_on_its_way_to_a_pile_is_hidden():
    for state in random_play(4, 3):
        record = state.record
        if record.decision == Decision.PLACE_PILE and record.players[record.actor].hand_size > 3:
            break
    actor, other = record.actor, (record.actor + 1) % 4
    own = {state.resample(actor, seed).record.pending_card for seed in range(40)}
    assert own == {record.pending_card}
    assert len({state.resample(other, seed).record.pending_card for seed in range(40)}) > 1
    assert not state.observation_dict(other)["pending_card"].any()
    assert state.observation_dict(actor)["pending_card"].argmax() == record.pending_card


# --- words -----------------------------------------------------------------------------------


def test_words_tell_a_seat_only_what_it_knows():
    state = play_until(table(4), Decision.GIVE)
    own, other = state.render(0), state.render(1)
    assert own.count("taste:") == other.count("taste:") == 1
    assert "taste:" not in state.render(SPECTATOR)
    assert state.render().count("taste:") == state.render().count("offer:") == 4
    assert f"player {state.current_player} to give an experience" in own


def test_words_name_kinds_and_ratings():
    state = play_until(table(3), Decision.GIVE)
    give_gifts(state, 0, [kind(0, 2), kind(4, -1)])
    state.record.players[0].taste[:] = [3, -3, 1, 2, -1, -2]
    start_ratings(state.record)
    assert "player 0 got: 0: food +2; 1: fame -1" in state.render(0)
    state.step(RATE)
    assert "0: food +2 (MOST)" in state.render(2)
    state.step(RATE + 1)
    assert "food +2 from player 1 (MOST); fame -1 from player 2 (LEAST)" in state.render(2)
    assert (topic_of(kind(4, -1)), quality_of(kind(4, -1))) == (4, -1)


@given(PLAYERS, SEEDS)
@few
def test_every_position_can_be_told(num_players, seed):
    for state in positions(num_players, seed, every=20):
        for viewer in (None, *range(SPECTATOR, num_players)):
            assert f"player {state.current_player} to " in state.render(viewer)


@pytest.mark.parametrize("dd_stacks", [False, True])
@pytest.mark.parametrize("num_players", [3, 5])
def test_words_tell_what_observations_tell(num_players, dd_stacks):
    """From one decision to the next, a viewer's words change if what it sees changes."""
    before = None
    for state in random_play(num_players, num_players, dd_stacks=dd_stacks):
        now = [
            (state.observation(viewer).tobytes(), state.render(viewer))
            for viewer in range(SPECTATOR, num_players)
        ]
        for (seen, words), (seen_before, words_before) in zip(now, before or now, strict=True):
            assert (seen == seen_before) == (words == words_before)
        before = now


def test_words_name_placers_used_piles_and_stacked_double_damage():
    state = play_until(table(4, dd_stacks=True), Decision.MOVE)
    record = state.record
    by_influencer = f"1 face up by player {record.influencer}"
    assert state.render(SPECTATOR).count(by_influencer) == 2
    assert "used in this turn" not in state.render(SPECTATOR)
    record.used_pile = 2
    assert state.render(SPECTATOR).count("used in this turn") == 1
    record.dd_count[1] = 2
    assert state.render(SPECTATOR).count("2x Double Damage") == 1
