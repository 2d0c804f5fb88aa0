"""The invariants of Nirvana's specification (section 9), over random games of all kinds."""

import random
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import check_end, check_resampling, check_secrets, random_game
from nirvana.positions import SHEET, new_game

from tabletop_envs import agents
from tabletop_envs.core.native import JIT, float64, numbers, zeros
from tabletop_envs.envs.vector import VectorTables
from tabletop_envs.games.nirvana import game
from tabletop_envs.games.nirvana.cards import (
    FIELDS,
    INSIGHT_IDS,
    LOWEST,
    RANKS,
    ROUNDS,
    SHEET_CARDS,
    TRIOS,
    Insight,
)
from tabletop_envs.games.nirvana.dice_phase import begin_turn
from tabletop_envs.games.nirvana.hand_building import boxes_at_start, card_value
from tabletop_envs.games.nirvana.state import ARRANGE, LET_GO, PASS, SET, Phase, TableKind

EXAMPLES = 30 if JIT else 3
few = settings(max_examples=EXAMPLES, deadline=None)
COUNTS, SEEDS = st.integers(2, 6), st.integers(0, 10**6)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "boxes": st.integers(0, 3),
        "one_die_per_round": st.just(True),
        "clamp_numbers": st.just(True),
        "follow_equal": st.just(True),
        "pass_locks": st.just(True),
        "finish_ends_round": st.just(True),
        "skip_forced": st.just(True),
    },
)
INSIGHTS = st.lists(st.sampled_from(INSIGHT_IDS), max_size=3, unique=True)

# Section 1: decisions seen in 200,000 games, forced ones included, and what is possible.
TOTAL_SEEN = {2: (71, 111), 3: (124, 181), 4: (190, 272), 5: (262, 374), 6: (326, 472)}
TOTAL_TYPICAL = {2: 97, 3: 158, 4: 225, 5: 299, 6: 378}
CARD_PHASE_SEEN = {2: (14, 54), 3: (30, 99), 4: (54, 160), 5: (83, 236), 6: (110, 306)}


def at_random(state, seed):
    """The state at every decision of a game at random, and the action that is taken."""
    rng = np.random.default_rng(seed)
    while not state.is_terminal:
        action = int(rng.choice(state.legal_actions()))
        yield state, action
        state.step(action)


def to_card_phase(state, seed):
    for each, _ in at_random(state, seed):
        if each.record.round == ROUNDS and each.record.phase != Phase.GIVE:
            break
    return state


def players_of(state):
    return [state.record.players[seat] for seat in range(state.num_players)]


@given(COUNTS, SEEDS, OPTIONS)
@few
def test_1_every_round_fills_one_trio_for_good(count, seed, options):
    state = new_game(count, seed, **options)
    written = [{} for _ in range(count)]
    for each, _ in at_random(state, seed):
        record = each.record
        for seat, player in enumerate(players_of(each)):
            turn = (seat - record.roller) % count
            filled = record.round
            if filled < ROUNDS:
                filled += turn < (record.actor - record.roller) % count
            assert sorted(player.filled_in) == [0] * (TRIOS - filled) + [*range(1, filled + 1)]
            now = {
                field: player.numbers[field]
                for field in range(FIELDS)
                if player.filled_in[SHEET.trio_of[field]]
            }
            assert len(now) == 3 * filled
            assert written[seat].items() <= now.items()
            written[seat] = now


@given(COUNTS, SEEDS, OPTIONS, st.booleans())
@few
def test_2_and_3_sums_of_the_sheet(count, seed, options, steady):
    insight = ["I09"] if steady else []
    state = to_card_phase(new_game(count, seed, insight, **options), seed)
    dice, totals = int(state.record.rolls[:].sum()), []
    for player in players_of(state):
        cards = [card_value(state.record, player, card) for card in range(SHEET_CARDS)]
        assert sum(cards) == sum(player.numbers)
        crossed = boxes_at_start(state.record) - player.boxes
        assert abs(sum(cards) - dice) <= crossed <= (6 if steady else 3)
        totals.append(sum(cards))
        for card, value in enumerate(cards):
            length = SHEET.card_length[card]
            assert length - 3 <= value <= 6 * length + 3
        if steady or options.get("clamp_numbers"):
            assert 1 <= min(player.numbers) <= max(player.numbers) <= 6
    assert max(totals) - min(totals) <= (12 if steady else 6)


