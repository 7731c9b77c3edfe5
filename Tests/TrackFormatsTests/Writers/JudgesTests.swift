import Foundation
import Geometry
import SensorModel
import TestSupport
import Testing

@testable import FusionCore
@testable import TrackFormats

/// The written files, checked by other programs.
@Suite struct JudgesTests {
    private static let start = Instant(nanoseconds: 1_709_208_000_000_000_000)

    /// Two segments over the antimeridian, estimated in the middle.
    private var document: TrackDocument {
        let points = (0..<60).map { index -> TrackDocument.Point in
            let longitude = 179.999 + Double(index) * 1e-4
            var point = TrackDocument.Point(
                coordinate: Coordinate(
                    latitude: -16.5 + Double(index) * 1e-4, longitude: longitude > 180 ? longitude - 360 : longitude),
                time: Self.start + Double(index < 40 ? index : index + 600), altitude: 5.25)
            point.isEstimated = 20..<30 ~= index
            point.activity = index < 30 ? .cycling : .walking
            point.accuracy = 4
            point.speed = 12.25
            point.courseDegrees = 359.999
            point.mode = .threeDimensional
            point.satellites = 8
            return point
        }
        var document = TrackDocument(
            format: .session, name: "Journey & <more>",
            tracks: [
                TrackDocument.Track(
                    name: "Track", source: "receiver", activity: .cycling, segments: TrackDocument.segments(of: points))
            ],
            waypoints: [
                TrackDocument.Waypoint(
                    coordinate: Coordinate(latitude: -16.5, longitude: 180), name: "Line", time: Self.start)
            ])
        document.storyline = [
            .stop(
                .init(
                    start: Self.start + -200_000, end: Self.start,
                    coordinate: Coordinate(latitude: -16.5, longitude: 179.999), radius: 30)),
            .move(.init(start: Self.start, end: Self.start + 40, activity: .cycling, distance: 800, steps: 0)),
            .move(.init(start: Self.start + 640, end: Self.start + 660, activity: .walking, distance: 90)),
        ]
        return document
    }

