"""The scripted players of NOSEDIVE: what they believe, what they choose, who beats whom."""

from itertools import pairwise, permutations

import numpy as np
import pytest

from tabletop_envs import agents
from tabletop_envs.core.bots import Bot
from tabletop_envs.core.native import JIT, as_record, zeros
from tabletop_envs.evaluation.matches import play_match
from tabletop_envs.games.nosedive import bots
from tabletop_envs.games.nosedive.cards import NUM_TASTES, NUM_TOPICS, Space
from tabletop_envs.games.nosedive.experience import start_ratings
from tabletop_envs.games.nosedive.state import (
    CARD,
    GIVE,
    MAX_OFFER,
    MAX_PLAYERS,
    MOVE,
    PILE,
    RATE,
    Decision,
)

from .positions import (
    GAME,
    card,
    counts,
    give_gifts,
    hand,
    kind,
    pawns,
    play_until,
    random_play,
    table,
    to_turn,
)

LEVELS = ["random", *GAME.bots]


def seen_by(state, seat):
    """A seat's observation as the record that bots read."""
    layout = state.setting.layout
    scratch = zeros(GAME.observation, 1)
    words = scratch.view(np.ndarray).view(np.float32)
    words[layout.index.view(np.ndarray)] = state.observation(seat)
    return as_record(scratch.view(np.ndarray)[0])


def blank_table(state):
    return as_record(state.setting.template.copy().view(np.ndarray)[0])


def choose(bot, state):
    """What a bot does as the seat to act."""
    seen = seen_by(state, state.current_player)
    return GAME.bots[bot].choose(seen, state.action_mask(), blank_table(state))


def test_levels():
    assert list(GAME.bots) == ["weak", "medium", "strong"]
    assert all(isinstance(bot, Bot) for bot in GAME.bots.values())


@pytest.mark.parametrize("bot", GAME.bots)
@pytest.mark.parametrize("num_players", range(3, 7))
def test_choices_are_legal(bot, num_players):
    options = {"honesty_slack": 3, "allow_empty_action": True, "star_copies": (0, 6, 12, 6, 6)}
    for i, state in enumerate(random_play(num_players, seed=num_players, **options)):
        if not state.is_terminal and i % 5 == 0:
            assert choose(bot, state) in state.legal_actions()


@pytest.mark.parametrize("bot", ["weak", "medium"])
def test_weak_bots_pick_by_faces_and_give_by_quality(bot):
    state = play_until(table(3), Decision.PICK)
    record = state.record
    record.scores[record.actor] = 3000
    for pile, words in enumerate(("H4 H4 S4", "W3 L1", "S1 S2 S1")):
        record.piles[pile].up[:] = counts(words)  # worth 0, 2 and 4 to a seat at 3.000
    assert choose(bot, state) == PILE + 2
    record.piles[2].up[:] = counts("S1 S2 S1 DD")
    assert choose(bot, state) == PILE + 1

    state = play_until(table(3), Decision.GIVE)
    record = state.record
    giver, target = record.actor, record.target
    other = 3 - giver - target
    record.players[giver].offer[:3] = [kind(0, -2), kind(3, 2), kind(5, 0)]
    record.scores[target], record.scores[other] = 2000, 4000
    assert choose(bot, state) == GIVE + 2
    record.scores[target] = 4500
    assert choose(bot, state) == GIVE + 1


def test_medium_pays_with_junk_and_takes_a_free_token():
    state = to_turn(table(4), 0)
    pawns(state, *[Space.HOME] * 4)
    hand(state, 0, "H5 W5 S5 S5")
    assert choose("medium", state) == MOVE + Space.PLUS_EXP
    hand(state, 0, "H1 L1 DD")
    pawns(state, Space.HOME, Space.PLUS_EXP, Space.HOME, Space.HOME)
    state.step(MOVE + Space.PLUS_EXP)
    assert choose("medium", state) == CARD + card("L1")


def believe(state, viewer, rater):
    """The belief of a seat about a rater's taste: by topic the chance of -3 to 3."""
    belief = np.zeros((NUM_TOPICS, 7))
    places = (rater - viewer) % state.num_players
    bots.believe_taste(
        seen_by(state, viewer),
        blank_table(state),
        places,
        belief,
        np.zeros(NUM_TASTES),
        np.zeros(MAX_PLAYERS, np.int64),
        np.zeros(MAX_PLAYERS, np.int64),
    )
    return belief


