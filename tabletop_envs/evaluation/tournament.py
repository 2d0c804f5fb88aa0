"""Agents judged against each other: every pairing, and tables where all of them meet."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from .. import agents as agents_by_name
from ..agents.base import AnyAgent, name_of
from ..core.game import Setting, check_seed
from .matches import (
    DuplicateMatch,
    MatchResult,
    Part,
    any_slow,
    check_deals,
    count_sides,
    mixed_lineups,
    one_against_field,
    play_part,
)
from .statistics import Ratings, rate

Progress = Callable[[int, int], None]
"""Told how many games have been played, and how many there are."""


@dataclass(frozen=True)
class Pairing:
    """One agent in one seat against a field of another in all others."""

    challenger: str
    field: str
    result: MatchResult


@dataclass(frozen=True)
class Evaluation:
    """What a tournament showed.

    Attributes:
        setting: the game, its player count and options.
        agents: their names.
        deals: how many deals each match had.
        seed: fixed the deals and all chance.
        pairings: every agent against a field of every other.
        mixed: how each agent did at tables where all meet; empty for two agents.
        ratings: Plackett-Luce ratings from the mixed tables, or None.
    """

    setting: Setting
    agents: list[str]
    deals: int
    seed: int
    pairings: list[Pairing]
    mixed: list[MatchResult]
    ratings: Ratings | None


class Tournament:
    """Agents to be judged against each other in duplicate matches.

    Every ordered pair plays one in a seat against a field of the other (``one_against_field``).
    More than two agents also meet at mixed tables (``mixed_lineups``). All matches have the
    same deals, whose number is fixed in advance. The result does not depend on ``workers``.

    In a game for one player every agent plays the deals alone.

    Args:
        setting: the game, its player count and options.
        agents: names as in ``tabletop_envs.agents.make``, or agents; these must be picklable
            if there are several workers.
        deals: how many deals to play, at least 2.
        seed: fixes the deals and all chance of the agents.

    Raises:
        ValueError: too few agents or deals, two of one name, or an agent that cannot be made.
    """

    def __init__(
        self,
        setting: Setting,
        agents: Sequence[str | os.PathLike[str] | AnyAgent],
        deals: int = 200,
        seed: int = 0,
    ) -> None:
        self.setting = setting
        self.deals = check_deals(deals)
        self.seed = check_seed(seed)
        self._agents = make_all(agents, setting)
        self.agents = [name_of(agent) for agent in self._agents]
        # What a worker makes its agents from: "trained" is settled here, once for all.
        self._orders = [
            name if isinstance(agent, (str, os.PathLike)) else agent
            for agent, name in zip(agents, self.agents, strict=True)
        ]
        count, sides = len(agents), count_sides(setting)
        for name in self.agents:
            if self.agents.count(name) > 1:
                raise ValueError(f"agent {name} is named twice")
        if count < 2 and sides > 1:
            raise ValueError(f"a tournament of {setting.game.name} needs at least 2 agents")
        self.pairs = list(permutations(range(count), 2)) if sides > 1 else []
        seatings = [one_against_field(setting, self.deals, *pair) for pair in self.pairs]
        self.has_mixed = count > 2 or sides == 1
        if self.has_mixed:
            seatings.append(mixed_lineups(setting, self.deals, count, seed))
        self._matches = [DuplicateMatch(each, seed, i) for i, each in enumerate(seatings)]

    @property
    def games(self) -> int:
        """How many games will be played."""
        return sum(match.seatings[..., 0].size for match in self._matches)

    def play(self, workers: int = 1, progress: Progress | None = None) -> Evaluation:
        """Play all games.

        Args:
            workers: how many processes play at the same time.
            progress: told after every batch of games.
        """
        if isinstance(workers, bool) or not isinstance(workers, int) or workers < 1:
            raise ValueError(f"there is at least 1 worker, not {workers!r}")
        parts = [
            (number, part)
            for number, match in enumerate(self._matches)
            for part in match.parts(self._is_slow(match))
        ]
        outcomes: dict[int, np.ndarray] = {}
        played = 0
        for i, outcome in self._play_parts([part for _, part in parts], workers):
            outcomes[i] = outcome
            played += outcome[0, ..., 0].size
            if progress:
                progress(played, self.games)
        by_match: list[list[np.ndarray]] = [[] for _ in self._matches]
        for i, (number, _) in enumerate(parts):
            by_match[number].append(outcomes[i])
        return self._evaluation([np.concatenate(each, axis=1) for each in by_match])

    def _is_slow(self, match: DuplicateMatch) -> bool:
        return any_slow([self._agents[i] for i in np.unique(match.seatings)])

    def _play_parts(self, parts: list[Part], workers: int) -> Iterator[tuple[int, np.ndarray]]:
        """The outcomes of parts with their numbers, in the order in which they are ready."""
        if workers == 1:
            for i, part in enumerate(parts):
                yield i, play_part(self.setting, self._agents, part)
            return
        pool = ProcessPoolExecutor(
            min(workers, len(parts)),
            multiprocessing.get_context("spawn"),
            start_worker,
            (self.setting, self._orders),
        )
        try:
            futures = {pool.submit(play_at_worker, part): i for i, part in enumerate(parts)}
            for future in as_completed(futures):
                yield futures[future], future.result()
        finally:
            pool.shutdown(cancel_futures=True)

    def _evaluation(self, outcomes: list[np.ndarray]) -> Evaluation:
        pairings = [
            Pairing(self.agents[pair[0]], self.agents[pair[1]], match.result(outcome, pair[0]))
            for pair, match, outcome in zip(self.pairs, self._matches, outcomes, strict=False)
        ]
        mixed, ratings = [], None
        if self.has_mixed:
            match, outcome = self._matches[-1], outcomes[-1]
            mixed = [match.result(outcome, agent) for agent in range(len(self.agents))]
            if self.pairs:
                ratings = self._rate(match, outcome[0])
        return Evaluation(
            self.setting, self.agents, self.deals, self.seed, pairings, mixed, ratings
        )

    def _rate(self, match: DuplicateMatch, rewards: np.ndarray) -> Ratings:
        sides = count_sides(self.setting)  # the first members of all sides sit in the first seats
        return rate(match.seatings[..., :sides], rewards[..., :sides], len(self.agents))


def make_all(
    agents: Sequence[str | os.PathLike[str] | AnyAgent], setting: Setting
) -> list[AnyAgent]:
    """The agents, those given by name made from it."""
    return [
        agents_by_name.make(agent, setting) if isinstance(agent, (str, os.PathLike)) else agent
        for agent in agents
    ]


# --- workers ---------------------------------------------------------------------------------

at_work: tuple[Setting, list[AnyAgent]]
"""What a worker plays with; set once in each worker's process."""


def start_worker(setting: Setting, agents: Sequence[str | AnyAgent]) -> None:
    global at_work
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends a worker at once, and silently
    at_work = setting, make_all(agents, setting)


def play_at_worker(part: Part) -> np.ndarray:
    return play_part(*at_work, part)
