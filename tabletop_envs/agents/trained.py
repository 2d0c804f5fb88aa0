"""Policies trained with stable-baselines3 as agents; needs torch, but no training code.

A model file is what ``MaskablePPO.save`` writes with one more entry, ``tabletop_envs.json``,
that says which game the policy plays and how it reads an observation.
"""

from __future__ import annotations

import io
import json
import os
import zipfile
import zlib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.game import Setting

if TYPE_CHECKING:
    import torch

RUNS = Path("runs")
FORMAT = 1
DESCRIPTION = "tabletop_envs.json"
WEIGHTS = "policy.pth"
ACTIVATIONS = ("tanh", "relu")  # names of functions of torch


class InvalidModel(ValueError):
    """A model file that is missing, damaged, or not for this game."""


@dataclass(frozen=True)
class ModelDescription:
    """What a model file says about its policy."""

    game: str  # Game.id
    num_players: int
    options: dict[str, Any]
    fields: list[str] | None  # the observation's fields that it reads; None: all
    pad_observation: bool  # one length of observation for every player count
    net_arch: list[int]  # units of the hidden layers
    activation: str
    observation_size: int
    num_actions: int


KEYS = tuple(field.name for field in fields(ModelDescription))


def read_description(path: Path) -> ModelDescription:
    """What a model file says about its policy; ``InvalidModel`` if it is not one."""
    try:
        told = json.loads(read_entry(path, DESCRIPTION))
        version = told["format"]
        description = ModelDescription(**{key: told[key] for key in KEYS})
    except InvalidModel:
        raise
    except (ValueError, KeyError, TypeError) as error:
        raise InvalidModel(f"{path} does not say what it was trained for ({error!r})") from None
    if version != FORMAT:
        raise InvalidModel(f"{path} has format {version!r}, this version reads {FORMAT}")
    if not isinstance(description.net_arch, list):
        raise InvalidModel(f"{path} lists no layers, but {description.net_arch!r}")
    if description.activation not in ACTIVATIONS:
        raise InvalidModel(f"{path} has an unknown activation {description.activation!r}")
    return description


def read_entry(path: Path, name: str) -> bytes:
    """The bytes of one entry of a model file."""
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.read(name)
    except FileNotFoundError:
        raise InvalidModel(f"there is no model file {path}") from None
    except KeyError:
        raise InvalidModel(f"{path} is no model of tabletop_envs: it has no {name}") from None
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError) as error:
        raise InvalidModel(f"{path} is no model file, or cut off or damaged ({error})") from None
    except OSError as error:
        raise InvalidModel(f"{path} cannot be read ({error.strerror})") from None


def check_fit(path: Path, told: ModelDescription, setting: Setting) -> np.ndarray:
    """Answer which entries of an observation the policy reads; -1 for those that are always 0.

    Raises:
        InvalidModel: it plays another game or player count, or reads what is not shown.
    """
    game = setting.game
    if told.game != game.id:
        raise InvalidModel(f"{path} plays {told.game}, not {game.id}")
    if told.num_players != setting.num_players and not told.pad_observation:
        raise InvalidModel(
            f"{path} plays {game.name} with {told.num_players} players, not {setting.num_players}"
        )
    if told.num_actions != game.num_actions:
        raise InvalidModel(f"{path} knows {told.num_actions} actions, not {game.num_actions}")
    try:
        trained_with = game.setting(told.num_players, **told.options)
        layout = trained_with.select(told.fields, told.pad_observation)
    except (ValueError, TypeError) as error:
        raise InvalidModel(f"{path} does not fit {game.id}: {error}") from None
    if told.observation_size != layout.size:
        raise InvalidModel(
            f"{path} reads {told.observation_size} numbers, but its fields have {layout.size}"
        )
    place = {int(entry): i for i, entry in enumerate(setting.layout.index)}
    columns = np.array([place.get(int(entry), -1) for entry in layout.index], int)
    if not told.pad_observation:
        blind = [name for name, read in layout.columns.items() if (columns[read] < 0).any()]
        if blind:
            raise InvalidModel(
                f"{path} reads what these options do not show: {', '.join(blind)}; "
                f"it was trained with {told.options}"
            )
    return columns


