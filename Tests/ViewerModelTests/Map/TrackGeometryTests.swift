import Geometry
import Glibc
import SensorModel
import Testing

@testable import ViewerModel

/// A track of a seed: a wandering course with noise, as a receiver's.
func wanderingTrack(count: Int, seed: UInt64 = 7, step: Double = 1e-5) -> [Coordinate] {
    var state = seed
    func random() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 11) / Double(1 << 53) - 0.5
    }
    var course = 0.0
    var place = Coordinate(latitude: 50, longitude: 14)
    return (0..<count).map { _ in
        course += random() * 0.3
        place.latitude += step * cos(course)
        place.longitude += step * sin(course)
        return Coordinate(
            latitude: place.latitude + random() * step * 2, longitude: place.longitude + random() * step * 2)
    }
}

@Suite struct TrackGeometryTests {
    private func distance(_ point: ScreenPoint, _ selection: TrackSelection) -> Double {
        var best = Double.infinity
        for run in selection.runs {
            for index in run.range.dropFirst() {
                let from = selection.vertices[index - 1]
                let to = selection.vertices[index]
                let along = (to.x - from.x, to.y - from.y)
                let square = along.0 * along.0 + along.1 * along.1
                let offset = (point.x - from.x, point.y - from.y)
                let share = square > 0 ? min(1, max(0, (offset.0 * along.0 + offset.1 * along.1) / square)) : 0
                best = min(best, hypot(offset.0 - share * along.0, offset.1 - share * along.1))
            }
        }
        return best
    }

    /// A track of points that came a number at a time, all at once without a number.
    private func track(_ points: [Coordinate], inPartsOf length: Int?) -> TrackGeometry {
        guard let length else { return TrackGeometry(points) }
        return stride(from: 0, to: points.count, by: length).reduce(into: TrackGeometry([])) { track, start in
            track = track.continued(by: points[start..<min(start + length, points.count)])
        }
    }

    @Test(arguments: [8.0, 11.5, 14, 17.2], [nil, 37, 4_096, 5_000])
    func `no point in view is more than half a pixel off the drawn line`(zoom: Double, length: Int?) {
        let points = wanderingTrack(count: 9_000)
        let track = track(points, inPartsOf: length)
        #expect(track.count == points.count)
        for (index, point) in points.enumerated() {
            let place = UnitMercator(point)
            #expect(abs(track.x[index] - place.x) < 1e-10 && abs(track.y[index] - place.y) < 1e-10)
        }
        let viewport = MapViewport(centre: track.point(3_000), zoom: zoom, width: 640, height: 400)
        var selection = TrackSelection()
        track.select(in: viewport, into: &selection)
        #expect(selection.error <= 0.5)
        for index in stride(from: 0, to: track.count, by: 7) {
            let point = viewport.screenPoint(of: track.point(index))
            guard point.x >= 0, point.x <= 640, point.y >= 0, point.y <= 400 else { continue }
            #expect(distance(point, selection) <= 0.5 + 1e-3)
        }
    }

    @Test func `zoomed out few segments are left and zoomed in all of those in view`() {
        let track = TrackGeometry(wanderingTrack(count: 50_000))
        var selection = TrackSelection()
        track.select(in: MapViewport.fitting(track.bounds, width: 800, height: 600), into: &selection)
        #expect(selection.segmentCount < 10_000)
        #expect(selection.segmentCount > 50)
        let close = MapViewport(centre: track.point(25_000), zoom: 22, width: 800, height: 600)
        track.select(in: close, into: &selection)
        #expect(selection.segmentCount < 400)
        #expect(!selection.runs.isEmpty)
    }

    @Test func `a budget makes the line coarser and says so`() {
        let track = TrackGeometry(wanderingTrack(count: 20_000))
        let viewport = MapViewport(centre: track.bounds.centre, zoom: 15, width: 8_000, height: 8_000)
        var fine = TrackSelection()
        track.select(in: viewport, into: &fine)
        var options = TrackGeometry.Options()
        options.segmentBudget = fine.segmentCount / 3
        options.largestTolerance = 64
        var coarse = TrackSelection()
        track.select(in: viewport, options: options, into: &coarse)
        #expect(coarse.segmentCount <= options.segmentBudget)
        #expect(coarse.error > fine.error)
    }

