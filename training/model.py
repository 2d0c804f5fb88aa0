"""The model file: what ``MaskablePPO.save`` writes, and what the policy was trained for."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import asdict

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from tabletop_envs.agents.trained import DESCRIPTION, FORMAT, ModelDescription
from tabletop_envs.core.game import Setting

from .config import Config

OURS = ("rollout_buffer_class", "rollout_buffer_kwargs", "_last_obs", "_last_episode_starts")
"""What a saved ``MaskablePPO`` leaves out: it would hold all tables, and need this package."""


def describe_model(config: Config, setting: Setting) -> ModelDescription:
    """What one must know to play with a policy trained from these settings."""
    return ModelDescription(
        game=setting.game.id,
        num_players=setting.num_players,
        options=setting.options.as_dict(),
        fields=None if config.game.fields is None else list(config.game.fields),
        pad_observation=config.game.pad_observation,
        net_arch=list(config.network.net_arch),
        activation=config.network.activation,
        observation_size=setting.select(config.game.fields, config.game.pad_observation).size,
        num_actions=setting.game.num_actions,
    )


def model_bytes(model: MaskablePPO, description: ModelDescription) -> bytes:
    """The model file's content; ``MaskablePPO.load`` reads it without this package."""
    file = io.BytesIO()
    lean, model.policy_class = model.policy_class, MaskableActorCriticPolicy
    try:
        model.save(file, exclude=OURS)
    finally:
        model.policy_class = lean
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr(
            DESCRIPTION, json.dumps({"format": FORMAT, **asdict(description)}, indent=2)
        )
    return file.getvalue()
