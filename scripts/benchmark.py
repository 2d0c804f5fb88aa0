"""Measure how fast the games are, in turns with the peers that are installed.

Every round runs everything once, so that a busy moment of the machine hits all alike; medians
and ranges over the rounds are told, and ratios to PettingZoo's connect_four in the same round.
All numbers are decisions (or calls) a second of one process, actions chosen at random among
the legal ones. Peers: PettingZoo's classic games, RLCard, OpenSpiel's C++ games with tensor and
mask (the extra "bench" installs them; what is missing is left out).

    python scripts/benchmark.py --game streaming --json benchmark.json
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np
from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import tabletop_envs
from tabletop_envs.core.game import Setting
from tabletop_envs.core.native import native
from tabletop_envs.envs.aec import TabletopEnv, wrapped
from tabletop_envs.envs.vector import VectorTables
from tabletop_envs.evaluation.report import check_writable, write_text

YARDSTICK = "connect_four_v3"
BATCHES = (1, 64, 1024, 8192)
ROLLOUT_TABLES = 256
CALLS = 200  # between two looks at the clock
MEASURED = ("AEC loop, raw", "batch of 1024", "rollouts")
TARGETS = {
    "streaming": (6, 60, 200),
    "nirvana": (5, 40, 120),
    "nosedive": (5, 40, 120),
    "black_souls": (4, 30, 100),
    "soloverse_nominations": (4, 30, 100),
}
"""How many times the yardstick a game should reach at least in what is ``MEASURED``."""

Work = Callable[[], int]
"""Does some work and answers how many decisions, or calls, that were."""


@dataclass
class Measurement:
    """Something to measure: what it is called, and its rates, one a round."""

    owner: str
    name: str
    work: Work
    rates: list[float] = field(default_factory=list)

    def measure(self, seconds: float) -> None:
        done, begun = 0, time.perf_counter()
        while (passed := time.perf_counter() - begun) < seconds:
            done += self.work()
        self.rates.append(done / passed)


# --- one decision at a time, the same loop for all PettingZoo environments -------------------


def aec_loop(env: Any) -> Work:
    """Look at what the agent to act sees and may do, choose, step; games start over."""
    env.reset(seed=1)
    draw = random.random

    def work() -> int:
        decisions = 0
        for _ in range(CALLS):
            if not env.agents:
                env.reset()
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                legal = observation["action_mask"].nonzero()[0]
                env.step(legal[int(draw() * len(legal))])
                decisions += 1
        return decisions

    return work


# --- our games -------------------------------------------------------------------------------


def chooser(setting: Setting) -> Callable:
    """A loop that finds a legal action at every table, by numbers drawn from [0, 1)."""
    loops = setting.game.loops
    count_marked, marked = loops.count_marked, loops.marked

    @native
    def choose_each(states, draws, actions):
        for i in range(len(states)):
            mask = states[i].mask
            actions[i] = marked(mask, int(draws[i] * count_marked(mask)))

    return choose_each


def batch(setting: Setting, count: int) -> Work:
    tables = VectorTables(setting, count)
    tables.reset(1)
    rng = np.random.default_rng(1)
    actions = np.zeros(count, np.int64)
    choose_each = chooser(setting)

    def work() -> int:
        for _ in range(max(1, CALLS // count)):
            choose_each(tables._states, rng.random(count), actions)
            tables.step(actions)
        return count * max(1, CALLS // count)

    return work


def rollouts(setting: Setting) -> Work:
    tables = VectorTables(setting, ROLLOUT_TABLES)

    def work() -> int:
        tables.reset(1)
        return tables.rollout()

    return work


def calls(call: Callable[[], Any]) -> Work:
    def work() -> int:
        for _ in range(CALLS):
            call()
        return CALLS

    return work


def game_measurements(name: str, num_players: int | None) -> Iterator[Measurement]:
    setting = tabletop_envs.load(name).setting(num_players)
    owner = f"{name}, {setting.num_players} players"
    yield Measurement(owner, "AEC loop, raw", aec_loop(TabletopEnv(setting)))
    yield Measurement(owner, "AEC loop, wrapped", aec_loop(wrapped(TabletopEnv(setting))))
    for count in BATCHES:
        yield Measurement(owner, f"batch of {count}", batch(setting, count))
    if hasattr(setting.options, "history"):
        lean = setting.game.setting(setting.num_players, history=False)
        yield Measurement(owner, "batch of 1024, history=False", batch(lean, 1024))
    yield Measurement(owner, "rollouts", rollouts(setting))
    state = setting.new_state(seed=1)
    for _ in range(20):
        state.step(random.Random(1).choice(state.legal_actions()))
    yield Measurement(owner, "clone", calls(state.clone))
    yield Measurement(owner, "observe", calls(lambda: state.observation(0)))
    yield Measurement(owner, "resample", calls(lambda: state.resample(0, 1)))


# --- peers -----------------------------------------------------------------------------------

PETTINGZOO = (YARDSTICK, "tictactoe_v3", "leduc_holdem_v4", "texas_holdem_v4")
RLCARD = ("leduc-holdem", "limit-holdem", "uno", "gin-rummy")
OPENSPIEL = ("connect_four", "leduc_poker", "gin_rummy", "hearts", "backgammon")


def pettingzoo_game(name: str) -> Work:
    module = importlib.import_module(f"pettingzoo.classic.{name}")
    return aec_loop(module.raw_env())


def rlcard_game(name: str) -> Work:
    import rlcard

    env = rlcard.make(name, config={"seed": 1})
    table = {"state": env.reset()[0]}

    def work() -> int:
        state = table["state"]
        for _ in range(CALLS):
            if env.is_over():
                state, _ = env.reset()
            _ = state["obs"]
            state, _ = env.step(random.choice(list(state["legal_actions"])))
        table["state"] = state
        return CALLS

    return work


def openspiel_game(name: str) -> Work:
    import pyspiel

    game = pyspiel.load_game(name)
    kind = game.get_type()
    tensor = (
        "observation_tensor" if kind.provides_observation_tensor else "information_state_tensor"
    )

    def decisions() -> Iterator[None]:
        while True:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(outcomes, chances)[0])
                    continue
                getattr(state, tensor)(state.current_player())
                legal = np.nonzero(state.legal_actions_mask())[0]
                state.apply_action(int(legal[int(random.random() * len(legal))]))
                yield

    play = decisions()

    def work() -> int:
        for _ in range(CALLS):
            next(play)
        return CALLS

    return work


PEERS: dict[str, tuple[tuple[str, ...], Callable[[str], Work]]] = {
    "PettingZoo": (PETTINGZOO, pettingzoo_game),
    "RLCard": (RLCARD, rlcard_game),
    "OpenSpiel": (OPENSPIEL, openspiel_game),
}


def peer_measurements(console: Console, others: bool) -> Iterator[Measurement]:
    """The yardstick and, if they are wanted, all other peers."""
    for owner, (names, build) in PEERS.items():
        for name in names:
            if name != YARDSTICK and not others:
                continue
            try:
                yield Measurement(owner, name, build(name))
            except Exception as error:  # whatever a peer that does not work here may raise
                console.print(f"{owner} {name} is left out: {error}", style="yellow", markup=False)


# --- starting --------------------------------------------------------------------------------

FIRST_STEP = """
import time; begun = time.perf_counter()
import tabletop_envs; imported = time.perf_counter()
from tabletop_envs.envs import aec
env = aec.raw_env({name!r}, {num_players}); env.reset(seed=1)
mask = env.last()[0]["action_mask"]; env.step(int(mask.argmax()))
print(imported - begun, time.perf_counter() - begun)
"""


def start_times(name: str, num_players: int | None, cache: str | None) -> tuple[float, float]:
    """Seconds until the package is imported, and until the first step is done, in a new process.

    ``cache`` is the folder of compiled code; the usual one if not said.
    """
    ran = subprocess.run(
        [sys.executable, "-c", FIRST_STEP.format(name=name, num_players=num_players)],
        env=os.environ | ({"NUMBA_CACHE_DIR": cache} if cache else {}),
        capture_output=True,
        text=True,
        check=True,
    )
    imported, stepped = map(float, ran.stdout.split())
    return imported, stepped


def starts(name: str, num_players: int | None, count: int) -> dict[str, list[float]]:
    """Seconds of ``count`` starts, warm and cold; the first step made warm is warm."""
    with tempfile.TemporaryDirectory() as folder:
        cold = [start_times(name, num_players, f"{folder}/{i}")[1] for i in range(count)]
        warm = [start_times(name, num_players, f"{folder}/0") for _ in range(3 * count)]
    return {
        "import": [imported for imported, _ in warm],
        "warm start": [stepped for _, stepped in warm],
        "cold start": cold,
    }


# --- the report ------------------------------------------------------------------------------


def ratios(measurement: Measurement, yardstick: Measurement | None) -> list[float]:
    """Rates as multiples of the yardstick's in the same round."""
    if yardstick is None:
        return []
    pairs = zip(measurement.rates, yardstick.rates, strict=True)
    return [mine / theirs for mine, theirs in pairs]


