"""A fleet on Spark: `run_fleet(frame)` is a DataFrame of smoothed positions, made where the rows are."""

from __future__ import annotations

from typing import Any

import pandas as pd

from . import fleet
from ._run import Parameters

#: The schema of what is returned.
RESULT = (
    "vehicle string, day timestamp, time timestamp, latitude double, longitude double, accuracy double, "
    "is_estimated boolean"
)


def run_fleet(frame: Any, parameters: Parameters | None = None, *, hours: float = 3) -> Any:
    """Run the core over every vehicle and day.

    Arguments:
        frame: A Spark DataFrame of fixes: vehicle (string), time (timestamp) and the columns of `odograph.run`. The
            session's time zone has to be UTC. Spark keeps microseconds, so times of finer resolution are cut.
        parameters: Values over the defaults.
        hours: The overlap around midnight.

    Returns:
        A Spark DataFrame with the columns of `RESULT`, in no order.
    """
    from pyspark.sql.types import StructType, TimestampType

    schema = StructType(list(frame.schema.fields)).add("day", TimestampType())
    chosen = dict(parameters or {})

    def overlap(frames: Any) -> Any:
        for batch in frames:
            yield _plain(fleet.with_overlap(batch, hours=hours))

    def day(group: pd.DataFrame) -> pd.DataFrame:
        return _plain(fleet.run_day(group, chosen))

    return frame.mapInPandas(overlap, schema).groupBy("vehicle", "day").applyInPandas(day, RESULT)


def _plain(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame as Spark accepts it: texts that are objects, times of microseconds."""
    types: dict[str, Any] = {}
    for name in frame.columns:
        if isinstance(frame[name].dtype, pd.StringDtype):
            types[name] = object
        elif frame[name].dtype.kind == "M":
            types[name] = "datetime64[us]"
    return frame.assign(**{name: _without_zone(frame[name]) for name in frame.columns}).astype(types)


def _without_zone(values: Any) -> Any:
    return values.dt.tz_localize(None) if isinstance(values.dtype, pd.DatetimeTZDtype) else values
