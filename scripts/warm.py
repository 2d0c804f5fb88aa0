"""Compile the games ahead of time, so that nothing has to wait for it later.

What is compiled is kept on disk, beside the sources or in NUMBA_CACHE_DIR, until the sources
change. Without this every loop is compiled when it is first called.

    python scripts/warm.py --game streaming
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

os.environ.setdefault("TABLETOP_ENVS_QUIET", "1")

import tabletop_envs
from tabletop_envs import agents
from tabletop_envs.agents.base import ask
from tabletop_envs.core.game import Game
from tabletop_envs.envs.aec import TabletopEnv
from tabletop_envs.envs.vector import VectorTables


def one_table(game: Game) -> None:
    env = TabletopEnv(game.setting())
    env.reset(seed=1)
    env.step(int(env.last()[0]["action_mask"].argmax()))


def game_states(game: Game) -> None:
    state = game.new_state(seed=1)
    state.resample(state.current_player, seed=1)
    state.observation(0)
    state.returns()
    state.scores()
    assert state.record.num_players
    state.step(state.legal_actions()[0])


def batches(game: Game) -> None:
    tables = VectorTables(game.setting(), 2)
    tables.reset(1)
    tables.step(tables.action_masks.argmax(axis=1))
    tables.observe([0, 0])


def rollouts(game: Game) -> None:
    tables = VectorTables(game.setting(), 2)
    tables.reset(1)
    tables.rollout()
    tables.results()


def agent(name: str) -> Callable[[Game], None]:
    """Ask an agent for an action."""

    def choose(game: Game) -> None:
        setting = game.setting()
        tables = VectorTables(setting, 1)
        tables.reset(1)
        ask(agents.make(name, setting), tables, np.zeros(1, int), np.random.default_rng(1))

    return choose


def tasks(game: Game) -> dict[str, Callable[[Game], None]]:
    """What to do to have everything of a game compiled, by a name for each."""
    players = {name: agent(name) for name in (*game.bots, "search:1")}
    return {
        "one table": one_table,
        "game states": game_states,
        "batches": batches,
        "rollouts": rollouts,
        **players,
    }


def main() -> None:
    names = tabletop_envs.games()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--game", nargs="+", choices=names, default=names, help="which games (default: all)"
    )
    chosen = parser.parse_args().game
    work = [
        (game, label, task)
        for game in map(tabletop_envs.load, chosen)
        for label, task in tasks(game).items()
    ]
    console = Console()
    columns = TextColumn("{task.description:32}"), BarColumn(), MofNCompleteColumn()
    begun = time.perf_counter()
    with Progress(*columns, TimeElapsedColumn(), console=console) as progress:
        bar = progress.add_task("", total=len(work))
        for game, label, task in work:
            progress.update(bar, description=f"{game.name}: {label}")
            task(game)
            progress.advance(bar)
    console.print(f"{', '.join(chosen)} compiled in {time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()
