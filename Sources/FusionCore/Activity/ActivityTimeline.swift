import SensorModel

/// The activities of a recorded session, told with what came before and after (Viterbi 1967).
public struct ActivityTimeline: Sendable, Hashable {
    /// The stretches, in order, without overlap.
    public let stretches: [ActivityEstimate]

    /// Tells a session from what was collected while it ran. O(windows).
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
            // A silence cuts the chain: what came before says nothing about what comes after. A long one is a part of its
            // own, of which nothing is known.
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

    /// Tells of each window whether it belongs to a silence of which nothing is known: one as long as a gap of the day.
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

    /// Seconds without anything seen after which nothing is known.
    private static let longestSilence = DayParameters().gap

    private static func label(
        _ windows: [ActivityWindow], statements: StatedActivities, chain: ActivityChain, evidence: ActivityEvidence,
        parameters: ActivityClassifier.Parameters
    ) -> [ActivityLabel] {
        let smooth = chain.smooth(windows.map { statements.weighed(evidence.logLikelihoods(of: $0), of: $0) })
        let stated = windows.map(statements.activity(of:))
        let isBlind = windows.allSatisfy(\.isEmpty)
        let told = smooth.path.map { isBlind ? .unknown : $0.activity }
        return windows.indices.map { index in
            let activity = told[index]
            let probability = ActivityClassifier.probability(of: activity, in: smooth.probabilities[index])
            var label = ActivityEstimate(
                time: windows[index].start, until: windows[index].end, activity: activity,
                confidence: parameters.confidence(of: probability), probability: probability)
            label.isStated = activity == stated[index]
            return ActivityLabel(
                estimate: label,
                shares: ActivityLabel.shares { told in
                    isBlind ? 0 : ActivityClassifier.probability(of: told, in: smooth.probabilities[index])
                })
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
                last.isStated == next.isStated
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

/// An estimate of one window or interval with the probabilities of all activities.
struct ActivityLabel {
    var estimate: ActivityEstimate
    /// The probabilities in the order of `Activity.told`; zero if nothing was decided.
    var shares = SIMD8<Double>.zero

    /// Returns the probabilities of all activities in one vector.
    static func shares(_ probability: (Activity) -> Double) -> SIMD8<Double> {
        var shares = SIMD8<Double>.zero
        for (place, activity) in Activity.told.enumerated() { shares[place] = probability(activity) }
        return shares
    }

    /// Returns all activities but one with their probabilities, the likeliest first; those that are impossible are left out.
    static func alternatives(to best: Activity, in shares: SIMD8<Double>) -> [ActivityEstimate.Alternative] {
        Activity.told.indices.filter { Activity.told[$0] != best && shares[$0] > 0 }
            .map { ActivityEstimate.Alternative(activity: Activity.told[$0], probability: shares[$0]) }
            .sorted { $0.probability > $1.probability }
    }
}

/// Collects, while a session runs, what ``ActivityTimeline`` needs: one small value every few seconds.
public struct ActivityCollector: Sendable, Hashable {
    /// The windows so far, in order.
    public private(set) var windows: [ActivityWindow] = []
    private(set) var corrections: [ActivityCorrection] = []
    private(set) var statements = StatedActivities()
    /// Seconds by which the receiver's clock is ahead of the recorder's, where they disagree: the track is on the one's
    /// axis, the windows are on the other's.
    var offset = 0.0
    /// The accepted fixes in cells, on the axis of the track.
    private(set) var cells = TravelCells()

    /// True if there was acceleration, which can show steps.
    var hasMotion: Bool { windows.contains { $0.stepShare != nil } }

    /// The windows on the axis of the track.
    var placedWindows: [ActivityWindow] {
        guard offset != 0 else { return windows }
        return windows.map { window in
            var placed = window
            (placed.start, placed.end) = (window.start + offset, window.end + offset)
            return placed
        }
    }

    /// Creates a collector that has seen nothing.
    public init() {}

    /// Creates a collector that holds windows already.
    public init(windows: [ActivityWindow]) {
        self.windows = windows
    }

    /// Records windows that were closed.
    mutating func note(_ closed: [ActivityWindow]) {
        if !closed.isEmpty { windows += closed }
    }

    /// Records an accepted fix.
    mutating func note(_ fix: Fix, at time: Instant) { cells.note(fix, at: time) }

    /// Moves what was told by fixes later by so many seconds. O(cells).
    mutating func shift(by seconds: Double) { cells.shift(by: seconds) }

    /// Records the user's correction, what a file states, a cadence or a pulse; other events say nothing.
    mutating func note(_ event: SensorEvent) {
        switch event.payload {
        case .scalar(.cadence, let sample): cells.note(cadence: sample.value)
        case .scalar(.heartRate, _): cells.notePulse()
        case .correction(.activity(let activity, let from, let until)):
            corrections.append(ActivityCorrection(activity: activity, from: from, until: until))
        case .statement(let statement): statements.note(statement)
        default: break
        }
    }
}
