"""How a run gets on, on the terminal."""

from __future__ import annotations

import time

from rich.console import Console, Group
from rich.live import Live
from rich.progress import (
    BarColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from .evaluation import Evaluation

SECONDS_BETWEEN_LINES = 10.0

SHOWN = {
    "decisions/s": ("decisions_per_second", "{:,.0f}"),
    "entropy": ("entropy", "{:.3f}"),
    "policy loss": ("policy_loss", "{:+.4f}"),
    "value loss": ("value_loss", "{:.4f}"),
    "value explains": ("explained_variance", "{:.2f}"),
    "approx. KL": ("approx_kl", "{:.4f}"),
    "learning rate": ("learning_rate", "{:.2e}"),
}
"""What is shown of an update: the column of ``progress.csv`` and its format."""


class LiveDisplay:
    """Redraws a bar, the last update and the last evaluation; on no terminal, prints lines."""

    def __init__(self, title: str, console: Console | None = None) -> None:
        self.console = console or Console()
        self.row: dict[str, float] = {}
        self.evaluations: list[Evaluation] = []
        self._evaluated_at = 0
        self._next_line = 0.0
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[decisions]:,} decisions"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=self.console,
        )
        self._task = self._bar.add_task(title, total=1.0, decisions=0)
        self._live = Live(console=self.console, get_renderable=self._draw, refresh_per_second=4)

    def __enter__(self) -> LiveDisplay:
        if self.console.is_terminal:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.console.is_terminal:
            self._live.stop()

    def updated(self, row: dict[str, float], share: float) -> None:
        """Show an update; ``share`` of the run is over."""
        self.row = row
        self._bar.update(self._task, completed=share, decisions=int(row["decisions"]))
        if not self.console.is_terminal and (share == 1 or time.monotonic() >= self._next_line):
            self._next_line = time.monotonic() + SECONDS_BETWEEN_LINES
            shown = ", ".join(f"{name} {value}" for name, value in self._values())
            self.console.print(
                f"{share:4.0%}  {row['decisions']:,} decisions: {shown}", soft_wrap=True
            )

    def evaluated(self, decisions: int, evaluations: list[Evaluation]) -> None:
        """Show matches that were just played, after so many decisions."""
        self.evaluations, self._evaluated_at = evaluations, decisions
        if not self.console.is_terminal:
            self.console.print(self._evaluation_table())

    def _values(self) -> list[tuple[str, str]]:
        return [(name, form.format(self.row[column])) for name, (column, form) in SHOWN.items()]

    def _draw(self) -> Group:
        parts: list = [self._bar]
        if self.row:
            update = Table.grid(padding=(0, 2))
            update.add_row(*(f"[dim]{name}[/] {value}" for name, value in self._values()))
            parts.append(update)
        if self.evaluations:
            parts.append(self._evaluation_table())
        return Group(*parts)

    def _evaluation_table(self) -> Table:
        """Mean rank rewards, -1 to 1, with 95 % intervals: a row an opponent."""
        table = Table(title=f"mean rank reward after {self._evaluated_at:,} decisions")
        table.add_column("against a field of")
        plays = list(dict.fromkeys(play for _, play, _ in self.evaluations))
        for play in plays:
            table.add_column(play, justify="right")
        for opponent in dict.fromkeys(name for name, _, _ in self.evaluations):
            cells = []
            for name, _, result in self.evaluations:
                if name == opponent:
                    low, high = result.interval
                    cells.append(f"{result.mean_reward:+.3f} [{low:+.3f}, {high:+.3f}]")
            table.add_row(opponent, *cells)
        return table
