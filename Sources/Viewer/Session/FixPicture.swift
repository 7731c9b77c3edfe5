package import FusionCore
package import Geometry
import Replay
package import SensorModel
package import ViewerModel

/// A fix with its verdict.
package struct ShownFix: Sendable {
    package var time: Instant
    package var coordinate: Coordinate
    package var speed: Double?
    package var rejection: FixVerdict.Rejection?
    /// True for a fix of a receiver other than the primary one.
    package var isSecondary = false
}

/// The drawing of the raw fixes.
package struct FixPicture: Sendable {
    /// The fixes of the primary receiver joined by lines.
    package let track: TimedTrack
    /// The rejected fixes that the map marks.
    package let rejected: MarkedPoints
    /// The accepted fixes that hardly counted.
    package var ignored = MarkedPoints.empty
    /// The accepted fixes of the other receivers.
    package var secondary = MarkedPoints.empty
    /// The speeds that the fixes state.
    package let speed: TimeSeries

    init(track: TimedTrack, rejected: MarkedPoints, speed: TimeSeries) {
        self.track = track
        self.rejected = rejected
        self.speed = speed
    }

    /// Creates the drawing for a recording in progress. O(n), and O(n log n) for the fixes that were not drawn yet.
    /// - Parameters:
    ///   - fixes: The fixes.
    ///   - known: The drawing of the recording so far; `nil` if there is none.
    init(_ fixes: [ShownFix], continuing known: FixPicture?) {
        let marked = fixes.filter { $0.rejection?.isMarked == true }
        let own = fixes.filter { !$0.isSecondary }
        let line = known?.track.geometry ?? TrackGeometry([])
        self.init(
            track: TimedTrack(
                times: own.map(\.time),
                geometry: line.continued(by: own.dropFirst(line.count).map(\.coordinate))),
            rejected: MarkedPoints(times: marked.map(\.time), coordinates: marked.map(\.coordinate)),
            speed: Self.speed(of: own.lazy.map { ($0.time, $0.speed) }))
        let others = fixes.filter { $0.isSecondary && $0.rejection == nil }
        secondary = MarkedPoints(times: others.map(\.time), coordinates: others.map(\.coordinate))
    }

    /// Creates the drawing for a run. O(n log n), or O(n) if another run of the same recording was drawn before.
    /// - Parameters:
    ///   - fixes: The fixes.
    ///   - known: The drawing for another run of the same recording; `nil` if there is none.
    init(_ fixes: RecordedFixes, like known: FixPicture?) {
        let marked = fixes.rejectedPlaces.map { fixes[$0] }.filter { $0.rejection?.isMarked == true }
        let rejected = MarkedPoints(times: marked.map(\.time), coordinates: marked.map(\.coordinate))
        let others = fixes.secondaryPlaces.map { fixes[$0] }
        if !others.isEmpty {
            let own = fixes.filter { !$0.isSecondary }
            self.init(
                track: TimedTrack(times: own.map(\.time), geometry: TrackGeometry(own.map(\.coordinate))),
                rejected: rejected, speed: Self.speed(of: own.lazy.map { ($0.time, $0.speed) }))
        } else if let known, known.track.times.count == fixes.count {
            self.init(track: known.track, rejected: rejected, speed: known.speed)
        } else {
            var places: [Coordinate] = []
            places.reserveCapacity(fixes.count)
            for fix in fixes { places.append(fix.coordinate) }
            self.init(
                track: TimedTrack(times: TrackTimes(fixes), geometry: TrackGeometry(places)), rejected: rejected,
                speed: Self.speed(of: fixes.lazy.map { ($0.time, $0.speed) }))
        }
        let weak = fixes.ignoredPlaces.map { fixes[$0] }
        secondary = MarkedPoints(times: others.map(\.time), coordinates: others.map(\.coordinate))
        ignored = MarkedPoints(times: weak.map(\.time), coordinates: weak.map(\.coordinate))
    }

    /// Creates the drawing for a run whose line and speeds already exist. Creates them again if the fixes differ.
    init(_ fixes: RecordedFixes, line: TrackGeometry, speed: TimeSeries) {
        guard line.count == fixes.count else {
            self.init(fixes, like: nil)
            return
        }
        let track = TimedTrack(times: TrackTimes(fixes), geometry: line)
        self.init(fixes, like: FixPicture(track: track, rejected: .empty, speed: speed))
    }

    package static func speed(of fixes: some Sequence<(Instant, Double?)>) -> TimeSeries {
        var times: [Instant] = []
        var values: [Float] = []
        for (time, speed) in fixes {
            guard let speed else { continue }
            times.append(time)
            values.append(Float(speed))
        }
        return TimeSeries(times: times, values: values)
    }
}
