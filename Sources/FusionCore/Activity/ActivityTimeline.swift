import SensorModel

/// The activities of a recorded session, inferred from earlier and later input (Viterbi 1967).
public struct ActivityTimeline: Sendable, Hashable {
    /// The activities, in order of time and without overlap.
    public let stretches: [ActivityEstimate]

    /// Infers the activities of a session from the data collected while it ran. O(windows).
    public init(_ collector: ActivityCollector, parameters: ActivityClassifier.Parameters = .init()) {
        let decided = TravelDecision(parameters: parameters).labels(of: collector)
        guard decided.isEmpty else {
            self.init(stretches: Self.joined(decided, parameters: parameters))
            return
        }
        self.init(
            windows: collector.placedWindows, corrections: collector.corrections, statements: collector.statements,
            parameters: parameters)
    }

    private init(stretches: [ActivityEstimate]) { self.stretches = stretches }

    init(
        windows: [ActivityWindow], corrections: [ActivityCorrection], statements: StatedActivities = .init(),
        parameters: ActivityClassifier.Parameters
    ) {
        let chain = ActivityChain(step: ActivityClassifier.hop, parameters: parameters)
        let evidence = ActivityEvidence(parameters: parameters)
        var labels: [ActivityLabel] = []
        var index = 0
        let silent = Self.silences(of: windows)
        while index < windows.count {
            // A silence divides the chain, since earlier input has no influence on later input. A long silence is a
            // separate part with an unknown activity.
            var end = index + 1
            while end < windows.count, windows[end].start == windows[end - 1].end, silent[end] == silent[index],
                windows[end].end - windows[end].start <= 2 * ActivityClassifier.hop
            {
                end += 1
            }
            let part = Array(windows[index..<end])
            labels += Self.label(
                part, statements: statements, chain: chain, evidence: evidence, parameters: parameters)
            index = end
        }
        for (position, window) in windows.enumerated() {
            guard let correction = corrections.last(where: { $0.covers(window) }) else { continue }
            labels[position].estimate.activity = correction.activity
            labels[position].estimate.probability = 1
            labels[position].estimate.isStated = false
            labels[position].shares = .zero
        }
        stretches = Self.joined(labels, parameters: parameters)
    }

    /// Returns for each window whether it belongs to a silence longer than a gap of the day, with an unknown activity.
    private static func silences(of windows: [ActivityWindow]) -> [Bool] {
        var silent = Array(repeating: false, count: windows.count)
        var index = 0
        while index < windows.count {
            var end = index + 1
            while windows[index].isEmpty, end < windows.count, windows[end].isEmpty,
                windows[end].start == windows[end - 1].end
            {
                end += 1
            }
            if windows[index].isEmpty, windows[end - 1].end - windows[index].start > longestSilence {
                for place in index..<end { silent[place] = true }
            }
            index = end
        }
        return silent
    }

    /// The maximum time without input, in seconds, for which an activity is inferred.
    private static let longestSilence = DayParameters().gap

    private static func label(
        _ windows: [ActivityWindow], statements: StatedActivities, chain: ActivityChain, evidence: ActivityEvidence,
        parameters: ActivityClassifier.Parameters
    ) -> [ActivityLabel] {
        let smooth = chain.smooth(windows.map { statements.weighed(evidence.logLikelihoods(of: $0), of: $0) })
        let stated = windows.map(statements.activity(of:))
        let isBlind = windows.allSatisfy(\.isEmpty)
        let activities = smooth.path.map { isBlind ? .unknown : $0.activity }
        return windows.indices.map { index in
            let activity = activities[index]
            let probability = ActivityClassifier.probability(of: activity, in: smooth.probabilities[index])
            var label = ActivityEstimate(
                time: windows[index].start, until: windows[index].end, activity: activity,
                confidence: parameters.confidence(of: probability), probability: probability)
            label.isStated = activity == stated[index]
            return ActivityLabel(
                estimate: label,
                shares: ActivityLabel.shares { activity in
                    isBlind ? 0 : ActivityClassifier.probability(of: activity, in: smooth.probabilities[index])
                })
        }
    }

    private static func joined(
        _ labels: [ActivityLabel], parameters: ActivityClassifier.Parameters
    ) -> [ActivityEstimate] {
        var result: [ActivityEstimate] = []
        var sum = 0.0
        var shares = SIMD8<Double>.zero
        var vehicles = VehicleShares()
        var count = 0.0
        func close() {
            guard let last = result.indices.last else { return }
            result[last].probability = sum / count
            result[last].confidence = parameters.confidence(of: sum / count)
            // A ride that may not be one has no kind.
            if result[last].activity == .automotive, !result[last].isStated, result[last].confidence >= .medium {
                result[last].vehicle = vehicles.likeliest
            }
            result[last].alternatives = ActivityLabel.alternatives(to: result[last].activity, in: shares / count)
        }
        for label in labels {
            let next = label.estimate
            if let last = result.last, last.activity == next.activity, last.until == next.time,
                last.isStated == next.isStated
            {
                result[result.count - 1].until = next.until
            } else {
                close()
                (sum, shares, vehicles, count) = (0, .zero, VehicleShares(), 0)
                result.append(next)
            }
            sum += next.probability
            shares += label.shares
            vehicles += label.vehicles
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
    var vehicles = VehicleShares()

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
    public private(set) var windows: [ActivityWindow] = []
    private(set) var corrections: [ActivityCorrection] = []
    private(set) var statements = StatedActivities()
    /// The lead of the receiver's clock over the recorder's, in seconds, if they disagree: the track uses the
    /// receiver's time axis, and the windows use the recorder's.
    var offset = 0.0
    /// The accepted fixes in cells, on the time axis of the track.
    private(set) var cells = TravelCells()

    /// True if there was acceleration, which can show steps.
    var hasMotion: Bool { windows.contains { $0.stepShare != nil } }

    /// The windows on the time axis of the track.
    var placedWindows: [ActivityWindow] {
        guard offset != 0 else { return windows }
        return windows.map { window in
            var placed = window
            (placed.start, placed.end) = (window.start + offset, window.end + offset)
            return placed
        }
    }

    /// Creates an empty collector.
    public init() {}

    /// Records closed windows.
    mutating func note(_ closed: [ActivityWindow]) {
        if !closed.isEmpty { windows += closed }
    }

    /// Records an accepted fix.
    mutating func note(_ fix: Fix, at time: Instant) { cells.note(fix, at: time) }

    /// Shifts the cells of fixes by a number of seconds. O(cells).
    mutating func shift(by seconds: Double) { cells.shift(by: seconds) }

    /// Records a correction, a statement of a file, a cadence, or a pulse; ignores other events.
    mutating func note(_ event: SensorEvent) {
        switch event.payload {
        case .scalar(.cadence, let sample): cells.note(cadence: sample.value)
        case .scalar(.heartRate, _): cells.notePulse()
        case .scalar(.power, let sample): cells.note(power: sample.value)
        case .correction(.activity(let activity, let from, let until)):
            corrections.append(ActivityCorrection(activity: activity, from: from, until: until))
        case .statement(let statement): statements.note(statement)
        default: break
        }
    }
}
