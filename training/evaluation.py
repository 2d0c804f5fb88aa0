"""How good the policy is by now: duplicate matches of the model file against other agents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import torch

from tabletop_envs.agents import TrainedAgent
from tabletop_envs.core.game import Setting
from tabletop_envs.evaluation import MatchResult, play_match

DEALS_SEED = 0
"""All evaluations of all runs play the same deals: they can be compared with less noise."""


PLAYS = {"greedy": False, "sampled": True}
"""How a model plays: its likeliest action, or one drawn by its probability."""


class Evaluation(NamedTuple):
    """One match."""

    opponent: str
    play: str  # one of PLAYS
    result: MatchResult


def evaluate(
    model: Path,
    setting: Setting,
    opponents: Mapping[str, Any],
    deals: int,
    matches: Iterable[tuple[str, str]],
) -> Iterator[Evaluation]:
    """Let a model meet a field of an opponent, for each match's opponent and way to play."""
    with torch.random.fork_rng(devices=[]):  # training must not notice that it was evaluated
        agents = {play: TrainedAgent(model, setting, sampled) for play, sampled in PLAYS.items()}
    for opponent, play in matches:
        result = play_match(setting, agents[play], opponents[opponent], deals, DEALS_SEED)
        yield Evaluation(opponent, play, result)
