"""Tables of estimates for pyarrow, and as Parquet."""

from __future__ import annotations

import json
import struct
from typing import TYPE_CHECKING, Any

import numpy as np

from ._columns import snake
from ._library import FLAG, INTEGER, MISSING_INTEGER, NUMBER, WORD, Array, ColumnInfo, OdographError, tables

if TYPE_CHECKING:
    from ._run import Track

_TIMES = {"time", "start", "end", "until"}
#: The version of the schema; it is in the metadata of each file as odograph.schema.
SCHEMA_VERSION = 1


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError as error:
        raise OdographError("Arrow tables and Parquet need pyarrow: pip install 'odograph[arrow]'.") from error
    return pyarrow


def arrow_table(track: Track, name: str) -> Any:
    """Return a table of estimates; see `Track.arrow`."""
    pa = _pyarrow()
    columns = track.columns(name)
    library = next((table for table in tables()[1] if name in (table, snake(table))), name)
    infos = {snake(info.name): info for info in tables()[1][library].values()}
    arrays = {column: _array(pa, values, infos[column], column) for column, values in columns.items()}
    fields = [
        pa.field(column, array.type, metadata={"unit": infos[column].unit} if infos[column].unit else None)
        for column, array in arrays.items()
    ]
    metadata = {"odograph.table": name, "odograph.schema": str(SCHEMA_VERSION)}
    return pa.Table.from_arrays(list(arrays.values()), schema=pa.schema(fields, metadata=metadata))


def _array(pa: Any, values: Array, info: ColumnInfo, name: str) -> Any:
    if info.type == WORD:
        codes = pa.array(values, mask=values < 0) if (values < 0).any() else pa.array(values)
        return pa.DictionaryArray.from_arrays(codes, pa.array(list(info.words), pa.string()))
    if info.type == FLAG:
        return pa.array(values.view(np.bool_))
    if info.type == NUMBER:
        missing = np.isnan(values)
        return pa.array(values, mask=missing) if missing.any() else pa.array(values)
    if info.type == INTEGER:
        missing = values == MISSING_INTEGER
        whole = pa.array(values, mask=missing) if missing.any() else pa.array(values)
        return whole.view(pa.timestamp("ns", "UTC")) if name in _TIMES else whole
    return pa.array(list(values), pa.string())


def write_parquet(track: Track, path: Any, name: str) -> None:
    """Write a table of estimates; see `Track.to_parquet`."""
    pa = _pyarrow()
    import pyarrow.parquet as parquet

    table = arrow_table(track, name)
    if {"latitude", "longitude"} <= set(table.column_names):
        points = _points(track.columns(name))
        table = table.append_column(pa.field("geometry", pa.binary()), pa.array(points, pa.binary()))
        table = table.replace_schema_metadata({**table.schema.metadata, b"geo": json.dumps(_geo(track, name)).encode()})
    parquet.write_table(table, path, compression="zstd")


def _points(columns: dict[str, Array]) -> list[bytes | None]:
    """Return points as well-known binary, little-endian; None for rows without a place."""
    pack = struct.Struct("<BIdd").pack
    known = np.isfinite(columns["longitude"]) & np.isfinite(columns["latitude"])
    pairs = zip(columns["longitude"].tolist(), columns["latitude"].tolist(), known.tolist(), strict=True)
    return [pack(1, 1, x, y) if is_known else None for x, y, is_known in pairs]


def _geo(track: Track, name: str) -> dict[str, Any]:
    columns = track.columns(name)
    known = np.isfinite(columns["longitude"])
    column: dict[str, Any] = {"encoding": "WKB", "geometry_types": ["Point"]}
    if known.any():
        x, y = columns["longitude"][known], columns["latitude"][known]
        column["bbox"] = [float(x.min()), float(y.min()), float(x.max()), float(y.max())]
    return {"version": "1.1.0", "primary_column": "geometry", "columns": {"geometry": column}}
