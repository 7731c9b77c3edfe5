import Geometry
import SensorModel
import Testing

@testable import ViewerModel

@Suite struct LibraryMapTests {
    static func session(_ id: String, day: Int) -> LibraryList.Session {
        LibraryList.Session(id: id, title: id, start: Instant(seconds: Double(day) * 86_400), duration: 60)
    }

    /// A line to the east from a place, in degrees.
    static func line(
        _ id: String, from place: Coordinate = Coordinate(latitude: 50, longitude: 14), length: Double = 0.02,
        _ activity: Activity = .walking, isDashed: Bool = false
    ) -> LibraryLine {
        let places = (0...10).map {
            Coordinate(latitude: place.latitude, longitude: place.longitude + length * Double($0) / 10)
        }
        return LibraryLine(
            id: id, places: places, styles: places.map { _ in TrackStyle(activity, isDashed: isDashed) })
    }

    static func viewport(_ map: LibraryMap) throws -> MapViewport {
        MapViewport.fitting(try #require(map.bounds), width: 400, height: 300)
    }

    @Test func `the newest line is on top, and what is not read, not readable or without places is counted`() {
        var map = LibraryMap()
        map.sessions = [Self.session("c", day: 3), Self.session("b", day: 2), Self.session("a", day: 1)]
        #expect(map.unread == ["c", "b", "a"] && map.bounds == nil)
        map.add([Self.line("c"), Self.line("a")], failures: ["b": "It is damaged."])
        #expect(map.lines.map(\.id) == ["a", "c"])
        #expect(map.unread.isEmpty && map.problems == ["It is damaged."])
        map.forget("a")
        #expect(map.unread == ["a"])
        map.add([LibraryLine(id: "a", places: [], styles: [])])
        #expect(map.unread.isEmpty && map.placelessCount == 1)
        // What a search leaves out is known when it is found again.
        map.sessions = [Self.session("b", day: 2)]
        #expect(map.lines.isEmpty && map.placelessCount == 0 && map.problems.count == 1)
        map.sessions = [Self.session("c", day: 3)]
        #expect(map.lines.map(\.id) == ["c"] && map.unread.isEmpty)
    }

    @Test func `the first view leaves out distant journeys, unless they are many`() throws {
        func bounds(home: Int, away: Int) throws -> MercatorBounds {
            var map = LibraryMap()
            let tokyo = Coordinate(latitude: 35.7, longitude: 139.7)
            let lines =
                (0..<home).map { Self.line("h\($0)", length: 0.01 + 0.001 * Double($0)) }
                + (0..<away).map { Self.line("t\($0)", from: tokyo) }
            map.sessions = lines.map { Self.session($0.id, day: 1) }
            map.add(lines)
            return try #require(map.bounds)
        }
        #expect(try bounds(home: 20, away: 3).maximumX < 0.6)
        #expect(try bounds(home: 10, away: 9).maximumX > 0.8)
        #expect(try bounds(home: 1, away: 0).maximumX < 0.6)
        #expect(try bounds(home: 1, away: 1).maximumX > 0.8)
    }

    @Test func `the session under the pointer is the nearest, the newest of those on the same path`() throws {
        var map = LibraryMap()
        map.sessions = ["c", "b", "a"].enumerated().map { Self.session($1, day: 9 - $0) }
        let north = Coordinate(latitude: 50.004, longitude: 14)
        map.add([Self.line("a"), Self.line("b"), Self.line("c", from: north)])
        let viewport = try Self.viewport(map)
        func found(at place: Coordinate, down: Double = 0) -> String? {
            var point = viewport.screenPoint(of: place)
            point.y += down
            return map.session(at: point, in: viewport, reach: 8)?.id
        }
        #expect(found(at: Coordinate(latitude: 50, longitude: 14.007)) == "b")
        #expect(found(at: Coordinate(latitude: 50.004, longitude: 14.007), down: 6) == "c")
        #expect(found(at: Coordinate(latitude: 50.004, longitude: 14.007), down: 9) == nil)
        var turned = viewport
        turned.rotation = 1
        let point = turned.screenPoint(of: Coordinate(latitude: 50, longitude: 14.013))
        #expect(map.session(at: point, in: turned, reach: 8)?.id == "b")
        map.sessions = [Self.session("a", day: 1)]
        #expect(found(at: Coordinate(latitude: 50, longitude: 14.007)) == "a")
    }
}

@Suite struct LibraryPaintingTests {
    private func paint(
        _ lines: [LibraryLine], _ style: LibraryPainting.Style
    ) -> (pixels: [UInt32], top: Int?, middle: UInt32) {
        var map = LibraryMap()
        map.sessions = lines.reversed().map { LibraryMapTests.session($0.id, day: 1) }
        map.add(lines)
        var bounds = MercatorBounds.empty
        for line in lines { bounds.include(x: line.geometry.bounds.centre.x, y: line.geometry.bounds.centre.y) }
        var viewport = MapViewport.fitting(bounds, width: 64, height: 48)
        viewport.zoom = 13
        let painting = LibraryPainting(style: style, viewport: viewport, scale: 1, isDark: true)
        var pixels = [UInt32](repeating: 0, count: 64 * 48)
        let top = pixels.withUnsafeMutableBufferPointer { painting.paint(map.lines, into: $0, rowLength: 64) }
        return (pixels, top, max(pixels[23 * 64 + 32], pixels[24 * 64 + 32]))
    }

    @Test func `the newest session covers older ones in the colour of its activity`() {
        func part(_ pixel: UInt32, _ shift: UInt32) -> Int { Int(pixel >> shift & 255) }
        let ride = paint([LibraryMapTests.line("a"), LibraryMapTests.line("b", .running)], .lines)
        #expect(part(ride.middle, 16) > part(ride.middle, 0), "running is yellow on a dark map")
        let walk = paint([LibraryMapTests.line("a", .running), LibraryMapTests.line("b")], .lines)
        #expect(part(walk.middle, 8) > part(walk.middle, 16), "walking is green")
        #expect(ride.top == nil && ride.pixels.contains(0))
        #expect(paint([], .lines).pixels.allSatisfy { $0 == 0 })
    }

    @Test func `heat counts each session once, and no estimated part`() {
        let line = LibraryMapTests.line("a")
        let places = (0...10).map { Coordinate(latitude: 50, longitude: 14 + 0.002 * Double($0)) }
        let laps = Array(repeating: places, count: 5).flatMap(\.self)
        let circuit = LibraryLine(id: "b", places: laps, styles: laps.map { _ in TrackStyle(.walking) })
        #expect(paint([line], .heat).top == 2)
        #expect(paint([line, circuit], .heat).top == 2)
        let five = (0..<5).map { LibraryMapTests.line("\($0)") }
        #expect(paint(five, .heat).top == 8)
        #expect(paint(five, .heat).middle != paint([line], .heat).middle)
        let guess = LibraryMapTests.line("c", isDashed: true)
        #expect(paint([guess], .heat).pixels.allSatisfy { $0 == 0 })
        #expect(paint([], .heat).top == 2)
    }
}
