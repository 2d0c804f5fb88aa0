"""Validated options of a game, and the record of numbers that rules read them from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass, field, fields
from enum import IntEnum
from typing import Any

import numpy as np

from .native import Kind, Record, int64
from .spaces import suggestion


class InvalidOption(ValueError):
    """An option that a game does not have, or a value that it may not take."""


class Reward(IntEnum):
    """What a finished game pays its seats."""

    RANK = 0  # by place, zero-sum in [-1, 1]; ties share
    WIN = 1  # 1 for the winner, split among several
    SCORE = 2  # the raw score


def option(
    default: Any,
    doc: str,
    check: Callable[[Any], Any],
    *,
    kind: Kind = int64,
    encode: Callable[[Any], Any] = int,
    values: Sequence[Any] = (),
) -> Any:
    """A field of an ``Options`` class.

    ``check`` answers the settled value, or raises ``ValueError`` with what would be right;
    ``encode`` turns it into the number, or the numbers, that the rules read; ``values`` are
    all values, if they are few.
    """
    metadata = {"doc": doc, "check": check, "kind": kind, "encode": encode, "values": values}
    return field(default=default, metadata=metadata)


def switch(default: bool, doc: str) -> Any:
    """An option that is on or off."""

    def check(value: Any) -> bool:
        if not isinstance(value, (bool, np.bool_)):
            raise ValueError("it is True or False")
        return bool(value)

    return option(default, doc, check, values=(False, True))


def choice(values: type[IntEnum], doc: str) -> Any:
    """An option with named values: an enum's members in lower case, the first is the default."""
    names = [member.name.lower() for member in values]

    def check(value: Any) -> str:
        if not isinstance(value, str) or value not in names:
            raise ValueError(f"it is one of {', '.join(map(repr, names))}")
        return str(value)

    return option(names[0], doc, check, encode=lambda name: int(values[name.upper()]), values=names)


def integer(default: int, low: int, high: int, doc: str) -> Any:
    """An option that is an integer in [low, high]."""

    def check(value: Any) -> int:
        return as_integer(value, low, high)

    return option(default, doc, check, values=range(low, high + 1))


def as_integer(value: Any, low: int, high: int) -> int:
    """The value as an ``int`` in [low, high], or a ``ValueError`` that says what it must be."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise ValueError(f"it is an integer from {low} to {high}")
    if not low <= value <= high:
        raise ValueError(f"it lies between {low} and {high}")
    return int(value)


@dataclass(frozen=True, kw_only=True)
class Options:
    """What every game lets its users choose; games add their own options."""

    skip_forced: bool = switch(True, "decisions with a single legal option are not asked")
    reward: str = choice(Reward, "what a finished game pays: by rank, for the win, or the score")

    def __post_init__(self) -> None:
        for spec in fields(self):
            value = getattr(self, spec.name)
            try:
                settled = spec.metadata["check"](value)
            except ValueError as error:
                raise InvalidOption(f"option {spec.name} is {value!r}, but {error}") from None
            object.__setattr__(self, spec.name, settled)

    def validate(self, num_players: int) -> None:
        """Raise ``InvalidOption`` if the options do not fit each other or the player count."""

    def write(self, record: Any) -> None:
        """Write the options into the record that ``options_record`` describes."""
        for spec in fields(self):
            value = spec.metadata["encode"](getattr(self, spec.name))
            if spec.metadata["kind"].shape:
                getattr(record, spec.name)[:] = value
            else:
                setattr(record, spec.name, value)

    def as_dict(self) -> dict[str, Any]:
        """The options by name, as values that JSON and TOML can hold."""
        return {spec.name: getattr(self, spec.name) for spec in fields(self)}

    @classmethod
    def docs(cls) -> dict[str, tuple[Any, str]]:
        """Default and meaning of every option, by name."""
        return {
            spec.name: (None if spec.default is MISSING else spec.default, spec.metadata["doc"])
            for spec in fields(cls)
        }


def make_options(options: type[Options], values: dict[str, Any]) -> Options:
    """Settle options from keyword values, with clear errors."""
    known = [spec.name for spec in fields(options)]
    for name in values:
        if name not in known:
            raise InvalidOption(f"unknown option {name!r}; {suggestion(name, known)}")
    return options(**values)


def options_record(options: type[Options]) -> type[Record]:
    """The record of numbers that rules read a game's options from."""
    kinds = {spec.name: spec.metadata["kind"] for spec in fields(options)}
    return type(f"{options.__name__}Record", (Record,), kinds)
