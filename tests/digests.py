"""Digests of whole games: what is seen, allowed and paid. Run as a script, it prints some."""

import hashlib
import json
import random
import sys
from typing import Any

from settings import GAMES

from tabletop_envs.core.game import GameState, Setting


def digest_of(setting: Setting, seed: int, actions: list[int] | None = None) -> str:
    """The digest of a game played by these actions, or else at random.

    What the seat to act sees counts at every decision, what everybody sees at every tenth.
    """
    digest = hashlib.sha256()
    rng = random.Random(seed)
    state = setting.new_state(seed)
    played = 0
    while not state.is_terminal:
        digest_position(digest, state, everybody=played % 10 == 0)
        action = rng.choice(state.legal_actions()) if actions is None else actions[played]
        state.step(action)
        played += 1
    digest_position(digest, state, everybody=True)
    digest.update(state.returns().tobytes())
    for part in state.scores().values():
        digest.update(part.tobytes())
    assert actions is None or played == len(actions), "the game ended early"
    return digest.hexdigest()


def digest_position(digest: Any, state: GameState, *, everybody: bool) -> None:
    digest.update(state.current_player.to_bytes(2, "little", signed=True))
    digest.update(state.action_mask().tobytes())
    for seat in range(-1, state.num_players) if everybody else (state.current_player,):
        digest.update(state.observation(seat).tobytes())


def digests(requests: list[dict[str, Any]]) -> list[str]:
    """Of requests ``{"game": name, "num_players": n, "options": {...}, "seed": s}``."""
    games = {game.name: game for game in GAMES}
    return [
        digest_of(games[each["game"]].setting(each["num_players"], **each["options"]), each["seed"])
        for each in requests
    ]


if __name__ == "__main__":
    json.dump(digests(json.load(sys.stdin)), sys.stdout)
