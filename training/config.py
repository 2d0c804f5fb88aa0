"""What a training run is asked to do: typed settings, read from TOML and the command line."""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields, is_dataclass
from difflib import get_close_matches
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from tabletop_envs import load
from tabletop_envs.agents import make
from tabletop_envs.core.game import Setting

MAX_SEED = 2**32 - 1  # numpy's legacy generator, which stable-baselines3 seeds, takes 32 bits


class ConfigError(ValueError):
    """A setting that does not exist or has a wrong value, or a file that cannot be read."""


# --- the settings ----------------------------------------------------------------------------


Check = Callable[[Any], str | None]
"""Answers what would be right if a value of the right type is wrong."""


def anything(value: Any) -> None:
    return None


def key(default: Any, doc: str, check: Check = anything) -> Any:
    """A setting."""
    return field(default=default, metadata={"doc": doc, "check": check})


def at_least(low: float) -> Check:
    return lambda value: None if value >= low else f"at least {low}"


def between(low: float, high: float) -> Check:
    return lambda value: None if low <= value <= high else f"from {low} to {high}"


def above_zero(value: float) -> str | None:
    return None if value > 0 else "above 0"


def one_of(*names: str) -> Check:
    return lambda value: None if value in names else f"one of {', '.join(map(repr, names))}"


def sizes(value: tuple[int, ...]) -> str | None:
    return None if all(size > 0 for size in value) else "a list of integers above 0"


@dataclass(frozen=True, kw_only=True)
class GameConfig:
    """What is played."""

    name: str = key("", "the game's name, as in 'streaming'")
    num_players: int | None = key(None, "how many seats; the game's own default if left out")
    fields: tuple[str, ...] | None = key(
        None, "the observation fields that the network reads; all if left out"
    )
    pad_observation: bool = key(False, "one length of observation for every player count")
    options: dict[str, Any] = field(
        default_factory=dict, metadata={"doc": "the game's options, by name", "check": anything}
    )


@dataclass(frozen=True, kw_only=True)
class RolloutConfig:
    """How experience is gathered before each update."""

    tables: int = key(256, "games played side by side", at_least(1))
    length: int = key(64, "decisions a table", at_least(2))


@dataclass(frozen=True, kw_only=True)
class NetworkConfig:
    """The policy network and, of the same shape, the value network."""

    net_arch: tuple[int, ...] = key((128, 128), "units of the hidden layers", sizes)
    activation: str = key("tanh", "what follows each hidden layer", one_of("tanh", "relu"))


@dataclass(frozen=True, kw_only=True)
class PPOConfig:
    """How the networks learn; the names are those of stable-baselines3."""

    learning_rate: float = key(2e-3, "of Adam, at the start", above_zero)
    final_learning_rate: float = key(0.0, "at the end; linear in between", at_least(0))
    ent_coef: float = key(0.05, "weight of the entropy bonus, at the start", at_least(0))
    final_ent_coef: float = key(0.02, "at the end; linear in between", at_least(0))
    clip_range: float = key(0.1, "how far an update moves the odds of an action", above_zero)
    gamma: float = key(1.0, "discount from one decision of a seat to its next", between(0, 1))
    gae_lambda: float = key(0.95, "bias against variance of advantages", between(0, 1))
    n_epochs: int = key(4, "passes over each rollout", at_least(1))
    batch_size: int = key(2048, "decisions a gradient step", at_least(2))
    vf_coef: float = key(0.5, "weight of the value loss", at_least(0))
    max_grad_norm: float = key(0.5, "gradients are cut to this length", above_zero)


@dataclass(frozen=True, kw_only=True)
class EvaluationConfig:
    """Duplicate matches against scripted agents while training goes on."""

    every: int = key(1_000_000, "decisions between evaluations; 0 for none", at_least(0))
    deals: int = key(100, "deals a match, each played once from every seat", at_least(2))
    opponents: tuple[str, ...] | None = key(
        None, "agents to play against; if left out random and all of the game's bots"
    )


@dataclass(frozen=True, kw_only=True)
class CheckpointConfig:
    """How often the run is saved."""

    every: int = key(500_000, "decisions between checkpoints", at_least(1))


