import Geometry
import Glibc
import SensorModel
import Testing

@testable import ViewerModel

@Suite struct RouteMarksTests {
    private static let origin = Coordinate(latitude: 50, longitude: 14.4)
    private static let unit = UnitMercator.metresPerUnit(atLatitude: 50)

    /// A way of points in metres east and south of the origin, a second apart.
    private func track(_ places: [(east: Double, south: Double)], gapAfter: Int? = nil) -> TimedTrack {
        let start = UnitMercator(Self.origin)
        let coordinates = places.map {
            UnitMercator(x: start.x + $0.east / Self.unit, y: start.y + $0.south / Self.unit).coordinate
        }
        var styles = [TrackStyle](repeating: .plain, count: places.count)
        if let gapAfter { styles[gapAfter] = .gap }
        return TimedTrack(
            times: places.indices.map { Instant(seconds: Double($0)) },
            geometry: TrackGeometry(coordinates, styles: styles))
    }

    /// Straight to the east, a point every ten metres.
    private func straight(kilometres: Int, gapAfter: Int? = nil) -> TimedTrack {
        track((0...(kilometres * 100)).map { (Double($0) * 10, 0) }, gapAfter: gapAfter)
    }

    private func route(kilometres: Int, gapAfter: Int? = nil) -> TrackRoute {
        TrackRoute(
            straight(kilometres: kilometres, gapAfter: gapAfter),
            milestones: (1...kilometres).map { Instant(seconds: Double($0) * 100) }, unitMetres: 1_000)
    }

    private func viewport(zoom: Double, east: Double = 0, south: Double = 0) -> MapViewport {
        var centre = UnitMercator(Self.origin)
        centre.x += east / Self.unit
        centre.y += south / Self.unit
        return MapViewport(centre: centre, zoom: zoom, width: 1_000, height: 600)
    }

    private func marks(_ route: TrackRoute, _ viewport: MapViewport, around boxes: [RouteMarks.Box] = []) -> RouteMarks
    {
        RouteMarks(route, in: viewport, around: boxes) { _ in (width: 34, height: 16) }
    }

    @Test func `a milestone lies on the line, where its distance was reached`() throws {
        let route = route(kilometres: 5)
        #expect(route.milestones.map(\.number) == [1, 2, 3, 4, 5])
        let second = try #require(route.milestones.dropFirst().first)
        let metres = (second.point.x - UnitMercator(Self.origin).x) * Self.unit
        #expect(abs(metres - 2_000) < 0.01)
    }

    @Test func `laps over each other have no more labels than there is room for beside them`() {
        // Laps of 420 m, whose kilometres end all around.
        let places = (0...2_400).map { index -> (east: Double, south: Double) in
            let angle = Double(index) / 84 * 2 * Double.pi
            return (cos(angle) * 66.85, sin(angle) * 66.85)
        }
        let laps = TrackRoute(
            track(places), milestones: (1...12).map { Instant(seconds: Double($0) * 200) }, unitMetres: 1_000)
        let labels = marks(laps, viewport(zoom: 17)).labels
        #expect((3...6).contains(labels.count))
        for (index, label) in labels.enumerated() {
            for other in labels[(index + 1)...] {
                let distance = hypot(label.point.x - other.point.x, label.point.y - other.point.y)
                #expect(distance >= RouteMarks.labelDistance)
            }
        }
    }

    @Test func `nothing is marked in a gap`() {
        // Kilometre 2 is reached at point 200.
        #expect(route(kilometres: 3, gapAfter: 200).milestones.map(\.number) == [1, 3])
    }

