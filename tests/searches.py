"""Tiny searches of the true state and of one resampled. Run as a script, it prints the visits."""

import json
import sys

from laws import random_positions
from settings import GAMES

from tabletop_envs.core.game import Setting
from tabletop_envs.core.search import TreeSearch

POSITIONS, CANDIDATES = 3, 12
ITERATIONS = 12


def visits(setting: Setting, seed: int) -> list[list[list[int]]]:
    """Visits from the true state and from a resampled one, at positions with few choices.

    Few choices, because so tiny a search sees only the root if there are many.
    """
    search = TreeSearch(setting, ITERATIONS)
    positions = [state.clone() for state in random_positions(setting, CANDIDATES, seed)]
    positions.sort(key=lambda state: len(state.legal_actions()))
    return [
        [
            search.visits(state, seed).tolist(),
            search.visits(state.resample(state.current_player, seed + 1), seed).tolist(),
        ]
        for state in positions[:POSITIONS]
    ]


if __name__ == "__main__":
    game_name, num_players, seed = sys.argv[1:]
    games = {game.name: game for game in GAMES}
    json.dump(visits(games[game_name].setting(int(num_players)), int(seed)), sys.stdout)
