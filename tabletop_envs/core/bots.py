"""Scripted agents as compiled rules, and the loops that ask them at many tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from . import native as compiler
from .rng import seed_rng


@dataclass(frozen=True)
class Bot:
    """A scripted agent that decides from what its seat sees.

    ``choose(seen, mask, table)`` answers a legal action. ``seen`` is the seat's full
    ``Observation`` record (as ``observe`` wrote it), ``mask`` its legal actions, ``table`` a
    blank ``State`` with only ``num_players``, ``options`` and a generator of the bot's own.
    """

    choose: Callable


@dataclass(frozen=True)
class Planner:
    """A scripted agent that plays out worlds which its seat cannot tell from the true one.

    ``choose(roots, worlds, seat, table)`` answers a legal action. ``roots[0]`` is a resampled
    state, never the true one; ``worlds`` are two spare states to play in, ``table`` as above.
    """

    choose: Callable


def compile_bot(owner: str, bot: Bot) -> Callable:
    """The loop that asks a bot at every table."""
    choose = bot.choose

    @compiler.unchecked_rule
    def unpack(observations, i, index, words):
        for j in range(len(index)):
            words[index[j]] = observations[i, j]

    @partial(compiler.native, owner=owner)
    def decide(observations, masks, seed, scratch, words, index, tables, actions):
        seed_rng(tables[0], seed)
        for i in range(len(actions)):
            unpack(observations, i, index, words)
            actions[i] = choose(scratch[0], masks[i], tables[0])

    return decide


def compile_planner(owner: str, planner: Planner) -> Callable:
    """The loop that asks a planner at every table."""
    choose = planner.choose

    @partial(compiler.native, owner=owner)
    def decide(states, seats, seed, worlds, tables, actions):
        seed_rng(tables[0], seed)
        for i in range(len(actions)):
            actions[i] = choose(states[i : i + 1], worlds, seats[i], tables[0])

    return decide
