"""What the tables cost of training's time: python scripts/training_speed.py

Measures what the bridge from the tables to stable-baselines3 costs a decision, and how fast a
run is compared with the same run on tables that do nothing and answer constant arrays.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from training.config import ConfigError, read_config


def main() -> int:
    """Measure, and print; answers the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--config", type=Path, default=Path("configs/streaming.toml"))
    parser.add_argument("--set", nargs="+", default=[], metavar="key=value")
    parser.add_argument("--pairs", type=int, default=11, help="alternating updates of either kind")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, too")
    options = parser.parse_args()
    try:
        config = read_config(options.config, options.set)
    except ConfigError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1

    from training.speed import measure  # imports torch, which is slow: not for --help

    figures = measure(config, options.pairs)
    for name, value in figures.items():
        print(f"{name:42} {value:12,.2f}")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
