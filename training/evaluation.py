"""How good the policy is by now: duplicate matches of the model file against other agents."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import torch

from tabletop_envs.agents import TrainedAgent
from tabletop_envs.core.game import Setting
from tabletop_envs.evaluation import MatchResult, play_match

DEALS_SEED = 0
"""All evaluations of all runs play the same deals: they can be compared with less noise."""


class Evaluation(NamedTuple):
    """One match."""

    opponent: str
    play: str  # "greedy": the likeliest action; "sampled": one drawn by its probability
    result: MatchResult


def evaluate(
    model: Path, setting: Setting, opponents: Mapping[str, Any], deals: int
) -> list[Evaluation]:
    """Let a model, greedy and sampled, meet a field of each opponent."""
    with torch.random.fork_rng(devices=[]):  # training must not notice that it was evaluated
        agents = {
            "greedy": TrainedAgent(model, setting),
            "sampled": TrainedAgent(model, setting, sampled=True),
        }
    return [
        Evaluation(name, play, play_match(setting, agent, opponent, deals, DEALS_SEED))
        for name, opponent in opponents.items()
        for play, agent in agents.items()
    ]
