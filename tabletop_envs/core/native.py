"""The one module that knows numba: records of numbers, and functions compiled over them.

A ``Record`` class describes a numpy structured dtype; ``native`` and ``rule`` compile plain
Python functions over such records. With the environment variable ``NUMBA_DISABLE_JIT=1`` the
same functions run as ordinary Python, for debugging, coverage, and a check that both agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from typing import Any, ClassVar

import numpy as np
from numba import config, njit, typeof
from numba.core.registry import CPUDispatcher

try:  # numba's inside may change: without it everything works, but compiles slowly and anew
    from . import compilation
except (ImportError, AttributeError):
    compilation = None  # type: ignore[assignment]

JIT = not config.DISABLE_JIT
"""Whether rules are compiled; False when ``NUMBA_DISABLE_JIT=1``."""


# --- records ---------------------------------------------------------------------------------


class Axis(int):
    """A named length: how many seats, colours, ... a table of numbers is sized for.

    It is an ``int``, so rules use it as one. Observations are packed to the part of each
    axis that is in use.
    """

    name: str

    def __new__(cls, name: str, size: int) -> Axis:
        axis = super().__new__(cls, size)
        axis.name = name
        return axis

    def __repr__(self) -> str:
        return f"Axis({self.name!r}, {int(self)})"

    def __reduce__(self) -> tuple[type[Axis], tuple[str, int]]:
        return Axis, (self.name, int(self))


class Kind:
    """The type of a record's field: ``int64`` is one number, ``int64[5, 12]`` a table of them."""

    def __init__(
        self,
        dtype: np.dtype | str,
        shape: tuple[int, ...] = (),
        record: type[Record] | None = None,
    ) -> None:
        self.dtype = np.dtype(dtype)
        self.shape = shape
        self.record = record  # the class, if the field holds records

    def __getitem__(self, shape: int | tuple[int, ...]) -> Kind:
        return Kind(self.dtype, shape if isinstance(shape, tuple) else (shape,), self.record)

    def __repr__(self) -> str:
        return f"Kind({self.dtype}, {tuple(int(length) for length in self.shape)})"


int8, int16, int64, uint64 = map(Kind, ("i1", "i2", "i8", "u8"))
float32, float64 = map(Kind, ("f4", "f8"))


class Record:
    """A record of numbers; subclasses list their fields in order.

    >>> class Channel(Record):
    ...     coins = int64
    ...     pile = int64[5, 12]

    A record may extend another one, hold one (``options = Options``) or a table of them
    (``channels = Channel[5]``).
    """

    dtype: ClassVar[np.dtype]
    fields: ClassVar[dict[str, Kind]] = {}

    def __init_subclass__(cls) -> None:
        own = {name: as_kind(value) for name, value in vars(cls).items() if is_field(value)}
        cls.fields = cls.fields | own
        cls.dtype = np.dtype(
            [
                (name, kind.dtype, tuple(int(length) for length in kind.shape))
                for name, kind in cls.fields.items()
            ],
            align=True,
        )

    def __class_getitem__(cls, shape: int | tuple[int, ...]) -> Kind:
        return Kind(cls.dtype, record=cls)[shape]


def is_field(value: object) -> bool:
    """Whether a class attribute describes a field of a record."""
    return isinstance(value, Kind) or (isinstance(value, type) and issubclass(value, Record))


def as_kind(value: Any) -> Kind:
    return value if isinstance(value, Kind) else Kind(value.dtype, record=value)


def zeros(record: type[Record], count: int) -> np.ndarray:
    """An array of ``count`` blank records, for rules and loops to use."""
    table = np.zeros(count, record.dtype)
    return table if JIT else table.view(PlainTable)


def numbers(shape: int | tuple[int, ...], kind: Kind = int64) -> np.ndarray:
    """An array of plain numbers, for rules and loops to use."""
    table = np.zeros(shape, kind.dtype)
    return table if JIT else table.view(PlainNumbers)


# --- functions -------------------------------------------------------------------------------


def native(function: Callable, owner: str = "") -> Callable:
    """Compile a function that Python calls: kept on disk, run without the GIL.

    ``owner`` tells apart functions made from one piece of source for several games.
    """
    if not JIT:
        return function
    function.__qualname__ = f"{owner}.{function.__name__}"
    options: dict[str, Any] = {"boundscheck": True, "nogil": True}
    if compilation is not None:
        options["pipeline_class"] = compilation.NativeCompiler
    dispatcher = njit(**options)(function)
    if compilation is not None:
        with suppress(RuntimeError):  # no writable folder to keep compiled code in
            dispatcher._cache = compilation.SoundCache(dispatcher, owner)
    return dispatcher


