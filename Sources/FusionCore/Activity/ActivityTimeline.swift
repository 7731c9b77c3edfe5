import Geometry
import SensorModel

/// The activities of a recorded session, inferred from earlier and later input.
public struct ActivityTimeline: Sendable, Hashable {
    /// The activities, in order of time and without overlap.
    public let stretches: [ActivityEstimate]

    /// Infers the activities of a session from the data collected while it ran. O(windows + fixes).
    /// - Parameters:
    ///   - collector: The data.
    ///   - parameters: The parameters for recognising activities.
    ///   - silences: The rules for silences.
    public init(
        _ collector: ActivityCollector, parameters: ActivityClassifier.Parameters = .init(),
        silences: SilenceParameters = .init()
    ) {
        let places = TravelInterval.intervals(between: collector.cells, silences)
        let labels = TravelDecision(parameters: parameters, silences: silences).labels(of: collector, places: places)
        let chosen = RideChoice(labels: labels, parameters: parameters).chosen()
        var stretches = Self.joined(chosen, parameters: parameters)
        VehicleGuess(intervals: places).name(&stretches)
        Self.lowerShort(&stretches)
        self.stretches = stretches
    }

    /// The minimum time, in seconds, for which an activity has to be inferred in a session for more than low confidence.
    static let leastEvidence = 60.0

    /// Lowers the confidence of activities that are inferred for less than a minute of the session.
    private static func lowerShort(_ stretches: inout [ActivityEstimate]) {
        for activity in Activity.named where activity.isMoving {
            let inferred = stretches.indices.filter {
                stretches[$0].activity == activity && !stretches[$0].isStated && stretches[$0].probability < 1
            }
            guard inferred.reduce(0, { $0 + (stretches[$1].until - stretches[$1].time) }) < leastEvidence else {
                continue
            }
            for index in inferred { stretches[index].confidence = .low }
        }
    }

    private static func joined(
        _ labels: [ActivityLabel], parameters: ActivityClassifier.Parameters
    ) -> [ActivityEstimate] {
        var result: [ActivityEstimate] = []
        var sum = 0.0
        var shares = SIMD8<Double>.zero
        var count = 0.0
        func close() {
            guard let last = result.indices.last else { return }
            result[last].probability = sum / count
            result[last].confidence = parameters.confidence(of: sum / count)
            result[last].alternatives = ActivityLabel.alternatives(to: result[last].activity, in: shares / count)
        }
        for label in labels {
            let next = label.estimate
            if let last = result.last, last.activity == next.activity, last.until == next.time,
                last.isStated == next.isStated, (shares == .zero) == (label.shares == .zero)
            {
                result[result.count - 1].until = next.until
            } else {
                close()
                (sum, shares, count) = (0, .zero, 0)
                result.append(next)
            }
            sum += next.probability
            shares += label.shares
            count += 1
        }
        close()
        return result
    }
}

/// An estimate for a window or interval, with the probabilities of all activities.
struct ActivityLabel {
    var estimate: ActivityEstimate
    /// The probabilities, in the order of `Activity.named`; zero if there is no estimate.
    var shares = SIMD8<Double>.zero

    /// Returns the probabilities of all activities as a vector.
    static func shares(_ probability: (Activity) -> Double) -> SIMD8<Double> {
        var shares = SIMD8<Double>.zero
        for (place, activity) in Activity.named.enumerated() { shares[place] = probability(activity) }
        return shares
    }

    /// Returns the other possible activities with their probabilities, the most likely first.
    static func alternatives(to best: Activity, in shares: SIMD8<Double>) -> [ActivityEstimate.Alternative] {
        Activity.named.indices.filter { Activity.named[$0] != best && shares[$0] > 0 }
            .map { ActivityEstimate.Alternative(activity: Activity.named[$0], probability: shares[$0]) }
            .sorted { $0.probability > $1.probability }
    }
}

/// Collects the input of ``ActivityTimeline`` while a session runs: a small value every few seconds.
public struct ActivityCollector: Sendable, Hashable {
    /// The windows so far, in order of time.
    private var windows = ActivityWindows()
    private(set) var corrections: [ActivityCorrection] = []
    private(set) var statements = StatedActivities()
    /// The lead of the receiver's clock over the recorder's, in seconds, if they disagree: the track uses the
    /// receiver's time axis, and the windows use the recorder's.
    var offset = 0.0
    /// The accepted fixes in cells, on the time axis of the track.
    private(set) var cells = TravelCells()

    /// True if there was acceleration, which can show steps.
    var hasMotion: Bool { windows.hasMotion }

    /// The windows on the time axis of the track.
    var placedWindows: [ActivityWindow] {
        guard offset != 0 else { return Array(windows) }
        return windows.map { window in
            var placed = window
            (placed.start, placed.end) = (window.start + offset, window.end + offset)
            return placed
        }
    }

    /// Creates a collector of windows, in order of time, without places.
    public init(windows: [ActivityWindow] = []) { self.windows = ActivityWindows(windows) }

    /// Returns what was collected from an instant on, and all corrections and statements. O(part).
    func part(from start: Instant) -> ActivityCollector {
        var part = self
        part.windows = ActivityWindows(windows.suffix(from: windows.partitionPoint { $0.end + offset <= start }))
        part.cells = cells.part(from: start)
        return part
    }

    /// Records closed windows.
    mutating func consume(_ closed: [ActivityWindow]) {
        for window in closed { windows.append(window) }
    }

    /// Records an accepted fix.
    mutating func consume(_ fix: Fix, at time: Instant) { cells.consume(fix, at: time) }

    /// Shifts the cells of fixes by a number of seconds. O(cells).
    mutating func shift(by seconds: Double) { cells.shift(by: seconds) }

    /// Records a correction, a statement of a file, a cadence, a heart rate, or a power; ignores other events.
    mutating func consume(_ event: SensorEvent) {
        switch event.payload {
        case .scalar(.cadence, let sample): cells.consume(cadence: sample.value)
        case .scalar(.heartRate, let sample): cells.consume(heartRate: sample.value)
        case .scalar(.power, let sample): cells.consume(power: sample.value)
        case .correction(.activity(let activity, let from, let until)):
            corrections.append(ActivityCorrection(activity: activity, from: from, until: until))
        case .statement(let statement): statements.consume(statement)
        default: break
        }
    }
}
