import Geometry
import SensorModel
import Simulation
import Testing

@testable import FusionCore

/// The tracks of the baselines: what the selected filter is decides the whole chain.
@Suite struct BaselineTests {
    /// A ride at 5 m/s with a bend, a noise of 3 m, and an outage of 40 s.
    private static let events: [SensorEvent] = {
        var random = RandomSource(seed: 3)
        return (0..<300).filter { !(200..<240).contains($0) }.map { second in
            let (east, north) = (5.0 * Double(max(0, second - 120)), 5.0 * Double(min(120, second)))
            let place = Session.plane.coordinate(
                PlanePoint(east: east + 3 * random.normal(), north: north + 3 * random.normal()))
            return SensorEvent(
                time: Session.at(Double(second)),
                payload: .fix(Fix(mode: .threeDimensional, coordinate: place, horizontalAccuracy: 5)))
        }
    }()

    private static func run(_ kind: PositionFilter.Kind) -> (
        track: FinishedTrack, live: [PositionEstimate], metres: Double
    ) {
        var parameters = Parameters()
        parameters.position.kind = kind
        var (core, finisher) = (FusionCore(parameters: parameters), TrackFinisher())
        var live: [PositionEstimate] = []
        for event in events {
            finisher.consume(event, with: &core) { estimate in
                if case .position(let position) = estimate { live.append(position) }
            }
        }
        return (finisher.finish(core), live, core.distance.metres + core.distance.estimatedMetres)
    }

    private static func error(of track: [PositionEstimate]) -> Double {
        let squares = track.map { position -> Double in
            let second = position.time - Session.start
            let away = Session.distance(
                position.coordinate, toEast: 5 * max(0, second - 120), north: 5 * min(120, second))
            return away * away
        }
        return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }

    private static func length(of track: [PositionEstimate]) -> Double {
        zip(track, track.dropFirst()).reduce(0) { $0 + $1.0.coordinate.distance(to: $1.1.coordinate) }
    }

    @Test func `without a filter the saved track is the fixes, and the distance their line`() {
        let (track, live, metres) = Self.run(.none)
        let fixes = Self.events.compactMap { event -> (time: Instant, coordinate: Coordinate)? in
            if case .fix(let fix) = event.payload { fix.coordinate.map { (event.time, $0) } } else { nil }
        }
        #expect(track.smoothed.map(\.time) == fixes.map(\.time) && live.count == fixes.count)
        for (position, fix) in zip(track.smoothed, fixes) {
            #expect(position.coordinate.distance(to: fix.coordinate) < 1e-4 && position.eastVelocity == nil)
        }
        let line = Self.length(of: track.smoothed)
        // The plane of the filter differs from the great circle by less than a ten thousandth.
        #expect(abs(track.summary.length - line) < 0.3 && abs(metres - line) < 0.3, "\(track.summary) \(line)")
        #expect(abs(track.summary.estimatedDistance - 205) < 20)
        #expect(track.summary.length > 1.15 * 5 * 299)
    }

    @Test func `the scalar filter has a backward pass of its own, whose line is the distance`() {
        let (track, live, _) = Self.run(.scalar)
        #expect(track.smoothed.count == live.count && track.smoothed.allSatisfy { !$0.isEstimated })
        let line = Self.length(of: track.smoothed)
        #expect(abs(track.summary.length - line) < 0.3, "\(track.summary) \(line)")
        #expect(Self.error(of: track.smoothed) < 0.8 * Self.error(of: live))
        #expect(track.smoothed.map(\.accuracy).max() ?? .infinity <= live.map(\.accuracy).max() ?? 0)
        let full = Self.run(.constantVelocity).track
        #expect(Self.error(of: full.smoothed.filter { !$0.isEstimated }) < Self.error(of: track.smoothed))
    }

    @Test func `a high process noise leaves the fixes where they are`() {
        var parameters = Parameters()
        (parameters.position.kind, parameters.position.scalarProcessNoise) = (.scalar, 1e6)
        let loose = FinishedTrack(events: Self.events, parameters: parameters)
        for (position, fix) in zip(loose.smoothed, Self.run(.none).track.smoothed) {
            #expect(position.coordinate.distance(to: fix.coordinate) < 1e-3)
        }
    }
}
