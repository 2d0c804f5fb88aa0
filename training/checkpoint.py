"""All that the rest of a run depends on, in one file."""

from __future__ import annotations

import io
import random
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from .bridge import TablesVecEnv
from .run import CHECKPOINT, Run, RunError


def write_checkpoint(run: Run, model: MaskablePPO, env: TablesVecEnv, seconds: float) -> None:
    """Save where training stands between two updates; the file before stays until it is whole."""
    checkpoint = {
        "game": env.tables.setting.game.id,
        "decisions": model.num_timesteps,
        "updates": model._n_updates,
        "seconds": seconds,
        "policy": model.policy.state_dict(),
        "optimizer": model.policy.optimizer.state_dict(),
        "tables": torch.frombuffer(bytearray(env.tables.to_bytes()), dtype=torch.uint8),
        "episode_starts": torch.from_numpy(model._last_episode_starts),
        "random": random_state(),
    }
    data = io.BytesIO()
    torch.save(checkpoint, data)
    run.write(CHECKPOINT, data.getvalue())


def read_checkpoint(run: Run, model: MaskablePPO, env: TablesVecEnv) -> float:
    """Go back to where the checkpoint was made; answers the seconds spent until then."""
    path = run.path(CHECKPOINT)
    try:
        checkpoint = torch.load(path, weights_only=True)
    except FileNotFoundError:
        raise RunError(f"{run.folder} cannot be resumed: it has no {CHECKPOINT}") from None
    except Exception as error:  # whatever torch's reader trips over
        raise RunError(f"{path} is cut off or damaged ({error})") from None
    try:
        restore(checkpoint, model, env)
        return checkpoint["seconds"]
    except (LookupError, TypeError, ValueError, RuntimeError) as error:
        raise RunError(f"{path} does not fit the run's settings: {error}") from None


def restore(checkpoint: dict[str, Any], model: MaskablePPO, env: TablesVecEnv) -> None:
    """Set everything to what a checkpoint says."""
    game = env.tables.setting.game
    if checkpoint["game"] != game.id:
        raise ValueError(f"it is of {checkpoint['game']}, not of {game.id}")
    model._last_obs = env.tables.restore(checkpoint["tables"].numpy().tobytes()).copy()
    model.num_timesteps, model._n_updates = checkpoint["decisions"], checkpoint["updates"]
    model.policy.load_state_dict(checkpoint["policy"])
    model.policy.optimizer.load_state_dict(checkpoint["optimizer"])
    model._last_episode_starts = checkpoint["episode_starts"].numpy()
    set_random_state(checkpoint["random"])


def random_state() -> dict[str, Any]:
    """Where the global generators stand; only of kinds that ``torch.load`` trusts."""
    numpy_state: Any = np.random.get_state(legacy=False)
    numpy_state["state"]["key"] = torch.from_numpy(numpy_state["state"]["key"])
    return {
        "python": random.getstate(),
        "numpy": numpy_state,
        "torch": torch.get_rng_state(),
    }


def set_random_state(state: dict[str, Any]) -> None:
    """Bring the global generators to where ``random_state`` found them."""
    numpy_state = state["numpy"]
    numpy_state["state"]["key"] = numpy_state["state"]["key"].numpy()
    random.setstate(state["python"])
    np.random.set_state(numpy_state)
    torch.set_rng_state(state["torch"])
