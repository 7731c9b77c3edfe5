"""Many vehicles and days: groups of rows through the core, on any engine that hands out DataFrames.

The rows of a vehicle are cut into days at midnight (UTC), each with some hours around it, so that a trip across
midnight is seen whole by both days. What is returned is cut at midnight, so each moment is returned once.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from ._columns import nanoseconds
from ._run import Parameters, run

_DAY = 86_400_000_000_000
_HOUR = 3_600_000_000_000

#: What `run_day` returns, column by column: the schema for an engine.
SCHEMA = {
    "vehicle": "string",
    "day": "datetime64[ns]",
    "time": "datetime64[ns]",
    "latitude": "float64",
    "longitude": "float64",
    "accuracy": "float64",
    "is_estimated": "bool",
}


def with_overlap(frame: pd.DataFrame, *, hours: float = 3) -> pd.DataFrame:
    """Return rows with a column day, those within some hours of midnight once for each of the days that they touch.

    Arguments:
        frame: Rows of fixes with time, as `run` accepts them, and any other columns.
        hours: The overlap before and after each day, less than 24.
    """
    times = nanoseconds(frame["time"])
    day = times // _DAY
    within = times - day * _DAY
    overlap = int(hours * _HOUR)
    parts = [(day, np.full(len(frame), True)), (day - 1, within < overlap), (day + 1, within >= _DAY - overlap)]
    copies = [frame.loc[mask].assign(day=(of_day[mask] * _DAY).view("datetime64[ns]")) for of_day, mask in parts]
    joined: pd.DataFrame = pd.concat(copies, ignore_index=True)
    return joined


def run_day(frame: pd.DataFrame, parameters: Parameters | None = None) -> pd.DataFrame:
    """Run the core over one vehicle's day with its overlap, and return the positions of that day, smoothed.

    Arguments:
        frame: Rows of one vehicle and one day: the columns of `run`, vehicle (always the same) and day (midnight).
        parameters: Values over the defaults.

    Returns rows with the columns of `SCHEMA`; degrees and metres.
    """
    if frame.empty:
        return empty()
    midnight = int(nanoseconds(frame["day"].iloc[:1])[0])
    columns = run(frame.drop(columns=["vehicle", "day"]), parameters).columns("smoothed")
    times = columns["time"]
    # Rows of the overlap alone make no day.
    own = nanoseconds(frame["time"]) // _DAY == midnight // _DAY
    mask = (times // _DAY == midnight // _DAY) & own.any()
    count = int(mask.sum())
    return pd.DataFrame(
        {
            "vehicle": pd.Series([str(frame["vehicle"].iloc[0])] * count, dtype="string"),
            "day": np.full(count, midnight).view("datetime64[ns]"),
            "time": times[mask].view("datetime64[ns]"),
            "latitude": columns["latitude"][mask],
            "longitude": columns["longitude"][mask],
            "accuracy": columns["accuracy"][mask],
            "is_estimated": columns["is_estimated"][mask].view(np.bool_),
        }
    )


def empty() -> pd.DataFrame:
    """Return a frame without rows, with the columns of `SCHEMA`."""
    return pd.DataFrame({name: pd.Series(dtype=dtype) for name, dtype in SCHEMA.items()})


def run_all(frame: pd.DataFrame, parameters: Parameters | None = None, *, hours: float = 3) -> pd.DataFrame:
    """Run every vehicle and day of a frame in this process, and return the rows in the order of vehicle and time."""
    groups = with_overlap(frame, hours=hours).groupby(["vehicle", "day"], sort=True)
    parts = [run_day(group, parameters) for _, group in groups]
    return sort(pd.concat(parts, ignore_index=True) if parts else empty())


def sort(frame: pd.DataFrame) -> pd.DataFrame:
    """Return results in the order of vehicle and time, whatever engine made them."""
    return frame.sort_values(["vehicle", "time"], kind="stable", ignore_index=True)
