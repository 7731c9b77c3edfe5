package import FusionCore
import Geometry
import Replay
package import SensorModel
package import ViewerModel

/// The window's drawing of a session, recorded or live. Two are equal if one is a copy of the other.
package struct SessionPicture: Sendable, Equatable {
    package static func == (one: SessionPicture, other: SessionPicture) -> Bool { one.identity == other.identity }

    private let identity = SessionIdentity()
    /// The identity of the session, because two sessions may start at the same instant. It does not change with
    /// parameters and corrections.
    package let session: SessionIdentity
    package let title: String
    package let path: String?
    package let axis: PlaybackAxis
    package let tracks: SessionTracks
    /// The stretches of activity, each ending where the next begins.
    package let activities: [ActivityEstimate]
    /// Stops, moves and gaps; `nil` if they were not determined.
    package let day: Day?
    /// The stretches in which the device states that it was paused.
    package let pauses: [ClosedRange<Instant>]
    /// The moments that the user marked.
    package let marks: [SessionMark]
    package let rawSpeed: TimeSeries
    package let fusedSpeed: TimeSeries
    private let speeds: SpeedTrack
    /// The speed in m/s that scales reach: the fastest shown, but not far beyond the fastest that counts.
    package let topSpeed: Double
    /// The data that the sources delivered, and their last state.
    package let sensors: SensorTally
    /// The estimates at the end.
    package let final: Latest
    /// The routes, lines without times and waypoints in addition to the tracks.
    package let features: [MapFeature]

    /// True if nothing has a time, as with routes, drawn lines and waypoints alone.
    package var isDrawing: Bool { !features.isEmpty && tracks.bounds == nil && axis.length == 0 }

    /// The instant of the first event.
    package var start: Instant { axis.start }
    /// The instant of the last event.
    package var end: Instant { axis.end }

    /// True if the time of day alone does not identify an instant.
    package var isLongerThanDay: Bool { end - start > 86_400 }

    /// The time of day of an instant, with the day in a session of more than one.
    package func clockText(_ instant: Instant, by clock: SessionClock) -> String {
        let time = clock.time(instant)
        return isLongerThanDay ? "\(time.date.localizedDayText), \(time.secondText)" : time.secondText
    }

    /// Creates the picture of a run's results.
    /// - Parameters:
    ///   - session: The identity of the session.
    ///   - fixes: The drawing of the fixes.
    ///   - findings: The results of a core's run.
    ///   - known: The picture of an earlier run of the session, of which unchanged parts are taken.
    init(
        of session: SessionIdentity, title: String, path: String?, axis: PlaybackAxis, fixes: FixPicture,
        findings: SessionFindings, sensors: SensorTally, final: Latest, features: [MapFeature] = [],
        like known: SessionPicture? = nil
    ) {
        self.features = features
        self.session = session
        self.title = title
        self.path = path
        self.axis = axis
        self.sensors = sensors
        self.final = final
        tracks = SessionTracks(fixes, findings, like: known?.tracks)
        day = findings.day
        (pauses, marks) = (findings.pauses, findings.marks)
        activities = Self.stretches(of: findings.activities, until: axis.end)
        rawSpeed = fixes.speed
        speeds = findings.speeds
        if let known, speeds.isCopy(of: known.speeds) {
            (fusedSpeed, topSpeed) = (known.fusedSpeed, known.topSpeed)
            return
        }
        let (speeds, bridging) = (findings.speeds, Self.bridging(findings.speeds, findings.smoothed))
        let hasMotion = sensors.hasDeviceMotion || sensors.hasHeadMotion
        fusedSpeed = TimeSeries(
            times: speeds.times,
            values: speeds.indices.map { index in
                // A standstill during a loss that no sensor confirms is no speed: the gauge shows none, too.
                let speed = speeds[index]
                let isGuessed = !hasMotion && bridging[index] && speed.source == .still && speed.quality == .poor
                return isGuessed ? .nan : Float(speed.value)
            },
            isEstimated: bridging)
        let fastest = final.fastestSpeed > 0 ? final.fastestSpeed * Self.reach : .infinity
        topSpeed = min(speeds.values.reduce(0) { max($0, $1) }, fastest)
    }

    /// The end of scales as a multiple of the fastest speed, so that a spike of one second does not flatten the rest.
    private static let reach = 1.5

    /// Returns whether each speed bridges an outage. Between two fixes at the receiver's usual interval, which hindsight
    /// knows, a speed is an estimate but bridges none. Without hindsight each estimate does. O(n).
    private static func bridging(_ speeds: SpeedTrack, _ smoothed: PositionTrack) -> [Bool] {
        var next = 0
        return speeds.indices.map { index in
            guard speeds.isEstimated(index), !smoothed.isEmpty else { return speeds.isEstimated(index) }
            while next < smoothed.count, smoothed.time(of: next) < speeds.times[index] { next += 1 }
            return [next - 1, next].contains { smoothed.indices.contains($0) && smoothed.isBridged($0) }
        }
    }

    /// The drawing of the fixes, of which another run changes only the rejected ones.
    package var fixes: FixPicture { FixPicture(track: tracks.raw, rejected: tracks.rejected, speed: rawSpeed) }

    /// Returns whether the speeds and activities over time are known to be those of another picture of the session.
    /// O(stretches of activity).
    package func hasSpeeds(of other: SessionPicture) -> Bool {
        session == other.session && axis == other.axis && rawSpeed.isCopy(of: other.rawSpeed)
            && fusedSpeed.isCopy(of: other.fusedSpeed) && activities == other.activities && pauses == other.pauses
            && marks == other.marks
    }

    /// The times in seconds without a fix that are worth mentioning. After a longer one the signal counts as lost, or the
    /// receiver's clock is wrong.
    private static let silences = 3.0...60

    /// Returns the time in seconds since the last fix before an instant, if the next one is overdue: after twice the time
    /// between the last two. `nil` if it is not, and without a fix. O(log n).
    package func overdue(at instant: Instant) -> Double? {
        let times = tracks.raw.times
        let next = times.partitionPoint { $0 <= instant }
        guard next > 0 else { return nil }
        let interval = next > 1 ? times[next - 1] - times[next - 2] : 0
        let age = instant - times[next - 1]
        return age >= 2 * interval && Self.silences.contains(age) ? age : nil
    }

    /// Returns the stretch of activity at an instant; `nil` if there is none. O(log n).
    package func activity(at instant: Instant) -> ActivityEstimate? {
        let place = activities.partitionPoint { $0.time <= instant }
        return place > 0 && instant <= activities[place - 1].until ? activities[place - 1] : nil
    }

    /// Consecutive estimates of one activity are one stretch, with the confidence of the longest; the last lasts until the
    /// end.
    package static func stretches(of activities: [ActivityEstimate], until end: Instant) -> [ActivityEstimate] {
        var stretches: [ActivityEstimate] = []
        var longest = 0.0
        for activity in activities {
            let duration = activity.until - activity.time
            if let last = stretches.last, last.activity == activity.activity {
                guard duration > longest else { continue }
                stretches[stretches.count - 1] = activity
                stretches[stretches.count - 1].time = last.time
            } else {
                if !stretches.isEmpty { stretches[stretches.count - 1].until = activity.time }
                stretches.append(activity)
            }
            longest = duration
        }
        if !stretches.isEmpty { stretches[stretches.count - 1].until = end }
        return stretches
    }
}

