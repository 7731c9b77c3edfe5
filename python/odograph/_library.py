"""The C library behind the package: its functions, its tables, its errors."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

INTERFACE_VERSION = 1

NUMBER, INTEGER, WORD, FLAG, TEXT = 1, 2, 3, 4, 5
MISSING_INTEGER = np.iinfo(np.int64).min

DTYPES: dict[int, np.dtype[Any]] = {
    NUMBER: np.dtype(np.float64),
    INTEGER: np.dtype(np.int64),
    WORD: np.dtype(np.int32),
    FLAG: np.dtype(np.uint8),
    TEXT: np.dtype(np.uint64),
}

Array = npt.NDArray[Any]
Value = float | str | bool


class OdographError(Exception):
    """Something that Odograph could not do; the message is a sentence that says why, and what to do."""


class _Column(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("type", ctypes.c_int32),
        ("reserved", ctypes.c_int32),
        ("values", ctypes.c_void_p),
        ("count", ctypes.c_int64),
    )


class _Parameter(ctypes.Structure):
    _fields_ = (("name", ctypes.c_char_p), ("word", ctypes.c_char_p), ("number", ctypes.c_double))


class _ColumnInfo(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("unit", ctypes.c_char_p),
        ("type", ctypes.c_int32),
        ("is_required", ctypes.c_int32),
    )


@dataclass(frozen=True)
class ColumnInfo:
    """A column of a table of the library."""

    name: str
    unit: str
    type: int
    is_required: bool
    words: tuple[str, ...] = ()


def _library_path() -> Path:
    stated = os.environ.get("ODOGRAPH_LIBRARY")
    return Path(stated) if stated else Path(__file__).with_name("libodograph-core.so")


@lru_cache(maxsize=1)
def library() -> ctypes.CDLL:
    """Load the library; ctypes releases the GIL during each of its functions."""
    path = _library_path()
    try:
        loaded = ctypes.CDLL(str(path))
    except OSError as error:
        raise OdographError(
            f"The library {path} cannot be loaded ({error}). Install the wheel of this system again."
        ) from error
    run, text, integer = ctypes.c_uint64, ctypes.c_char_p, ctypes.c_int32
    signatures: dict[str, tuple[Any, list[Any]]] = {
        "odograph_version": (integer, []),
        "odograph_message": (text, []),
        "odograph_create": (integer, [ctypes.POINTER(_Parameter), ctypes.c_int64, ctypes.POINTER(run)]),
        "odograph_push": (integer, [run, text, ctypes.POINTER(_Column), ctypes.c_int64]),
        "odograph_finish": (integer, [run, integer]),
        "odograph_count": (ctypes.c_int64, [run, text]),
        "odograph_read": (integer, [run, text, text, ctypes.c_void_p, ctypes.c_int64]),
        "odograph_free": (integer, [run]),
        "odograph_table": (text, [integer, ctypes.POINTER(integer)]),
        "odograph_describe": (integer, [text, integer, ctypes.POINTER(_ColumnInfo)]),
        "odograph_word": (text, [text, text, integer]),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(loaded, name)
        function.restype = result
        function.argtypes = arguments
    version = loaded.odograph_version()
    if version != INTERFACE_VERSION:
        raise OdographError(
            f"The library {path} has version {version} of its interface, this package needs "
            f"{INTERFACE_VERSION}. Install the wheel again."
        )
    return loaded


def check(result: int) -> int:
    """Return a result of the library, or raise its sentence."""
    if result < 0:
        message = library().odograph_message() or b""
        raise OdographError(message.decode("utf-8", "replace"))
    return result


@lru_cache(maxsize=1)
def tables() -> tuple[dict[str, dict[str, ColumnInfo]], dict[str, dict[str, ColumnInfo]]]:
    """Return the columns of each table, by name: those of events, and those of estimates."""
    inputs: dict[str, dict[str, ColumnInfo]] = {}
    outputs: dict[str, dict[str, ColumnInfo]] = {}
    is_input = ctypes.c_int32()
    index = 0
    while (name := library().odograph_table(index, ctypes.byref(is_input))) is not None:
        columns = _columns(name, has_words=not is_input.value)
        (inputs if is_input.value else outputs)[name.decode()] = columns
        index += 1
    return inputs, outputs


def _columns(table: bytes, *, has_words: bool) -> dict[str, ColumnInfo]:
    columns: dict[str, ColumnInfo] = {}
    info = _ColumnInfo()
    index = 0
    while library().odograph_describe(table, index, ctypes.byref(info)) == 0:
        words: list[str] = []
        if has_words and info.type == WORD:
            while (word := library().odograph_word(table, info.name, len(words))) is not None:
                words.append(word.decode())
        columns[info.name.decode()] = ColumnInfo(
            info.name.decode(), info.unit.decode(), info.type, bool(info.is_required), tuple(words)
        )
        index += 1
    return columns


class Run:
    """One run of the library; freed with the object."""

    def __init__(self, parameters: Mapping[str, Value] | None = None) -> None:
        """Create a run with parameters over the defaults."""
        self._handle = ctypes.c_uint64()
        chosen = dict(parameters or {})
        array = (_Parameter * max(1, len(chosen)))()
        for slot, (name, value) in zip(array, chosen.items(), strict=False):
            slot.name = str(name).encode()
            if isinstance(value, bool | np.bool_):
                slot.word = b"true" if value else b"false"
            elif isinstance(value, str):
                slot.word = value.encode()
            else:
                slot.number = float(value)
        check(library().odograph_create(array, len(chosen), ctypes.byref(self._handle)))

    def __del__(self) -> None:
        """Free the run."""
        if getattr(self, "_handle", None) and self._handle.value:
            library().odograph_free(self._handle)
            self._handle = ctypes.c_uint64()

    def push(self, table: str, columns: Mapping[str, Array]) -> None:
        """Copy columns of equal lengths into a table of events."""
        array = (_Column * max(1, len(columns)))()
        kept: list[Any] = []
        infos = tables()[0].get(table, {})
        for slot, (name, values) in zip(array, columns.items(), strict=False):
            info = infos.get(name)
            kind = info.type if info else NUMBER
            if kind == TEXT:
                texts = (ctypes.c_char_p * max(1, len(values)))(
                    *(None if value is None else str(value).encode() for value in values)
                )
                kept.append(texts)
                slot.values = ctypes.cast(texts, ctypes.c_void_p)
            else:
                # Copies only what is laid out otherwise.
                buffer = np.ascontiguousarray(values, dtype=DTYPES[kind])
                kept.append(buffer)
                slot.values = buffer.ctypes.data
            slot.name = name.encode()
            slot.type = kind
            slot.count = len(values)
        check(library().odograph_push(self._handle, table.encode(), array, len(columns)))

    def finish(self, *, motion: bool = False) -> None:
        """Run the core over everything that was pushed."""
        check(library().odograph_finish(self._handle, 1 if motion else 0))

    def count(self, table: str) -> int:
        """Return the number of rows of a table of estimates."""
        return check(library().odograph_count(self._handle, table.encode()))

    def read(self, table: str, column: ColumnInfo) -> Array:
        """Return a column of estimates: codes for words, and str or None for texts."""
        count = self.count(table)
        values = np.empty(count, DTYPES[column.type])
        check(library().odograph_read(self._handle, table.encode(), column.name.encode(), values.ctypes.data, count))
        if column.type != TEXT:
            return values
        texts = np.empty(count, object)
        for index, address in enumerate(values):
            texts[index] = ctypes.string_at(int(address)).decode() if address else None
        return texts
