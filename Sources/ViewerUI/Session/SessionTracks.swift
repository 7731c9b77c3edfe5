import FusionCore
import Geodesy
import SensorModel
import ViewerModel

/// A track with the times of its points.
struct TimedTrack: Sendable {
    let times: [Instant]
    let geometry: TrackGeometry

    static let empty = TimedTrack(times: [], geometry: TrackGeometry([Coordinate]()))

    /// Returns the point at an instant, with the share of the way to the next.
    func limit(at instant: Instant) -> Double {
        var low = 0
        var high = times.count
        while low < high {
            let middle = (low + high) / 2
            if times[middle] <= instant { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return 0 }
        guard low < times.count else { return Double(times.count - 1) }
        let step = times[low] - times[low - 1]
        return Double(low - 1) + (step > 0 ? (instant - times[low - 1]) / step : 0)
    }
}

/// A fix that was not taken, and why.
struct RejectedFix: Sendable {
    let time: Instant
    let point: UnitMercator
    let reason: FixVerdict.Rejection
    let fix: Fix
}

/// The tracks of a session, ready to be drawn.
struct SessionTracks: Sendable {
    var raw = TimedTrack.empty
    var filtered = TimedTrack.empty
    var simplified = TimedTrack.empty
    var rejected: [RejectedFix] = []
    /// The positions that the filtered track is made of.
    var positions: [PositionEstimate] = []

    /// The box around everything accepted; nil where there is nothing.
    var bounds: MercatorBounds? {
        let box = filtered.geometry.isEmpty ? raw.geometry.bounds : filtered.geometry.bounds
        return box.isEmpty ? nil : box
    }
}

/// Collects what a run of the core says, and makes of it what is drawn.
struct SessionCollector {
    private var rawTimes: [Instant] = []
    private var rawCoordinates: [Coordinate] = []
    private var fixes: [Instant: Fix] = [:]
    private var rejected: [RejectedFix] = []
    private var positions: [PositionEstimate] = []
    private var speeds: [SpeedEstimate] = []
    private var rawSpeeds: [(time: Instant, value: Float)] = []
    private var stretches: [ActivityEstimate] = []
    /// The sources and how they fared last, in the order in which they appeared.
    private(set) var sources: [SourceReport] = []

    mutating func add(_ event: SensorEvent) {
        if case .source(let report) = event.payload { note(report) }
        guard case .fix(let fix) = event.payload, let coordinate = fix.coordinate, coordinate.isValid else { return }
        rawTimes.append(event.time)
        rawCoordinates.append(coordinate)
        fixes[event.time] = fix
        if let speed = fix.speed { rawSpeeds.append((event.time, Float(speed))) }
    }

    mutating func add(_ estimate: Estimate) {
        switch estimate {
        case .verdict(let verdict):
            guard let reason = verdict.rejection, let fix = fixes[verdict.time], let coordinate = fix.coordinate else {
                return
            }
            let point = UnitMercator(coordinate)
            rejected.append(RejectedFix(time: verdict.time, point: point, reason: reason, fix: fix))
        case .position(let position): positions.append(position)
        case .speed(let speed): speeds.append(speed)
        case .activity(let activity): note(activity)
        default: break
        }
    }

    private mutating func note(_ report: SourceReport) {
        if let index = sources.firstIndex(where: { $0.device == report.device }) {
            sources[index] = report
        } else {
            sources.append(report)
        }
    }

    /// Estimates of one activity follow each other; together they are one stretch.
    private mutating func note(_ activity: ActivityEstimate) {
        if let last = stretches.last, last.activity == activity.activity {
            stretches[stretches.count - 1].until = max(last.until, activity.until)
        } else {
            stretches.append(activity)
        }
    }

    /// The stretches of activity, each ending where the next begins.
    var activities: [ActivityEstimate] {
        var result = stretches
        for index in result.indices.dropLast() { result[index].until = result[index + 1].time }
        return result
    }

    /// The speed that was shown.
    var fusedSpeed: TimeSeries {
        TimeSeries(
            times: speeds.map(\.time), values: speeds.map { Float($0.value) },
            isEstimated: speeds.map(\.isEstimated))
    }

    /// The receiver's speed.
    var rawSpeed: TimeSeries { TimeSeries(times: rawSpeeds.map(\.time), values: rawSpeeds.map(\.value)) }

    /// The fastest speed in m/s that was shown.
    var topSpeed: Double { speeds.reduce(0) { max($0, $1.value) } }

    /// Makes the tracks.
    func tracks(simplifier: Simplifier) -> SessionTracks {
        let coordinates = positions.map(\.coordinate)
        let activities = self.activities
        let kept = simplifier.keptIndices(of: coordinates)
        let simplified = kept.map { positions[$0] }
        return SessionTracks(
            raw: TimedTrack(times: rawTimes, geometry: TrackGeometry(rawCoordinates)),
            filtered: TimedTrack(times: positions.map(\.time), geometry: TrackGeometry(coordinates)),
            simplified: TimedTrack(
                times: simplified.map(\.time),
                geometry: TrackGeometry(
                    simplified.map(\.coordinate), styles: Self.styles(of: simplified, during: activities))),
            rejected: rejected, positions: positions)
    }

    private static func styles(of points: [PositionEstimate], during activities: [ActivityEstimate]) -> [TrackStyle] {
        var index = 0
        return points.indices.map { place in
            let time = points[place].time
            while index + 1 < activities.count, activities[index + 1].time <= time { index += 1 }
            let isKnown = activities.indices.contains(index) && activities[index].time <= time
            let isEstimated = points[place].isEstimated || points[min(place + 1, points.count - 1)].isEstimated
            return TrackStyle(isKnown ? activities[index].activity : .unknown, isDashed: isEstimated)
        }
    }
}
