import Geometry
import SensorModel
import Testing

@testable import ViewerModel

@Suite struct MarkedPointsTests {
    private let viewport = MapViewport(
        centre: UnitMercator(Coordinate(latitude: 50, longitude: 14)), zoom: 12, width: 800, height: 600)

    private func marks(_ coordinates: [Coordinate]) -> MarkedPoints {
        MarkedPoints(
            times: coordinates.indices.map { Instant(seconds: Double($0)) }, coordinates: coordinates)
    }

    @Test func `marks are told apart by whether the replay has reached them`() {
        let points = marks((0..<10).map { Coordinate(latitude: 50, longitude: 14 + Double($0) * 1e-3) })
        var selection = MarkSelection()
        points.select(in: viewport, margin: 9, until: Instant(seconds: 3.5), into: &selection)
        #expect(selection.reached.count == 4 && selection.ahead.count == 6)
        points.select(in: viewport, margin: 9, until: nil, into: &selection)
        #expect(selection.reached.count == 10 && selection.ahead.isEmpty)
        #expect(selection.reached[0] == ScreenPoint(x: 400, y: 300))
    }

    @Test(arguments: [0.7, .pi / 2, -3]) func `marks turn with the map`(rotation: Double) throws {
        var turned = viewport
        turned.rotation = rotation
        let place = Coordinate(latitude: 50.01, longitude: 14.02)
        var selection = MarkSelection()
        marks([place]).select(in: turned, margin: 9, until: nil, into: &selection)
        let mark = try #require(selection.reached.first)
        let expected = turned.screenPoint(of: place)
        #expect(abs(mark.x - expected.x) < 1e-6 && abs(mark.y - expected.y) < 1e-6)
    }

    @Test func `marks in one spot are drawn once, and those out of view not at all`() {
        let here = Coordinate(latitude: 50, longitude: 14)
        let points = marks([here, here, here, Coordinate(latitude: 51, longitude: 14)])
        var selection = MarkSelection()
        points.select(in: viewport, margin: 9, until: nil, into: &selection)
        #expect(selection.reached.count == 1)
        let row = marks((0..<100).map { Coordinate(latitude: 50, longitude: 14 + Double($0) * 1e-4) })
        row.select(in: viewport, margin: 9, until: nil, into: &selection)
        #expect(selection.reached.count > 50)
        row.select(in: viewport, margin: 9, until: nil, spot: 18, into: &selection)
        #expect(2...5 ~= selection.reached.count)
    }

    @Test func `of a hundred thousand marks no more are drawn than there is room for`() {
        let points = marks(
            (0..<100_000).map {
                Coordinate(latitude: 49.95 + Double($0 % 317) * 3e-4, longitude: 13.9 + Double($0 / 317) * 6e-4)
            })
        var selection = MarkSelection()
        points.select(in: viewport, margin: 9, until: Instant(seconds: 50_000), into: &selection)
        let room = Int(818 / 4 + 2) * Int(618 / 4 + 2)
        #expect(selection.reached.count + selection.ahead.count <= room)
        #expect(selection.reached.count > 1_000)
    }

    @Test(arguments: [179.99, -179.99])
    func `marks on both sides of the antimeridian are seen from either`(longitude: Double) {
        let points = marks([
            Coordinate(latitude: -17, longitude: 179.98), Coordinate(latitude: -17, longitude: -179.98),
        ])
        var selection = MarkSelection()
        let viewport = MapViewport(
            centre: UnitMercator(Coordinate(latitude: -17, longitude: longitude)), zoom: 12, width: 800, height: 600)
        points.select(in: viewport, margin: 9, until: nil, into: &selection)
        #expect(selection.reached.count == 2)
    }

    @Test func `a part keeps the marks within it`() {
        let points = marks((0..<10).map { Coordinate(latitude: 50, longitude: 14 + Double($0) * 1e-3) })
        let part = points.clipped(to: Instant(seconds: 2)...Instant(seconds: 4))
        #expect(part.times == [2, 3, 4].map { Instant(seconds: $0) })
        var selection = MarkSelection()
        part.select(in: viewport, margin: 9, until: nil, into: &selection)
        #expect(selection.reached.count == 3)
        MarkedPoints.empty.select(in: viewport, margin: 9, until: nil, into: &selection)
        #expect(selection.reached.isEmpty)
    }
}