@dataclass(frozen=True, kw_only=True)
class Config:
    """A training run. It ends after ``steps`` or ``seconds``, whichever comes first."""

    seed: int = key(0, "fixes the whole run", between(0, MAX_SEED))
    steps: int = key(5_000_000, "decisions to train for, rounded up to whole rollouts", at_least(1))
    seconds: float | None = key(None, "time to train for; no limit if left out", above_zero)
    game: GameConfig = field(default_factory=GameConfig)
    rollout: RolloutConfig = field(default_factory=RolloutConfig)
    network: NetworkConfig = field(default_factory=NetworkConfig)
    ppo: PPOConfig = field(default_factory=PPOConfig)
    evaluation: EvaluationConfig = field(default_factory=EvaluationConfig)
    checkpoint: CheckpointConfig = field(default_factory=CheckpointConfig)

    def validate(self) -> None:
        """Raise ``ConfigError`` if settings do not fit each other or the game."""
        self.opponents(self.setting())
        gathered = self.rollout.tables * self.rollout.length
        if gathered % self.ppo.batch_size:
            raise ConfigError(
                f"ppo.batch_size is {self.ppo.batch_size}, but it must divide "
                f"rollout.tables * rollout.length, which is {gathered}"
            )

    def setting(self) -> Setting:
        """The game with its player count and options; ``ConfigError`` if they do not fit."""
        if not self.game.name:
            raise ConfigError("game.name is missing: it says which game is trained")
        try:
            setting = load(self.game.name).setting(self.game.num_players, **self.game.options)
            setting.select(self.game.fields, self.game.pad_observation)
        except ValueError as error:
            raise ConfigError(f"[game] does not fit: {error}") from None
        return setting

    def opponents(self, setting: Setting) -> dict[str, Any]:
        """The agents to be judged against, by name; ``ConfigError`` if one does not exist."""
        names = self.evaluation.opponents
        if names is None:
            names = ("random", *setting.game.bots)
        try:
            return {name: make(name, setting) for name in names}
        except ValueError as error:
            raise ConfigError(f"evaluation.opponents: {error}") from None


# --- reading ---------------------------------------------------------------------------------


def read_config(path: Path, assignments: Iterable[str] = (), **overrides: Any) -> Config:
    """Read settings from a TOML file, then from ``key=value`` texts, then from keywords.

    Args:
        path: the file; what it leaves out has its default.
        assignments: such as ``"ppo.learning_rate=1e-3"``; values are written as in TOML, but
            quotes around a text may be left out.
        overrides: top-level settings; those that are ``None`` are left alone.

    Raises:
        ConfigError: it names the file or the argument, the key, and what would be right.
    """
    tables = [(str(path), read_toml(path))]
    tables += [("--set", read_assignment(text)) for text in assignments]
    tables += [
        (f"--{name}", {name: value}) for name, value in overrides.items() if value is not None
    ]
    merged: dict[str, Any] = {}
    for place, table in tables:
        build(Config, table, place)
        merge(merged, table)
    config = build(Config, merged, str(path))
    try:
        config.validate()
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from None
    return config


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file; ``ConfigError`` if it cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ConfigError(f"there is no configuration {path}") from None
    except OSError as error:
        raise ConfigError(f"{path} cannot be read ({error.strerror})") from None
    except ValueError as error:  # TOMLDecodeError and UnicodeDecodeError
        raise ConfigError(f"{path} is not TOML: {error}") from None


def read_assignment(text: str) -> dict[str, Any]:
    """The nested tables that a text like ``"rollout.tables=64"`` stands for."""
    name, equals, written = text.partition("=")
    if not equals or not name.strip():
        raise ConfigError(f"--set takes key=value, as in ppo.learning_rate=1e-3, not {text!r}")
    try:
        value = tomllib.loads(f"value = {written}")["value"]
    except tomllib.TOMLDecodeError:
        value = written.strip()
    for part in reversed(name.strip().split(".")):
        value = {part: value}
    return value


