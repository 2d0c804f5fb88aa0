"""Faster builds and a sound cache, by numba's private interfaces: made for one minor version.

Everything works without this module, but compiling takes longer and is never kept.
"""

from __future__ import annotations

import hashlib
import os
import sys
import types
from contextlib import suppress
from enum import EnumMeta
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numba import _dynfunc, config
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.dispatcher import Dispatcher
from numba.core.itanium_mangler import prepend_namespace


class RuleLibrary(JITCodeLibrary):
    """The code of a function that is only linked into others.

    numba optimises every function together with all that it calls, then makes machine code
    of it; along a chain of calls the same code is built again and again. A rule is neither
    optimised nor made into machine code on its own, only as a part of what Python calls.
    """

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class RuleCompiler(Compiler):
    """Compiles a function into a ``RuleLibrary``."""

    def compile_extra(self, func: types.FunctionType) -> Any:
        state = self.state
        state.library = RuleLibrary(state.targetctx.codegen(), func.__qualname__)
        state.flags.no_compile = True
        result = super().compile_extra(func)
        entry_point = _dynfunc.make_function(  # stands for the function; it can't be called
            result.fndesc.lookup_module(),
            func.__name__,
            func.__doc__ or "",
            0,
            result.environment,
            (result.library,),
        )
        result = result._replace(entry_point=entry_point)
        state.targetctx.insert_user_function(entry_point, result.fndesc, [result.library])
        return result


class NativeLibrary(JITCodeLibrary):
    """The code of a function that Python calls, with that of all rules in it for itself alone.

    numba leaves them open to other functions, by names that number the functions of a process.
    Kept on disk, code of two processes can have two rules of one name; whichever is loaded
    first would be called by both.
    """

    def _optimize_final_module(self) -> None:
        functions = [each for each in self._final_module.functions if not each.is_declaration]
        entries = [each.name for each in functions if each.name.startswith(PYTHON_CALLS)]
        for each in functions:
            if not each.name.startswith(PYTHON_CALLS) and not any(
                entry.endswith(each.name.removeprefix("_ZN")) for entry in entries
            ):
                each.linkage = "internal"
        super()._optimize_final_module()


PYTHON_CALLS = tuple(prepend_namespace("_ZN", ns=each) for each in ("cpython", "cfunc"))
"""What the names of functions start with that let Python call compiled ones."""


class NativeCompiler(Compiler):
    """Compiles a function into a ``NativeLibrary``."""

    def compile_extra(self, func: types.FunctionType) -> Any:
        state = self.state
        state.library = NativeLibrary(state.targetctx.codegen(), func.__qualname__)
        state.library.enable_object_caching()
        return super().compile_extra(func)


class SoundCache(FunctionCache):
    """numba's on-disk cache, made to notice all that a compiled function depends on.

    The stock cache looks only at the function's own file: it serves stale code when a callee
    or a constant elsewhere changes, and never hits for a closure over compiled functions.
    Here an entry is good while the fingerprint of the function, of every compiled function it
    calls, and of every constant either of them names is the same.
    """

    def __init__(self, dispatcher: Dispatcher, owner: str) -> None:
        super().__init__(dispatcher.py_func)
        self._dispatcher = dispatcher
        self._owner = owner

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code kept for a signature; none if there is none or the files are damaged."""
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # whatever pickle trips over in a file that was cut off
            announce_compilation(self._owner)
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep compiled code; a full disk only means that it is compiled again."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            announce_failure(error.strerror or str(error))

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        function = self._py_func
        name = f"{function.__module__}.{function.__qualname__}.{sys.implementation.cache_tag}"
        self._cache_file = IndexDataCacheFile(self._cache_path, name, fingerprint(self._dispatcher))
        found = super()._load_overload(sig, target_context)
        if found is None and self._owner:
            announce_compilation(self._owner)
        return found

    def _index_key(self, sig: Any, codegen: Any) -> tuple:
        return sig, codegen.magic_tuple(), config.OPT, config.BOUNDSCHECK, way_of_compiling()


@cache
def way_of_compiling() -> str:
    """Another one for each change of this file."""
    return hashlib.sha256(Path(__file__).read_bytes()).hexdigest()


@cache
def announce_compilation(owner: str) -> None:
    """Say, once for each game, why the first call takes long."""
    if not os.environ.get("TABLETOP_ENVS_QUIET"):
        print(
            f"tabletop_envs: compiling {owner} for this machine (some seconds, kept on disk) ...",
            file=sys.stderr,
            flush=True,
        )


@cache
def announce_failure(reason: str) -> None:
    """Say, once, why the next start will be slow too."""
    print(f"tabletop_envs: compiled code cannot be kept ({reason})", file=sys.stderr, flush=True)


def fingerprint(dispatcher: Dispatcher) -> str:
    """Hash a function's code and, recursively, the globals and closure it uses."""
    digest = hashlib.sha256()
    seen: set[types.FunctionType] = set()

    def add(value: Any) -> None:
        if isinstance(value, Dispatcher):
            digest.update(repr(sorted(value.targetoptions.items())).encode())
            value = value.py_func
        if isinstance(value, types.FunctionType):
            if value not in seen:
                seen.add(value)
                add_code(value.__code__, value)
                add(value.__defaults__)
        elif isinstance(value, types.CodeType):
            add_code(value, dispatcher.py_func)
        elif isinstance(value, np.ndarray):
            digest.update(repr((value.dtype, value.shape)).encode() + value.tobytes())
        elif isinstance(value, type) and hasattr(value, "dtype"):
            digest.update(repr(value.dtype).encode())
        elif isinstance(value, EnumMeta):
            digest.update(repr(list(value)).encode())
        elif isinstance(value, (tuple, list)):
            for item in value:
                add(item)
        elif not isinstance(value, types.ModuleType):
            digest.update(repr(value).encode())

    def add_code(code: types.CodeType, owner: Any) -> None:
        digest.update(code.co_code)
        names = set(code.co_names)
        scope = owner.__globals__
        for name in sorted(names):
            value = scope.get(name)
            digest.update(name.encode())
            if isinstance(value, types.ModuleType):
                for inner in sorted(names):
                    member = getattr(value, inner, None)
                    if isinstance(member, (Dispatcher, int, float, tuple, np.ndarray)):
                        add(member)
            elif name in scope:
                add(value)
        for constant in code.co_consts:
            if constant != owner.__doc__:
                add(constant)
        for cell in owner.__closure__ or ():
            add(cell.cell_contents)

    add(dispatcher)
    return digest.hexdigest()
