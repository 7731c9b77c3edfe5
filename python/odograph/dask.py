"""A fleet on Dask: `run_fleet(frame)` is a Dask DataFrame of smoothed positions."""

from __future__ import annotations

from typing import Any

from . import fleet
from ._run import Parameters


def run_fleet(frame: Any, parameters: Parameters | None = None, *, hours: float = 3) -> Any:
    """Run the core over every vehicle and day.

    Arguments:
        frame: A Dask DataFrame of fixes: vehicle, time and the columns of `odograph.run`.
        parameters: Values over the defaults.
        hours: The overlap around midnight.

    Returns:
        A Dask DataFrame with the columns of `odograph.fleet.SCHEMA`, in no order; a partition has whole vehicles.
    """
    by_vehicle = frame.shuffle(on="vehicle")
    return by_vehicle.map_partitions(fleet.run_all, parameters, hours=hours, meta=fleet.empty())