def report(measurements: list[Measurement]) -> Table:
    yardstick = next((each for each in measurements if each.name == YARDSTICK), None)
    columns = "", "a second", "range", "x connect_four", "range"
    table = Table(*columns, box=box.SIMPLE_HEAD, collapse_padding=True)
    for column in table.columns:
        column.no_wrap = True
    for column in table.columns[1:]:
        column.justify = "right"
    owner = None
    for each in measurements:
        if each.owner != owner:
            table.add_section()
            table.add_row(f"[bold]{each.owner}[/]")
            owner = each.owner
        multiples = ratios(each, yardstick)
        table.add_row(
            each.name,
            short(statistics.median(each.rates)),
            f"{short(min(each.rates))} - {short(max(each.rates))}",
            multiple(each, multiples),
            f"{min(multiples):.1f} - {max(multiples):.1f}" if multiples else "",
        )
    return table


def short(rate: float) -> str:
    """A rate with three digits, as in ``1.23 M``."""
    for unit, letter in ((1e6, " M"), (1e3, " k")):
        if rate >= unit:
            return f"{rate / unit:#.3g}".rstrip(".") + letter
    return f"{rate:.3g}"


def multiple(measurement: Measurement, multiples: list[float]) -> str:
    """The median multiple, and whether it is what it should be."""
    if not multiples:
        return ""
    median = statistics.median(multiples)
    targets = TARGETS.get(measurement.owner.split(",")[0], ())
    for name, target in zip(MEASURED, targets):  # noqa: B905 (peers have no targets)
        if measurement.name.startswith(name):
            colour = "green" if median >= target else "red"
            return f"[{colour}]{median:.1f} / {target}[/]"
    return f"{median:.1f}"


