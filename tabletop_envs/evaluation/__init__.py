"""Judging agents: duplicate matches, ratings, intervals, reports."""
