import Geometry
import Glibc
import SensorModel
import Testing

@testable import FusionCore

/// The effect of heights, cadence and speeds in addition to places.
@Suite struct TravelGradeTests {
    /// Fixes of a way due north over hills of up to 9 %, with what its speed follows from the gradient.
    private func hills(every interval: Double, speed: (_ gradient: Double, _ before: Double) -> Double) -> [SensorEvent]
    {
        var (north, height, now) = (0.0, 300.0, 3.0)
        return (0..<5_400).compactMap { second in
            let gradient = 0.06 * sin(north / 270) + 0.03 * sin(north / 110 + 1)
            now = speed(gradient, now)
            (north, height) = (north + now, height + now * gradient)
            guard Double(second).truncatingRemainder(dividingBy: interval) == 0 else { return nil }
            let fix = Fix(
                mode: .threeDimensional, coordinate: Coordinate(latitude: 48 + north / 111_320, longitude: 11),
                altitude: height, horizontalAccuracy: 3)
            return SensorEvent(time: Instant(seconds: Double(second)), payload: .fix(fix))
        }
    }

    private func seconds(of events: [SensorEvent]) -> [Activity: Double] {
        FinishedTrack(events: events, parameters: .init()).activities.reduce(into: [:]) {
            $0[$1.activity, default: 0] += $1.until - $1.time
        }
    }

    private func withoutHeights(_ events: [SensorEvent]) -> [SensorEvent] {
        events.map { event in
            guard case .fix(var fix) = event.payload else { return event }
            fix.altitude = nil
            return SensorEvent(time: event.time, payload: .fix(fix))
        }
    }

    /// A rider of 85 kg with an even power, who does not go faster than 13 m/s (di Prampero et al. 1979).
    private func rider(_ watts: Double) -> (Double, Double) -> Double {
        { gradient, speed in
            let force = watts / max(speed, 1.5) - 85 * 9.81 * (gradient + 0.006) - 0.24 * speed * speed
            return min(max(speed + force / 85, 1.2), 13)
        }
    }

    @Test(arguments: [1.0, 10, 60, 120]) func `an even power over hills is a ride`(_ interval: Double) {
        let ride = seconds(of: hills(every: interval, speed: rider(190)))
        #expect(ride[.cycling, default: 0] > 0.9 * 5_400, "\(ride)")
    }

    @Test(arguments: [10.0, 60]) func `an engine does not feel hills`(_ interval: Double) {
        var phase = 0.0
        let drive = hills(every: interval) { _, _ in
            phase += 1
            return 14 * exp(0.5 * sin(phase / 40) + 0.3 * sin(phase / 17))
        }
        let seconds = seconds(of: drive)
        #expect(seconds[.automotive, default: 0] > 0.9 * 5_400, "\(seconds)")
    }

    @Test func `it is the heights that tell a slow climb from a walk`() {
        // 90 W: 1.2 m/s uphill. Without heights nothing shows why it is slow.
        let climb = hills(every: 5, speed: rider(90))
        let (with, without) = (seconds(of: climb), seconds(of: withoutHeights(climb)))
        #expect(with[.cycling, default: 0] > without[.cycling, default: 0], "\(with) \(without)")
        #expect(with[.cycling, default: 0] > 0.8 * 5_400, "\(with)")
    }

    @Test func `a gradient is as sure as its heights and its length`() throws {
        func cells(rise: Double, step: Double, altitude: (Double) -> Double?) -> [TravelCells.Cell] {
            (0..<12).map { index in
                TravelCells.Cell(
                    time: Instant(seconds: 10 * Double(index)),
                    place: Coordinate(latitude: 48 + step * Double(index) / 111_320, longitude: 11), variance: 1,
                    altitude: altitude(rise * Double(index)))
            }
        }
        let fast = TravelGrade.grades(of: cells(rise: 10, step: 200) { $0 })
        #expect(fast.count == 11)
        let middle = try #require(fast[5])
        #expect(abs(middle.expected - 0.05) < 0.002)
        let slow = try #require(TravelGrade.grades(of: cells(rise: 0.5, step: 10) { $0 })[5])
        #expect(slow.expected > 0 && slow.expected < 0.045)
        #expect(slow.variance > middle.variance)
        #expect(TravelGrade.grades(of: cells(rise: 1, step: 10) { _ in nil }).allSatisfy { $0 == nil })
        #expect(TravelGrade.grades(of: cells(rise: 1, step: 0) { $0 }).allSatisfy { $0 == nil })
        let huge = TravelGrade.grades(of: cells(rise: 1e307, step: 10) { $0 * 100 })
        #expect(huge.allSatisfy { $0?.expected.isFinite ?? true })
        #expect(TravelGrade.grades(of: []).isEmpty)
    }

    @Test func `heights that drift at rest make no hills`() throws {
        /// Ten minutes at rest, then ten on a way north, all with heights that swing within a minute.
        func steepest(rise: Double) throws -> Double {
            let cells = (0..<120).map { index in
                let moved = Double(max(0, index - 60))
                return TravelCells.Cell(
                    time: Instant(seconds: 10 * Double(index)),
                    place: Coordinate(latitude: 48 + 100 * moved / 111_320, longitude: 11), variance: 1,
                    altitude: 6 * sin(Double(index)) + rise * moved)
            }
            let grades: [Double] = TravelGrade.grades(of: cells).dropFirst(70).compactMap { $0?.expected }
            return try #require(grades.max())
        }
        #expect(try steepest(rise: 0) < 0.002)
        #expect(try steepest(rise: 6) > 0.03)
    }

    @Test func `a cadence belongs to the fix that it comes with`() {
        var cells = TravelCells()
        for minute in 0..<3 {
            cells.consume(cadence: 60 + Double(minute))
            cells.consume(
                Fix(coordinate: Coordinate(latitude: 48, longitude: 11)), at: Instant(seconds: 60 * Double(minute)))
        }
        #expect(cells.cells.map(\.cadence) == [60, 61, 62])
    }

    @Test func `measured speeds overrule places that jump, a constant one overrules nothing`() {
        func cells(moving: Double, stated: (Int) -> Double) -> [TravelCells.Cell] {
            (0..<30).map { index in
                let jump = index % 10 == 5 ? 80.0 : 0
                return TravelCells.Cell(
                    time: Instant(seconds: 10 * Double(index)),
                    place: Coordinate(latitude: 48 + (moving * 10 * Double(index) + jump) / 111_320, longitude: 11),
                    variance: 4, speed: stated(index))
            }
        }
        let standing = TravelInterval.intervals(between: cells(moving: 0) { _ in 0.1 }, .init())
        #expect(standing.allSatisfy { $0.speed ?? 9 < 0.2 })
        let driving = TravelInterval.intervals(between: cells(moving: 12) { _ in 0 }, .init())
        #expect(driving.allSatisfy { $0.speed ?? 0 > 3 })
    }
}
