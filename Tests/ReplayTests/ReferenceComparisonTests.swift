import Foundation
import FusionCore
import Geometry
import SensorModel
import Testing

@testable import Replay

struct ReferenceComparisonTests {
    private static let start = Instant(nanoseconds: 1_700_000_000_000_000_000)
    private static let plane = LocalPlane(origin: Coordinate(latitude: 50, longitude: 14))

    /// A way east at 10 m/s that turns north after 100 s.
    private static func place(at seconds: Double) -> PlanePoint {
        seconds < 100 ? PlanePoint(east: 10 * seconds, north: 0) : PlanePoint(east: 1_000, north: 10 * (seconds - 100))
    }

    private static func line(seconds: Int = 200, clockAhead: Double = 0, movedBy: PlanePoint = .init(east: 0, north: 0))
        throws -> ReferenceLine
    {
        let events = (0..<seconds).map { second in
            let place = place(at: Double(second))
            let moved = PlanePoint(east: place.east + movedBy.east, north: place.north + movedBy.north)
            let fix = Fix(coordinate: plane.coordinate(moved))
            return SensorEvent(time: start + Double(second) + clockAhead, payload: .fix(fix))
        }
        return try #require(ReferenceLine(Recording(unordered: events)))
    }

    /// The track: the way itself, each point moved ahead and to the right of the course.
    private static func track(ahead: Double = 0, right: Double = 0) -> [ReferenceComparison.TimedPlace] {
        (0..<200).map { second in
            let place = place(at: Double(second))
            let moved =
                second < 100
                ? PlanePoint(east: place.east + ahead, north: place.north - right)
                : PlanePoint(east: place.east + right, north: place.north + ahead)
            return ReferenceComparison.TimedPlace(time: start + Double(second), coordinate: plane.coordinate(moved))
        }
    }

    @Test(arguments: [0, 7.25, -31.5]) func `the lag of the clocks is found and removed`(lag: Double) throws {
        let comparison = try ReferenceComparison(Self.track(), with: Self.line(clockAhead: lag))
        #expect(abs(comparison.lag - lag) < 0.01)
        #expect(comparison.rootMeanSquare < 0.1)
    }

    @Test func `noise does not move the lag to between two points of the reference`() throws {
        func noisy(_ second: Int, _ factor: Double) -> Coordinate {
            let (place, phase) = (Self.place(at: Double(second)), Double(second * second) * factor)
            return Self.plane.coordinate(
                PlanePoint(east: place.east + 6 * sin(phase), north: place.north + 6 * cos(phase)))
        }
        let times = (0..<200).map { Self.start + Double($0) }
        let line = try #require(ReferenceLine(times: times, coordinates: (0..<200).map { noisy($0, 1.3) }))
        let track = (0..<200).map { ReferenceComparison.TimedPlace(time: times[$0], coordinate: noisy($0, 0.7)) }
        #expect(abs(try ReferenceComparison(track, with: line).lag) < 0.15)
        let moved = try #require(
            ReferenceLine(times: times.map { $0 + 3.4 }, coordinates: line.points.map(\.coordinate)))
        #expect(abs(try ReferenceComparison(track, with: moved).lag - 3.4) < 0.15)
    }

    @Test func `an error to the right is across, and percentiles are of the distances`() throws {
        let comparison = try ReferenceComparison(Self.track(right: 3), with: Self.line())
        #expect(abs(comparison.lag) < 0.05)
        #expect(abs((comparison.acrossBias ?? 0) - 3) < 0.1)
        #expect(abs(comparison.alongBias ?? 1) < 0.3)
        #expect(abs(comparison.median - 3) < 0.1)
        #expect(abs(comparison.percentile95 - 3) < 0.2)
    }

    @Test func `an error along the course is the clock's`() throws {
        let comparison = try ReferenceComparison(Self.track(ahead: 20), with: Self.line())
        #expect(abs(comparison.lag - 2) < 0.05, "20 m at 10 m/s")
    }

    @Test func `no time in common, another place and no line are refused with a reason`() throws {
        #expect(throws: ReferenceError.noTimeInCommon) {
            try ReferenceComparison(Self.track(), with: Self.line(clockAhead: 5_000))
        }
        let far = try Self.line(movedBy: PlanePoint(east: 0, north: 50_000))
        do {
            _ = try ReferenceComparison(Self.track(), with: far)
            Issue.record("it was compared")
        } catch {
            guard case .farApart(let metres) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(abs(metres - 50_000) < 2_500)
        }
        #expect(throws: ReferenceError.noTrack) { try ReferenceComparison([], with: Self.line()) }
        #expect(ReferenceLine(Recording(unordered: [])) == nil)
    }

    @Test func `a parameter changes the numbers of a run's comparison`() throws {
        let recording = SimulatedRecordings.drive
        let line = try #require(ReferenceLine(recording))
        var engine = TuningEngine(recording)
        let first = engine.run(.init())
        let usual = try ReferenceComparison(#require(first), with: line)
        var parameters = engine.run(.init())?.parameters ?? .init()
        parameters.position.minimumAccuracy = 20
        let second = engine.run(parameters)
        let coarse = try ReferenceComparison(#require(second), with: line)
        #expect(usual.rootMeanSquare != coarse.rootMeanSquare)
        #expect(usual.errors.count > 100)
    }
}
