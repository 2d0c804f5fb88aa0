"""The invariants of Streaming's specification, on random games of random tables."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tabletop_envs as tt
from tabletop_envs.games.streaming import rules
from tabletop_envs.games.streaming.cards import face_of, genre_of
from tabletop_envs.games.streaming.state import (
    DONE,
    NOBODY,
    NUM_ROUNDS,
    PICK_PAIR,
    PLACE_DOC,
    PROMOTE_HIGH,
    USE_01,
    PairState,
    Phase,
)

GAME = tt.load("streaming")
MAX_COINS = 97


@st.composite
def tables(draw):
    """A fresh game with any number of players, sofa and switches, and dice to play it with."""
    num_players = draw(st.integers(3, 5))
    sofa = st.lists(st.integers(1, 18), max_size=4, unique=True)
    options = {
        "audience": draw(st.one_of(st.just("random"), sofa)),
        "allow_impossible_sofa": True,
        "multiscreen_variant": num_players < 5 and draw(st.booleans()),
        "promotion_mode": draw(st.sampled_from(["simultaneous", "open"])),
        "a03_missing_types": draw(st.booleans()),
        "a04_allpay": draw(st.sampled_from(["picked", "front"])),
        "a11_ties": draw(st.sampled_from(["one", "all"])),
        "a13_scope": draw(st.sampled_from(["global", "tied"])),
        "a13_final_tie": draw(st.booleans()),
        "a15_mode": draw(st.sampled_from(["type", "card"])),
        "a18_repeats_automatic": draw(st.booleans()),
        "fiction_slot": draw(st.sampled_from(["right", "centre"])),
        "skip_forced": draw(st.booleans()),
    }
    seed = draw(st.integers(0, 2**63 - 1))
    return GAME.new_state(num_players, seed=seed, **options), np.random.default_rng(seed)


def walk(state, rng):
    """Play at random; yields each action after which the state is as it left it."""
    while not state.is_terminal:
        action = int(rng.choice(state.legal_actions()))
        state.step(action)
        yield action


def set_of(content):
    return [content.faces[depth] for depth in range(content.size)]


def all_sets(state):
    channels = [state.record.channels[seat] for seat in range(state.num_players)]
    return [[set_of(content) for content in channel.sets] for channel in channels]


@settings(max_examples=12, deadline=None)
@given(tables())
def test_i01_i06_i07_i14_cards_stay_where_they_are(table):
    state, rng = table
    record = state.record
    deck = [record.deck[place] for place in range(record.deck_size)]
    faces = sorted(face_of(card) for card in deck)
    with_10 = record.audience[10]
    before = all_sets(state)
    for _ in walk(state, rng):
        dealt = 2 * (state.num_players + 1) * (record.round + 1)
        assert [record.deck[place] for place in range(record.deck_size)] == deck
        after = all_sets(state)
        for old, new in zip(before, after, strict=True):
            for first, second in zip(old, new, strict=True):
                assert second[: len(first)] == first  # 6
        before = after
        on_table = [
            face_of(rules.card_of(record, pair, slot))
            for pair in range(state.num_players + 1)
            if record.pairs[pair] == PairState.ON_TABLE
            for slot in range(2)
        ]
        owned = [face for sets in after for faces_ in sets for face in faces_]
        assert len(owned) + len(on_table) <= dealt
        seen = state.observation_dict(0)
        assert round(float(seen["unseen"].sum() * 2)) == record.deck_size - dealt  # 14
    assert record.round == NUM_ROUNDS - 1
    assert 2 * (state.num_players + 1) * NUM_ROUNDS == record.deck_size
    sold = [
        card
        for pair, card in enumerate(zip(deck[::2], deck[1::2], strict=True))
        if not any_discarded(state, pair)
    ]
    owned = [face for sets in before for faces_ in sets for face in faces_]
    assert sorted(owned) == sorted(face_of(card) for pair in sold for card in pair)  # 1
    assert len(faces) == record.deck_size
    if not with_10:
        for genre in range(5):  # 7
            placed = sorted(face for sets in before for face in sets[genre])
            assert placed == sorted(
                face_of(card) for pair in sold for card in pair if genre_of(card) == genre
            )


def any_discarded(state, pair_of_game):
    """Whether the pair, counted through the game, was discarded."""
    pairs = state.num_players + 1
    log, round_ = state.record.table_log, pair_of_game // pairs
    for auction in range(round_ * pairs, (round_ + 1) * pairs):
        if log.discarded[auction] and log.sold_pair[auction] - 1 == pair_of_game % pairs:
            return True
    return False


@settings(max_examples=12, deadline=None)
@given(tables())
def test_i03_i05_i08_i09_i10_i12_coins_and_points(table):
    state, rng = table
    record = state.record
    scores, awards = state.scores()["total"], (NOBODY, NOBODY)
    used = np.zeros(state.num_players, int)
    for _ in walk(state, rng):
        channels = [record.channels[seat] for seat in range(state.num_players)]
        for channel in channels:
            assert 0 <= rules.spendable(channel) <= MAX_COINS  # 3
            assert 0 <= channel.coins <= MAX_COINS
            laid = sum(channel.promotion.top) + 2 * sum(channel.promotion.high)
            if record.phase in (Phase.PROMOTE, Phase.FINAL_PROMOTE) and channel.spent:
                assert channel.spent == laid  # 9
        new = state.scores()["total"]
        assert (new >= scores).all()
        scores = new
        for old, owner in zip(awards, (record.award_06, record.award_12), strict=True):
            assert old in (NOBODY, owner)  # 8
        awards = (record.award_06, record.award_12)
        now = np.array([channel.used_01 for channel in channels])
        assert (now >= used).all()
        used = now
        if not state.is_terminal:
            choices = len(state.legal_actions())
            assert choices >= (2 if state.setting.options.skip_forced else 1)  # 10
    parts = state.scores()
    total = sum(
        part.sum(axis=1) if part.ndim == 2 else part
        for name, part in parts.items()
        if name not in ("total", "winner")
    )
    assert (total == parts["total"]).all()


@settings(max_examples=12, deadline=None)
@given(tables())
def test_i02_i05_i12_auctions_in_the_log(table):
    state, rng = table
    pairs = state.num_players + 1
    for _ in walk(state, rng):
        pass
    seen = state.observation_dict(0)
    bids = np.rint(seen["bids"] * 50).astype(int) - 1
    winners, discarded = seen["winner"], seen["discarded"]
    assert (bids >= 0).all()
    assert (winners.sum(axis=0) + discarded == 1).all()  # each auction sold or discarded
    for auction in range(NUM_ROUNDS * pairs):
        highest = bids[:, auction].max()
        assert bool(discarded[auction]) == (highest == 0)
        if highest:
            assert bids[winners[:, auction].argmax(), auction] == highest  # 5
    for round_ in range(NUM_ROUNDS):
        sold = np.rint(seen["sold_pair"][round_ * pairs : (round_ + 1) * pairs] * 6) - 1
        assert sorted(sold) == list(range(pairs))  # 2


@settings(max_examples=12, deadline=None)
@given(tables())
def test_i13_i15_rewards_and_repeats(table):
    state, rng = table
    twin = state.clone()
    played = []
    for action in walk(state, rng):
        played.append(action)
    for action in played:
        twin.step(action)
    assert twin == state
    rewards = state.returns()
    assert abs(rewards.sum()) < 1e-9
    assert (abs(rewards) <= 1).all()
    scores = state.scores()["total"]
    for first in range(state.num_players):
        for second in range(state.num_players):
            if scores[first] > scores[second]:
                assert rewards[first] > rewards[second]


@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_i16_the_basic_game_has_no_extra_decisions(num_players):
    extra = {Phase.PICK_PAIR, Phase.PLACE_DOC, Phase.FINAL_PROMOTE}
    for seed in range(5):
        state = GAME.new_state(num_players, seed=seed, audience=())
        for action in walk(state, np.random.default_rng(seed)):
            assert state.record.phase not in extra
            assert action != USE_01
            assert not PICK_PAIR <= action < PLACE_DOC + 5
            assert not PROMOTE_HIGH <= action < DONE


def test_i15_turning_the_table_turns_the_game():
    """For a fixed deck, seats and remote control moved by one place move the whole game."""
    first = GAME.new_state(4, seed=3, audience=(), first_remote=0)
    second = GAME.new_state(4, seed=3, audience=(), first_remote=1)
    for place in range(first.record.deck_size):
        second.record.deck[place] = first.record.deck[place]
    rng = np.random.default_rng(0)
    while not first.is_terminal:
        phase, round_, auction = (getattr(first.record, n) for n in ("phase", "round", "auction"))
        choices = {}
        copy = first.clone()
        while not copy.is_terminal and (
            copy.record.phase,
            copy.record.round,
            copy.record.auction,
        ) == (phase, round_, auction):
            seat, action = copy.current_player, int(rng.choice(copy.legal_actions()))
            choices.setdefault(seat, []).append(action)
            copy.step(action)
        for state, turn in ((first, 0), (second, 1)):
            left = {(seat + turn) % 4: list(actions) for seat, actions in choices.items()}
            while any(left.values()):
                state.step(left[state.current_player].pop(0))
    assert np.roll(first.scores()["total"], 1).tolist() == second.scores()["total"].tolist()


@pytest.mark.parametrize("fiction_slot", ["right", "centre"])
def test_random_sofas(fiction_slot):
    """A card of the left, two of the centre, one of the right; all sofas are met."""
    sofas = set()
    for seed in range(400):
        record = GAME.new_state(4, seed=seed, fiction_slot=fiction_slot).record
        ids = [i for i in range(1, 19) if record.audience[i]]
        cards = [(i + 1) // 2 for i in ids]
        assert len(set(cards)) == 4
        assert sum(card <= 2 for card in cards) == 1
        in_centre = sum(3 <= card <= 7 + (fiction_slot == "centre") for card in cards)
        assert in_centre == 2
        sofas.add(tuple(ids))
    assert len(sofas) > 200
    assert {i for sofa in sofas for i in sofa} == set(range(1, 19))
