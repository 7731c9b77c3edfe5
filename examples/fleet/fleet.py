"""A fleet of simulated vehicle-days through one process, Spark and Dask, compared to the bit.

usage: python fleet.py make FOLDER [--vehicles N] [--days N]     writes Parquet with fixes, and the truth
       python fleet.py run FOLDER [--engine single|spark|dask] [--workers N]
       python fleet.py sweep FOLDER PARAMETER VALUE...           one job for N vehicles and M values, with errors

Needs odographctl for make; pyspark and a Java runtime for Spark; dask[distributed] for Dask.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import resource
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import pandas as pd

import odograph as og
from odograph import fleet

SCENARIOS = ("car-stops", "tunnel", "motorway", "commute")
RECEIVERS = ("puck", "phone", "battered", "lossy")
START = pd.Timestamp("2024-05-01")


def vehicle_day(vehicle: int, day: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the fixes and the truth of one vehicle's day; every fourth drive crosses midnight."""
    number = vehicle * 1000 + day
    ride = og.simulate(
        SCENARIOS[number % len(SCENARIOS)],
        receiver=RECEIVERS[vehicle % len(RECEIVERS)],
        seed=number,
        fixes_only=True,
        duration=1800,
        truth_interval=10,
    )
    assert ride.truth is not None
    names = ["time", "latitude", "longitude", "horizontal_accuracy", "speed", "course"]
    fixes = ride.fixes.reindex(columns=names).dropna(subset="latitude")
    hour = 23.75 if number % 4 == 3 else 6 + number % 12
    shift = START + pd.Timedelta(days=day, hours=hour) - fixes["time"].iloc[0]
    # Spark keeps microseconds; all engines get the same times.
    fixes = fixes.assign(time=(fixes["time"] + shift).dt.floor("us"), vehicle=f"v{vehicle:05}")
    truth = ride.truth.assign(time=ride.truth["time"] + shift, vehicle=f"v{vehicle:05}")
    return fixes, truth


def make_vehicle(arguments: tuple[str, int, int]) -> int:
    """Write one vehicle's days."""
    folder, vehicle, days = arguments
    parts = [vehicle_day(vehicle, day) for day in range(days)]
    for name, index in (("fixes", 0), ("truth", 1)):
        table = pd.concat([part[index] for part in parts], ignore_index=True)
        if name == "fixes":
            table["time"] = table["time"].astype("datetime64[us]")
        table.to_parquet(Path(folder, name, f"v{vehicle:05}.parquet"), index=False)
    return sum(len(part[0]) for part in parts)


def make(folder: str, vehicles: int, days: int, workers: int) -> None:
    """Write the fleet."""
    for name in ("fixes", "truth"):
        Path(folder, name).mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(workers) as pool:
        rows = sum(pool.map(make_vehicle, [(folder, vehicle, days) for vehicle in range(vehicles)]))
    print(json.dumps({"vehicles": vehicles, "days": days, "fixes": rows}))


def single(folder: str, workers: int) -> pd.DataFrame:
    """Run all in this process, vehicle by vehicle."""
    parts = [fleet.run_all(pd.read_parquet(path)) for path in sorted(Path(folder, "fixes").glob("*.parquet"))]
    return fleet.sort(pd.concat(parts, ignore_index=True))


def on_spark(folder: str, workers: int) -> pd.DataFrame:
    """Run all on local Spark."""
    from pyspark.sql import SparkSession

    from odograph import spark as odograph_spark

    # The workers need this Python, which has the package.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master(f"local[{workers}]")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.execution.arrow.pyspark.enabled", "true")
        .config("spark.sql.shuffle.partitions", str(workers * 4))
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    started = time.perf_counter()
    frame = session.read.parquet(str(Path(folder, "fixes")))
    result = odograph_spark.run_fleet(frame).toPandas()
    print(json.dumps({"spark, started": round(time.perf_counter() - started, 2)}))
    session.stop()
    return fleet.sort(result)


def on_dask(folder: str, workers: int) -> pd.DataFrame:
    """Run all on local Dask with processes."""
    import dask.dataframe as dataframe
    from dask.distributed import Client, LocalCluster

    from odograph import dask as odograph_dask

    with (
        LocalCluster(n_workers=workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster,
        Client(cluster),
    ):
        started = time.perf_counter()
        frame = dataframe.read_parquet(Path(folder, "fixes"))
        result = odograph_dask.run_fleet(frame).compute()
        print(json.dumps({"dask, started": round(time.perf_counter() - started, 2)}))
    return fleet.sort(result)


def digest(frame: pd.DataFrame) -> str:
    """Return a digest of every bit of the results."""
    hashed = hashlib.sha256()
    for name in ("time", "latitude", "longitude", "accuracy"):
        values = (
            frame[name].astype("datetime64[us]").to_numpy().view(np.int64) if name == "time" else frame[name].to_numpy()
        )
        hashed.update(np.ascontiguousarray(values).tobytes())
    hashed.update("".join(frame["vehicle"]).encode())
    return hashed.hexdigest()[:16]


def run(folder: str, engine: str, workers: int) -> None:
    """Run the fleet on an engine and print what it took."""
    started = time.perf_counter()
    result = {"single": single, "spark": on_spark, "dask": on_dask}[engine](folder, workers)
    seconds = time.perf_counter() - started
    fixes = sum(len(pd.read_parquet(path, columns=["time"])) for path in Path(folder, "fixes").glob("*.parquet"))
    usage = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    report = {
        "engine": engine,
        "workers": workers,
        "seconds": round(seconds, 2),
        "fixes": fixes,
        "rows": len(result),
        "fixes_per_second": round(fixes / seconds),
        "largest_process_MB": usage // 1000,
        "digest": digest(result),
    }
    print(json.dumps(report))


def sweep(folder: str, parameter: str, values: list[float], workers: int) -> None:
    """Run every vehicle with every value on Dask, and print the mean error of each value."""
    from dask.distributed import Client, LocalCluster

    def error(path: str, value: float) -> float:
        fixes = pd.read_parquet(path).drop(columns="vehicle")
        truth = pd.read_parquet(path.replace("/fixes/", "/truth/"))
        return og.score(og.run(fixes, {parameter: value}), truth).rms

    paths = [str(path) for path in sorted(Path(folder, "fixes").glob("*.parquet"))]
    with (
        LocalCluster(n_workers=workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        jobs = {value: client.map(error, paths, value=value, pure=False) for value in values}
        for value, futures in jobs.items():
            print(json.dumps({parameter: value, "rms": round(float(np.mean(client.gather(futures))), 3)}))


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("make", "run", "sweep"):
        command = commands.add_parser(name)
        command.add_argument("folder")
        command.add_argument("--workers", type=int, default=2)
        if name == "make":
            command.add_argument("--vehicles", type=int, default=200)
            command.add_argument("--days", type=int, default=10)
        elif name == "run":
            command.add_argument("--engine", choices=["single", "spark", "dask"], default="single")
        else:
            command.add_argument("parameter")
            command.add_argument("values", type=float, nargs="+")
    options = parser.parse_args()
    if options.command == "make":
        make(options.folder, options.vehicles, options.days, options.workers)
    elif options.command == "run":
        run(options.folder, options.engine, options.workers)
    else:
        sweep(options.folder, options.parameter, options.values, options.workers)


if __name__ == "__main__":
    main()
