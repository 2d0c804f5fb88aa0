"""Judge agents against each other in duplicate matches, and print a table.

Every agent plays in one seat against a field of every other agent; more than two also meet at
mixed tables, which gives ratings. Every deal is played once from every seat. Intervals hold
with 95 % probability and are clustered by deal.

    python scripts/evaluate.py --game streaming --agents random valuer runs/x/model.zip --deals 200
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, NoReturn

# Small networks gain nothing from more threads, and workers share the cores.
os.environ.setdefault("OMP_NUM_THREADS", "1")

import tabletop_envs
from tabletop_envs.core.game import Setting
from tabletop_envs.evaluation import Evaluation, Tournament, report

AGENTS = """agents are named:
  random           legal actions at random
  NAME             a scripted bot of the game (a wrong name lists them)
  search:1000      tree search with so many iterations a decision
  trained          the newest runs/*/model.zip of this game and player count
  PATH             a model file, as in runs/x/model.zip
with :sampled after trained or PATH the policy draws its actions, else it takes the likeliest"""


def main() -> None:
    told = arguments()
    try:
        setting = tabletop_envs.load(told.game).setting(told.num_players, **dict(told.option))
        tournament = Tournament(setting, told.agents, told.deals, told.seed)
        for path in (told.json, told.csv):
            report.check_writable(path)
        announce(setting, tournament, told.workers)
        evaluation = play(tournament, told.workers)
    except (ValueError, ImportError) as error:
        fail(str(error))
    except BrokenProcessPool:
        fail("a worker ended early; what it said is above")
    except KeyboardInterrupt:
        print("interrupted: nothing was judged", file=sys.stderr)
        sys.exit(130)
    show(evaluation)
    try:
        save(evaluation, told.json, told.csv)
    except ValueError as error:
        fail(str(error))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=AGENTS, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--game", required=True, help=f"one of {', '.join(tabletop_envs.games())}")
    add("--agents", required=True, nargs="+", metavar="AGENT", help="who plays; see below")
    add("--num-players", type=int, help="seats at a table (default: the game's usual number)")
    add("--deals", type=int, default=200, help="deals of every match (default: %(default)s)")
    add("--workers", type=int, default=1, help="processes that play (default: %(default)s)")
    add("--seed", type=int, default=0, help="fixes all chance (default: %(default)s)")
    add(
        "--option",
        action="append",
        default=[],
        type=game_option,
        metavar="KEY=VALUE",
        help="an option of the game, as in audience=set1; may be given several times",
    )
    add("--json", type=Path, metavar="FILE", help="write all results there")
    add("--csv", type=Path, metavar="FILE", help="write all results there")
    return parser.parse_args()


def game_option(text: str) -> tuple[str, Any]:
    """``key=value``; the value is JSON (``true``, ``3``, ``[2, 9]``), else a word."""
    key, equals, value = text.partition("=")
    if not key or not equals:
        raise argparse.ArgumentTypeError(f"options are written key=value, not {text!r}")
    try:
        return key, json.loads(value.lower() if value in ("True", "False") else value)
    except json.JSONDecodeError:
        return key, value


def announce(setting: Setting, tournament: Tournament, workers: int) -> None:
    changed = [
        f"{name}={value!r}"
        for name, value in setting.options.as_dict().items()
        if value != setting.game.options.docs()[name][0]
    ]
    print(
        f"{report.table_of(setting)}{''.join(f', {each}' for each in changed)}: "
        f"{', '.join(tournament.agents)}; {tournament.deals} deals, {tournament.games} games "
        f"in all, {workers} {'worker' if workers == 1 else 'workers'}",
        flush=True,
    )


def play(tournament: Tournament, workers: int) -> Evaluation:
    """Play, and say on stderr how far it is and how long it still takes."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeElapsedColumn as Elapsed
    from rich.progress import TimeRemainingColumn as Remaining

    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), Elapsed(), TextColumn("left"), Remaining())
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    task = bar.add_task("games", total=tournament.games)
    began = time.perf_counter()
    tenths = 0

    def tell(played: int, games: int) -> None:
        nonlocal tenths
        bar.update(task, completed=played)
        if not console.is_terminal and 10 * played // games > tenths:  # a line in a log file
            tenths = 10 * played // games
            print(f"{played} of {games} games, {time.perf_counter() - began:.0f} s", flush=True)

    with bar:
        evaluation = tournament.play(workers, tell)
    print(f"played {tournament.games} games in {time.perf_counter() - began:.1f} s")
    return evaluation


def show(evaluation: Evaluation) -> None:
    from rich.console import Console

    console = Console()
    if not console.is_terminal:
        console.width = 1000  # a file has room for every column
    for table in report.tables(evaluation):
        console.print(table)


def save(evaluation: Evaluation, json_file: Path | None, csv_file: Path | None) -> None:
    if json_file:
        report.write_text(json_file, report.as_json(evaluation) + "\n")
    if csv_file:
        report.write_text(csv_file, report.as_csv(evaluation))


def fail(message: str) -> NoReturn:
    print(f"error: {message}", file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    main()
