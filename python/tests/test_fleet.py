from __future__ import annotations

import pandas as pd

from odograph import fleet


def drive(vehicle: str, start: str, minutes: int = 30) -> pd.DataFrame:
    times = pd.date_range(start, periods=minutes * 60, freq="s")
    return pd.DataFrame(
        {
            "vehicle": vehicle,
            "time": times,
            "latitude": [48 + index * 1e-4 for index in range(len(times))],
            "longitude": 16.0,
            "horizontal_accuracy": 4.0,
            "speed": 11.1,
        }
    )


def test_a_trip_across_midnight_is_whole_and_no_moment_is_there_twice() -> None:
    frame = pd.concat([drive("a", "2024-05-01 23:45"), drive("b", "2024-05-01 08:00")])
    rows = fleet.run_all(frame)
    assert rows.columns.tolist() == list(fleet.SCHEMA)
    assert not rows.duplicated(["vehicle", "time"]).any()
    night = rows[rows["vehicle"] == "a"]
    assert night["day"].nunique() == 2
    steps = night["time"].diff().dropna().dt.total_seconds()
    assert steps.max() <= 1.5
    # With hindsight on both sides, the accuracy at midnight is that of the middle of a drive.
    middle = night[(night["time"] > "2024-05-01 23:50") & (night["time"] < "2024-05-02 00:10")]["accuracy"]
    assert middle.max() < 1.5 * middle.min()


def test_vehicles_and_days_do_not_depend_on_each_other() -> None:
    parts = [drive("a", "2024-05-01 09:00"), drive("a", "2024-05-03 09:00"), drive("b", "2024-05-01 09:00")]
    together = fleet.run_all(pd.concat(parts).sample(frac=1, random_state=2))
    alone = fleet.sort(pd.concat([fleet.run_all(part) for part in parts], ignore_index=True))
    assert together.equals(alone)


def test_a_frame_without_rows_is_a_fleet_without_rows() -> None:
    rows = fleet.run_all(drive("a", "2024-05-01 09:00").iloc[:0])
    assert len(rows) == 0
    assert rows.columns.tolist() == list(fleet.SCHEMA)
