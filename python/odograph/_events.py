"""Recorded sessions: their events as tables of columns, read from an event log."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from ._columns import snake
from ._library import FLAG, INTEGER, MISSING_INTEGER, NUMBER, TEXT, Array, OdographError, Value, tables


@dataclass
class Events:
    """The events of one session, in the order in which the core consumes them.

    `tables` holds columns by the name of the table: fix, acceleration, rotation, magneticField, pressure and so on.
    The column `sequence` of each is the place in the session. `run` accepts an Events as it accepts a frame.
    """

    tables: dict[str, dict[str, Array]]
    #: The parameters that are kept with the session, where they differ from the defaults.
    parameters: dict[str, Value] = field(default_factory=dict)
    #: What the session is called.
    title: str = ""
    #: The true track of a simulated session; None for others.
    truth: pd.DataFrame | None = None

    def frame(self, table: str = "fix") -> pd.DataFrame:
        """Return a table as a DataFrame: time as datetime64[ns] (UTC), the other columns with the units of `run`.

        Raises OdographError if there is no such table.
        """
        infos = tables()[0].get(table)
        if infos is None:
            raise OdographError(f"There is no table named “{table}”; it has to be one of {', '.join(tables()[0])}.")
        columns = self.tables.get(table, {})
        frame = pd.DataFrame({snake(name): values for name, values in columns.items() if name != "sequence"})
        for name in ("time", "received"):
            if name in frame:
                frame[name] = frame[name].to_numpy(np.int64).view("datetime64[ns]")
        return frame

    @property
    def fixes(self) -> pd.DataFrame:
        """The fixes of the receivers; see `run` for the columns and their units."""
        return self.frame("fix")

    def __len__(self) -> int:
        """Return the number of events."""
        return sum(len(columns["time"]) for columns in self.tables.values())

    def __repr__(self) -> str:
        """Name the session and its streams."""
        counts = ", ".join(f"{len(columns['time'])} {name}" for name, columns in self.tables.items())
        return f"<Events{f' “{self.title}”' if self.title else ''}: {counts or 'none'}>"


def _nanoseconds(text: str) -> int:
    whole, _, fraction = text.partition(".")
    if "e" in text or "E" in text or len(fraction) > 9:
        return round(float(text) * 1e9)
    value = int(whole) * 1_000_000_000
    part = int((fraction or "0").ljust(9, "0"))
    return value - part if whole.startswith("-") else value + part


class _Reader:
    """Collects the lines of an event log."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[str, list[Any]]] = {}
        self.counts: dict[str, int] = {}
        self.numbers: dict[str, int] = {}
        self.sequence = 0
        self.parameters: dict[str, Value] = {}
        self.title = ""

    def device(self, name: str | None) -> int:
        return 0 if name is None else self.numbers.setdefault(name, len(self.numbers) + 1)

    def add(self, table: str, time: int, received: int, values: dict[str, Any]) -> None:
        columns = self.rows.setdefault(table, {"time": [], "received": [], "sequence": []})
        count = self.counts.get(table, 0)
        columns["time"].append(time)
        columns["received"].append(received)
        columns["sequence"].append(self.sequence)
        for name, value in values.items():
            column = columns.get(name)
            if column is None:
                column = columns[name] = []
            if len(column) < count:
                column.extend([None] * (count - len(column)))
            column.append(value)
        self.counts[table] = count + 1

    def read(self, line: dict[str, Any], time: int, received: int) -> None:
        kind = line.pop("type", "")
        if kind == "session":
            self.parameters = line.get("parameters", {})
            self.title = line.get("title", "")
            return
        if kind in _SAMPLES:
            line["device"] = self.device(line.get("device"))
            if kind == "fix" and (origin := line.pop("accuracyOrigin", None)) is not None:
                line["accuracyIsDilution"] = origin == "dilutionOfPrecision"
            known = _SAMPLES[kind]
            self.add(kind, time, received, {name: value for name, value in line.items() if name in known})
        elif kind in ("tick", "reset"):
            self.add(kind, time, received, {})
        elif (rare := getattr(self, f"_{kind}", None)) is not None:
            for table, values in rare(line):
                self.add(table, time, received, values)
        else:
            self.add("other", time, received, {})
        self.sequence += 1

    def _parameters(self, line: dict[str, Any]) -> Iterable[tuple[str, dict[str, Any]]]:
        for name, value in sorted(line["values"].items()):
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            word = str(value).lower() if isinstance(value, bool) else value
            yield "parameter", {"name": name, "number" if is_number else "word": value if is_number else word}

    def _correction(self, line: dict[str, Any]) -> Iterable[tuple[str, dict[str, Any]]]:
        yield (
            "correction",
            {
                "kind": line["correction"],
                "activity": line.get("activity"),
                "text": line.get("text"),
                "from": int(line.get("from", line.get("at", 0))),
                "until": int(line.get("until", line.get("at", 0))),
            },
        )

    def _statement(self, line: dict[str, Any]) -> Iterable[tuple[str, dict[str, Any]]]:
        yield (
            "statement",
            {
                "activity": line["activity"],
                "sport": line.get("sport"),
                "distance": line.get("distance"),
                "from": int(line["from"]),
                "until": int(line["until"]),
            },
        )

    def _marker(self, line: dict[str, Any]) -> Iterable[tuple[str, dict[str, Any]]]:
        if (kind := line.get("span")) not in ("pause", "lap"):
            return [("other", {})]
        names = ("name", "duration", "timerTime", "distance")
        return [("span", {"kind": kind} | {name: line.get(name) for name in names})]

    def _source(self, line: dict[str, Any]) -> Iterable[tuple[str, dict[str, Any]]]:
        values = {
            "device": self.device(line.get("device", line["name"])),
            "name": line["name"],
            "label": line.get("label"),
            "state": line.get("state"),
            "streams": ",".join(line.get("streams", [])),
            "detail": line.get("detail"),
        }
        for row, name in zip(line.get("mountMatrix") or [], "xyz", strict=False):
            values.update({f"mount_{name}{axis}": value for axis, value in zip("xyz", row, strict=True)})
        yield "source", values

    def _learned(self, line: dict[str, Any]) -> Iterable[tuple[str, dict[str, Any]]]:
        if stride := line.get("stride"):
            yield (
                "learned",
                {
                    "kind": "stride",
                    "text": stride["model"],
                    "x": stride["constant"],
                    "sigma": stride["variance"],
                    "count": stride["stretches"],
                },
            )
        for building in line.get("buildings", []):
            yield "learned", {"kind": "building", "latitude": building["latitude"], "longitude": building["longitude"]}
            for height in building.get("heights", []):
                yield "learned", {"kind": "height", "height": height}
            for floor in building.get("floors", []):
                yield "learned", {"kind": "floor", "height": floor["height"], "count": floor["floor"]}
        for sensor in line.get("gyroscopes", []):
            yield (
                "learned",
                {
                    "kind": "gyroscope",
                    "text": sensor["name"],
                    "label": sensor.get("label"),
                    **{name: sensor[name] for name in ("x", "y", "z", "sigma")},
                    "at": int(sensor["time"]),
                },
            )


