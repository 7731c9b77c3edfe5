"""Compares every estimate of the library with those of odographctl, bit for bit.

usage: python same_bits.py FILE...      files that odographctl reads; prints what differs, ends with 1 if anything does
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import numpy as np

import odograph as og
from odograph._events import _nanoseconds, _written
from odograph._library import FLAG, INTEGER, MISSING_INTEGER, NUMBER, TEXT, WORD, tables
from odograph._program import _program

TABLES = (
    "verdict position smoothed simplified speed step activity attitude gravity altitude status workout finishedWorkout"
).split()
# What NDJSON does not have: velocities, and numbers instead of names.
NOT_WRITTEN = {"eastVelocity", "northVelocity", "isInterpolated", "device"}
TIMES = (b'"time":', b'"until":', b'"start":', b'"end":')


def written(path: str) -> dict[str, list[dict[str, Any]]]:
    """Return the lines of odographctl by type, with times as nanoseconds."""
    emit = ",".join([*TABLES, "storyline", "summary"])
    lines = subprocess.run([_program(), "run", path, "--emit", emit], capture_output=True, check=True).stdout
    rows: dict[str, list[dict[str, Any]]] = {}
    for line in lines.splitlines():
        row = json.loads(line)
        for key in TIMES:
            if (text := _written(line, key)) is not None:
                row[key[1:-2].decode()] = _nanoseconds(text)
        kind = row["type"]
        if kind in ("activity", "move") and "kind" in row:
            row["vehicle"] = row.pop("kind")
        if kind in ("stop", "move", "gap"):
            row["kind"] = kind
            kind = "storyline"
        rows.setdefault(kind, []).append(row)
    return rows


def expected(rows: list[dict[str, Any]], name: str, info: Any) -> np.ndarray:
    """Return a column of the lines as the library would have it."""
    values = [row.get(name) for row in rows]
    if info.type == NUMBER:
        return np.array([np.nan if value is None else value for value in values], dtype=np.float64)
    if info.type == INTEGER:
        return np.array([MISSING_INTEGER if value is None else value for value in values], dtype=np.int64)
    if info.type == FLAG:
        return np.array([bool(value) for value in values], dtype=np.uint8)
    if info.type == WORD:
        return np.array([-1 if value is None else info.words.index(value) for value in values], dtype=np.int32)
    assert info.type == TEXT
    return np.array(values, dtype=object)


def differences(path: str, events: og.Events | None = None) -> tuple[int, list[str]]:
    """Return how many values were compared over a file, and what differs."""
    events = og.read(path) if events is None else events
    track = og.run(events, motion=True)
    rows = written(path)
    found: list[str] = []
    count = 0
    for table, lines in rows.items():
        infos = tables()[1][table]
        for name, info in infos.items():
            if name in NOT_WRITTEN or (table, name) == ("finishedWorkout", "confidence"):
                continue
            mine = track._core.read(table, info)
            theirs = expected(lines, name, info)
            count += len(theirs)
            if mine.shape != theirs.shape:
                found.append(f"{path}: {table}.{name}: {len(mine)} rows instead of {len(theirs)}")
            elif info.type == TEXT and list(mine) != list(theirs):
                found.append(f"{path}: {table}.{name}: {mine} instead of {theirs}")
            elif info.type == NUMBER and mine.view(np.int64).tolist() != theirs.view(np.int64).tolist():
                both = np.isnan(mine) & np.isnan(theirs)
                wrong = ~both & (mine.view(np.int64) != theirs.view(np.int64))
                if wrong.any():
                    row = int(np.flatnonzero(wrong)[0])
                    values = f"{mine[row]!r} instead of {theirs[row]!r}"
                    found.append(f"{path}: {table}.{name}: {wrong.sum()} differ, row {row}: {values}")
            elif info.type in (INTEGER, WORD, FLAG) and (mine != theirs).any():
                row = int(np.flatnonzero(mine != theirs)[0])
                found.append(f"{path}: {table}.{name}: row {row}: {mine[row]} instead of {theirs[row]}")
    missing = [table for table in (*TABLES, "storyline") if table not in rows and track._core.count(table)]
    found += [f"{path}: {table} is not written" for table in missing]
    if rows["summary"][0]["rejected"] != track.summary["rejected"]:
        found.append(f"{path}: rejected: {track.summary['rejected']}")
    return count, found


if __name__ == "__main__":
    total = 0
    wrong: list[str] = []
    for file in sys.argv[1:]:
        try:
            compared, found = differences(file)
        except og.OdographError as error:
            print(f"{file}: {error}")
            continue
        total += compared
        wrong += found
        print(f"{file}: {compared} values, {len(found)} columns differ")
    print("\n".join(wrong))
    print(f"{total} values compared over {len(sys.argv) - 1} files, {len(wrong)} columns differ")
    sys.exit(1 if wrong else 0)
