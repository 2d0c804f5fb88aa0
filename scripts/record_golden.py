"""Record the golden games of tests/golden: games that must play out the same for ever.

Only for a new game, or a new version of a game's rules: the recorded games of a version stay.
"""

import argparse
import json
import random
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

try:
    from digests import digest_of
    from settings import all_settings
except ModuleNotFoundError as missing:
    sys.exit(f"error: the tests' settings need {missing.name}: pip install -e '.[dev]'")

import tabletop_envs as tt  # noqa: E402
from tabletop_envs.core.game import Game, Setting  # noqa: E402

FOLDER = ROOT / "tests" / "golden"


def recorded_game(setting: Setting, seed: int) -> dict:
    """A random game: all that is needed to play it again, and its digest."""
    rng = random.Random(seed)
    state, actions = setting.new_state(seed), []
    while not state.is_terminal:
        actions.append(rng.choice(state.legal_actions()))
        state.step(actions[-1])
    return {
        "num_players": setting.num_players,
        "options": setting.options.as_dict(),
        "seed": seed,
        "actions": actions,
        "digest": digest_of(setting, seed, actions),
    }


def record(game: Game) -> None:
    """Write a game's file: one game in each setting of the tests."""
    path = FOLDER / f"{game.name}.json"
    if path.exists():
        old = json.loads(path.read_text())["rules_version"]
        if old == game.rules_version:
            sys.exit(f"{path.name} has games of version {old}: they stay (delete the file if not)")
    settings = [each for each in all_settings() if each.game is game]
    contents = {
        "rules_version": game.rules_version,
        "action_names": game.action_names,
        "games": [recorded_game(setting, seed) for seed, setting in enumerate(settings)],
    }
    FOLDER.mkdir(exist_ok=True)
    path.write_text(json.dumps(contents) + "\n")
    print(f"{path.relative_to(ROOT)}: {len(settings)} games")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(tt.games())}")
    chosen = parser.parse_args().games or tt.games()
    for name in chosen:
        record(tt.load(name))


if __name__ == "__main__":
    main()
