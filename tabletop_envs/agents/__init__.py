"""Agents of one protocol: random, scripted, search, trained."""