@given(COUNTS, SEEDS, INSIGHTS, OPTIONS)
@few
def test_4_cards_are_in_hand_or_crossed_out(count, seed, insight, options):
    state = to_card_phase(new_game(count, seed, insight, **options), seed)
    held = [player.hand_size for player in players_of(state)]
    for player, size in zip(players_of(state), held, strict=True):
        extra = sum(player.met) + player.met[Insight.TWIN_GIFTS]
        assert size == SHEET_CARDS + extra <= 18
    for each, _ in at_random(state, seed):
        for player, size in zip(players_of(each), held, strict=True):
            assert player.hand_size == sum(player.hand)
            assert player.hand_size + sum(player.played) == size
            assert min(player.hand) >= 0
            assert not any(player.hand[rank] and player.ruled_out[rank] for rank in range(RANKS))


@given(COUNTS, SEEDS)
@few
def test_5_and_8_inside_a_round_values_rise(count, seed):
    state = to_card_phase(new_game(count, seed), seed)
    last, plays, decisions = (int(TableKind.NONE), 0, 0), 0, 0
    for each, action in at_random(state, seed):
        record = each.record
        now = (record.table_kind, record.table_count, record.table_rank)
        if now != last and now[0] != TableKind.NONE:
            plays += 1
            if last[0] != TableKind.NONE:
                assert now[1] == last[1]
                assert now[2] > last[2]
        if last[0] == TableKind.NONE and each.record.phase == Phase.FOLLOW:
            assert now[0] == TableKind.SET  # no round without a play
        last = now
        decisions += 1
        assert action != PASS or each.record.phase == Phase.FOLLOW
    assert plays <= 14 * count - 1
    assert decisions <= (14 * count - 1) * (count + 1)


@given(COUNTS, SEEDS, INSIGHTS, OPTIONS)
@few
def test_6_and_7_who_may_pass(count, seed, insight, options):
    for each, _ in at_random(new_game(count, seed, insight, **options), seed):
        actions, phase = each.legal_actions(), each.record.phase
        assert actions
        assert (PASS in actions) == (phase == Phase.FOLLOW)
        if phase == Phase.LEAD:
            assert any(SET <= action < SET + RANKS for action in actions)


@given(COUNTS, SEEDS, INSIGHTS, OPTIONS)
@few
def test_9_places_and_rewards(count, seed, insight, options):
    state = new_game(count, seed, insight, **options)
    for each, _ in at_random(state, seed):
        assert each.record.players[each.current_player].place == 0
        assert not each.scores()["total"].any()
    scores = state.scores()
    assert sorted(scores["place"]) == list(range(1, count + 1))
    assert (scores["total"] == count - scores["place"]).all()
    assert (scores["cards_left"] > 0).sum() == 1
    rewards = state.returns()
    assert rewards == pytest.approx(1 - 2 * (scores["place"] - 1) / (count - 1))
    assert abs(rewards.sum()) < 1e-9


def dice_phase_of(seat, count, seed, own_seed, other_seed, roller=None):
    """What a seat sees of the dice phase, and its sheet, when it and the others play at random."""
    state = new_game(count, seed)
    if roller is not None:
        state.record.roller = roller
        begin_turn(state.record, roller)
    own, other = (np.random.default_rng(each) for each in (own_seed, other_seed))
    seen = []
    while state.record.round < ROUNDS:
        mine = state.current_player == seat
        if mine:
            seen.append(state.observation(seat))
        state.step(int((own if mine else other).choice(state.legal_actions())))
    return seen, list(state.record.players[seat].numbers)


@given(COUNTS, SEEDS)
@few
def test_11_in_the_dice_phase_nobody_notices_the_others(count, seed):
    one, _ = dice_phase_of(1, count, seed, own_seed=1, other_seed=2)
    same, _ = dice_phase_of(1, count, seed, own_seed=1, other_seed=3)
    np.testing.assert_array_equal(one, same)


@given(COUNTS, SEEDS)
@few
def test_12_the_order_of_seats_does_not_change_a_sheet(count, seed):
    sheets = [
        dice_phase_of(1, count, seed, own_seed=1, other_seed=2, roller=roller)[1]
        for roller in range(count)
    ]
    assert all(sheet == sheets[0] for sheet in sheets)


@given(COUNTS, SEEDS, OPTIONS)
@few
def test_14_as_many_orders_as_numbers_differ(count, seed, options):
    for each, _ in at_random(new_game(count, seed, **options), seed):
        if each.record.phase == Phase.ARRANGE:
            distinct = len(set(each.record.slots))
            assert len(each.legal_actions()) == {3: 6, 2: 3, 1: 1}[distinct]
            assert min(each.legal_actions()) == ARRANGE


TRIPLES = list(combinations(INSIGHT_IDS, 3))


