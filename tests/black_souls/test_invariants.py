"""Invariants (12.) over random play with random options."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_envs.games.black_souls import game
from tabletop_envs.games.black_souls.cards import (
    ICON,
    NO_ASSET,
    NUM_ASSETS,
    THREATS,
    TYPE,
    Benefit,
    Icon,
    Token,
    X,
)
from tabletop_envs.games.black_souls.state import (
    PAY_BLACK,
    TAKE,
    THREAT,
    Decision,
)

from .positions import (
    NEVER_MET,
    at_first_bid,
    bid,
    first_legal_until,
    give_cells,
    give_quirks,
    order_of,
    party_of,
    plain_asset,
    play,
    triggering,
)

FULL = {
    1: {0, 1, 2, 3, 4, 5, 6},
    2: {0, 1, 2, 3, 4, 5, 6},
    3: {0, 1, 2, 3, 4, 5, 6, 8},
    4: {0, 1, 2, 3, 4, 5, 6, 8},
    5: set(range(9)),
    6: set(range(9)),
}

table_options = st.fixed_dictionaries(
    {},
    optional={
        "glitch": st.booleans(),
        "recall": st.sampled_from(["perfect", "table"]),
        "first_order": st.sampled_from(["random", "seat"]),
        "hand_refill": st.sampled_from(["next_bid", "immediate"]),
        "bid8_tokens": st.sampled_from(["full", "well_only"]),
        "quirk_copies": st.sampled_from([25, 21]),
        "catchup": st.sampled_from(["dense", "positions"]),
        "skip_forced": st.booleans(),
    },
)
seeds = st.integers(0, 2**32)
few = settings(max_examples=12, deadline=None)


def random_game(num_players, seed, options):
    """Play at random; yields the state before each action, with the action, and at the end."""
    state = game.new_state(num_players, seed=seed, **options)
    chance = random.Random(seed)
    while not state.is_terminal:
        action = chance.choice(state.legal_actions())
        yield state, action
        state.step(action)
    yield state, None


def players_of(state):
    return list(state.record.players)[: state.record.sides]


def check_assets(state):
    """1: every asset is in one place. 2: levels have no gaps, and one asset a turn."""
    record = state.record
    places = [asset for asset in range(NUM_ASSETS) if record.bag[asset]]
    places += list(record.pool[: record.pool_size])
    places += [record.picked] if record.picked != NO_ASSET else []
    for player in players_of(state):
        filled = player.asset != NO_ASSET
        places += player.asset[filled].tolist()
        for level in range(3):
            row = filled[4 * level : 4 * level + 4]
            assert not np.diff(row.astype(int)).clip(0).any()
        if record.decision == Decision.BID:
            assert filled.sum() == record.turn - 1
    assert sorted(places) == list(range(NUM_ASSETS))


def check_numbers(state):
    """3: cubes and charges. 7: the wiped are those without cubes. 13: the pool. 19: the deck."""
    record = state.record
    assert set(record.party_cards.tolist()) <= {0, 1}
    for player in players_of(state):
        assert all(0 <= cubes <= 5 for cubes in player.party)
        assert (player.lost >= 0).all()
        assert 0 <= player.hacks <= 2
        if record.round:
            assert (player.wiped_step > 0) == (player.party.sum() == 0)
    if record.decision == Decision.PICK:
        most = 4 if record.num_players <= 2 else record.num_players + 1
        assert 1 <= record.pool_size <= most
    if not state.is_terminal:
        assert record.players[record.actor].wiped_step == 0


def check_tokens(state):
    """8: tokens are in the supply or on boards, none on special assets, each special one once."""
    record = state.record
    counts = np.zeros(6, int)
    glitches = 0
    for player in players_of(state):
        own = np.bincount(player.token, minlength=6)
        assert (own[Token.WELL :] <= 1).all()
        for kind in range(3):
            assert own[Token.WELL + kind] == 0 or player.special_left[kind] == 0
        assert (ICON[player.asset[player.token > 0]] == Icon.NONE).all()
        counts += own
        glitches += player.glitch.sum()
    assert record.supply[0] + counts[Token.TAVERN] == 20
    assert record.supply[1] + counts[Token.SHRINE] == 20
    assert record.supply[2] + glitches == 20
    if record.options.glitch:
        assert not any(player.face_down.any() for player in players_of(state))
    else:
        assert glitches == 0


class Hands:
    """9, 10: follows the cards that were played since the last recall."""

    def __init__(self, num_players):
        self.hands = [set(FULL[num_players]) for _ in range(num_players)]
        self.full = [set(FULL[num_players]) for _ in range(num_players)]
        self.before = [0] * num_players

    def check(self, state):
        """At the first bid of a turn: what the bids of the turn before made of the hands."""
        record = state.record
        for seat, own in enumerate(players_of(state)[: record.num_players]):
            if record.turn > 1:
                self.play(seat, own.prev_bid)
            self.before[seat] = own.prev_bid
            hand = {value for value in range(9) if own.hand[value]}
            assert hand == self.hands[seat]
            assert 3 in hand

    def play(self, seat, value):
        hand = self.hands[seat]
        assert value in hand
        dead = value == 3 and self.before[seat] in (2, 3)
        assert not dead or hand == {3}
        hand.remove(value)
        if value == 7:
            self.full[seat].remove(7)
        if value == 3 or not hand:
            self.hands[seat] = set(self.full[seat])


def check_order(state):
    """11: a permutation, the penalised last, higher bids first."""
    record = state.record
    if Decision.SWAP1 <= record.decision <= Decision.TOKEN8:
        order = order_of(state)
        assert sorted(order) == list(range(record.sides))
        own = [record.players[side] for side in order]
        keys = [(not (p.clash and not p.hacked), p.bid) for p in own]
        assert keys == sorted(keys, reverse=True)


def check_end(state):
    """17, 18, 22: what the wiped and the living score; rewards."""
    parts, rewards = state.scores(), state.returns()
    wiped = parts["wiped_step"] > 0
    assert not parts["challenge"][wiped].any()
    assert not parts["difficulty"][wiped].any()
    assert not parts["catch_up"][~wiped].any()
    table = {1: 5, 2: 5, 3: 12, 4: 14, 5: 16, 6: 17}[state.num_players]
    assert parts["difficulty"].sum() <= table
    assert (abs(rewards) <= 1).all()
    if state.num_players > 1:
        assert rewards.sum() == pytest.approx(0)
        assert (np.diff(rewards[np.argsort(parts["place"])]) <= 1e-9).all()


@few
@given(st.integers(2, 6), seeds, table_options)
def test_invariants(num_players, seed, options):
    for state, action in random_game(num_players, seed, options):
        check_assets(state)
        check_numbers(state)
        check_tokens(state)
        check_order(state)
        if action is not None and options.get("skip_forced", True):
            assert len(state.legal_actions()) >= 2  # 12
    check_end(state)


@few
@given(st.integers(1, 6), seeds, st.sampled_from(["next_bid", "immediate"]))
def test_hands(num_players, seed, refill):
    hands, turn = Hands(num_players), 0
    options = {"skip_forced": False, "hand_refill": refill}
    for state, _ in random_game(num_players, seed, options):
        if state.record.turn != turn and not state.is_terminal:
            turn = state.record.turn
            assert state.record.decision == Decision.BID
            hands.check(state)
        if state.record.round:
            break


@few
@given(seeds, table_options, st.sampled_from(["easy", "normal", "hard"]), st.booleans())
def test_invariants_solo(seed, options, mode, bid8):
    options = options | {"solo_mode": mode, "solo_bid8": bid8}
    for state, action in random_game(1, seed, options):
        check_assets(state)
        check_numbers(state)
        check_tokens(state)
        check_order(state)
        assert state.is_terminal or state.current_player == 0
        script = state.record.players[1]
        assert script.bid in (1, 2, 3, 4, 5, 6, 9)
        assert action is None or state.legal_actions()
    check_end(state)
    scores = state.record.players[1].scores
    assert scores.playing_clean == 1
    assert scores.quirks == {"easy": 6, "normal": 7, "hard": 8}[mode]


@few
@given(st.integers(1, 6), seeds)
def test_equal_parties_of_ten_to_twelve(num_players, seed):
    """4."""
    parties = {party_of(player) for player in players_of(at_first_bid(num_players, seed=seed))}
    assert len(parties) == 1
    assert 10 <= sum(parties.pop()) <= 12


class Snapshot:
    """What a party and its decision were before an action."""

    def __init__(self, state, action):
        record = state.record
        own = record.players[record.actor]
        self.seat, self.decision, self.action = record.actor, record.decision, action
        self.party = party_of(own)
        self.cubes = own.party.sum() + own.lost.sum()
        self.threats = THREATS[own.asset[record.cell - 1]]
        self.chosen, self.benefit = record.threat - 1, record.benefit

    def check(self, state):
        """5: only Taverns add cubes. 6: threats take what they say."""
        own, now = state.record.players[self.seat], state.record.decision
        gone = sum(self.party) - own.party.sum()
        takes = self.decision == Decision.BENEFIT and self.action < TAKE + 4
        tavern = takes and self.benefit == Benefit.TAVERN
        assert own.party.sum() + own.lost.sum() - self.cubes == tavern
        if self.decision == Decision.AMOUNT:
            assert gone == self.threats[self.chosen]
            assert self.party[3] - own.party[3] == self.action - PAY_BLACK
        if self.decision == Decision.THREAT and now not in (Decision.AMOUNT, Decision.OVERFLOW):
            kind = self.action - THREAT
            if self.threats[kind] == X:
                assert gone == max(1, self.party[kind])
            else:  # an overflow that took all
                assert own.party.sum() == 0
                assert gone <= self.threats[kind]


@few
@given(st.integers(2, 6), seeds, st.booleans())
def test_cubes_in_the_gameplay_phase(num_players, seed, glitch):
    before = None
    for state, action in random_game(num_players, seed, {"skip_forced": False, "glitch": glitch}):
        if before is not None:
            before.check(state)
        playing = state.record.round and action is not None
        before = Snapshot(state, action) if playing else None


@few
@given(st.integers(2, 6), seeds, st.booleans())
def test_reboots_hit_all_others(num_players, seed, glitch):
    """16."""
    marks, hit = None, set()
    options = {"glitch": glitch, "skip_forced": False}
    for state, _ in random_game(num_players, seed, options):
        record = state.record
        if record.decision == Decision.BID and record.actor == 0:
            now = [(player.face_down | player.glitch).sum() for player in players_of(state)]
            if marks is not None:
                assert [b - a for a, b in zip(marks, now, strict=True)] == [
                    side in hit for side in range(num_players)
                ]
            marks = now
        if record.decision == Decision.PICK:
            reboots = {s for s in triggering(state) if record.players[s].bid == 3}
            hit = {side for side in range(num_players) if reboots - {side}}
        if record.round or record.supply[2] < num_players:
            break  # the gameplay phase opens assets; Glitch tokens may run out


@few
@given(st.integers(1, 6), seeds, table_options)
def test_same_seed_and_actions_same_game(num_players, seed, options):
    """20, and the hard bound on decisions."""
    states = [state.clone() for state, _ in random_game(num_players, seed, options)]
    bound = 128 if options.get("skip_forced", True) else 129
    assert len(states) - 1 <= bound * num_players
    again = [state.clone() for state, _ in random_game(num_players, seed, options)]
    assert states[-1] == again[-1]


# --- hidden information ----------------------------------------------------------------------


def test_what_others_keep_secret_changes_no_observation():
    """14."""
    state = at_first_bid(4, seed=5)
    bid(state, 5)
    play(state, "bid 6")
    other = state.clone()
    record = other.record
    record.players[0].bid = 2
    give_quirks(record.players[0], *NEVER_MET, 0)
    for card in range(25):
        record.quirk_cards[card] = 1 - record.quirk_cards[card]
    for seat in (1, 2, 3, -1):
        assert (state.observation(seat) == other.observation(seat)).all()
    assert (state.observation(0) != other.observation(0)).any()


def hidden_pair(recall):
    """Two face-down plain Caves, on two boards, with a token each."""
    state = at_first_bid(3, recall=recall)
    state.record.turn = 2
    assets = [5, 22, 60]
    for player, asset in zip(players_of(state), assets, strict=True):
        give_cells(player, {0: asset})
        player.face_down[0] = 1
        player.token[0] = Token.TAVERN
    return state


def test_face_down_assets_can_be_exchanged_unseen():
    """15."""
    for recall, seen in (("table", False), ("perfect", True)):
        state = hidden_pair(recall)
        other = hidden_pair(recall)
        other.record.players[0].asset[0], other.record.players[1].asset[0] = 22, 5
        for seat in range(3):
            differs = (state.observation(seat) != other.observation(seat)).any()
            assert differs == seen


@few
@given(st.integers(1, 6), seeds, st.sampled_from(["perfect", "table"]))
def test_resampled_worlds(num_players, seed, recall):
    """They look the same, keep what is known, and can be played to the end."""
    chance = random.Random(seed)
    for state, action in random_game(num_players, seed, {"recall": recall}):
        if action is None or chance.random() > 0.1:
            continue
        seat = chance.randrange(num_players)
        world = state.resample(seat, 1)
        assert (world.observation(seat) == state.observation(seat)).all()
        assert world.render(seat) == state.render(seat)
        assert world == world.resample(seat, 1)
        check_assets(world)
        check_tokens(world)
        for own, same in zip(players_of(state), players_of(world), strict=True):
            assert (
                TYPE[own.asset[own.asset < NO_ASSET]] == TYPE[same.asset[own.asset < NO_ASSET]]
            ).all()
            shown = own.face_down == 0
            assert (own.asset[shown] == same.asset[shown]).all()
    for _ in range(3):
        while not world.is_terminal:
            world.step(chance.choice(world.legal_actions()))


def test_resampling_varies_what_is_hidden():
    state = at_first_bid(3, recall="table", seed=2)
    play(state, "bid 5")
    worlds = [state.resample(1, seed) for seed in range(30)]
    assert len({world.record.players[0].bid for world in worlds}) > 4
    assert len({tuple(world.record.players[0].quirks) for world in worlds}) > 20
    assert {tuple(world.record.players[1].quirks) for world in worlds} == {
        tuple(state.record.players[1].quirks)
    }
    state = hidden_pair("table")
    worlds = [state.resample(0, seed) for seed in range(30)]
    assert len({world.record.players[0].asset[0] for world in worlds}) > 5
    plain = {plain_asset("C", difficulty) for difficulty in (1, 2, 3, 4, 5)}
    assert plain & {world.record.players[0].asset[0] for world in worlds}


def test_what_lies_under_a_token_stays_plain():
    """10.3: a token on it, or one that may be placed now, shows that an asset is plain."""
    for waiting in (False, True):
        state = hidden_pair("table")
        record = state.record
        give_cells(record.players[1], {0: 8})  # a Shrine, face-down without a token
        record.players[1].token[0] = 0
        record.bag[:26] = 0  # no other Cave
        if waiting:
            record.players[0].token[0] = 0
            record.decision, record.actor, record.cell = Decision.TOKEN8, 0, 1
        for seed in range(20):
            world = state.resample(2, seed).record
            assert (world.players[0].asset[0], world.players[1].asset[0]) == (5, 8)


def test_at_the_end_only_discarded_quirks_are_hidden():
    state = at_first_bid(3, seed=4)
    first_legal_until(state, Decision.NONE)
    discards = set()
    for seed in range(20):
        world = state.resample(0, seed)
        assert (world.observation(0) == state.observation(0)).all()
        assert world.render(0) == state.render(0)
        discards.add(world.record.players[1].quirks[2])
        for player, same in zip(players_of(state), players_of(world), strict=True):
            assert player.quirks[:2].tolist() == same.quirks[:2].tolist()
    assert len(discards) > 5


# --- symmetry --------------------------------------------------------------------------------


def relabelled(state, names):
    """The same table with the seats renamed: seat s becomes names[s]."""
    other = state.clone()
    for old, new in enumerate(names):
        target = other.record.players[new]
        for field in target.cells.dtype.names:
            target.cells[field] = state.record.players[old].cells[field]
    for place in range(len(names)):
        other.record.prev_order[place] = names[state.record.prev_order[place]]
        other.record.order[place] = names[state.record.order[place]]
    other.record.actor = names[state.record.actor]
    return other


@few
@given(seeds, st.permutations(range(4)))
def test_relabelling_the_seats(seed, names):
    """21: in the gameplay phase, where nothing is drawn, all results follow the seats."""
    state = at_first_bid(4, seed=seed)
    chance = random.Random(seed)
    while state.record.round == 0:
        state.step(chance.choice(state.legal_actions()))
    other = relabelled(state, names)
    while not state.is_terminal:
        assert other.current_player == names[state.current_player]
        action = chance.choice(state.legal_actions())
        state.step(action)
        other.step(action)
    for name, parts in state.scores().items():
        assert parts.tolist() == [other.scores()[name][names[seat]] for seat in range(4)]
    assert state.returns().tolist() == [other.returns()[names[seat]] for seat in range(4)]


@few
@given(
    st.permutations(range(4)),
    st.permutations(range(4)),
    st.lists(st.integers(0, 6), min_size=4, max_size=4),
)
def test_relabelling_bids(names, order, bids):
    """21: so do the order and the effects of a design turn."""
    state = at_first_bid(4, order=order)
    other = at_first_bid(4, order=[names[seat] for seat in order])
    bid(state, *bids)
    renamed = [0] * 4
    for seat, value in enumerate(bids):
        renamed[names[seat]] = value
    bid(other, *renamed)
    first_legal_until(state, Decision.PICK)
    first_legal_until(other, Decision.PICK)
    assert [names[seat] for seat in order_of(state)] == order_of(other)
    assert {names[seat] for seat in triggering(state)} == triggering(other)
