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

        path = self.path(SESSIONS)
        sessions = json.loads(path.read_text()) if path.exists() else []
        sessions.append(describe_session(decisions, self.config.seed))
        self.write(CONFIG, write_toml(self.config).encode())
        self.write(SESSIONS, json.dumps(sessions, indent=2).encode())
        for name in (PROGRESS, EVALUATIONS):
            self._drop_rows_after(decisions, name)
        with explained(f"TensorBoard's events cannot be written to {self.folder}"):
            self._events = SummaryWriter(str(self.folder), purge_step=decisions)

    def log(self, name: str, row: Mapping[str, float | str]) -> None:
        """Append a row to a CSV file whose rows all have the same columns."""
        path = self.path(name)
        with explained(f"{path} cannot be written"), open(path, "a", newline="") as file:
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

    def _drop_rows_after(self, decisions: int, name: str) -> None:
        lines = self._whole_lines(name)
        kept = [line for line in lines[1:] if int(line.split(",", 1)[0]) <= decisions]
        if lines:
            self.write(name, "".join(lines[:1] + kept).encode())

    def _whole_lines(self, name: str) -> list[str]:
        """A log's lines; a full disk may have left half a line at the end, which is left out."""
        path = self.path(name)
        lines = path.read_text().splitlines(keepends=True) if path.exists() else []
        return [line for line in lines if line.endswith("\n")]


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
