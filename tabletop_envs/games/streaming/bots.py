"""Scripted players of Streaming, weak to strong."""

from collections.abc import Mapping

from ...core.bots import Bot, Planner

BOTS: Mapping[str, Bot | Planner] = {}
