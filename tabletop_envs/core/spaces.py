"""Names for the numbers of a game: its actions, and the fields of an observation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import Any

import numpy as np

from .native import Axis, Record, float32, numbers, uint64

Words = Sequence[str] | Callable[[int], str]
InUse = Mapping[str, int | Sequence[int]]


def suggestion(name: object, known: Iterable[str]) -> str:
    """The end of an error message: the known name meant, or all of them."""
    names = list(known)
    close = get_close_matches(str(name), names, 1)
    return f"did you mean {close[0]!r}?" if close else f"choose from {', '.join(names)}"


class Actions:
    """Named ranges of one flat ``Discrete(size)``; a name for every action, both ways.

    >>> actions = Actions()
    >>> BID = actions.add("bid", 91)            # 0..90: "bid 0" ... "bid 90"
    >>> PROMOTE = actions.add("promote", 5, ["fiction", "documentary", ...])
    >>> DONE = actions.add("done")              # one action, named "done"
    """

    def __init__(self) -> None:
        self.names: list[str] = []
        self.ranges: dict[str, range] = {}

    @property
    def size(self) -> int:
        return len(self.names)

    def add(self, name: str, count: int | None = None, words: Words = str) -> int:
        """Append a range and answer its first id; ``words`` tell its actions apart."""
        if name in self.ranges:
            raise ValueError(f"there already is a range of actions named {name!r}")
        start = self.size
        self.ranges[name] = range(start, start + (1 if count is None else count))
        if count is None:
            self.names.append(name)
        else:
            tell = words if callable(words) else words.__getitem__
            self.names += [f"{name} {tell(i)}" for i in range(count)]
        return start

    @cached_property
    def ids(self) -> dict[str, int]:
        """The id of each action's name."""
        ids = {name: i for i, name in enumerate(self.names)}
        if len(ids) != len(self.names):
            doubled = sorted({name for name in self.names if self.names.count(name) > 1})
            raise ValueError(f"actions share a name: {', '.join(doubled)}")
        return ids


@dataclass(frozen=True)
class Leaf:
    """A field of numbers in an observation, maybe inside a table of records."""

    name: str
    offset: int  # in bytes, of its first entry in the record
    lengths: tuple[int, ...]
    strides: tuple[int, ...]  # in bytes

    def places(self, in_use: InUse) -> np.ndarray:
        """The places in the record of the entries in use, in the field's shape; (1,) if single."""
        places = np.array(self.offset)
        for length, stride in zip(self.lengths, self.strides, strict=True):
            places = places[..., None] + stride * axis_in_use(length, in_use)
        return np.atleast_1d(places) // float32.dtype.itemsize


def leaves_of(record: type[Record]) -> list[Leaf]:
    """The fields of numbers of an observation's record, in order, by distinct names."""
    leaves = []
    for name, kind in record.fields.items():
        offset = record.dtype.fields[name][1]  # type: ignore[index]
        strides = tuple(
            kind.dtype.itemsize * int(np.prod(kind.shape[axis + 1 :], dtype=int))
            for axis in range(len(kind.shape))
        )
        if kind.record is not None:
            leaves += [
                Leaf(
                    leaf.name,
                    offset + leaf.offset,
                    kind.shape + leaf.lengths,
                    strides + leaf.strides,
                )
                for leaf in leaves_of(kind.record)
            ]
        elif kind.dtype != float32.dtype:
            raise TypeError(f"observation field {name!r} is {kind.dtype}, not float32")
        else:
            leaves.append(Leaf(name, offset, kind.shape, strides))
    return leaves


