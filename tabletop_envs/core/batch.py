"""Compiled loops over a game's rules: one table or many, what seats see, and random play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace

from . import native as compiler
from .native import Record, int64, rule, unchecked_rule
from .options import Reward
from .ranking import rank_reward, side_of, win_share
from .rng import STREAM, random_below, random_seed, seed_rng

SPECTATOR = -1
"""The seat of somebody who sees only what everybody knows."""

RANK, WIN = int(Reward.RANK), int(Reward.WIN)
MODES = len(Reward)


class TableState(Record):
    """What the engine keeps in every game's ``State``.

    A game adds ``options`` (its options' record), ``mask`` (``int8[number of actions]``) and
    its own fields. ``sides`` are what the ranking compares: every seat on its own unless the
    game's ``setup`` says otherwise. Seat ``s`` belongs to side ``s % sides``; sides without a
    seat are played by the game itself.
    """

    rng = STREAM
    over = int64  # the game has ended
    actor = int64  # the seat to act
    num_players = int64
    sides = int64
    quiet = int64  # see ``Rules.observe_turn``; the engine sets it to 0 before each step


@dataclass(frozen=True)
class Rules:
    """The compiled functions that make a game; ``state`` and ``seen`` are records.

    ===========================  ==================================================================
    ``setup(state)``             begin a game; the record is all zeros, but for what the engine set
    ``legal(state, mask)``       mark what the seat to act may do; the mask is all zeros
    ``step(state, action)``      carry out a legal action, chance included, up to the next decision
    ``observe(state, seat, s)``  what a seat (or SPECTATOR) sees, into a blank ``Observation``
    ``resample(state, seat)``    draw anew what the seat cannot know; the generator is seeded
    ``standing(state, side)``    an integer that orders the sides of a finished game, best highest
    ``score(state, seat)``       the raw score
    ``score_parts(state, s, p)`` what the score is made of, into a blank ``Scores`` record
    ===========================  ==================================================================

    A ``step`` that shows nothing to anybody, such as a sealed bid, may set ``state.quiet`` to 1.
    Then batches turn the last observation to the next seat instead of making a new one, and
    only ``observe_turn(state, seat, seen)`` is asked to write the ``turn_fields``: whose turn it
    is, and whatever else may differ between seats or after such a step beyond the places of
    axes named ``seat`` and ``seat_or_none``.
    """

    setup: Callable
    legal: Callable
    step: Callable
    observe: Callable
    resample: Callable
    standing: Callable
    score: Callable
    score_parts: Callable
    observe_turn: Callable | None = None
    turn_fields: tuple[str, ...] = ()


@rule
def seats_from(state, viewer, seat):
    """How many places clockwise of the viewer a seat sits; a spectator views from seat 0."""
    places = seat - max(viewer, 0)
    return places if places >= 0 else places + state.num_players


def compile_loops(name: str, rules: Rules, num_actions: int) -> SimpleNamespace:
    """Build the loops that drive one game; each is compiled when first called.

    Arguments of the loops, all arrays so that a call costs little:

    - ``states``: records of tables; ``template``: one blank table with players and options set
    - ``scratch``: one ``Observation``, ``words``: the same memory as float32
    - ``runs``: what of ``words`` makes an observation (see ``ObservationLayout``)
    """
    setup, legal, step, observe = rules.setup, rules.legal, rules.step, rules.observe
    resample_rule, standing, score = rules.resample, rules.standing, rules.score
    score_parts, observe_turn = rules.score_parts, rules.observe_turn or observe
    native = partial(compiler.native, owner=name)

    @unchecked_rule
    def count_marked(mask):
        """How many actions are legal."""
        count = 0
        for action in range(num_actions):
            count += mask[action]
        return count

    @unchecked_rule
    def marked(mask, rank):
        """The legal action before which there are ``rank`` other legal ones."""
        action = 0
        while True:
            if mask[action]:
                if rank == 0:
                    return action
                rank -= 1
            action += 1

    @rule
    def refresh(state):
        """Mark what the seat to act may do; answers how many actions that are."""
        state.mask[:] = 0
        if state.over:
            return 0
        legal(state, state.mask)
        return count_marked(state.mask)

    @rule
    def act(state, action):
        """Carry out a legal action, and forced ones behind it if they are not asked.

        Answers how many actions are legal next.
        """
        quiet = 1
        while True:
            state.quiet = 0
            step(state, action)
            quiet &= state.quiet
            count = refresh(state)
            if count != 1 or not state.options.skip_forced:
                state.quiet = quiet
                return count
            action = marked(state.mask, 0)

    @rule
    def start(states, i, template, seed):
        """Begin a fresh game at one table."""
        states[i] = template[0]
        state = states[i]
        seed_rng(state, seed)
        state.sides = state.num_players
        setup(state)
        state.quiet = 0
        if refresh(state) == 1 and state.options.skip_forced:
            act(state, marked(state.mask, 0))

    @rule
    def choose(state, count):
        """One of the ``count`` legal actions at random."""
        return marked(state.mask, random_below(state, count))

    @rule
    def pay(state, seat, mode):
        """What a seat of a finished game is paid in one of the modes of ``Reward``."""
        side = side_of(state, seat)
        mine = standing(state, side)
        beaten, tied, better = 0, 0, 0
        for other in range(state.sides):
            theirs = standing(state, other)
            beaten += theirs < mine
            tied += theirs == mine
            better += theirs > mine
        if mode == RANK:
            return rank_reward(state.sides, beaten, better)
        if mode == WIN:
            return win_share(tied, better)
        return float(score(state, seat))

    @rule
    def reward(state, seat):
        """What a seat of a finished game is paid."""
        return pay(state, seat, state.options.reward)

    @rule
    def pay_all(state, rewards, i):
        """Write what every seat of a finished game is paid."""
        for seat in range(state.num_players):
            rewards[i, seat] = reward(state, seat)

    @unchecked_rule
    def pack(words, runs, observations, i):
        """Copy entries of the observation in ``words`` to ``observations[i]``."""
        for run in range(len(runs)):
            source, target = runs[run, 0], runs[run, 1]
            for j in range(runs[run, 2]):
                observations[i, target + j] = words[source + j]

    @rule
    def look(state, seat, scratch, words, runs, observations, i):
        """Write what a seat sees to ``observations[i]``."""
        words[:] = 0
        observe(state, seat, scratch[0])
        pack(words, runs, observations, i)

    @rule
    def turn(state, moved, scratch, words, turn_runs, turned, spare, observations, i):
        """Turn what a seat saw into what the seat to act, ``moved`` places further, sees."""
        if moved:
            turn_places(observations, i, turned[0, moved], turned[1, moved], spare)
        clear(words, turn_runs)
        observe_turn(state, state.actor, scratch[0])
        pack(words, turn_runs, observations, i)

    @unchecked_rule
    def turn_places(observations, i, aside, in_place, spare):
        """Let the count of seats in ``observations[i]`` begin at another seat."""
        for run in range(len(aside)):
            source, target = aside[run, 0], aside[run, 1]
            for j in range(aside[run, 2]):
                spare[target + j] = observations[i, source + j]
        for run in range(len(in_place)):
            source, target = in_place[run, 0], in_place[run, 1]
            for j in range(in_place[run, 2]):
                observations[i, target + j] = observations[i, source + j]
        for run in range(len(aside)):
            target = aside[run, 1]
            for j in range(aside[run, 2]):
                observations[i, target + j] = spare[target + j]

    @unchecked_rule
    def clear(words, runs):
        """Blank entries of the observation in ``words``."""
        for run in range(len(runs)):
            source = runs[run, 0]
            for j in range(runs[run, 2]):
                words[source + j] = 0

    @native
    def begin(states, template, seeds):
        """Start a fresh game at every table."""
        for i in range(len(states)):
            start(states, i, template, seeds[i])

    @native
    def play(states, action):
        """Carry out an action at the first table; answers whether it was legal (else nothing)."""
        state = states[0]
        if action < 0 or action >= num_actions or not state.mask[action]:
            return False
        act(state, action)
        return True

    @native
    def see(states, seats, scratch, words, runs, observations):
        """Write what one seat at every table sees."""
        for i in range(len(states)):
            look(states[i], seats[i], scratch, words, runs, observations, i)

    @native
    def watch(states, seat, scratch, words, runs, observation):
        """Write what a seat at the first table sees."""
        look(states[0], seat, scratch, words, runs, observation.reshape((1, -1)), 0)

    @native
    def advance(
        states,
        actions,
        restart,
        template,
        rewards,
        dones,
        scratch,
        words,
        runs,
        turn_runs,
        turned,
        spare,
        observations,
    ):
        """Play one action at every table; finished tables may start over.

        Writes which games ended and what their seats are paid (``rewards`` are zeros before),
        and what the seats to act now see over ``observations``, which are what those before
        saw. Answers the first table whose action is illegal (then nothing happened), or -1.
        Tables that are over and do not restart are left alone.
        """
        for i in range(len(states)):
            if not states[i].over:
                action = actions[i]
                if action < 0 or action >= num_actions or not states[i].mask[action]:
                    return i
        for i in range(len(states)):
            state = states[i]
            asked, playing = state.actor, not state.over
            if playing:
                act(state, actions[i])
            dones[i] = state.over
            if state.over:
                if playing:
                    pay_all(state, rewards, i)
                if restart:
                    start(states, i, template, random_seed(state))
            if playing and state.quiet:
                moved = seats_from(state, asked, state.actor)
                turn(state, moved, scratch, words, turn_runs, turned, spare, observations, i)
            else:
                look(state, state.actor, scratch, words, runs, observations, i)
        return -1

    @native
    def rollout(states, rewards):
        """Play every table to its end at random; answers the number of decisions."""
        decisions = 0
        for i in range(len(states)):
            state = states[i]
            count = count_marked(state.mask)
            while not state.over:
                count = act(state, choose(state, count))
                decisions += 1
            pay_all(state, rewards, i)
        return decisions

    @native
    def update(states):
        """Mark anew what the seats to act may do, after the records were changed by hand."""
        for i in range(len(states)):
            refresh(states[i])

    @native
    def resample(states, seats, seeds):
        """Replace, at every table, what a seat cannot know; plays no forced decision."""
        for i in range(len(states)):
            state = states[i]
            seed_rng(state, seeds[i])
            resample_rule(state, seats[i])
            refresh(state)

    @native
    def settle_up(states, rewards):
        """Write what every seat of finished games is paid."""
        for i in range(len(states)):
            if states[i].over:
                pay_all(states[i], rewards, i)

    @native
    def tell_results(states, results):
        """Write what every seat of finished games is paid in each mode of ``Reward``."""
        for i in range(len(states)):
            if states[i].over:
                for seat in range(states[i].num_players):
                    for mode in range(MODES):
                        results[i, seat, mode] = pay(states[i], seat, mode)

    @native
    def tell_scores(states, scores):
        """Write the parts of each seat's score at the first table."""
        for seat in range(states[0].num_players):
            score_parts(states[0], seat, scores[seat])

    return SimpleNamespace(
        count_marked=count_marked,
        marked=marked,
        refresh=refresh,
        act=act,
        choose=choose,
        reward=reward,
        look=look,
        pack=pack,
        begin=begin,
        play=play,
        see=see,
        watch=watch,
        advance=advance,
        rollout=rollout,
        update=update,
        resample=resample,
        settle_up=settle_up,
        tell_results=tell_results,
        tell_scores=tell_scores,
    )