def test_belief_follows_ratings():
    state = play_until(table(3), Decision.GIVE)
    even = np.array([1, 1, 1, 0, 1, 1, 1]) / 6
    np.testing.assert_allclose(believe(state, 1, 0), np.tile(even, (6, 1)))
    give_gifts(state, 0, [kind(0, -2), kind(1, 2)])  # the worse by common opinion ...
    state.record.players[0].taste[:] = [3, -3, 1, 2, -1, -2]
    start_ratings(state.record)
    state.step(RATE)  # ... is liked: food must be liked at least 3 more than travel
    state.step(RATE + 1)
    belief = believe(state, 1, 0)
    np.testing.assert_allclose(belief.sum(axis=1), 1)
    likings = np.arange(-3, 4)
    assert belief[0] @ likings > 1
    assert belief[1] @ likings < -1
    assert belief[0, 0] == belief[1, 6] == 0
    assert belief[2] @ likings == pytest.approx(0, abs=0.5)


def test_the_best_assignment_is_found():
    rng = np.random.default_rng(0)
    for _ in range(20):
        count = int(rng.integers(3, 7))
        target = int(rng.integers(1, count))
        values = rng.normal(size=(MAX_PLAYERS, MAX_OFFER))
        mask = np.zeros(GAME.num_actions, np.int8)
        free = rng.permutation(count + 1)[: count - target + int(rng.integers(1, 3))]
        mask[GIVE + free] = 1
        slots = np.flatnonzero(mask[GIVE:]).tolist()
        best = max(
            permutations(slots, count - target),
            key=lambda order: sum(values[target + i, slot] for i, slot in enumerate(order)),
        )
        assert bots.first_of_best_assignment(mask, values, target, count) == best[0]


def test_strong_gives_what_the_receiver_likes():
    state = play_until(table(3), Decision.GIVE)
    giver, target = state.record.actor, state.record.target
    other = 3 - giver - target
    record = state.record
    # the target showed in round 1 that it likes food far more than travel
    record.round = 1
    record.gifts[0, target, giver] = kind(0, -2)
    record.gifts[0, target, other] = kind(1, 2)
    record.most[0, target], record.least[0, target] = giver, other
    record.gifts[0, other, giver], record.gifts[0, other, target] = kind(2, 0), kind(3, 0)
    record.gifts[0, giver, other], record.gifts[0, giver, target] = kind(2, 0), kind(3, 0)
    record.most[0, other], record.least[0, other] = giver, target
    record.most[0, giver], record.least[0, giver] = other, target
    record.players[giver].offer[:3] = [kind(0, 0), kind(1, 0), kind(4, 0)]
    record.scores[target] = 5000
    assert choose("strong", state) == GIVE


def test_strong_rates_against_the_leader():
    state = play_until(table(3, honesty_slack=10), Decision.RATE_MOST)
    record = state.record
    rater = record.actor
    leader, other = ((rater + 1) % 3, (rater + 2) % 3)
    record.scores[leader], record.scores[other] = 4500, 1000
    round_ = record.round
    # the other one showed in this round that it gave elsewhere what lies in slot 0
    record.list_kind[:2] = [kind(0, 1), kind(5, 1)]
    seen = seen_by(state, rater)
    seen.history[round_, 1, 2, 0] = 1
    seen.history[round_, 1, 2, 1] = 1  # food
    seen.history[round_, 1, 2, 7] = 0.5
    mask, blank = state.action_mask(), blank_table(state)
    assert GAME.bots["strong"].choose(seen, mask, blank) == RATE + 1
    assert not bots.may_have_given(seen, blank, 2, 0)


@pytest.mark.slow
@pytest.mark.skipif(not JIT, reason="many games")
@pytest.mark.parametrize("num_players", range(3, 7))
def test_each_level_beats_the_one_below(num_players):
    setting = GAME.setting(num_players)
    for below, level in pairwise(LEVELS):
        result = play_match(
            setting, agents.make(level, setting), agents.make(below, setting), 100, seed=1
        )
        assert result.interval[0] > 0, f"{level} against {below}: {result}"