def merge(table: dict[str, Any], other: Mapping[str, Any]) -> None:
    """Write the settings of another table over those of the first."""
    for name, value in other.items():
        if isinstance(value, dict) and isinstance(table.get(name), dict):
            merge(table[name], value)
        else:
            table[name] = value


def build(config: type, table: Mapping[str, Any], place: str, prefix: str = "") -> Any:
    """Make a section from its table; errors say that it stands in ``place``."""
    hints = get_type_hints(config)
    specs = {spec.name: spec for spec in fields(config)}
    values = {}
    for name, value in table.items():
        if name not in specs:
            raise ConfigError(
                f"{place}: there is no setting {prefix + name!r}; {suggest(name, specs, prefix)}"
            )
        try:
            if is_dataclass(hints[name]):
                values[name] = convert(value, dict)
            else:
                values[name] = settle(value, hints[name], specs[name].metadata["check"])
        except ConfigError as error:
            raise ConfigError(f"{place}: {prefix + name} is {value!r}, but it is {error}") from None
        if is_dataclass(hints[name]):
            values[name] = build(hints[name], value, place, f"{prefix}{name}.")
    return config(**values)


def suggest(name: str, known: Iterable[str], prefix: str) -> str:
    """The end of an error message: the setting of a section that is meant, or all of them."""
    close = get_close_matches(name, known, 1)
    if close:
        return f"did you mean {prefix + close[0]!r}?"
    return f"choose from {', '.join(prefix + each for each in known)}"


KINDS = {
    bool: "true or false",
    int: "an integer",
    float: "a number",
    str: "a text",
    dict: "a table",
    list: "a list",
}


def settle(value: Any, kind: Any, check: Check) -> Any:
    """The value as its type wants it; ``ConfigError`` says what would be right."""
    if get_origin(kind) is UnionType:  # of what may be left out
        kind = next(part for part in get_args(kind) if part is not NoneType)
    settled = convert(value, kind)
    wrong = check(settled)
    if wrong:
        raise ConfigError(wrong)
    return settled


def convert(value: Any, kind: Any) -> Any:
    """The value in its type; lists become tuples, and integers do as numbers."""
    if get_origin(kind) is tuple:
        item = get_args(kind)[0]
        try:
            return tuple(convert(each, item) for each in convert(value, list))
        except ConfigError:
            raise ConfigError(f"a list, each item {KINDS[item]}") from None
    plain = get_origin(kind) or kind
    if isinstance(value, bool) and plain is not bool:
        raise ConfigError(KINDS[plain])
    if plain is float and isinstance(value, int):
        return float(value)
    if not isinstance(value, plain) or (plain is float and not math.isfinite(value)):
        raise ConfigError(KINDS[plain])
    return value


# --- writing ---------------------------------------------------------------------------------


def write_toml(config: Config) -> str:
    """The settings as TOML that ``read_config`` reads back to an equal ``Config``."""
    return "\n".join(toml_lines(asdict(config), ())) + "\n"


def toml_lines(table: Mapping[str, Any], path: tuple[str, ...]) -> list[str]:
    plain = {name: value for name, value in table.items() if not isinstance(value, dict)}
    lines = [f"{name} = {toml_value(value)}" for name, value in plain.items() if value is not None]
    if path and (lines or not table):
        lines.insert(0, f"\n[{'.'.join(path)}]")
    for name, value in table.items():
        if isinstance(value, dict):
            lines += toml_lines(value, (*path, name))
    return lines


def toml_value(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value, ensure_ascii=False)  # texts, integers, true: the same in JSON


def describe_settings(config: type = Config, prefix: str = "") -> list[str]:
    """A line for every setting: its dotted name, its default, what it means."""
    hints = get_type_hints(config)
    lines = []
    for spec in fields(config):
        if is_dataclass(hints[spec.name]):
            lines += describe_settings(hints[spec.name], f"{prefix}{spec.name}.")
        else:
            default = "" if spec.default in (None, "", MISSING) else spec.default
            lines.append(f"{prefix + spec.name:24} {default!s:12} {spec.metadata['doc']}")
    return lines