def start_report(times: dict[str, dict[str, list[float]]]) -> Table:
    table = Table("seconds to the first step", *next(iter(times.values())))
    for name, kinds in times.items():
        cells = (
            f"{statistics.median(seconds):.2f} ({min(seconds):.2f} - {max(seconds):.2f})"
            for seconds in kinds.values()
        )
        table.add_row(name, *cells)
    return table


def machine() -> dict[str, Any]:
    versions = {}
    for package in ("numpy", "numba", "pettingzoo", "rlcard", "open-spiel"):
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            versions[package] = None
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "load": os.getloadavg() if hasattr(os, "getloadavg") else None,
        "versions": versions,
    }


# --- the command -----------------------------------------------------------------------------


def arguments() -> argparse.Namespace:
    names = tabletop_envs.games()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--game", nargs="+", choices=names, default=names, help="which games (default: all)")
    add("--num-players", type=int, help="seats at a table (default: the game's usual number)")
    add("--rounds", type=int, default=7, help="how often all is measured (default: %(default)s)")
    add("--seconds", type=float, default=0.5, help="of each measurement (default: %(default)s)")
    add("--no-peers", action="store_true", help="only connect_four, no other peers")
    add("--starts", type=int, default=1, help="cold starts to be timed (default: %(default)s)")
    add("--json", type=Path, metavar="FILE", help="write all numbers there")
    told = parser.parse_args()
    if told.rounds < 1 or told.seconds <= 0 or told.starts < 0:
        parser.error("rounds, seconds and starts are numbers above 0 (starts may be 0)")
    try:
        for name in told.game:
            tabletop_envs.load(name).setting(told.num_players)
        check_writable(told.json)
    except ValueError as error:
        parser.error(str(error))
    return told


def main() -> None:
    told = arguments()
    console = Console()
    warnings.filterwarnings("ignore", category=DeprecationWarning)
    with console.status("making everything ready"):
        measurements = [
            each for name in told.game for each in game_measurements(name, told.num_players)
        ]
        measurements += peer_measurements(console, others=not told.no_peers)
    measure(measurements, told.rounds, told.seconds, console)
    console.print(report(measurements))
    times = {}
    if told.starts:
        with console.status("starting anew, with and without compiled code"):
            times = {name: starts(name, told.num_players, told.starts) for name in told.game}
        console.print(start_report(times))
    if told.json:
        try:
            write_text(told.json, as_json(measurements, times))
        except ValueError as error:
            sys.exit(f"error: {error}")


def measure(measurements: list[Measurement], rounds: int, seconds: float, console: Console) -> None:
    """Run everything once a round, after a short run that does not count."""
    columns = (TextColumn("{task.description:40}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeRemainingColumn(), console=console) as progress:
        bar = progress.add_task("", total=(rounds + 1) * len(measurements))
        for round_ in range(rounds + 1):
            for each in measurements:
                progress.update(bar, description=f"{each.owner}: {each.name}")
                each.measure(seconds if round_ else min(seconds, 0.1))
                if not round_:
                    each.rates.clear()
                progress.advance(bar)


def as_json(measurements: list[Measurement], times: dict[str, Any]) -> str:
    yardstick = next((each for each in measurements if each.name == YARDSTICK), None)
    contents = {
        "machine": machine(),
        "rates": [
            {
                "owner": each.owner,
                "name": each.name,
                "median": statistics.median(each.rates),
                "rates": each.rates,
                "ratios": ratios(each, yardstick),
            }
            for each in measurements
        ],
        "start seconds": times,
    }
    return json.dumps(contents, indent=1) + "\n"


if __name__ == "__main__":
    main()