class ObservationLayout:
    """Where each named field lies in an observation's vector, for the axes in use.

    ``Observation`` records are sized for the largest case; a layout keeps the entries that
    exist under given options, in the order of the record. ``index[j]`` is the place, in the
    full record, of entry ``j``; ``runs`` says the same by stretches: where one starts in the
    record and in the vector, and how long it is. ``columns`` are the entries of each field, in
    its shape: fields of a table of records, ``players = Player[SEAT]``, have the axes of the
    table in front. A table's records lie together, so that stretches are few and long.
    """

    def __init__(
        self, observation: type[Record], in_use: InUse, fields: Sequence[str] | None = None
    ) -> None:
        self.observation = observation
        leaves = {leaf.name: leaf for leaf in leaves_of(observation)}
        known = tuple(leaves)
        for name in fields or ():
            if name not in known:
                raise ValueError(f"no observation field {name!r}; {suggestion(name, known)}")
        if fields is not None and not fields:
            raise ValueError(f"an observation has some of the fields {', '.join(known)}")
        self.fields = known if fields is None else tuple(f for f in known if f in fields)
        places = {name: leaves[name].places(in_use) for name in self.fields}
        kept = np.sort(np.concatenate([each.ravel() for each in places.values()]))
        self.columns = {name: np.searchsorted(kept, each) for name, each in places.items()}
        self.shapes = {name: each.shape for name, each in places.items()}
        self.index = numbers(len(kept))
        self.index[:] = kept
        self.runs = as_runs(self.index, np.arange(len(self.index)))
        self._axes = {name: leaves[name].lengths for name in self.fields}

    @property
    def size(self) -> int:
        """How many float32 numbers an observation has."""
        return len(self.index)

    def words(self, scratch: np.ndarray) -> np.ndarray:
        """The numbers of an ``Observation``, up to the last one that the layout keeps."""
        return scratch.view(np.ndarray).view(np.float32)[: self.index.max() + 1]

    def runs_of(self, fields: Sequence[str]) -> np.ndarray:
        """Like ``runs``, for some of the fields."""
        told = [self.columns[name].ravel() for name in self.fields if name in fields]
        kept = np.sort(np.concatenate([np.zeros(0, np.int64), *told]))
        return as_runs(self.index.view(np.ndarray)[kept], kept)

    def turned(self, num_players: int) -> np.ndarray:
        """How an observation changes, in place, when another seat looks at the same table.

        Uint64 (2, num_players, most runs, 3). To turn what one seat sees into what the seat k
        places clockwise of it sees, if that differs by nothing but where the count of seats
        begins, copy the runs ``turned[0, k]`` aside, then ``turned[1, k]`` one after the other
        in place, then those set aside to where they belong.
        """
        here = np.arange(self.size)
        tables = numbers((2, num_players, self.size, 3), uint64)
        used = 0
        for shift in range(num_players):
            source = here.copy()
            for name, columns in self.columns.items():
                turned = columns
                for axis, length in enumerate(self._axes[name]):
                    if isinstance(length, Axis) and length.name in SEAT_AXES:
                        order = np.arange(columns.shape[axis])
                        order[:num_players] = (order[:num_players] + shift) % num_players
                        turned = turned.take(order, axis)
                source[columns] = turned
            overwritten = np.flatnonzero(source < here)  # when their place is reached
            aside = as_runs(source[overwritten], overwritten)
            there = np.flatnonzero(source > here)
            in_place = without_overlap(as_runs(source[there], there))
            for table, runs in zip(tables, (aside, in_place), strict=True):
                table[shift, : len(runs)] = runs
                used = max(used, len(runs))
        return np.ascontiguousarray(tables[:, :, :used])

    def split(self, observations: np.ndarray) -> dict[str, np.ndarray]:
        """The fields of observations of shape (..., size), by name."""
        return {name: observations[..., columns] for name, columns in self.columns.items()}


SEAT_AXES = ("seat", "seat_or_none")
"""Names of the axes that count seats clockwise from the viewer."""


def as_runs(source: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Copying ``source[j]`` to ``target[j]`` by stretches: uint64 (runs, 3), from, to, length."""
    together = (np.diff(source, append=-1) == 1) & (np.diff(target, append=-1) == 1)
    ends = np.flatnonzero(~together) + 1
    starts = np.concatenate([[0], ends[:-1]]).astype(np.int64)
    runs = numbers((len(ends), 3), uint64)
    if len(ends):
        runs[:] = np.stack([source[starts], target[starts], ends - starts], axis=1)
    return runs


def without_overlap(runs: np.ndarray) -> np.ndarray:
    """Runs that copy to lower places of the same array, cut so that none overlaps itself.

    Such stretches can be copied many numbers at a time.
    """
    pieces = [
        (source + done, target + done, min(source - target, length - done))
        for source, target, length in runs.tolist()
        for done in range(0, length, source - target)
    ]
    return np.array(pieces, np.uint64).reshape(-1, 3)


def axis_in_use(length: int, in_use: InUse) -> np.ndarray:
    """The positions of an axis that exist, as indices."""
    used: Any = in_use.get(length.name, int(length)) if isinstance(length, Axis) else int(length)
    return np.arange(used) if isinstance(used, (int, np.integer)) else np.asarray(used, int)