_VECTOR = frozenset({"x", "y", "z", "device"})
_SCALAR = frozenset({"value", "device"})
_SAMPLES: dict[str, frozenset[str]] = {
    "acceleration": _VECTOR,
    "rotation": _VECTOR,
    "magneticField": _VECTOR,
    "pressure": _SCALAR,
    "heartRate": _SCALAR,
    "cadence": _SCALAR,
    "sensorSpeed": _SCALAR,
    "fix": frozenset(
        "latitude longitude altitude horizontalAccuracy verticalAccuracy speed speedAccuracy climb course "
        "courseAccuracy horizontalDilution mode satellites device accuracyIsDilution timeIsArrival".split()
    ),
}


def _written(line: bytes, key: bytes) -> str | None:
    start = line.find(key)
    if start < 0:
        return None
    start += len(key)
    end = start
    while end < len(line) and line[end] not in b",} ":
        end += 1
    return line[start:end].decode()


def events_of_log(lines: Iterable[bytes]) -> Events:
    """Return the events of an event log whose lines are in the session's order."""
    reader = _Reader()
    loads = json.loads
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            # The first members of a line, before any that could hold the same words.
            time = _nanoseconds(_written(line, b'"time":') or "")
            received = _written(line[:200], b'"received":')
            reader.read(loads(line), time, MISSING_INTEGER if received is None else _nanoseconds(received))
        except (ValueError, KeyError, TypeError) as error:
            raise OdographError(f"Line {number} of the event log cannot be read: {error!r}.") from error
    infos = tables()[0]
    return Events(
        {
            table: {
                name: _column(values, infos[table][name].type, reader.counts[table]) for name, values in columns.items()
            }
            for table, columns in reader.rows.items()
        },
        parameters=reader.parameters,
        title=reader.title,
    )


def _column(values: list[Any], kind: int, count: int) -> Array:
    values.extend([None] * (count - len(values)))
    if kind == NUMBER:
        return np.array(values, dtype=np.float64)
    if kind == INTEGER:
        return np.array([MISSING_INTEGER if value is None else value for value in values], dtype=np.int64)
    if kind == FLAG:
        return np.array([bool(value) for value in values]).view(np.uint8)
    if kind == TEXT:
        return np.array(values, dtype=object)
    raise AssertionError(kind)
