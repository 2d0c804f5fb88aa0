"""A tournament's results as tables on the terminal, as JSON and as CSV."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.game import Setting
from .matches import MatchResult
from .tournament import Evaluation

if TYPE_CHECKING:
    from rich.table import Table

Row = dict[str, Any]


def rows(evaluation: Evaluation) -> Iterator[Row]:
    """One row for each pairing, then one for each agent at the mixed tables.

    ``field`` says whom the agent met: an agent's name, or ``"mixed"``.
    """
    for pairing in evaluation.pairings:
        yield {
            "agent": pairing.challenger,
            "field": pairing.field,
            **measures(pairing.result),
            "rating": None,
            "rating_low": None,
            "rating_high": None,
        }
    rated = evaluation.ratings
    for i, result in enumerate(evaluation.mixed):
        yield {
            "agent": evaluation.agents[i],
            "field": "mixed",
            **measures(result),
            "rating": float(rated.ratings[i]) if rated else None,
            "rating_low": float(rated.low[i]) if rated else None,
            "rating_high": float(rated.high[i]) if rated else None,
        }


def measures(result: MatchResult) -> Row:
    """Means of a match with the ends of their 95 % intervals."""
    row: Row = {"deals": result.deals}
    for name, mean, (low, high) in (
        ("reward", result.mean_reward, result.interval),
        ("win_share", result.win_share, result.win_share_interval),
        ("score", result.mean_score, result.score_interval),
    ):
        row |= {name: mean, f"{name}_low": low, f"{name}_high": high}
    return row


def as_json(evaluation: Evaluation) -> str:
    """Everything that is needed to play the tournament again, and its results."""
    setting = evaluation.setting
    return json.dumps(
        {
            "game": setting.game.id,
            "num_players": setting.num_players,
            "options": setting.options.as_dict(),
            "agents": evaluation.agents,
            "deals": evaluation.deals,
            "seed": evaluation.seed,
            "results": list(rows(evaluation)),
        },
        indent=2,
    )


def as_csv(evaluation: Evaluation) -> str:
    table = list(rows(evaluation))
    text = io.StringIO()
    writer = csv.DictWriter(text, table[0])
    writer.writeheader()
    writer.writerows(table)
    return text.getvalue()


# --- files -------------------------------------------------------------------------------------


def check_writable(path: Path | None) -> None:
    """Complain before hours of play, not after: ``ValueError`` says why it cannot be written."""
    if path is None:
        return
    folder = path.parent
    if path.is_dir():
        raise ValueError(f"cannot write {path}: it is a folder, not a file")
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        raise ValueError(f"cannot write {path}: {folder} is no folder that can be written to")


def write_text(path: Path, text: str) -> None:
    """Write a file; ``ValueError`` says why it cannot be written."""
    try:
        path.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise ValueError(f"cannot write {path}: {error.strerror or error}") from error


# --- tables on the terminal (rich is imported only when one is made) ---------------------------


NAME_WIDTH, CELL_WIDTH = 24, 18  # paths of models are long: they are folded


def tables(evaluation: Evaluation) -> Iterator[Table]:
    """The tables to print: every pairing, and the mixed tables if there were any."""
    if evaluation.pairings:
        yield pairings_table(evaluation)
    if evaluation.mixed:
        yield mixed_table(evaluation)


def pairings_table(evaluation: Evaluation) -> Table:
    """A row for each challenger, a column for each field."""
    from rich.table import Table
    from rich.text import Text

    table = Table(
        title=f"{table_of(evaluation.setting)}: one against a field",
        caption="mean rank reward, its 95 % interval, share of wins and mean score",
        show_lines=True,
    )
    table.add_column("challenger", max_width=NAME_WIDTH, overflow="fold")
    for name in evaluation.agents:
        heading = Text(f"against {name}")
        table.add_column(heading, max_width=CELL_WIDTH, overflow="fold", justify="center")
    cells = {(each.challenger, each.field): cell(each.result) for each in evaluation.pairings}
    for challenger in evaluation.agents:
        table.add_row(
            Text(challenger), *(cells.get((challenger, field), "") for field in evaluation.agents)
        )
    return table


def cell(result: MatchResult) -> str:
    return (
        f"{spread(result.mean_reward, result.interval, '+z.3f')}\n"
        f"{result.win_share:.0%} wins, {result.mean_score:z.1f}"
    )


def mixed_table(evaluation: Evaluation) -> Table:
    """A row for each agent, the best first."""
    from rich.table import Table
    from rich.text import Text

    rated = evaluation.ratings
    table = Table(
        title=f"{table_of(evaluation.setting)}: {'mixed tables' if rated else 'each alone'}",
        caption="means with 95 % intervals"
        + ("; 400 rating points are odds of 10 to 1 (Plackett-Luce)" if rated else ""),
        show_lines=True,
    )
    table.add_column("agent", max_width=NAME_WIDTH, overflow="fold")
    for heading in (*(["rating"] if rated else []), "rank reward", "win share", "score"):
        table.add_column(heading, justify="right")
    results = evaluation.mixed
    for i in sorted(range(len(results)), key=lambda i: -results[i].mean_reward):
        result = results[i]
        row: list[str | Text] = [Text(evaluation.agents[i])]
        if rated:
            row.append(spread(rated.ratings[i], (rated.low[i], rated.high[i]), "+z.0f"))
        row += [
            spread(result.mean_reward, result.interval, "+z.3f"),
            spread(result.win_share, result.win_share_interval, ".3f"),
            spread(result.mean_score, result.score_interval, "z.1f"),
        ]
        table.add_row(*row)
    return table


def table_of(setting: Setting) -> str:
    """The game and its player count, in words."""
    count = setting.num_players
    return f"{setting.game.name}, {count} {'player' if count == 1 else 'players'}"


def spread(mean: float, interval: tuple[float, float], digits: str) -> str:
    """A mean with its interval below."""
    low, high = interval
    return f"{mean:{digits}}\n[{low:{digits}}, {high:{digits}}]"