/// The identity of a session, which is different for each opened or recorded one.
package final class SessionIdentity: Sendable, Equatable {
    package static func == (one: SessionIdentity, other: SessionIdentity) -> Bool { one === other }
}

/// The results of a run of the core, in the order of time.
package struct SessionFindings: Sendable {
    package var positions = PositionTrack()
    package var speeds = SpeedTrack()
    package var activities: [ActivityEstimate] = []
    package var simplified: [SimplifiedPoint] = []
    /// The track after the backward pass; empty during a recording.
    package var smoothed = PositionTrack()
    /// Stops, moves and gaps.
    package var day: Day?
    /// The stretches in which the device states that it was paused.
    package var pauses: [ClosedRange<Instant>] = []
    /// The moments that the user marked.
    package var marks: [SessionMark] = []
    /// The time in seconds without a position after which nothing is known between two.
    package var gap = SilenceParameters().gap

    /// Creates empty findings.
    init() {}

    /// Creates the results of a finished run.
    init(_ run: SessionRun) {
        positions = run.positions
        speeds = run.core.speeds
        activities = run.activities
        simplified = run.simplified
        smoothed = run.smoothed
        day = run.day
        pauses = run.summary.spans.spans(.pause).map { $0.start...($0.start + $0.span.duration) }
        marks = SessionMark.all(in: run.summary.spans)
        gap = run.parameters.day.silences.gap
    }
}
