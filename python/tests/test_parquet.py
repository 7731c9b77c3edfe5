from __future__ import annotations

from pathlib import Path

import duckdb
import geopandas
import matplotlib as mpl
import pyarrow.parquet as parquet

import odograph as og

mpl.use("Agg")


def test_duckdb_reads_what_is_written(track: og.Track, tmp_path: Path) -> None:
    path = tmp_path / "smoothed.parquet"
    track.to_parquet(path)
    with duckdb.connect() as database:
        row = database.execute(
            "select count(*), min(epoch_ns(time)), max(latitude), count(*) filter (is_estimated) from read_parquet(?)",
            [str(path)],
        ).fetchone()
    smoothed = track.smoothed
    assert row == (
        len(smoothed),
        smoothed["time"].iloc[0].value,
        smoothed["latitude"].max(),
        int(smoothed["is_estimated"].sum()),
    )


def test_geopandas_reads_what_is_written(track: og.Track, tmp_path: Path) -> None:
    for name in ("smoothed", "simplified"):
        path = tmp_path / f"{name}.parquet"
        track.to_parquet(path, name)
        frame = geopandas.read_parquet(path)
        assert frame.geometry.x.tolist() == track.frame(name)["longitude"].tolist()
        assert frame.geometry.y.tolist() == track.frame(name)["latitude"].tolist()
        assert frame.crs == "OGC:CRS84"
    path = tmp_path / "storyline.parquet"
    track.to_parquet(path, "storyline")
    story = geopandas.read_parquet(path)
    assert story.geometry.isna().tolist() == track.storyline["latitude"].isna().tolist()


def test_the_schema_is_stated_in_the_file(track: og.Track, tmp_path: Path) -> None:
    path = tmp_path / "activity.parquet"
    track.to_parquet(path, "activity")
    schema = parquet.read_schema(path)
    assert schema.metadata[b"odograph.table"] == b"activity"
    assert schema.metadata[b"odograph.schema"] == b"1"
    assert schema.field("time").metadata[b"unit"] == b"ns"


def test_a_track_is_drawn(track: og.Track, tmp_path: Path) -> None:
    axes = track.plot()
    assert axes.get_xlabel() == "east [m]"
    assert len(axes.lines) >= 1
    figure = axes.get_figure()
    assert figure is not None
    figure.savefig(tmp_path / "track.png")
    page = track._repr_html_()
    assert page.count("<polyline") >= 1
    assert "km" in page


def test_estimated_parts_are_dashed() -> None:
    tunnel = og.run(og.simulate("tunnel", duration=400, fixes_only=True))
    assert tunnel.smoothed["is_estimated"].any()
    assert "stroke-dasharray" in tunnel._repr_html_()
    assert any(line.get_linestyle() == "--" for line in tunnel.plot().lines)
    open_road = og.run(og.simulate("motorway", duration=200, fixes_only=True))
    assert "stroke-dasharray" not in open_road._repr_html_()