def test_15_every_insight_triple_is_played_to_an_end():
    assert len(TRIPLES) == 2024
    triples = TRIPLES if JIT else TRIPLES[::100]
    states = zeros(game.state, len(triples))
    seeds = numbers(1)
    for i, triple in enumerate(triples):
        seeds[0] = i
        game.loops.begin(states[i : i + 1], triple_setting(i, triple).template, seeds)
    rewards = numbers((len(triples), 6), float64)
    game.loops.rollout(states, rewards)
    for i, cells in enumerate(states.view(np.ndarray)):
        count = cells["num_players"]
        assert cells["over"]
        assert sorted(cells["players"]["place"][:count]) == list(range(1, count + 1))
        assert [INSIGHT_IDS[card] for card in np.flatnonzero(cells["insight"])] == list(triples[i])


def triple_setting(i, triple):
    return game.setting(2 + i % 5, use_insight=True, insight_ids=triple)


def check_laws_in_a_game(setting, seed):
    """The laws of all games at a decision of either phase; then the game is played to its end."""
    rng = random.Random(seed)
    phases = {False: [], True: []}
    for state in random_game(setting, seed):
        if not state.is_terminal:
            phases[bool(state.record.round == ROUNDS)].append(state.clone())
    assert sorted(state.scores()["place"]) == list(range(1, setting.num_players + 1))
    for each in map(rng.choice, phases.values()):
        seat = rng.randrange(setting.num_players)
        check_end(check_resampling(each, seat, seed, text=True))
    check_secrets(rng.choice(phases[True]), seed)


def test_15_laws_with_some_insight_triples():
    for i in range(0, len(TRIPLES), 97 if JIT else 500):
        check_laws_in_a_game(triple_setting(i, TRIPLES[i]), seed=i)


@pytest.mark.slow
def test_15_laws_with_every_insight_triple():
    for i in range(0, len(TRIPLES), 1 if JIT else 50):
        check_laws_in_a_game(triple_setting(i, TRIPLES[i]), seed=i)


def lengths(count, level, games, seed):
    """Decisions of the dice phase and of the card phase, forced ones included, game by game."""
    setting = game.setting(count, skip_forced=False)
    tables, agent = VectorTables(setting, games, restart=False), agents.make(level, setting)
    tables.reset(seed)
    rng = np.random.default_rng(seed)
    dice, cards = np.zeros(games, int), np.zeros(games, int)
    while not tables.over.all():
        playing = tables.over == 0
        in_dice_phase = tables.layout.split(tables.observations)["round"].any(axis=1)
        dice += playing & in_dice_phase
        cards += playing & ~in_dice_phase
        views = tables.observations[playing], tables.action_masks[playing], tables.players[playing]
        chosen = np.zeros(games, int)
        chosen[playing] = agent.act(*views, rng)
        tables.step(chosen)
    return dice, cards


@pytest.mark.parametrize("count", range(2, 7))
def test_lengths_of_games(count):
    """Random games and those of the weakest bot last as long as the specification tells."""
    games = 500 if JIT else 2
    dice, cards = np.hstack([lengths(count, level, games, 1) for level in ("random", "shedder")])
    assert 27 * count <= dice.min() <= dice.max() <= 38 * count
    low, high = CARD_PHASE_SEEN[count]
    assert low <= cards.min() <= cards.max() <= high
    total = dice + cards
    low, high = TOTAL_SEEN[count]
    assert low <= total.min() <= total.max() <= high
    if JIT:
        assert np.median(total) == pytest.approx(TOTAL_TYPICAL[count], rel=0.03)


@pytest.mark.slow
@pytest.mark.parametrize("count", range(2, 7))
def test_lengths_of_many_games(count):
    """So many games come close to the shortest and longest that the specification has seen."""
    games = 4000 if JIT else 20
    dice, cards = np.hstack([lengths(count, level, games, 2) for level in ("random", "shedder")])
    total = dice + cards
    (shortest, longest), (fewest, most) = TOTAL_SEEN[count], CARD_PHASE_SEEN[count]
    assert 0.97 * shortest <= total.min() <= total.max() <= 1.03 * longest
    assert 0.97 * fewest <= cards.min() <= cards.max() <= 1.03 * most
    if JIT:
        assert total.min() <= 1.15 * shortest
        assert total.max() >= 0.9 * longest
        assert np.median(total) == pytest.approx(TOTAL_TYPICAL[count], rel=0.01)


@given(COUNTS, SEEDS, INSIGHTS)
@few
def test_with_insight_games_stay_within_the_hard_bound(count, seed, insight):
    decisions = sum(1 for _ in at_random(new_game(count, seed, insight), seed))
    assert decisions <= 42 * count + (18 * count - 1) * (count + 1)


@given(COUNTS, SEEDS)
@few
def test_letting_go_is_for_once(count, seed):
    used = set()
    for each, action in at_random(new_game(count, seed, ["I22"]), seed):
        if action == LET_GO:
            player = each.record.players[each.current_player]
            assert each.current_player not in used
            used.add(each.current_player)
            lowest = min(rank for rank in range(RANKS) if player.hand[rank])
            assert lowest + LOWEST >= -2