def rule(function: Callable, *, boundscheck: bool = True) -> Callable:
    """Compile a function that only compiled functions call: cheaper to build."""
    if not JIT:
        return function
    options: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    if compilation is not None:
        options["pipeline_class"] = compilation.RuleCompiler
    dispatcher = njit(boundscheck=boundscheck, **options)(function)
    dispatcher.__class__ = RuleDispatcher
    return dispatcher


class RuleDispatcher(CPUDispatcher):
    """A compiled function that Python has no way into: called from there, its source runs."""

    def __call__(self, *arguments: Any) -> Any:
        return self.py_func(*arguments)


def unchecked_rule(function: Callable) -> Callable:
    """A ``rule`` whose indices are right by construction, run without bounds checks."""
    return rule(function, boundscheck=False)


def ready(function: Callable, *arguments: Any) -> Callable:
    """A native function for arguments of exactly these types; calls no longer look at types."""
    if not JIT:
        return function
    signature = tuple(map(typeof, arguments))
    function.compile(signature)  # type: ignore[attr-defined]
    return function.get_overload(signature)  # type: ignore[attr-defined]


# --- records as objects, and numbers without the compiler ------------------------------------


class PlainNumbers(np.ndarray):
    """An array that hands out Python's own numbers, which never overflow silently."""

    def __getitem__(self, index: Any) -> Any:
        value = super().__getitem__(index)
        return value.item() if isinstance(value, np.generic) else value


class PlainRecord:
    """One record of an array, its fields as attributes; see ``as_record``."""

    __slots__ = ("cells",)
    cells: np.void

    def __repr__(self) -> str:
        assert self.cells.dtype.names is not None
        pairs = ", ".join(f"{name}={self.cells[name].tolist()}" for name in self.cells.dtype.names)
        return f"Record({pairs})"

    def __getattr__(self, name: str) -> Any:
        known = ", ".join(self.cells.dtype.names or ())
        raise AttributeError(f"the record has no field {name!r}; its fields are {known}")


def as_record(cells: np.void) -> Any:
    """The fields of one record of an array as attributes, to read and write in place."""
    return plain_record_class(cells.dtype)(cells)


@cache
def plain_record_class(dtype: np.dtype) -> Callable[[np.void], Any]:
    """A class whose objects read and write one record of ``dtype``."""
    assert dtype.names is not None

    def number(name: str) -> property:
        return property(
            lambda row: row.cells[name].item(),
            lambda row, value: row.cells.__setitem__(name, value),
        )

    def nested(name: str) -> property:
        make = plain_record_class(dtype[name])
        return property(
            lambda row: make(row.cells[name]),
            lambda row, value: row.cells.__setitem__(name, value.cells),
        )

    def array(name: str) -> property:
        slot = members_of_slots[name]
        return property(slot.__get__, lambda row, value: row.cells.__setitem__(name, value))

    def __init__(row: Any, cells: np.void) -> None:
        row.cells = cells
        for name, setter in arrays.items():
            table = cells[name]
            setter(row, table.view(PlainTable if table.dtype.names else PlainNumbers))

    slots: Any = type(
        "PlainRecord",
        (PlainRecord,),
        {"__slots__": [name for name in dtype.names if dtype[name].shape]},
    )
    members_of_slots = {name: vars(slots)[name] for name in slots.__slots__}
    arrays = {name: slot.__set__ for name, slot in members_of_slots.items()}
    members: dict[str, Any] = {name: array(name) for name in arrays}
    members |= {
        name: (nested if dtype[name].names else number)(name)
        for name in dtype.names
        if not dtype[name].shape
    }
    return type("PlainRecord", (slots,), members | {"__init__": __init__, "__slots__": ()})


class PlainTable(np.ndarray):
    """An array of records whose rows are ``PlainRecord`` objects."""

    rows: list[Any] | None = None

    def __getitem__(self, index: Any) -> Any:
        if self.ndim != 1 or not isinstance(index, (int, np.integer)):
            value = super().__getitem__(index)
            return as_record(value) if isinstance(value, np.void) else value
        if self.rows is None:
            make = plain_record_class(self.dtype)
            self.rows = [make(cells) for cells in self.view(np.ndarray)]
        return self.rows[index]

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(index, value.cells if isinstance(value, PlainRecord) else value)

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self)))
