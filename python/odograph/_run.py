"""Running the core, and what comes out of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pandas as pd

from ._columns import Frame, events_of, snake
from ._events import Events
from ._library import FLAG, INTEGER, MISSING_INTEGER, WORD, Array, OdographError, Run, Value, tables

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Parameters by name, as `parameters()` lists them.
Parameters = Mapping[str, Value]

_TIMES = {"time", "start", "end", "until"}
_STREAMS = {
    "acceleration": "acceleration",
    "rotation": "rotation",
    "magnetic_field": "magneticField",
    "pressure": "pressure",
    "heart_rate": "heartRate",
    "cadence": "cadence",
    "sensor_speed": "sensorSpeed",
}


def run(
    frame: Frame | Events,
    parameters: Parameters | None = None,
    *,
    acceleration: Frame | None = None,
    rotation: Frame | None = None,
    magnetic_field: Frame | None = None,
    pressure: Frame | None = None,
    heart_rate: Frame | None = None,
    cadence: Frame | None = None,
    sensor_speed: Frame | None = None,
    motion: bool = False,
) -> Track:
    """Run the fusion core over one session, and return its estimates. Releases the GIL.

    Arguments:
        frame: The fixes of n rows (pandas DataFrame, pyarrow Table or dictionary of arrays), or an Events.
            Columns: time (datetimes, UTC if they have no zone, or seconds since 1970), latitude, longitude
            (degrees, WGS 84). Optional: altitude, horizontal_accuracy, vertical_accuracy (m, 1-sigma), speed,
            speed_accuracy, climb (m/s), course (degrees clockwise from north), received (arrival time), mode (0 to 3),
            device (a number for each receiver). Short names: lat, lon, accuracy. NaN is missing. Rows can be in any
            order. Other columns are ignored.
        parameters: Values by name over the defaults, and over those kept with an Events; `parameters()` lists them.
        acceleration: Columns time, x, y, z in m/s^2 with gravity; device numbers tell sensors apart.
        rotation: Columns time, x, y, z in rad/s.
        magnetic_field: Columns time, x, y, z in microtesla.
        pressure: Columns time, value in kPa.
        heart_rate: Columns time, value in beats per minute.
        cadence: Columns time, value in steps or turns of the crank per minute.
        sensor_speed: Columns time, value in m/s, as a wheel or a foot pod measures it without a position.
        motion: Keep attitude and gravity of every motion sample.

    Raises OdographError with a sentence if a column is missing, or a value or a parameter is not valid.
    """
    streams = {
        "acceleration": acceleration,
        "rotation": rotation,
        "magnetic_field": magnetic_field,
        "pressure": pressure,
        "heart_rate": heart_rate,
        "cadence": cadence,
        "sensor_speed": sensor_speed,
    }
    given = {name: stream for name, stream in streams.items() if stream is not None}
    if isinstance(frame, Events):
        if given:
            raise OdographError(f"An Events has its own {', '.join(given)}; pass the fixes as a frame instead.")
        core = Run({**frame.parameters, **(parameters or {})})
        for table, columns in frame.tables.items():
            core.push(table, columns)
    else:
        core = Run(parameters)
        core.push("fix", events_of(frame, "fix"))
        for name, stream in given.items():
            core.push(_STREAMS[name], events_of(stream, _STREAMS[name]))
    core.finish(motion=motion)
    return Track(core)


class Track:
    """The estimates of one session, as tables.

    Each property is a DataFrame, and its documentation lists the columns. Times are datetime64[ns] in UTC, positions
    degrees, everything else SI. `arrow(name)` returns the same as a pyarrow Table, `columns(name)` as NumPy arrays.
    """

    def __init__(self, core: Run) -> None:
        """Keep a finished run; `run` creates it."""
        self._core = core
        self._frames: dict[str, pd.DataFrame] = {}

    def columns(self, name: str) -> dict[str, Array]:
        """Return a table as NumPy arrays of n values by column: codes of words are int32, see `words`.

        Missing values are NaN, -1 (words) and the smallest int64.
        """
        infos = tables()[1].get(_table(name))
        if infos is None:
            names = ", ".join(snake(table) for table in tables()[1])
            raise OdographError(f"There is no table named “{name}”; it has to be one of {names}.")
        return {snake(info.name): self._core.read(_table(name), info) for info in infos.values()}

    def words(self, name: str, column: str) -> tuple[str, ...]:
        """Return the words that the codes of a column stand for; empty if it holds none."""
        infos = {snake(info.name): info for info in tables()[1][_table(name)].values()}
        return infos[column].words

    def frame(self, name: str) -> pd.DataFrame:
        """Return a table as a DataFrame of n rows; it is kept, so do not change it in place."""
        if name not in self._frames:
            infos = {snake(info.name): info for info in tables()[1].get(_table(name), {}).values()}
            columns = self.columns(name)
            self._frames[name] = pd.DataFrame(
                {column: _series(values, infos[column], column) for column, values in columns.items()}, copy=False
            )
        return self._frames[name]

    def arrow(self, name: str) -> Any:
        """Return a table as a pyarrow Table: times are timestamp[ns, UTC], words dictionaries, missing values null."""
        from ._arrow import arrow_table

        return arrow_table(self, name)

    def to_parquet(self, path: Any, name: str = "smoothed") -> None:
        """Write a table as Parquet; one with positions is GeoParquet, with points as geometry. Needs pyarrow."""
        from ._arrow import write_parquet

        write_parquet(self, path, name)

    @property
    def verdict(self) -> pd.DataFrame:
        """What became of each fix: time, accepted (bool), reason (category; missing for accepted fixes)."""
        return self.frame("verdict")

    @property
    def position(self) -> pd.DataFrame:
        """Positions as the filter had them live.

        Columns: time, latitude, longitude (degrees), altitude (m), accuracy (m, 1-sigma), east_velocity, north_velocity
        (m/s), is_estimated (no fix supports it), is_interpolated.
        """
        return self.frame("position")

    @property
    def smoothed(self) -> pd.DataFrame:
        """Positions with hindsight, outages bridged; the columns of `position`."""
        return self.frame("smoothed")

    @property
    def simplified(self) -> pd.DataFrame:
        """The points that a drawn line needs; the columns of `position`, and activity (category)."""
        return self.frame("simplified")

    @property
    def speed(self) -> pd.DataFrame:
        """Speeds as they were shown live: time, value (m/s), source, is_estimated, quality."""
        return self.frame("speed")

    @property
    def step(self) -> pd.DataFrame:
        """Steps: time, count since the start, cadence (1/s), stride_length (m)."""
        return self.frame("step")

    @property
    def activity(self) -> pd.DataFrame:
        """Activities with hindsight: time, until, activity, confidence, probability (0 to 1), is_stated."""
        return self.frame("activity")

    @property
    def altitude(self) -> pd.DataFrame:
        """Height from pressure: time, relative (m above the start), pressure (kPa), floors up and down, drift (m)."""
        return self.frame("altitude")

    @property
    def attitude(self) -> pd.DataFrame:
        """Attitudes, if `run` kept motion: time, w, x, y, z (sensor to east-north-up), reference, device."""
        return self.frame("attitude")

    @property
    def gravity(self) -> pd.DataFrame:
        """Gravity, if `run` kept motion: time, x, y, z (m/s^2, sensor axes), device."""
        return self.frame("gravity")

    @property
    def status(self) -> pd.DataFrame:
        """Messages: time, kind, message."""
        return self.frame("status")

    @property
    def storyline(self) -> pd.DataFrame:
        """Stops, moves and gaps.

        Columns: kind, start, end; for stops latitude, longitude (degrees), radius (m), name; for moves activity,
        confidence, is_stated, sport, vehicle; for both distance, estimated_distance (m), steps, floors_up, floors_down.
        """
        return self.frame("storyline")

    @cached_property
    def summary(self) -> dict[str, Any]:
        """The session in a few numbers: distances (m), times (s), speed (m/s), steps, rejected fixes by reason."""
        row = {str(name): value for name, value in self.frame("summary").iloc[0].items()}
        rejected = self.frame("rejected")
        row["rejected"] = dict(zip(rejected["reason"].astype(str), rejected["count"].astype(int), strict=True))
        row["receivers"] = self.frame("receiver").to_dict("records")
        return row

    def plot(self, ax: Axes | None = None, *, table: str = "smoothed") -> Axes:
        """Draw the track in metres east and north of its start, estimated parts dashed, and return the axes.

        Needs matplotlib.
        """
        from ._plot import plot

        return plot(self, ax, table)

    def _repr_html_(self) -> str:
        from ._plot import html

        return html(self)

    def __repr__(self) -> str:
        """Return the distance and the duration."""
        summary = self.summary
        return f"<Track: {summary['distance'] / 1000:.2f} km in {summary['duration'] / 60:.0f} min>"


def _table(name: str) -> str:
    return next((table for table in tables()[1] if name in (table, snake(table))), name)


def _series(values: Array, info: Any, name: str) -> Any:
    if info.type == WORD:
        return pd.Categorical.from_codes(cast(Any, values), dtype=pd.CategoricalDtype(list(info.words)))
    if info.type == FLAG:
        return values.view(np.bool_)
    if info.type == INTEGER and name in _TIMES:
        # The smallest integer is what NumPy takes for "not a time".
        return values.view("datetime64[ns]")
    if info.type == INTEGER and (missing := values == MISSING_INTEGER).any():
        return pd.arrays.IntegerArray(np.where(missing, 0, values), missing)
    return values


def parameters(*, coefficients: bool = False) -> pd.DataFrame:
    """Return the parameters, indexed by name.

    Columns: default, unit, minimum, maximum, choices (words separated by commas), title, meaning, source, tier
    (essential, tunable, coefficient). `coefficients` adds those of the models, which are rarely changed.
    """
    core = Run()
    infos = tables()[1]["parameters"]
    frame = pd.DataFrame(
        {snake(name): _series(core.read("parameters", info), info, name) for name, info in infos.items()}
    )
    frame = frame.drop(columns="value").set_index("name")
    return frame if coefficients else frame[frame["tier"] != "coefficient"]
