import FusionCore
import Geometry
import Glibc
import Replay
import SensorModel
import Testing

@Suite struct LapTableTests {
    private static let start = Instant(seconds: 1_763_103_492)
    private static let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))
    private static let (straight, radius, speed) = (200.0, 50.0, 20.0)
    private static let length = 2 * straight + 2 * Double.pi * radius

    /// The place and the direction on a stadium after a way in metres from the middle of its southern straight, eastward.
    private static func place(_ way: Double) -> (point: PlanePoint, course: Double) {
        var rest = (way + straight / 2).truncatingRemainder(dividingBy: length)
        let half = length / 2
        let isBack = rest >= half
        if isBack { rest -= half }
        var point = PlanePoint(east: rest - straight / 2, north: -radius)
        var course = 90.0
        if rest > straight {
            let angle = (rest - straight) / radius
            point = PlanePoint(east: straight / 2 + radius * sin(angle), north: -radius * cos(angle))
            course -= angle * 180 / .pi
        }
        guard isBack else { return (point, course) }
        return (PlanePoint(east: -point.east, north: -point.north), course + 180)
    }

    /// Laps of a circuit at 20 m/s with a fix each second, which begin 120 m before the gate.
    private static func circuit(laps: Double, without outage: Range<Int> = 0..<0) throws -> SessionRun {
        let seconds = Int((laps * length + 240) / speed)
        let events = (0..<seconds).filter { !outage.contains($0) }.map { second in
            let (point, course) = place(length - 120 + Double(second) * speed)
            return SensorEvent(
                time: start + Double(second),
                payload: .fix(
                    Fix(
                        coordinate: plane.coordinate(point), horizontalAccuracy: 3, speed: speed,
                        courseDegrees: (course + 360).truncatingRemainder(dividingBy: 360))))
        }
        var engine = TuningEngine(Recording(unordered: events))
        let run = engine.run(Parameters())
        return try #require(run)
    }

    private static func gate(east: Double, from south: Double, to north: Double) -> LapRule {
        .gate(
            LapGate(
                from: plane.coordinate(PlanePoint(east: east, north: south)),
                to: plane.coordinate(PlanePoint(east: east, north: north))))
    }

    @Test(arguments: [0.0, -70, 60]) func `ten laps through a gate are right within 0.05 s`(east: Double) throws {
        let table = LapTable(Self.gate(east: east, from: -65, to: -35), of: try Self.circuit(laps: 10))
        let first = Self.start + (120 + east) / Self.speed
        #expect(table.laps.count == 10)
        for (number, lap) in table.laps.enumerated() {
            let expected = first + Double(number) * Self.length / Self.speed
            #expect(abs(lap.start - expected) < 0.05, "lap \(number) begins \(lap.start - expected) s late")
            #expect(abs(lap.time - Self.length / Self.speed) < 0.05, "lap \(number): \(lap.time)")
            // The track cuts the bends a little.
            #expect(abs((lap.distance ?? 0) - Self.length) < 0.03 * Self.length && !lap.isEstimated)
        }
        let best = try #require(table.best)
        let spread = try #require(table.spread)
        #expect(table.laps.allSatisfy { $0.time >= table.laps[best].time } && spread < 0.1)
    }

    @Test(arguments: [0.0, 300, 411]) func `a gate across the course is where one drawn there is`(way: Double) throws {
        let (point, course) = Self.place(way)
        let gate = LapGate(across: course * .pi / 180, at: Self.plane.coordinate(point))
        let ends = [gate.start, gate.end].map { Self.plane.point($0) }
        for end in ends { #expect(abs(hypot(end.east - point.east, end.north - point.north) - 15) < 1e-3) }
        #expect(abs(gate.start.distance(to: gate.end) - 30) < 0.1)
        let table = LapTable(.gate(gate), of: try Self.circuit(laps: 3))
        #expect(table.laps.count >= 2)
        for lap in table.laps where !lap.isEstimated { #expect(abs(lap.time - Self.length / Self.speed) < 0.3) }
    }

    @Test func `a gate across both straights begins a lap at each, and one beside the way none`() throws {
        let run = try Self.circuit(laps: 3)
        let halves = LapTable(Self.gate(east: 20, from: -80, to: 80), of: run)
        #expect(halves.laps.count == 6)
        #expect(halves.laps.allSatisfy { abs($0.time - Self.length / Self.speed / 2) < 2.5 })
        #expect(LapTable(Self.gate(east: 20, from: -30, to: 30), of: run).laps.isEmpty)
        #expect(LapTable(Self.gate(east: 20, from: -40, to: -40), of: run).laps.isEmpty)
    }

    @Test func `standing on a gate begins no lap`() throws {
        let events = (0..<120).map { second -> SensorEvent in
            let east = second < 20 ? Double(second) * 2 : second < 100 ? 40 + (second % 2 == 0 ? 0.4 : -0.4) : 40
            let point = PlanePoint(east: second < 100 ? east : 40 + Double(second - 100) * 2, north: 0)
            return SensorEvent(
                time: Self.start + Double(second),
                payload: .fix(Fix(coordinate: Self.plane.coordinate(point), horizontalAccuracy: 3)))
        }
        var engine = TuningEngine(Recording(unordered: events))
        let finished = engine.run(Parameters())
        let run = try #require(finished)
        #expect(LapTable(Self.gate(east: 40, from: -20, to: 20), of: run).laps.isEmpty)
    }

    @Test func `a lap whose end lies in an outage is estimated and never the best`() throws {
        // The third crossing is missing, between two places on the straight.
        let crossing = Int((120 + 2 * Self.length) / Self.speed)
        let run = try Self.circuit(laps: 5, without: crossing - 3..<crossing + 4)
        let table = LapTable(Self.gate(east: 0, from: -65, to: -35), of: run)
        #expect(table.laps.map(\.isEstimated) == [false, true, true, false, false])
        #expect(table.best.map { !table.laps[$0].isEstimated } == true)
        // In a longer one the crossing itself is missing.
        let longer = try Self.circuit(laps: 5, without: crossing - 15..<crossing + 15)
        let found = LapTable(Self.gate(east: 0, from: -65, to: -35), of: longer)
        #expect(found.laps.map(\.isEstimated) == [false, true, false, false] && found.laps[1].time > 70)
    }

    @Test func `laps by distance have that distance, and the rest is not counted`() throws {
        let run = try Self.circuit(laps: 4)
        let table = LapTable(.distance(1_000), of: run)
        #expect(table.laps.count == 3 + 1 && table.laps.prefix(3).allSatisfy { abs($0.time - 50) < 0.7 })
        #expect(table.laps.map(\.isWhole) == [true, true, true, false])
        #expect(abs((table.laps.last?.distance ?? 0) - (run.summary.distance - 3_000)) < 1)
        #expect(LapTable(.distance(0), of: run).laps.isEmpty)
    }
}
