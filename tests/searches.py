"""Tiny searches of the true state and of one resampled. Run as a script, it prints the visits."""

import json
import sys

from laws import random_game
from settings import GAMES

from tabletop_envs.core.game import Setting
from tabletop_envs.core.search import TreeSearch

ITERATIONS = 12
FEW = 4


def visits(setting: Setting, seed: int) -> list[list[list[int]]]:
    """Visits from the true state and from a resampled one, at positions of one random game.

    They are late, so that playing them out is quick, and have few choices (if the game has
    such), since so tiny a search sees no more than the root where there are many.
    """
    search = TreeSearch(setting, ITERATIONS)
    game = [state.clone() for state in random_game(setting, seed) if not state.is_terminal]
    few = [state for state in game if len(state.legal_actions()) <= FEW] or game
    return [
        [
            search.visits(state, seed).tolist(),
            search.visits(state.resample(state.current_player, seed + 1), seed).tolist(),
        ]
        for state in (few[len(few) // 2], few[3 * len(few) // 4], few[-1])
    ]


if __name__ == "__main__":
    game_name, num_players, seed = sys.argv[1:]
    games = {game.name: game for game in GAMES}
    json.dump(visits(games[game_name].setting(int(num_players)), int(seed)), sys.stdout)
