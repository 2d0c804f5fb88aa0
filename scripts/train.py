"""Train a policy by self-play: python scripts/train.py --config configs/streaming.toml

A run's folder (below runs/, or --out) holds its settings, progress, checkpoint and model.
Ctrl-C stops after the update or match under way and saves; --resume goes on from there, to the
same result as if nothing had happened.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from training.config import ConfigError, describe_settings, read_config
from training.run import MODEL, Run, RunError, default_folder

INTERRUPTED = 130  # the exit code of a command that Ctrl-C ended


def main(arguments: list[str] | None = None) -> int:
    """Train; answers the exit code."""
    options = parse(arguments)
    try:
        if options.resume:
            run = Run.open(options.resume, steps=options.steps, seconds=options.seconds)
        else:
            changes = {name: getattr(options, name) for name in ("seed", "steps", "seconds")}
            config = read_config(options.config, options.set, **changes)
            run = Run.create(config, options.out or default_folder(config.game.name))
        return train(run, resuming=bool(options.resume))
    except (ConfigError, RunError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped at once; what was saved before is kept", file=sys.stderr)
        return INTERRUPTED


def train(run: Run, resuming: bool) -> int:
    """Carry out a run, or what is left of it."""
    try:
        from training.display import LiveDisplay  # these import torch, which is slow:
        from training.trainer import StopRequest, Trainer  # not for --help
    except ModuleNotFoundError as missing:
        raise RunError(f"training needs {missing.name}: pip install -e '.[train]'") from None

    setting = run.config.setting()
    display = LiveDisplay(f"{setting.game.id}, {setting.num_players} players")
    trainer = Trainer(run, setting, display)
    if resuming:
        trainer.resume()
    if trainer.finished:
        more = " and ".join(f"more --{name}" for name in trainer.limits)
        print(f"{run.folder} is finished; {more} would make it go on")
        return 0
    print(f"run folder: {run.folder}")
    with display, StopRequest() as stop:
        trainer.train(stop)
    if not trainer.finished:
        resume = f"python {sys.argv[0]} --resume {run.folder}"
        print(f"stopped after {trainer.decisions:,} decisions; go on with: {resume}")
        return INTERRUPTED
    print(f"{trainer.decisions:,} decisions in {trainer.seconds:.0f} s: {run.path(MODEL)}")
    return 0


def parse(arguments: list[str] | None) -> argparse.Namespace:
    """The command line's options."""
    parser = argparse.ArgumentParser(
        description=__doc__,
        epilog="\n".join(["settings of the file and of --set:", *describe_settings()]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--config", type=Path, help="TOML file with the settings")
    parser.add_argument("--steps", type=int, help="decisions to train for, in all")
    parser.add_argument("--seconds", type=float, help="time to train for, in all")
    parser.add_argument("--seed", type=int, help="fixes the whole run")
    parser.add_argument("--out", type=Path, help="the run's folder, new or empty")
    parser.add_argument("--resume", type=Path, metavar="RUN", help="go on with a run's folder")
    parser.add_argument(
        "--set",
        action="extend",
        nargs="+",
        default=[],
        metavar="key=value",
        help="change settings, as in --set ppo.gamma=0.99 rollout.tables=64",
    )
    options = parser.parse_args(arguments)
    if not options.resume and not options.config:
        parser.error("give settings with --config FILE, or a run to go on with by --resume RUN")
    if options.resume and (
        options.config or options.out or options.set or options.seed is not None
    ):
        parser.error("a resumed run keeps its settings; only --steps and --seconds may change")
    return options


if __name__ == "__main__":
    sys.exit(main())
