public import FusionCore
public import Replay
public import SensorModel

/// An open session as the window shows it: what was recorded, and what one set of parameters makes of it.
public struct SessionDocument: Sendable {
    /// What is recorded.
    public let recording: Recording
    /// What the parameters make of it.
    public let run: SessionRun
    /// The replay's axis.
    public let axis: PlaybackAxis
    /// The accepted fixes as they came.
    public let raw: SessionTrack
    /// The live filter's track.
    public let filtered: SessionTrack
    /// The track after the backward pass.
    public let smoothed: SessionTrack
    /// The simplified track, coloured by activity, estimated stretches dashed.
    public let simplified: SessionTrack
    /// The fixes that have a place, with their verdicts, for crosses and hover.
    public let fixes: FixIndex
    /// The session's quantities over time.
    public let series: SessionSeries

    /// Seconds without a fix beyond which the raw track is broken, unless fixes are rarer anyway.
    private static let rawGap = 15.0
    /// Usual intervals without a fix beyond which it is.
    private static let rawGapIntervals = 5.0

    /// Computes everything that is drawn; seconds for a long session, so never on the main thread.
    /// - Parameters:
    ///   - recording: What is recorded.
    ///   - run: What the parameters make of it.
    ///   - axis: The replay's axis, where it is known from an earlier run.
    public init(_ recording: Recording, run: SessionRun, axis: PlaybackAxis? = nil) {
        self.recording = recording
        self.run = run
        self.axis = axis ?? Self.axis(of: recording)
        let accepted = run.core.fixes.filter(\.isAccepted)
        let gap = max(Self.rawGap, Self.rawGapIntervals * Self.usualInterval(accepted.map(\.time)))
        raw = SessionTrack(accepted.map { ($0.time, $0.coordinate, .plain) }, longestStep: gap)
        let longestBridge = max(gap, run.parameters.smoother.longestBridge)
        filtered = Self.track(run.core.positions, longestStep: longestBridge)
        smoothed = Self.track(run.smoothed, longestStep: longestBridge)
        simplified = SessionTrack(
            run.simplified.map {
                ($0.estimate.time, $0.estimate.coordinate, TrackStyle($0.activity, isDashed: $0.estimate.isEstimated))
            }, longestStep: longestBridge)
        fixes = FixIndex(run.core.fixes)
        series = SessionSeries(run, longestStep: gap)
    }

    /// The first instant.
    public var start: Instant { axis.start }
    /// The last instant.
    public var end: Instant { axis.end }
    /// The box around the track; the raw one where there is no other.
    public var bounds: MercatorBounds {
        filtered.geometry.isEmpty ? fixes.bounds : filtered.geometry.bounds
    }
    /// The fastest measured speed in m/s.
    public var fastestSpeed: Double { run.summary.maximumSpeed }
    /// The highest speed shown at any time, for a gauge that keeps its dial.
    public var topSpeed: Double { max(fastestSpeed, series.speed.bounds?.upperBound ?? 0) }

    /// Returns what was being done at an instant; nil where nothing is known. O(log n).
    public func activity(at instant: Instant) -> ActivityEstimate? {
        var low = 0
        var high = run.activities.count
        while low < high {
            let middle = (low + high) / 2
            if run.activities[middle].time <= instant { low = middle + 1 } else { high = middle }
        }
        guard low > 0, instant <= run.activities[low - 1].until else { return nil }
        return run.activities[low - 1]
    }

    private static func track(_ positions: [PositionEstimate], longestStep: Double) -> SessionTrack {
        SessionTrack(
            positions.map { ($0.time, $0.coordinate, TrackStyle(color: 0, isDashed: $0.isEstimated)) },
            longestStep: longestStep)
    }

    /// The axis of everything that a sensor said; the recorder's clock and fixes without a place are no data.
    private static func axis(of recording: Recording) -> PlaybackAxis {
        let order = EventOrder()
        guard let start = recording.start, let end = recording.end else { return PlaybackAxis(instants: []) }
        var instants = [start]
        recording.events.forEach(in: 0..<recording.events.count) { event in
            switch event.payload {
            case .fix(let fix) where fix.coordinate == nil: break
            case .tick, .source, .sky, .parameters, .drop: break
            default:
                // One a second is enough to see a gap, and little for a long session with motion samples.
                let place = order.place(of: event)
                if let last = instants.last, place - last >= 1 { instants.append(place) }
            }
            return true
        }
        instants.append(end)
        return PlaybackAxis(instants: instants)
    }

    private static func usualInterval(_ times: [Instant]) -> Double {
        let steps = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
        return steps.isEmpty ? 1 : steps[steps.count / 2]
    }
}
