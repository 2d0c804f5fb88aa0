"""What the tables cost of training's time: python scripts/training_speed.py

Measures what the bridge from the tables to stable-baselines3 costs a decision, and how fast a
run is compared with the same run on tables that do nothing and answer constant arrays.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tabletop_envs.evaluation.report import check_writable, write_text
from training.config import ConfigError, read_config

CONFIG = Path(__file__).resolve().parents[1] / "configs" / "streaming.toml"


def main() -> int:
    """Measure, and print; answers the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--config", type=Path, default=CONFIG, help="default: Streaming's")
    parser.add_argument("--set", nargs="+", default=[], metavar="key=value")
    parser.add_argument("--pairs", type=int, default=11, help="alternating updates of either kind")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, too")
    options = parser.parse_args()
    if options.pairs < 1:
        parser.error("there is at least 1 pair")
    try:
        check_writable(options.json)
    except ValueError as error:
        parser.error(str(error))
    try:
        config = read_config(options.config, options.set)
    except ConfigError as error:
        return fail(error)

    try:
        from training.speed import measure  # imports torch, which is slow: not for --help
    except ModuleNotFoundError as missing:
        return fail(f"training needs {missing.name}: pip install -e '.[train]'")

    figures = measure(config, options.pairs)
    for name, value in figures.items():
        print(f"{name:42} {value:12,.2f}")
    try:
        if options.json:
            write_text(options.json, json.dumps(figures, indent=2))
    except ValueError as error:
        return fail(error)
    return 0


def fail(error: ValueError | str) -> int:
    print(f"error: {error}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
