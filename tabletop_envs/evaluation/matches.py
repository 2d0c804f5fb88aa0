"""Duplicate matches: the same deals played once for every rotation of the seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..agents.base import AnyAgent
from ..core.game import IllegalAction, Setting, check_seed
from ..envs.vector import VectorTables
from .statistics import mean_interval

TABLES_AT_ONCE = 256


@dataclass(frozen=True)
class MatchResult:
    """How a challenger did; every array is float64 (deals, seats the challenger took in turn).

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

    @property
    def mean_score(self) -> float:
        return float(self.scores.mean())

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
    if deals < 2:
        raise ValueError(f"a match has at least 2 deals, not {deals}")
    sides = count_sides(setting)
    seats = np.arange(setting.num_players)
    # Side r is the challenger's (agent 0) in rotation r; agent 1 is the field.
    seatings = np.array([seats % sides != rotation for rotation in range(sides)], int)
    rewards, win_shares, scores = play_deals(
        setting, [challenger, field], np.broadcast_to(seatings, (deals, *seatings.shape)), seed
    )
    rotations = np.arange(sides)  # side r has its first member in seat r
    return MatchResult(*(each[:, rotations, rotations] for each in (rewards, win_shares, scores)))


def count_sides(setting: Setting) -> int:
    """How many sides agents take: one a seat, or one a team."""
    return min(setting.num_players, int(setting.new_state(0).record.sides))


def deal_seeds(deals: int, seed: int) -> np.ndarray:
    """The seeds of a match's deals; the first ones are the same whatever their number."""
    return np.random.default_rng(check_seed(seed)).integers(1 << 62, size=deals)


def play_deals(
    setting: Setting, agents: Sequence[AnyAgent], seatings: np.ndarray, seed: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Play every deal once for each of its seatings.

    Args:
        agents: whom ``seatings`` numbers.
        seatings: int (deals, games of a deal, seats), who sits where.
        seed: fixes the deals and the agents' chance.

    Returns:
        Rank rewards, win shares and scores, float64 of the shape of ``seatings``.
    """
    deals, games, seats = seatings.shape
    seeds = deal_seeds(deals, seed)
    at_once = max(1, TABLES_AT_ONCE // games)
    parts = []
    for start in range(0, deals, at_once):
        batch = slice(start, start + at_once)
        parts.append(
            play_tables(
                setting,
                agents,
                seatings[batch].reshape(-1, seats),
                np.repeat(seeds[batch], games),
                np.random.default_rng([seed, start]),
            )
        )
    return tuple(np.concatenate(part).reshape(seatings.shape) for part in zip(*parts, strict=True))  # type: ignore[return-value]


def play_tables(
    setting: Setting,
    agents: Sequence[AnyAgent],
    seatings: np.ndarray,
    seeds: np.ndarray,
    rng: np.random.Generator,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Play a game at every table; agents are asked in batches, one call an agent a step.

    Args:
        seatings: int (tables, seats), the number of the agent in each seat.
        seeds: int64 (tables,), the deals.

    Returns:
        Rank rewards, win shares and scores, float64 (tables, seats).
    """
    tables = VectorTables(setting, len(seeds), restart=False)
    tables.reset(seeds)
    rows = np.arange(len(seeds))
    while not tables.over.all():
        to_act = np.where(tables.over, -1, seatings[rows, tables.players])
        actions = np.zeros(len(seeds), np.int64)
        for number, agent in enumerate(agents):
            asked = np.flatnonzero(to_act == number)
            if len(asked):
                actions[asked] = ask(agent, tables, asked, rng)
        tables.step(actions)
    return tables.results()


def ask(
    agent: AnyAgent, tables: VectorTables, asked: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    """An agent's actions at some tables; ``IllegalAction`` names the agent that errs."""
    players, masks = tables.players[asked], tables.action_masks[asked]
    states = (tables.resampled(asked, rng),) if getattr(agent, "needs_states", False) else ()
    actions = np.asarray(agent.act(tables.observations[asked], masks.copy(), players, rng, *states))
    name = getattr(agent, "name", type(agent).__name__)
    if actions.shape != asked.shape or actions.dtype.kind not in "iu":
        raise IllegalAction(
            f"agent {name} was asked at {len(asked)} tables, so it answers as many integers, "
            f"not {actions.dtype} of shape {actions.shape}"
        )
    game = tables.setting.game
    in_range = (actions >= 0) & (actions < game.num_actions)
    wrong = ~in_range | (masks[np.arange(len(asked)), np.where(in_range, actions, 0)] == 0)
    if wrong.any():
        first = int(wrong.argmax())
        action = int(actions[first])
        words = game.action_names[action] if in_range[first] else "there is no such action"
        raise IllegalAction(
            f"agent {name} chose action {action} ({words}), not legal for player {players[first]}"
        )
    return actions