class TrainedAgent:
    """Plays a trained policy: its likeliest action, or one drawn by its probabilities.

    Args:
        path: the model file.
        setting: the game that is played.
        sampled: draw actions; else take the likeliest (the better player, but a predictable one).

    Raises:
        InvalidModel: the file is missing, damaged, or the model plays another game.
        ImportError: torch is not installed.
    """

    def __init__(self, path: str | Path, setting: Setting, sampled: bool = False) -> None:
        self.path = Path(path)
        self.name = f"{path}:sampled" if sampled else str(path)
        self.sampled = sampled
        told = read_description(self.path)
        self._columns = check_fit(self.path, told, setting)
        self._layers = read_layers(self.path, told)
        self._activation = told.activation

    def act(
        self,
        observations: np.ndarray,
        action_masks: np.ndarray,
        players: np.ndarray,
        rng: np.random.Generator,
    ) -> np.ndarray:
        preferences = np.where(action_masks, self.logits(observations), -np.inf)
        if self.sampled:  # the largest of logits with Gumbel noise is a draw from their softmax
            preferences += rng.gumbel(size=preferences.shape)
        return preferences.argmax(axis=1)

    def logits(self, observations: np.ndarray) -> np.ndarray:
        """The policy's unmasked logits, float64 (tables, actions)."""
        # The last column stands for entries that this player count does not have.
        padded = np.pad(np.asarray(observations, np.float32), ((0, 0), (0, 1)))
        torch = import_torch()
        activation = getattr(torch, self._activation)
        values = torch.from_numpy(padded[:, self._columns])
        *hidden, (weight, bias) = self._layers
        for hidden_weight, hidden_bias in hidden:
            values = activation(values @ hidden_weight.T + hidden_bias)
        return (values @ weight.T + bias).double().numpy()


def import_torch() -> Any:
    try:
        import torch
    except ImportError:
        raise ImportError(
            "trained agents need PyTorch: pip install -e '.[train]' in the project's folder"
        ) from None
    return torch


def read_layers(path: Path, told: ModelDescription) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """Weight and bias of each layer of the policy's network, as stable-baselines3 saved them."""
    torch = import_torch()
    stored = io.BytesIO(read_entry(path, WEIGHTS))
    try:
        saved = torch.load(stored, map_location="cpu", weights_only=True)
    except Exception as error:  # whatever torch's reader trips over
        raise InvalidModel(f"{path} holds no weights that can be read ({error})") from None
    hidden = [f"mlp_extractor.policy_net.{2 * i}" for i in range(len(told.net_arch))]
    sizes = [told.observation_size, *told.net_arch, told.num_actions]
    layers = []
    for i, name in enumerate([*hidden, "action_net"]):
        weight, bias = saved.get(f"{name}.weight"), saved.get(f"{name}.bias")
        if weight is None or bias is None:
            raise InvalidModel(f"{path} has no layer {name}")
        if weight.shape != (sizes[i + 1], sizes[i]) or bias.shape != (sizes[i + 1],):
            raise InvalidModel(
                f"{path}: layer {name} has {tuple(weight.shape)} weights, "
                f"not {sizes[i + 1]} x {sizes[i]}"
            )
        layers.append((weight.float(), bias.float()))
    return layers


def newest_model(setting: Setting, runs: Path = RUNS) -> Path:
    """The newest model in a folder of training runs that fits a game and player count."""
    found = sorted(runs.glob("*/model.zip"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in found:
        try:
            check_fit(path, read_description(path), setting)
        except InvalidModel:
            continue
        return path
    raise InvalidModel(
        f"no trained model of {setting.game.name} with {setting.num_players} players and these "
        f"options among the {len(found)} in {runs}{os.sep}; scripts/train.py makes one"
    )
