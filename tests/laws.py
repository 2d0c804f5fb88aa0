"""Laws that hold at every position of every game: nothing leaks, samples of the hidden are fair."""

import random
from collections.abc import Iterator

import numpy as np

from tabletop_envs import SPECTATOR
from tabletop_envs.core.game import GameState, Setting
from tabletop_envs.core.native import float64, numbers
from tabletop_envs.core.rng import seed_rng


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
    # Who is asked can itself be hidden; whether it is one's own turn never is.
    assert (other.current_player == seat) == (state.current_player == seat)
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


def check_secrets(state: GameState, seed: int) -> int:
    """Samples do not depend on what the seat to act does in secret, nor on what chance hides.

    The decision is taken in several ways, and by another throw of chance. To a seat that sees
    no difference, the worlds that follow are one, so that its samples of them are too. Answers
    how many such pairs of worlds there were.
    """
    rng = random.Random(seed)
    legal = state.legal_actions()
    first, *others = rng.sample(legal, min(3, len(legal)))
    world = after(state, first)
    twins = [after(state, action) for action in others]
    twins.append(after(state, first, chance=rng.getrandbits(60)))
    found = 0
    for twin in twins:
        for seat in range(state.num_players):
            if seat != state.current_player and are_one_to(seat, world, twin):
                found += not same_numbers(world, twin)
                assert world.resample(seat, seed) == twin.resample(seat, seed), (
                    f"a sample for seat {seat} depends on what it cannot know"
                )
    return found


def after(state: GameState, action: int, chance: int | None = None) -> GameState:
    """The world after an action; ``chance`` seeds the generator first."""
    world = state.clone()
    if chance is not None:
        seed_rng(world.record, chance)
    world.step(action)
    return world


def are_one_to(seat: int, world: GameState, twin: GameState) -> bool:
    """Whether a seat sees no difference between two running games."""
    if world.is_terminal or world.current_player != twin.current_player:
        return False
    if world.current_player == seat and (world.action_mask() != twin.action_mask()).any():
        return False
    if not np.array_equal(world.observation(seat), twin.observation(seat)):
        return False
    return world.render(seat) == twin.render(seat)


def same_numbers(world: GameState, twin: GameState) -> bool:
    """Whether two states differ in their generator at most."""
    return all(
        world._cells[name].tobytes() == twin._cells[name].tobytes()
        for name in world.game.state.fields
        if name != "rng"
    )


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
