"""Laws that hold at every position of every game: nothing leaks, samples of the hidden are fair."""

import random
from collections.abc import Iterator

import numpy as np

from tabletop_envs import SPECTATOR
from tabletop_envs.core.game import GameState, Setting
from tabletop_envs.core.native import float64, numbers


def random_game(setting: Setting, seed: int) -> Iterator[GameState]:
    """A game at random: its state at every decision, and at the end. The state moves on."""
    rng = random.Random(seed)
    state = setting.new_state(seed)
    while not state.is_terminal:
        yield state
        state.step(rng.choice(state.legal_actions()))
    yield state


def random_positions(setting: Setting, count: int, seed: int) -> Iterator[GameState]:
    """``count`` decisions of random games, some steps apart."""
    rng = random.Random(seed)
    wait, found = rng.randrange(8), 0
    while True:
        for state in random_game(setting, rng.getrandbits(32)):
            wait -= 1
            if wait < 0 and not state.is_terminal:
                yield state
                wait, found = rng.randrange(8), found + 1
                if found == count:
                    return


def check_resampling(state: GameState, seat: int, seed: int, *, text: bool) -> GameState:
    """Resample for a seat, and check that neither it nor a spectator can tell; ``text``: by words.

    Answers the resampled world.
    """
    before = state.to_bytes()
    other = state.resample(seat, seed)
    assert state.to_bytes() == before, "resampling changed the true game"
    assert other.current_player == state.current_player
    assert other.action_mask().any()
    if state.current_player == seat:
        np.testing.assert_array_equal(other.action_mask(), state.action_mask())
    for viewer in (seat, SPECTATOR):
        check_same_view(state, other, viewer, text=text)
    assert other.resample(seat, seed + 1) == state.resample(seat, seed + 1), (
        f"a sample for seat {seat} depends on what it cannot know"
    )
    return other


def check_same_view(state: GameState, other: GameState, viewer: int, *, text: bool) -> None:
    """Nothing that a viewer sees tells two worlds apart."""
    seen, seen_there = state.observation(viewer), other.observation(viewer)
    if not np.array_equal(seen, seen_there):
        parts = state.setting.layout.split(np.stack([seen, seen_there]))
        telling = [field for field, (here, there) in parts.items() if (here != there).any()]
        raise AssertionError(f"viewer {viewer} sees what it cannot know in {', '.join(telling)}")
    if text:
        assert state.render(viewer) == other.render(viewer)


def differs_for_others(state: GameState, other: GameState, seat: int) -> bool:
    """Whether somebody else sees that two worlds, which are one to the seat, are not the same."""
    return any(
        not np.array_equal(state.observation(viewer), other.observation(viewer))
        for viewer in range(state.num_players)
        if viewer != seat
    )


def check_end(state: GameState) -> None:
    """Play a position to the end at random: rules hold out, and rank rewards are in order."""
    rewards = numbers((1, state.num_players), float64)
    state.game.loops.rollout(state.clone()._states, rewards)
    assert np.isfinite(rewards).all()
    if state.setting.options.reward == "rank":
        assert (np.abs(rewards) <= 1).all()
        if state.record.sides == state.num_players:
            assert abs(rewards.sum()) < 1e-9
