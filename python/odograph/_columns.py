"""Tables of the user (pandas, pyarrow, dictionaries of arrays) as columns of events."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from ._library import FLAG, INTEGER, MISSING_INTEGER, NUMBER, TEXT, Array, OdographError, tables

#: A pandas DataFrame, a pyarrow Table, or a mapping from names to arrays of equal lengths.
Frame = Any

_ALIASES = {
    "lat": "latitude",
    "lon": "longitude",
    "lng": "longitude",
    "accuracy": "horizontal_accuracy",
    "timestamp": "time",
    "elevation": "altitude",
    "ele": "altitude",
}
_TIMES = {"time", "received", "from", "until", "at"}


def snake(name: str) -> str:
    """Return a name of the library as Python writes it: horizontalAccuracy becomes horizontal_accuracy."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()


def columns_of(frame: Frame) -> dict[str, Any]:
    """Return the columns of a table by name, without copying them."""
    if isinstance(frame, pd.DataFrame):
        named = {str(name): frame[name] for name in frame.columns}
        if "time" not in named and isinstance(frame.index, pd.DatetimeIndex):
            named["time"] = frame.index.to_series()
        return named
    if hasattr(frame, "column_names") and hasattr(frame, "column"):
        return {name: frame.column(name) for name in frame.column_names}
    if isinstance(frame, Mapping):
        return {str(name): values for name, values in frame.items()}
    raise OdographError(
        f"A {type(frame).__name__} is not a table; pass a pandas DataFrame, a pyarrow Table, or a dictionary of arrays."
    )


def events_of(frame: Frame, table: str) -> dict[str, Array]:
    """Return the columns of a table of events, by the names of the library; other columns are left out.

    Raises OdographError if a column that the table needs is missing or cannot be converted.
    """
    infos = tables()[0][table]
    by_name = {snake(name): info for name, info in infos.items()}
    events: dict[str, Array] = {}
    for name, values in columns_of(frame).items():
        own = snake(name)
        info = by_name.get(own) or by_name.get(_ALIASES.get(own, ""))
        if info is None or info.name in events:
            continue
        try:
            events[info.name] = _array(values, info.type, is_time=info.name in _TIMES)
        except (TypeError, ValueError, OverflowError) as error:
            raise OdographError(f"The column “{name}” cannot be read as {table}: {error}.") from error
    if (gaps := np.flatnonzero(events.get("time", np.empty(0, np.int64)) == MISSING_INTEGER)).size:
        raise OdographError(f"Row {gaps[0]} of the table of {table} has no time; drop the rows without one.")
    missing = [snake(info.name) for info in infos.values() if info.is_required and info.name not in events]
    if missing:
        raise OdographError(
            f"A table of {table} needs the columns {', '.join(missing)} as well; it may have {', '.join(by_name)}."
        )
    return events


def nanoseconds(values: Any) -> Array:
    """Return times as int64 nanoseconds since 1970, UTC.

    Accepts datetimes (those without a zone are UTC), numbers of seconds since 1970, and integers of nanoseconds. A
    float64 of seconds is exact to 0.2 microseconds. Integers up to 9 000 000 000 are seconds, those from 10**17
    nanoseconds, and others (milliseconds) are rejected.
    """
    if isinstance(values, pd.Series | pd.Index) and isinstance(values.dtype, pd.DatetimeTZDtype):
        values = pd.DatetimeIndex(values).tz_convert("UTC").tz_localize(None)
    array = np.asarray(values)
    if array.dtype == object:
        array = np.asarray(pd.to_datetime(pd.Series(array), utc=True).dt.tz_localize(None))
    if array.dtype.kind == "M":
        return array.astype("datetime64[ns]", copy=False).view(np.int64)
    if array.dtype.kind in "iu":
        whole = array.astype(np.int64, copy=False)
        largest = max(int(whole.max()), -int(whole.min())) if whole.size else 0
        if largest <= 9_000_000_000:
            return whole * 1_000_000_000
        if largest < 100_000_000_000_000_000:
            raise ValueError(f"{largest} is neither seconds nor nanoseconds since 1970; pass datetimes")
        return whole
    if array.dtype.kind != "f":
        raise TypeError(f"{array.dtype} is neither datetimes nor seconds since 1970")
    scaled = array.astype(np.float64, copy=False) * 1e9
    bad = ~(np.abs(scaled) < 9.2e18)
    rounded = np.where(bad, 0, np.trunc(scaled + np.copysign(0.5, scaled))).astype(np.int64)
    if bad.any():
        row = int(np.flatnonzero(bad)[0])
        raise ValueError(f"row {row} is {array[row]}, which is not a time in seconds since 1970")
    return rounded


def _array(values: Any, kind: int, *, is_time: bool) -> Array:
    if hasattr(values, "to_numpy") and not isinstance(values, pd.Series | pd.Index):
        values = values.to_numpy()  # pyarrow
    if is_time:
        return nanoseconds(values)
    if kind == TEXT:
        return np.array([None if _is_missing(value) else value for value in values], dtype=object)
    if kind == FLAG:
        return np.asarray(values).astype(bool).view(np.uint8)
    if kind == INTEGER:
        return _integers(values)
    if isinstance(values, pd.Series):
        return values.to_numpy(dtype=np.float64, na_value=np.nan)
    array = np.asarray(values)
    if array.dtype == object:
        array = np.array([np.nan if _is_missing(value) else value for value in array])
    return array.astype(np.float64, copy=False)


def _is_missing(value: Any) -> bool:
    return value is None or value is pd.NA or (isinstance(value, float) and np.isnan(value))


def _integers(values: Any) -> Array:
    if isinstance(values, pd.Series) and not isinstance(values.dtype, np.dtype):
        values = values.to_numpy(dtype=np.float64, na_value=np.nan)
    array = np.asarray(values)
    if array.dtype.kind in "iub":
        return array.astype(np.int64, copy=False)
    numbers = np.array([np.nan if _is_missing(value) else float(value) for value in array])
    whole = np.full(numbers.shape, MISSING_INTEGER)
    known = np.isfinite(numbers)
    whole[known] = numbers[known].astype(np.int64)
    return whole


#: The types of columns, for the documentation.
KINDS = {NUMBER: "float64", INTEGER: "int64", FLAG: "bool", TEXT: "str"}
