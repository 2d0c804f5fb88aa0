"""Judging agents: duplicate matches, ratings, intervals, reports."""

from .matches import MatchResult, play_match
from .tournament import Evaluation, Pairing, Tournament

__all__ = ["Evaluation", "MatchResult", "Pairing", "Tournament", "play_match"]