    @Test(arguments: stride(from: 10.0, through: 19, by: 0.5).map { $0 })
    func `marks are apart at every zoom`(zoom: Double) throws {
        let view = viewport(zoom: zoom, east: 4_000)
        let marks = marks(route(kilometres: 30), view)
        #expect(!marks.arrows.isEmpty)
        let labels = marks.labels.map { RouteMarks.Box(around: $0.point, width: 34, height: 16) }
        let arrows = marks.arrows.map { RouteMarks.Box(around: $0.point, width: 14, height: 14) }
        let boxes = labels + arrows
        for one in boxes.indices {
            for other in boxes.indices where other > one { #expect(!boxes[one].intersects(boxes[other])) }
        }
        let xs = marks.labels.map(\.point.x).sorted()
        for (left, right) in zip(xs, xs.dropFirst()) { #expect(right - left >= RouteMarks.labelSpacing - 0.1) }
    }

    @Test func `each label has its box, in the middle of which it lies`() {
        let marks = marks(route(kilometres: 30), viewport(zoom: 13, east: 4_000))
        #expect(!marks.labels.isEmpty && marks.labelBoxes.count == marks.labels.count)
        for (label, box) in zip(marks.labels, marks.labelBoxes) {
            #expect(abs(box.left + box.width / 2 - label.point.x) < 1e-9)
            #expect(abs(box.top + box.height / 2 - label.point.y) < 1e-9 && box.width > box.height)
        }
    }

    @Test func `numbers become rounder and fewer when the map is zoomed out`() {
        #expect(RouteMarks.step(unitMetres: 1_000, metresPerPixel: 1) == 1)
        #expect(RouteMarks.step(unitMetres: 1_000, metresPerPixel: 15) == 2)
        #expect(RouteMarks.step(unitMetres: 1_000, metresPerPixel: 40) == 5)
        #expect(RouteMarks.step(unitMetres: 1_000, metresPerPixel: 800) == 100)
        #expect(RouteMarks.step(unitMetres: 1_000, metresPerPixel: .infinity) == .max)
        let far = marks(route(kilometres: 30), viewport(zoom: 9.5, east: 15_000))
        #expect(far.labels.map(\.milestone.number).allSatisfy { $0 % 5 == 0 } && !far.labels.isEmpty)
    }

    @Test func `arrows point the way, evenly, and stay on the ground while the map is dragged`() throws {
        let route = route(kilometres: 10)
        let marks = marks(route, viewport(zoom: 15, east: 5_000))
        #expect(marks.arrows.count >= 4)
        for arrow in marks.arrows { #expect(abs(arrow.angle) < 1e-3 && abs(arrow.point.y - 300) < 0.01) }
        let dragged = self.marks(route, viewport(zoom: 15, east: 5_000 + 37 * 3.07))
        let shift = 37 * 3.07 / viewport(zoom: 15).metresPerPixel
        let before = marks.arrows.map(\.point.x).filter { (200...800).contains($0) }
        let after = dragged.arrows.map { $0.point.x + shift }
        for x in before { #expect(after.contains { abs($0 - x) < 1.5 }, "\(x) has moved") }
    }

    @Test func `a way back points back, and is not marked over the way there`() {
        let back = track([(0, 0), (1_000, 0), (1_000, 400), (0, 400)])
        let route = TrackRoute(back, milestones: [], unitMetres: 1_000)
        let arrows = marks(route, viewport(zoom: 15, east: 500, south: 200)).arrows
        let there = arrows.filter { abs($0.angle) < 0.1 }
        let home = arrows.filter { abs(abs($0.angle) - .pi) < 0.1 }
        #expect(!there.isEmpty && !home.isEmpty)
        // There and back on one line.
        let same = TrackRoute(track([(0, 0), (1_000, 0), (0, 0)]), milestones: [], unitMetres: 1_000)
        let points = marks(same, viewport(zoom: 15, east: 500)).arrows.map(\.point.x).sorted()
        for (left, right) in zip(points, points.dropFirst()) { #expect(right - left >= RouteMarks.arrowSide) }
    }

    @Test func `noise at a stop has no arrows, and a stop keeps its room`() {
        let noise = track((0..<4_000).map { (sin(Double($0) * 1.7) * 3, cos(Double($0) * 2.9) * 3) })
        let route = TrackRoute(noise, milestones: [], unitMetres: 1_000)
        #expect(marks(route, viewport(zoom: 17)).arrows.isEmpty)
        let stop = RouteMarks.Box(around: ScreenPoint(x: 500, y: 300), width: 400, height: 40)
        let marks = marks(self.route(kilometres: 10), viewport(zoom: 15, east: 5_000), around: [stop])
        let xs = marks.arrows.map(\.point.x) + marks.labels.map(\.point.x)
        #expect(!xs.isEmpty && xs.allSatisfy { abs($0 - 500) > 200 })
    }

    @Test func `a leap across the world costs no more than what is seen of it`() {
        let leap = track((0..<100).map { ($0 % 2 == 0 ? 0 : 15_000_000, Double($0)) })
        let route = TrackRoute(leap, milestones: [], unitMetres: 1_000)
        let marks = marks(route, viewport(zoom: 19))
        #expect(marks.arrows.count <= RouteMarks.mostArrows && !marks.arrows.isEmpty)
        #expect(
            RouteMarks(TrackRoute(.empty, milestones: [], unitMetres: 1_000), in: viewport(zoom: 9)) { _ in (0, 0) }
                .arrows.isEmpty)
    }
}
