"""Check the laws of hidden information at very many positions of every game.

For each seat, at each position: a resampled world looks the same to the seat and to a
spectator, has the same legal actions, depends on nothing that the seat cannot know (what others
do in secret is tried), and can be played to its end. The tests check the same at fewer positions.

    python scripts/check_laws.py --game streaming --positions 100000
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from laws import (  # noqa: E402
    check_end,
    check_resampling,
    check_secrets,
    differs_for_others,
    random_positions,
)
from rich.console import Console  # noqa: E402
from rich.progress import (  # noqa: E402
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table  # noqa: E402

try:
    from settings import all_settings, name_of
except ModuleNotFoundError as missing:
    sys.exit(f"error: the tests' settings need {missing.name}: pip install -e '.[dev]'")

import tabletop_envs  # noqa: E402
from tabletop_envs.core.game import GameState, Setting  # noqa: E402

TEXT_EVERY = 50
"""Words are compared at one position in so many: they take far longer than numbers."""

COUNTED = ("positions", "samples", "that others can tell", "secrets", "broken")


def main() -> None:
    told = arguments()
    console = Console()
    settings = [each for each in all_settings() if each.game.name in told.game]
    share = -(-told.positions // len(settings))
    totals = {name: dict.fromkeys(COUNTED, 0) for name in told.game}
    failures: list[str] = []
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    try:
        with Progress(*columns, console=console) as progress:
            task = progress.add_task("", total=share * len(settings), rate="")
            for i, setting in enumerate(settings):
                progress.update(task, description=name_of(setting))
                counts = totals[setting.game.name]
                for position in check_setting(setting, share, told.seed + i, counts, failures):
                    done = progress.tasks[task]
                    rate = f"{done.speed:,.0f} positions/s" if done.speed else ""
                    progress.update(task, advance=position, rate=rate)
                if not console.is_terminal:  # a line in a log file
                    console.print(f"{i + 1}/{len(settings)} {name_of(setting)}", soft_wrap=True)
    except KeyboardInterrupt:
        console.print("interrupted; until then:")
    console.print(report(totals))
    for failure in failures[:20]:
        console.print(failure, style="red", markup=False)
    sys.exit(bool(failures))


def arguments() -> argparse.Namespace:
    names = [*tabletop_envs.games()]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--game", nargs="+", choices=names, default=names, help="which games (default: all)")
    add("--positions", type=int, default=100_000, help="in all (default: %(default)s)")
    add("--seed", type=int, default=0, help="fixes the positions (default: %(default)s)")
    told = parser.parse_args()
    if told.positions < 1:
        parser.error("there is at least 1 position")
    return told


def check_setting(
    setting: Setting, count: int, seed: int, totals: dict[str, int], failures: list[str]
) -> Iterator[int]:
    """Check so many positions; yields 1 for each."""
    for i, state in enumerate(random_positions(setting, count, seed)):
        try:
            check_position(state, i, totals)
        except (AssertionError, ArithmeticError, IndexError) as broken:
            totals["broken"] += 1
            failures.append(f"{name_of(setting)}, position {i}: {broken}")
        totals["positions"] += 1
        yield 1


def check_position(state: GameState, seed: int, totals: dict[str, int]) -> None:
    for seat in range(state.num_players):
        other = check_resampling(state, seat, seed, text=seed % TEXT_EVERY == 0)
        check_end(other)
        totals["that others can tell"] += differs_for_others(state, other, seat)
        totals["samples"] += 1
    totals["secrets"] += check_secrets(state, seed)


def report(totals: dict[str, dict[str, int]]) -> Table:
    table = Table("game", *COUNTED)
    for column in table.columns[1:]:
        column.justify = "right"
    for name, counts in totals.items():
        table.add_row(name, *(f"{counts[each]:,}" for each in COUNTED))
    return table


if __name__ == "__main__":
    main()
