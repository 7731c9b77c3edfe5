import Geometry
import SensorModel
import Testing

@testable import FusionCore

/// A laptop with a wrong clock must record the same as one with a right clock.
@Suite struct TwoClocksTests {
    /// Seconds by which the receiver's clock is ahead of the recorder's.
    private static let offsets = [0.8, 1.5, 3, 600, -3_600, -10_800]

    private struct Recording {
        var session = Session()
        var finisher = TrackFinisher()
        let offset: Double

        init(offset: Double) { self.offset = offset }

        mutating func feed(_ payload: SensorEvent.Payload, at seconds: Double, received: Double) {
            let event = SensorEvent(
                time: Session.at(seconds), received: Session.at(received), payload: payload)
            finisher.consume(event, with: &session.core) { estimate in
                switch estimate {
                case .speed(let speed): session.speeds.append(speed)
                case .position(let position): session.positions.append(position)
                default: break
                }
            }
        }

        mutating func fix(_ second: Double, east: Double, speed: Double) {
            let coordinate = Session.plane.coordinate(PlanePoint(east: east, north: 0))
            let fix = Fix(coordinate: coordinate, horizontalAccuracy: 4, speed: speed, courseDegrees: 90)
            feed(.fix(fix), at: second + offset, received: second + 0.1)
        }

        /// A second of motion, twenty samples.
        mutating func move(_ second: Double, isShaken: Bool, turn: Double = 0) {
            for sample in 0..<20 {
                let time = second + 0.1 + Double(sample) / 20
                let shake = isShaken ? 3 * Double(sample % 4 < 2 ? 1 : -1) : 0
                feed(.acceleration(VectorSample(x: 0, y: 0, z: 9.81 + shake)), at: time, received: time)
                feed(.rotation(VectorSample(x: 0, y: 0, z: turn)), at: time, received: time)
            }
        }
    }

    private func desk(offset: Double) -> Recording {
        var recording = Recording(offset: offset)
        for second in 0..<90 {
            recording.fix(Double(second), east: 0, speed: 0.2)
            recording.move(Double(second), isShaken: second >= 40 && second < 60)
        }
        return recording
    }

    /// A ride of a minute and then a tunnel, with a bend and an end that is known.
    private func tunnel(offset: Double) -> Recording {
        var recording = Recording(offset: offset)
        for second in 0..<120 {
            let time = Double(second)
            if second < 60 || second >= 100 { recording.fix(time, east: 10 * time, speed: 10) }
            recording.move(time, isShaken: true, turn: second >= 65 && second < 69 ? 0.2 : 0)
            if second.isMultiple(of: 2) { recording.feed(.tick, at: time + 1, received: time + 1) }
        }
        return recording
    }

    /// Returns the name of a value by the second at which it was shown. The clock is understood after ten fixes.
    private func shown(_ recording: Recording) -> [Int: SpeedEstimate] {
        var shown: [Int: SpeedEstimate] = [:]
        for speed in recording.session.speeds {
            shown[Int((speed.time - Session.at(recording.offset)).rounded())] = speed
        }
        return shown.filter { $0.key > 20 }
    }

    @Test(arguments: offsets) func `a shaken desk moves, and one at rest does not`(offset: Double) {
        let shown = shown(desk(offset: offset))
        #expect(shown.filter { $0.key > 41 && $0.key < 60 }.allSatisfy { $0.value.source == .placeholder })
        #expect(shown.filter { $0.key < 40 || $0.key > 62 }.allSatisfy { $0.value.source == .still })
        #expect(shown.count > 60)
    }

    @Test(arguments: offsets) func `the rest that the sensors feel is that of the fixes`(offset: Double) {
        let right = desk(offset: -0.1).session.core.latest.distance
        // The first ten fixes teach how far the clock is off.
        #expect(abs(desk(offset: offset).session.core.latest.distance - right) < 2)
    }

    @Test(arguments: offsets) func `a tunnel is as long by every clock`(offset: Double) throws {
        let right = tunnel(offset: -0.1)
        let wrong = tunnel(offset: offset)
        let (first, second) = (right.session.core.latest, wrong.session.core.latest)
        #expect(first.estimatedDistance > 300)
        #expect(abs(first.estimatedDistance - second.estimatedDistance) < 0.05 * first.estimatedDistance)
        let places = wrong.session.positions.filter(\.isEstimated)
        #expect(places.count > 10)
        let speeds = shown(wrong).filter { $0.key > 72 && $0.key < 98 && $0.value.isEstimated }
        #expect(speeds.count > 5)
        #expect(speeds.allSatisfy { abs($0.value.value - 10) < 0.5 })
        let last = try #require(places.last)
        let expected = try #require(right.session.positions.filter(\.isEstimated).last)
        #expect(expected.coordinate.distance(to: last.coordinate) < 30)
    }

    @Test(arguments: offsets) func `the bend of a tunnel is bridged by every clock`(offset: Double) throws {
        func bridge(_ recording: Recording) -> [PositionEstimate] {
            var recording = recording
            return recording.finisher.finish(recording.session.core).smoothed.filter(\.isEstimated)
        }
        let right = bridge(tunnel(offset: -0.1))
        let wrong = bridge(tunnel(offset: offset))
        try #require(right.count > 30 && right.count == wrong.count)
        for (one, other) in zip(right, wrong) {
            #expect(one.coordinate.distance(to: other.coordinate) < 15)
        }
    }

    @Test(arguments: offsets) func `what was being done lies on the axis of the track`(offset: Double) throws {
        var recording = desk(offset: offset)
        let track = recording.finisher.finish(recording.session.core)
        let first = try #require(track.smoothed.first)
        let last = try #require(track.smoothed.last)
        let activities = track.activities
        #expect(!activities.isEmpty)
        for activity in activities {
            #expect(activity.time - first.time > -20 && activity.until - last.time < 5)
        }
    }

    @Test func `clocks that agree are left alone`() {
        let time = Instant(seconds: 1_700_000_000)
        for age in [0, 0.3, 2] {
            let fix = SensorEvent(time: time, received: time + age, payload: .tick)
            #expect(ClockAlignment.sensorTime(of: fix) == time)
        }
        var clocks = ClockAlignment()
        clocks.update(SensorEvent(time: time, received: time + 1.9, payload: .tick))
        #expect(clocks.place(time) == time)
    }

    @Test func `nothing was measured after it had come`() {
        let arrival = Instant(seconds: 1_700_000_000)
        for ahead in [0.01, 1, 1.99, 5, 3_600] {
            let fix = SensorEvent(time: arrival + ahead, received: arrival, payload: .tick)
            #expect(ClockAlignment.sensorTime(of: fix) == arrival)
        }
    }
}
