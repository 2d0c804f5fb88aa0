"""Judging agents: duplicate matches, ratings, intervals, reports."""

from .matches import MatchResult, play_match

__all__ = ["MatchResult", "play_match"]
