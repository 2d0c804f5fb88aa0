"""The folder of a run: what was asked, what happened, and all that is needed to go on."""

from __future__ import annotations

import csv
import json
import os
import platform
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .config import Config, read_config, write_toml

if TYPE_CHECKING:
    from torch.utils.tensorboard import SummaryWriter

CONFIG, SESSIONS = "config.toml", "sessions.json"
CHECKPOINT, MODEL = "checkpoint.pt", "model.zip"
PROGRESS, EVALUATIONS = "progress.csv", "evaluations.csv"
PACKAGES = ("tabletop-envs", "torch", "stable-baselines3", "sb3-contrib", "numpy", "numba")


class RunError(RuntimeError):
    """A run's folder or files cannot be written or read."""


class Run:
    """A run's folder.

    ================  ==========================================================================
    config.toml       the settings; a run from them repeats this one
    sessions.json     each start and resumption: command, versions, machine, state of git
    checkpoint.pt     everything that training goes on from
    model.zip         the policy; see ``training.model``
    progress.csv      a row for each update
    evaluations.csv   a row for each match
    events.out...     the same for TensorBoard
    ================  ==========================================================================
    """

    def __init__(self, folder: Path, config: Config) -> None:
        self.folder = folder
        self.config = config
        self._events: SummaryWriter | None = None

    @classmethod
    def create(cls, config: Config, folder: Path) -> Run:
        """Begin a run in a folder that is new or empty."""
        with explained(f"the run's folder {folder} cannot be made"):
            folder.mkdir(parents=True, exist_ok=True)
            taken = any(folder.iterdir())
        if taken:
            raise RunError(f"{folder} is not empty: choose another folder, or resume its run")
        return cls(folder, config)

    @classmethod
    def open(cls, folder: Path, **overrides: Any) -> Run:
        """A run that was begun before; some of its top-level settings may change."""
        if not (folder / CONFIG).is_file():
            raise RunError(f"there is no run in {folder}: it has no {CONFIG}")
        return cls(folder, read_config(folder / CONFIG, **overrides))

    def path(self, name: str) -> Path:
        return self.folder / name

    def write(self, name: str, data: bytes) -> None:
        """Write a file that is either whole, or still the one it was before."""
        path = self.path(name)
        partial = path.with_name(f"{name}.partial")
        with explained(f"{path} cannot be written; what it was before is kept"):
            try:
                with open(partial, "wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(partial, path)
            except BaseException:
                partial.unlink(missing_ok=True)
                raise

    # --- logs ---

    def start_session(self, decisions: int) -> None:
        """Note how training starts or goes on; forget what was logged after the checkpoint."""
        from torch.utils.tensorboard import SummaryWriter  # torch is slow to import

        sessions = [*self._sessions(), describe_session(decisions, self.config.seed)]
        logs = {name: self._lines_until(decisions, name) for name in (PROGRESS, EVALUATIONS)}
        self.write(CONFIG, write_toml(self.config).encode())
        self.write(SESSIONS, json.dumps(sessions, indent=2).encode())
        for name, lines in logs.items():
            if self.path(name).exists():
                self.write(name, "".join(lines).encode())
        with explained(f"TensorBoard's events cannot be written to {self.folder}"):
            self._events = SummaryWriter(str(self.folder), purge_step=decisions)

    def log(self, name: str, row: Mapping[str, float | str]) -> None:
        """Append a row to a CSV file whose rows all have the same columns."""
        path = self.path(name)
        with (
            explained(f"{path} cannot be written"),
            open(path, "a", encoding="utf-8", newline="") as file,
        ):
            writer = csv.DictWriter(file, list(row))
            if file.tell() == 0:
                writer.writeheader()
            writer.writerow(row)

    def rows(self, name: str) -> list[dict[str, str]]:
        """The rows of a CSV file, by column; none if there is no file yet."""
        return list(csv.DictReader(self._whole_lines(name)))

    def plot(self, decisions: int, points: Mapping[str, float]) -> None:
        """Add points to TensorBoard's curves."""
        assert self._events is not None, "no session was started"
        with explained(f"TensorBoard's events cannot be written to {self.folder}"):
            for name, value in points.items():
                self._events.add_scalar(name, value, decisions)
            self._events.flush()

    def close(self) -> None:
        """Finish writing TensorBoard's events."""
        if self._events is not None:
            with explained(f"TensorBoard's events cannot be written to {self.folder}"):
                self._events.close()

    def _sessions(self) -> list[Any]:
        """The sessions until now."""
        try:
            sessions = json.loads(self._text(SESSIONS) or "[]")
        except ValueError as error:
            raise self._damaged(SESSIONS, f"it holds a list in JSON ({error})") from None
        if not isinstance(sessions, list):
            raise self._damaged(SESSIONS, f"it holds a list in JSON, not {sessions!r:.40}")
        return sessions

    def _lines_until(self, decisions: int, name: str) -> list[str]:
        """A log's line of columns, and the rows that were logged until then."""
        lines = self._whole_lines(name)
        return lines[:1] + [line for line in lines[1:] if decisions_of(line) <= decisions]

    def _whole_lines(self, name: str) -> list[str]:
        """A log's lines; a full disk may have left half a line at the end, which is left out."""
        lines = self._text(name).splitlines(keepends=True)
        whole = [line for line in lines if line.endswith("\n")]
        if whole and not whole[0].startswith("decisions,"):
            raise self._damaged(
                name, f"line 1 names columns, decisions first, not {whole[0]!r:.40}"
            )
        for number, line in enumerate(whole[1:], 2):
            try:
                decisions_of(line)
            except ValueError:
                right = f"line {number} begins with an integer, the decisions, not {line!r:.40}"
                raise self._damaged(name, right) from None
        return whole

    def _text(self, name: str) -> str:
        """What a file says; nothing if there is none."""
        path = self.path(name)
        try:
            with explained(f"{path} cannot be read"):
                return path.read_text(encoding="utf-8") if path.exists() else ""
        except UnicodeDecodeError as error:
            raise self._damaged(name, f"it is text in UTF-8 ({error})") from None

    def _damaged(self, name: str, right: str) -> RunError:
        path = self.path(name)
        return RunError(f"{path} is damaged: {right}; mend it, or move it away to go on without")


def decisions_of(line: str) -> int:
    """What a row of a log begins with."""
    return int(line.split(",", 1)[0])


@contextmanager
def explained(what: str) -> Iterator[None]:
    """Turn the system's errors into a ``RunError`` that says what went wrong."""
    try:
        yield
    except OSError as error:
        raise RunError(f"{what}: {error.strerror or error}") from error


def default_folder(game: str) -> Path:
    """A new folder's name below ``runs``, from the game and the time."""
    return Path("runs", f"{game}-{datetime.now():%Y%m%d-%H%M%S}")


def describe_session(decisions: int, seed: int) -> dict[str, Any]:
    """What one would want to know to repeat it."""
    return {
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "from_decisions": decisions,
        "seed": seed,
        "command": shlex.join(sys.argv),
        "python": platform.python_version(),
        "machine": f"{platform.platform()}, {os.cpu_count()} cores",
        "versions": {name: installed_version(name) for name in PACKAGES},
        "git": describe_git(),
    }


def installed_version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def describe_git() -> dict[str, Any] | None:
    """The commit that the code is at, and whether it was changed since; ``None`` outside git."""
    commit, changes = git("rev-parse", "HEAD"), git("status", "--porcelain")
    return None if commit is None else {"commit": commit.strip(), "changed": bool(changes)}


def git(*arguments: str) -> str | None:
    command = ["git", "-C", str(Path(__file__).parent), *arguments]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
