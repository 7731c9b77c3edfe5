import Foundation
import Geometry
import SensorModel
import Testing
import TrackFormats

/// Points that were not recorded, and invalid times.
@Suite struct PlannedPathsTests {
    private func fixCount(_ document: TrackDocument) -> Int {
        document.events.count { if case .fix = $0.payload { true } else { false } }
    }

    private static let planned = """
        <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gh="https://graphhopper.com/gpx/1.1" \
        xmlns:x="http://www.garmin.com/xmlschemas/GpxExtensions/v3"><wpt lat="3" lon="4"><name>Hut</name></wpt>
        <rte><name>Plan</name><rtept lat="1" lon="2"><time>2024-01-01T00:00:00Z</time><extensions><gh:time>37006</gh:time>\
        <x:RoutePointExtension><x:rpt lat="1.5" lon="2.5"/></x:RoutePointExtension></extensions></rtept>\
        <rtept lat="2" lon="3"><time>2024-01-01T01:00:00Z</time></rtept></rte>
        <trk><trkseg><trkpt lat="1" lon="2"><gh:time>37006</gh:time><time>2024-01-01T00:00:00Z</time></trkpt></trkseg></trk></gpx>
        """

    @Test func `a route does not become fixes, whatever times its points have`() throws {
        let document = try load(Self.planned)
        #expect(fixCount(document) == 1 && document.tracks.count == 1)
        #expect(document.routes.count == 1 && document.routes[0].name == "Plan")
        #expect(document.routes[0].segments[0].map(\.coordinate.latitude) == [1, 1.5, 2])
        #expect(document.routes[0].segments[0][0].time != nil)
    }

    @Test(arguments: [Exporter.Format.gpx, .geojson, .kml, .json])
    func `a route and a waypoint come back from an export as what they are`(format: Exporter.Format) throws {
        let sink = ByteSink()
        try Exporter(format).write(load(Self.planned), to: sink)
        let read = try load(sink.text)
        #expect(fixCount(read) == 1, "\(sink.text)")
        #expect(read.routes.count == 1 && read.routes[0].pointCount == 3 && read.routes[0].name == "Plan")
        #expect(read.waypoints.map(\.name) == ["Hut"])
    }

    private func track(_ times: [String], name: String = "", shift: Double = 0) -> String {
        let points = times.enumerated().map { index, time in
            "<trkpt lat=\"\(1 + shift + Double(index) * 1e-4)\" lon=\"2\"><time>\(time)</time></trkpt>"
        }
        return "<trk><name>\(name)</name><trkseg>\(points.joined())</trkseg></trk>"
    }

    private func times(_ count: Int, from start: Double = 1_700_000_000) -> [String] {
        (0..<count).map { index in
            Date(timeIntervalSince1970: start + Double(index)).ISO8601Format()
        }
    }

    @Test func `times that are all equal or shuffled are ignored`() throws {
        let equal = try load("<gpx>\(track(Array(repeating: "2015-01-01T11:35:02Z", count: 30)))</gpx>")
        #expect(fixCount(equal) == 0 && equal.pointCount == 30)
        #expect(equal.problems.contains { $0.reason.contains("equal or shuffled") })
        var shuffled = times(100)
        for index in shuffled.indices { shuffled.swapAt(index, index * 37 % 100) }
        #expect(fixCount(try load("<gpx>\(track(shuffled))</gpx>")) == 0)
        // Backwards is an order.
        #expect(fixCount(try load("<gpx>\(track(times(100).reversed()))</gpx>")) == 100)
        #expect(fixCount(try load("<gpx>\(track(["2015-01-01T11:35:02Z"]))</gpx>")) == 1)
    }

    @Test func `a track that another one holds is left out, and one beside another has its own receiver`() throws {
        let long = times(60)
        let twice = try load("<gpx>\(track(long))\(track(Array(long.prefix(20))))</gpx>")
        #expect(fixCount(twice) == 60 && twice.tracks.count == 1)
        #expect(twice.problems.contains { $0.reason.contains("part of another") })
        let beside = try load("<gpx>\(track(long, name: "a"))\(track(long, name: "a", shift: 0.001))</gpx>")
        let devices = Set(beside.events.compactMap { if case .fix(let fix) = $0.payload { fix.device } else { nil } })
        #expect(fixCount(beside) == 120 && devices.count == 2)
        #expect(beside.problems.contains { $0.reason.contains("at the same time") })
        // Laps share a point.
        let laps = try load(
            "<gpx>\(track(long, name: "a"))\(track(times(60, from: 1_700_000_059), name: "a", shift: 0.1))</gpx>")
        #expect(
            Set(laps.events.compactMap { if case .fix(let fix) = $0.payload { fix.device } else { nil } }).count == 1)
    }

    @Test(arguments: [(0.001, 120, 0), (0.1, 60, 1)])
    func `of two bodies in a file one is followed and the other is drawn`(shift: Double, fixes: Int, notes: Int) throws
    {
        let pair = try load("<gpx>\(track(times(60), name: "a"))\(track(times(60), name: "b", shift: shift))</gpx>")
        #expect(fixCount(pair) == fixes && pair.pointCount == 120)
        #expect(pair.problems.count { $0.reason.contains("different people") } == notes)
        #expect(pair.problems.count { $0.reason.contains("at the same time as another") } == 1 - notes)
        // One after the other there is nothing to compare, and one person can have recorded both.
        let later = track(times(60, from: 1_700_009_000), name: "b", shift: shift)
        #expect(fixCount(try load("<gpx>\(track(times(60), name: "a"))\(later)</gpx>")) == 120)
    }

    @Test func `each of several animals in a table becomes a line, except that with the most fixes`() throws {
        let rows = (0..<50).flatMap { hour in
            ["bern", "goteborg", "porto"].enumerated().filter { hour < 40 || $0.offset == 1 }.map { index, name in
                let time = Date(timeIntervalSince1970: 1_700_000_000 + Double(hour * 3_600 + index * 60))
                    .ISO8601Format()
                return "\(time),\(Double(index) * 5 + 45 + Double(hour) * 0.01),8,\(name)"
            }
        }
        let table = (["timestamp,location-lat,location-long,individual-local-identifier"] + rows).joined(
            separator: "\n")
        let document = try load(table)
        #expect(fixCount(document) == 50)
        #expect(document.tracks.map(\.pointCount) == [40, 40] && document.tracks.allSatisfy { !$0.hasTimes })
        #expect(document.tracks.map(\.source) == ["location", "location porto"])
        #expect(document.problems.contains { $0.reason.contains("80 points of 2 others") })
    }

    @Test func `blanks before the declaration and pause markers refuse no file`() throws {
        let marker = "<trkpt lat=\"100.0\" lon=\"0.0\"/><trkpt lat=\"200.0\" lon=\"0.0\"/>"
        let marked = track(times(3)).replacing("</trkseg>", with: marker + "</trkseg>")
        let text = "\n\n <?xml version=\"1.0\"?><gpx>\(marked)</gpx>"
        #expect(fixCount(try load(text)) == 3)
        let broken = try? load("\n\n<?xml version=\"1.0\"?>\n<gpx><trk><trkseg><trkpt lat=\"1\"/></trkseg></trk></gpx>")
        #expect(broken == nil)
    }
}