    @Test func `what is out of view is not drawn`() {
        let track = TrackGeometry(wanderingTrack(count: 1_000))
        var selection = TrackSelection()
        let elsewhere = MapViewport(centre: UnitMercator(x: 0.1, y: 0.5), zoom: 12, width: 800, height: 600)
        track.select(in: elsewhere, into: &selection)
        #expect(selection.vertices.isEmpty)
    }

    @Test func `the part up to the cursor ends at the cursor`() throws {
        let track = TrackGeometry(wanderingTrack(count: 5_000))
        let viewport = MapViewport.fitting(track.bounds, width: 800, height: 600)
        var selection = TrackSelection()
        for limit in [0.5, 1, 777.25, 4_998.5, 4_999, 9_999] {
            track.select(in: viewport, dividedAt: limit, into: &selection)
            let whole = min(4_999, Int(limit))
            let next = min(4_999, whole + 1)
            let share = limit >= 4_999 ? 0 : limit - Double(whole)
            let tip = UnitMercator(
                x: track.x[whole] + share * (track.x[next] - track.x[whole]),
                y: track.y[whole] + share * (track.y[next] - track.y[whole]))
            let expected = viewport.screenPoint(of: tip)
            let last = selection.vertices[try #require(selection.reached.last).range.upperBound - 1]
            #expect(hypot(last.x - expected.x, last.y - expected.y) < 1e-6)
        }
        track.select(in: viewport, dividedAt: 0, into: &selection)
        #expect(selection.reached.isEmpty)
        #expect(selection.ahead.count == 1)
    }

    @Test func `the level of detail is the same on both sides of the cursor and wherever it is`() {
        let track = TrackGeometry(wanderingTrack(count: 20_000))
        let viewport = MapViewport.fitting(track.bounds, width: 800, height: 600)
        var whole = TrackSelection()
        track.select(in: viewport, into: &whole)
        #expect(whole.ahead.isEmpty)
        // Each half alone would be within the budget at the finest level.
        var options = TrackGeometry.Options()
        options.segmentBudget = whole.segmentCount * 3 / 4
        track.select(in: viewport, options: options, into: &whole)
        var selection = TrackSelection()
        for limit in [0, 100, 5_000.5, 10_000, 19_000] {
            track.select(in: viewport, dividedAt: limit, options: options, into: &selection)
            #expect(selection.error == whole.error)
            // The segment at the cursor is one ahead and one or two before it.
            #expect((whole.segmentCount...whole.segmentCount + 3).contains(selection.segmentCount))
            #expect(!selection.ahead.isEmpty)
        }
    }

    @Test func `styles split the runs, and a gap is not drawn`() {
        let track = (0..<40).map { Coordinate(latitude: 50, longitude: 14 + Double($0) * 1e-3) }
        var styles = [TrackStyle](repeating: TrackStyle(.walking), count: 40)
        for index in 10..<20 { styles[index] = TrackStyle(.cycling) }
        for index in 20..<25 { styles[index] = .gap }
        for index in 25..<40 { styles[index] = TrackStyle(.cycling, isDashed: true) }
        let geometry = TrackGeometry(track, styles: styles)
        var selection = TrackSelection()
        geometry.select(in: .fitting(geometry.bounds, width: 800, height: 600), into: &selection)
        #expect(selection.runs.map(\.style) == [TrackStyle(.walking), TrackStyle(.cycling), styles[30]])
        #expect(selection.runs.map(\.style.activity) == [.walking, .cycling, .cycling])
        #expect(selection.runs.map(\.style.isDashed) == [false, false, true])
        let again = geometry.restyled([])
        again.select(in: .fitting(geometry.bounds, width: 800, height: 600), into: &selection)
        #expect(selection.runs.map(\.style) == [.plain])
    }

    @Test(arguments: [0, 1, 3]) func `a stretch too short to be seen hides no change of style`(_ short: Int) {
        let track = (0..<4_000).map { Coordinate(latitude: 50, longitude: 14 + Double($0) * 1e-5) }
        var styles = [TrackStyle](repeating: TrackStyle(.cycling), count: 4_000)
        for index in 2_000..<4_000 { styles[index] = TrackStyle(.automotive, isDashed: true) }
        for index in 2_000..<(2_000 + short) { styles[index] = TrackStyle(.automotive) }
        let geometry = TrackGeometry(track, styles: styles)
        var selection = TrackSelection()
        geometry.select(in: .fitting(geometry.bounds, width: 800, height: 600), into: &selection)
        let runs = selection.runs.filter { run in
            abs(selection.vertices[run.range.upperBound - 1].x - selection.vertices[run.range.lowerBound].x) > 50
        }
        #expect(runs.map(\.style) == [TrackStyle(.cycling), TrackStyle(.automotive, isDashed: true)])
    }

    @Test(arguments: [nil, 11])
    func `a track over the antimeridian stays in one piece and is seen from both sides`(length: Int?) {
        let points = (0..<101).map { step in
            Coordinate(latitude: -17, longitude: wrappedDegrees(179.95 + Double(step) * 1e-3))
        }
        let geometry = track(points, inPartsOf: length)
        #expect(geometry.bounds.maximumX - geometry.bounds.minimumX < 1e-3)
        for longitude in [179.99, -179.99] {
            let centre = UnitMercator(Coordinate(latitude: -17, longitude: longitude))
            let viewport = MapViewport(centre: centre, zoom: 13, width: 2_000, height: 600)
            var selection = TrackSelection()
            geometry.select(in: viewport, into: &selection)
            #expect(selection.runs.count == 1)
            let xs = selection.vertices.map(\.x)
            let width = (xs.max() ?? 0) - (xs.min() ?? 0)
            #expect(abs(width - 0.1 / 360 * viewport.worldSize) < 1)
        }
    }

    @Test func `long segments are cut near the widget`() {
        let geometry = TrackGeometry([
            Coordinate(latitude: 40, longitude: 0), Coordinate(latitude: 60, longitude: 30),
        ])
        let viewport = MapViewport(centre: geometry.bounds.centre, zoom: 20, width: 800, height: 600)
        var selection = TrackSelection()
        geometry.select(in: viewport, into: &selection)
        #expect(selection.segmentCount == 1)
        #expect(selection.vertices.allSatisfy { abs($0.x) < 4_000 && abs($0.y) < 4_000 })
    }

    @Test func `no fix, one fix and fixes that are no places draw nothing and crash nothing`() {
        var selection = TrackSelection()
        let viewport = MapViewport(centre: UnitMercator(x: 0.5, y: 0.5), zoom: 3, width: 800, height: 600)
        for track in [[], [Coordinate(latitude: 0, longitude: 0)]] {
            TrackGeometry(track).select(in: viewport, into: &selection)
            #expect(selection.vertices.isEmpty)
        }
        let odd = TrackGeometry([
            Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: .nan, longitude: 0),
            Coordinate(latitude: 10, longitude: 10),
        ])
        #expect(odd.x.allSatisfy(\.isFinite) && odd.y.allSatisfy(\.isFinite))
        odd.select(in: viewport, into: &selection)
        #expect(selection.vertices.allSatisfy { $0.x.isFinite && $0.y.isFinite })
    }

    @Test func `coarser levels are subsets of finer ones`() {
        let levels = TrackGeometry(wanderingTrack(count: 10_000)).detail.levels
        #expect(levels.count > 3)
        for (finer, coarser) in zip(levels, levels.dropFirst()) {
            #expect(Set(coarser.indices).isSubset(of: Set(finer.indices)))
            #expect(coarser.indices.first == 0 && coarser.indices.last == 9_999)
        }
    }
}
