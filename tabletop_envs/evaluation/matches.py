"""Duplicate matches: the same deals played once for every rotation of the seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..agents.base import AnyAgent, ask, needs_states
from ..core.game import Setting, check_seed
from ..envs.vector import VectorTables
from .statistics import mean_interval

TABLES_AT_ONCE = 256
SLOW_TABLES_AT_ONCE = 32
"""Tables of a batch if some agent plans ahead: progress shows, and workers share the load."""

CHALLENGER, FIELD = 0, 1

# Independent streams of random numbers that one seed gives.
DEALS, LINEUPS, CHANCE = range(3)


@dataclass(frozen=True)
class MatchResult:
    """How an agent did; every array is float64 (deals, seats that it took in a deal's games).

    Attributes:
        rewards: its rank rewards, in [-1, 1].
        win_shares: 1 where it won alone, a part where it shared the first place.
        scores: its raw scores.
    """

    rewards: np.ndarray
    win_shares: np.ndarray
    scores: np.ndarray

    @property
    def deals(self) -> int:
        return len(self.rewards)

    @property
    def mean_reward(self) -> float:
        return float(self.rewards.mean())

    @cached_property
    def interval(self) -> tuple[float, float]:
        """The 95 % bootstrap interval of ``mean_reward``, clustered by deal."""
        return mean_interval(self.rewards)

    @property
    def win_share(self) -> float:
        return float(self.win_shares.mean())

    @cached_property
    def win_share_interval(self) -> tuple[float, float]:
        return mean_interval(self.win_shares)

    @property
    def mean_score(self) -> float:
        return float(self.scores.mean())

    @cached_property
    def score_interval(self) -> tuple[float, float]:
        return mean_interval(self.scores)

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"reward {self.mean_reward:+.3f} [{low:+.3f}, {high:+.3f}], "
            f"win share {self.win_share:.2f}, score {self.mean_score:.1f}, {self.deals} deals"
        )


def play_match(
    setting: Setting, challenger: AnyAgent, field: AnyAgent, deals: int, seed: int
) -> MatchResult:
    """Play a challenger against a field of one kind: every deal once from every seat.

    The challenger has one seat (in a game of teams: one team), the field all others.

    Args:
        setting: the game, its player count and options.
        challenger, field: agents; see ``tabletop_envs.agents``.
        deals: how many deals to play; at least 2.
        seed: fixes the deals and all chance of the agents.
    """
    agents = [challenger, field]
    match = DuplicateMatch(one_against_field(setting, check_deals(deals)), seed)
    outcomes = [play_part(setting, agents, part) for part in match.parts(any_slow(agents))]
    return match.result(np.concatenate(outcomes, axis=1), CHALLENGER)


# --- who sits where --------------------------------------------------------------------------


def one_against_field(
    setting: Setting, deals: int, challenger: int = CHALLENGER, field: int = FIELD
) -> np.ndarray:
    """Seatings in which the challenger takes each side in turn, the field all others.

    Returns:
        int64 (deals, sides, seats): the number of the agent in each seat.
    """
    sides = count_sides(setting)
    rotation = np.arange(sides)[:, None]
    seat = np.arange(setting.num_players)
    seatings = np.where(seat % sides == rotation, challenger, field)
    return np.broadcast_to(seatings, (deals, *seatings.shape))


def mixed_lineups(setting: Setting, deals: int, agents: int, seed: int) -> np.ndarray:
    """Seatings in which all agents meet: each takes each side of each deal exactly once.

    For every deal the agents are lined up in random order round a ring, and the table is laid
    at each of their places in turn: a deal is played as often as there are agents. If they are
    fewer than the sides, an agent plays for several sides at one table.

    Returns:
        int64 (deals, agents, seats): the number of the agent in each seat.
    """
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(LINEUPS,)))
    lineups = rng.permuted(np.tile(np.arange(agents), (deals, 1)), axis=1)
    rotation = np.arange(agents)[:, None]
    side = np.arange(setting.num_players) % count_sides(setting)
    return lineups[:, (rotation + side) % agents]


def count_sides(setting: Setting) -> int:
    """How many sides agents take: one a seat, or one a team."""
    return min(setting.num_players, int(setting.new_state(0).record.sides))


# --- playing ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """Some deals of a match, to be played in one batch.

    Attributes:
        seatings: int64 (deals, games of a deal, seats), the number of the agent in each seat.
        seeds: int64 (deals,), what fixes the deals.
        chance: the seed of the agents' own random numbers.
    """

    seatings: np.ndarray
    seeds: np.ndarray
    chance: np.random.SeedSequence


class DuplicateMatch:
    """Deals that are played once for each of several seatings.

    Args:
        seatings: int64 (deals, games of a deal, seats), the number of the agent in each seat.
        seed: fixes the deals, which are the same in all matches of that seed, and the chance
            of the agents.
        number: tells apart matches of one seed, whose agents' chance differs.
    """

    def __init__(self, seatings: np.ndarray, seed: int, number: int = 0) -> None:
        self.seatings = seatings
        self.seed = check_seed(seed)
        self.number = number

    def parts(self, slow: bool = False) -> list[Part]:
        """The batches in which the match is played; the results don't depend on who plays them."""
        deals, games, _ = self.seatings.shape
        stream = np.random.SeedSequence(self.seed, spawn_key=(DEALS,))
        seeds = np.asarray(np.random.default_rng(stream).integers(1 << 62, size=deals))
        at_once = max(1, (SLOW_TABLES_AT_ONCE if slow else TABLES_AT_ONCE) // games)
        return [
            Part(
                self.seatings[start : start + at_once],
                seeds[start : start + at_once],
                np.random.SeedSequence(self.seed, spawn_key=(CHANCE, self.number, start)),
            )
            for start in range(0, deals, at_once)
        ]

    def result(self, outcomes: np.ndarray, agent: int) -> MatchResult:
        """How an agent did, given what ``play_part`` answered for all parts."""
        taken = self.seatings == agent
        return MatchResult(*(each[taken].reshape(len(taken), -1) for each in outcomes))


def play_part(setting: Setting, agents: Sequence[AnyAgent], part: Part) -> np.ndarray:
    """Play one batch of a match; agents are asked in batches, one call an agent a step.

    Returns:
        Rank rewards, win shares and scores: float64 (3, deals, games of a deal, seats).
    """
    _, games, seats = part.seatings.shape
    seatings = part.seatings.reshape(-1, seats)
    tables = VectorTables(setting, len(seatings), restart=False)
    tables.reset(np.repeat(part.seeds, games))
    rng = np.random.default_rng(part.chance)
    rows = np.arange(len(seatings))
    while not tables.over.all():
        to_act = np.where(tables.over, -1, seatings[rows, tables.players])
        actions = np.zeros(len(rows), np.int64)
        for number, agent in enumerate(agents):
            asked = np.flatnonzero(to_act == number)
            if len(asked):
                actions[asked] = ask(agent, tables, asked, rng)
        tables.step(actions)
    return np.stack(tables.results()).reshape(-1, *part.seatings.shape)


def any_slow(agents: Sequence[AnyAgent]) -> bool:
    """Whether an agent plans ahead, and so takes its time."""
    return any(map(needs_states, agents))


def check_deals(deals: int) -> int:
    if isinstance(deals, bool) or not isinstance(deals, (int, np.integer)) or deals < 2:
        raise ValueError(f"a match has at least 2 deals, not {deals!r}")
    return int(deals)