    private func write(_ format: Exporter.Format, in folder: URL) throws -> String {
        let path = folder.appending(path: "track.\(format.rawValue)").path
        try Exporter(format).write(document, path: path)
        return path
    }

    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = try temporaryFolder()
        try body(folder)
    }

    private func python(_ script: String, _ path: String) throws -> String {
        let result = try ChildProcess.run("/usr/bin/python3", ["-W", "ignore", "-c", script, path])
        #expect(result.status == 0, "\(result.errors)")
        return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test func `GPX is valid by the schema`() throws {
        try withFolder { folder in
            let schema = folder.appending(path: "gpx.xsd").path
            try gpxSchema.write(toFile: schema, atomically: true, encoding: .utf8)
            let path = try write(.gpx, in: folder)
            let result = try ChildProcess.run("/usr/bin/xmllint", ["--noout", "--schema", schema, path])
            #expect(result.status == 0, "\(result.errors)")
        }
    }

    @Test func `gpxpy reads GPX as it went`() throws {
        try withFolder { folder in
            let script = """
                import gpxpy, sys
                g = gpxpy.parse(open(sys.argv[1]))
                points = [p for t in g.tracks for s in t.segments for p in s.points]
                first = points[0]
                flags = sum(any(e.tag.endswith("}estimated") for e in p.extensions) for p in points)
                print(len(points), [len(s.points) for s in g.tracks[0].segments], first.latitude, first.longitude,
                      first.elevation, first.time.isoformat(), first.satellites, g.waypoints[0].name, flags, g.name)
                """
            let path = try write(.gpx, in: folder)
            #expect(
                try python(script, path)
                    == "60 [40, 20] -16.5 179.999 5.25 2024-02-29T12:00:00+00:00 8 Line 10 Journey & <more>")
        }
    }

    @Test(arguments: [Exporter.Format.gpx, .kml])
    func `gpsbabel reads every point`(format: Exporter.Format) throws {
        try withFolder { folder in
            let path = try write(format, in: folder)
            let result = try ChildProcess.run(
                "/usr/bin/gpsbabel", ["-t", "-i", format.rawValue, "-f", path, "-o", "gpx", "-F", "-"])
            #expect(result.status == 0, "\(result.errors)")
            let read = try Importer().load(bytes: Array(result.output.utf8), name: path)
            let times = Set(read.tracks.flatMap(\.segments).flatMap { $0 }.compactMap(\.time))
            #expect(times == Set(document.tracks[0].segments.flatMap { $0 }.compactMap(\.time)))
        }
    }

    @Test func `KML comes back as it went`() throws {
        try withFolder { folder in
            let read = try Importer().load(path: write(.kml, in: folder))
            #expect(read.format.name == "kml")
            // The ten estimated points are not events.
            #expect(Set(read.events.map(\.time)).count == 50)
        }
    }

    @Test func `GeoJSON keeps to RFC 7946`() throws {
        try withFolder { folder in
            let script = """
                import json, sys
                d = json.load(open(sys.argv[1]))
                assert d["type"] == "FeatureCollection" and "crs" not in d
                lines = [f for f in d["features"] if f["geometry"]["type"] == "LineString"]
                for f in lines:
                    c = f["geometry"]["coordinates"]
                    assert len(c) >= 2 and len(c) == len(f["properties"]["coordTimes"])
                    for p in c: assert -180 <= p[0] <= 180 and -90 <= p[1] <= 90 and len(p) == 3
                    for a, b in zip(c, c[1:]): assert abs(a[0] - b[0]) < 180
                print(len(lines), [f["properties"]["isEstimated"] for f in lines].count(True),
                      len([f for f in d["features"] if f["geometry"]["type"] == "Point"]))
                """
            // Cycling on both sides of the antimeridian, the estimate, walking, and walking after the gap.
            let path = try write(.geojson, in: folder)
            #expect(try python(script, path) == "5 1 1")
        }
    }

    @Test func `CSV is a table that anybody reads`() throws {
        try withFolder { folder in
            let script = """
                import csv, sys
                rows = list(csv.DictReader(open(sys.argv[1], newline="")))
                print(len(rows), sum(r["isEstimated"] == "true" for r in rows), rows[0]["latitude"], rows[-1]["segment"])
                """
            let path = try write(.csv, in: folder)
            #expect(try python(script, path) == "60 10 -16.5 2")
            #expect(try Importer().load(path: path).events.count == 51)
        }
    }

    @Test func `the track document keeps to its schema and reads back the same`() throws {
        try withFolder { folder in
            let path = try write(.json, in: folder)
            let read = try Importer().load(path: path)
            #expect(read.tracks == document.tracks && read.waypoints == document.waypoints)
            let script = """
                import json, sys
                d = json.load(open(sys.argv[1]))
                s = json.load(open("\(Places.root.path)/docs/schema/track.schema.json"))
                def check(v, s, r, at):
                    if "$ref" in s: s = r["$defs"][s["$ref"].split("/")[-1]]
                    kinds = {"object": dict, "array": list, "string": str, "number": (int, float), "integer": int}
                    assert "type" not in s or isinstance(v, kinds[s["type"]]), at
                    assert "const" not in s or v == s["const"], at
                    assert "enum" not in s or v in s["enum"], at
                    assert "minimum" not in s or v >= s["minimum"], at
                    assert "maximum" not in s or v <= s["maximum"], at
                    assert len(v) >= s.get("minItems", 0) if isinstance(v, list) else True, at
                    for k in s.get("required", []): assert k in v, at + "/" + k
                    if isinstance(v, dict):
                        for k in v:
                            assert k in s["properties"], at + "/" + k
                            check(v[k], s["properties"][k], r, at + "/" + k)
                    if isinstance(v, list):
                        for i, e in enumerate(v): check(e, s["items"], r, f"{at}/{i}")
                check(d, s, s, "")
                import jsonschema
                jsonschema.Draft202012Validator.check_schema(s)
                jsonschema.Draft202012Validator(s).validate(d)
                d["tracks"][0]["segments"][0][0]["latitude"] = 91
                assert not jsonschema.Draft202012Validator(s).is_valid(d)
                print(len(d["storyline"]))
                """
            #expect(try python(script, path) == "3")
        }
    }

    @Test func `the storyline has none of the four defects of Moves' own`() throws {
        try withFolder { folder in
            let script = """
                import json, sys
                from datetime import datetime
                days = json.load(open(sys.argv[1]))
                time = lambda s: datetime.strptime(s, "%Y%m%dT%H%M%SZ")
                seen, order = {}, []
                for day in days:
                    for s in day["segments"]:
                        key = s["startTime"]
                        # A long stay is whole in each day it touches, never cut in two.
                        assert key not in seen or seen[key] == s
                        if key not in seen: order.append(s)
                        seen[key] = s
                        assert len(s.get("activities", [])) <= 1
                for a, b in zip(order, order[1:]): assert a["endTime"] == b["startTime"]
                stay = max((time(s["endTime"]) - time(s["startTime"])).total_seconds() for s in order if s["type"] == "place")
                print([d["date"] for d in days], [s["type"] for s in order], stay)
                """
            let path = try write(.moves, in: folder)
            #expect(
                try python(script, path)
                    == "['20240227', '20240228', '20240229'] ['place', 'move', 'off', 'move'] 200000.0")
        }
    }
}
