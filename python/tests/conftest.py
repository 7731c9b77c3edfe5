from __future__ import annotations

import pandas as pd
import pytest

import odograph as og


@pytest.fixture(scope="session")
def ride() -> og.Events:
    """A simulated ride with motion sensors, and its truth."""
    return og.simulate("walk-ride-stop", receiver="phone", duration=500)


@pytest.fixture(scope="session")
def track(ride: og.Events) -> og.Track:
    return og.run(ride, motion=True)


@pytest.fixture
def fixes() -> pd.DataFrame:
    """A minute's walk to the north, a fix per second."""
    times = pd.date_range("2024-05-01 12:00", periods=60, freq="s")
    return pd.DataFrame(
        {"time": times, "lat": [48 + index * 1.3e-5 for index in range(60)], "lon": 16.0, "accuracy": 4.0, "speed": 1.4}
    )
