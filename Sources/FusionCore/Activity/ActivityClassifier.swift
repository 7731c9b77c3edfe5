import Glibc
import NavigationMath
public import SensorModel

/// Tells what the user is doing, from acceleration, counted steps and speed over ground, as far as each is there.
///
/// Guide: docs/estimators/activity.md.
public struct ActivityClassifier: Sendable, Hashable {
    /// Seconds of one hop: half a window of the motion model.
    public static let hop = 2.56
    /// Seconds by which counted steps lag behind the stream.
    private static let stepLag = 1.28

    /// How activities are told apart.
    public var parameters: Parameters {
        didSet {
            guard parameters != oldValue else { return }
            evidence.parameters = parameters
            chain = ActivityChain(step: Self.hop, parameters: parameters)
        }
    }
    /// The probability of each activity at the end of the last hop.
    public var probabilities: [Activity: Double] {
        switch known {
        case .nothing: [:]
        case .unknown: [.unknown: 1]
        case .states: Self.activities(states, temper: temper)
        }
    }
    /// The stretch that continues.
    public private(set) var current: ActivityEstimate?

    /// What ``probabilities`` are told from: making the dictionary at every hop would be most of a hop's work.
    private enum Known: Sendable, Hashable { case nothing, unknown, states }
    private var known = Known.nothing
    /// By how much the last window's probabilities are told less surely.
    private var temper = 1.0
    private let model: ActivityModel
    private var evidence: ActivityEvidence
    private var chain: ActivityChain
    private var states: SIMD8<Double>
    private var corrections: [ActivityCorrection] = []
    private var statements = StatedActivities()

    private var hopStart: Instant?
    private var lastSeen: Instant?
    private var samples: [Double]
    private var filled = 0
    private var lastSample: Instant?
    private var steps = RecentSteps()
    private var isRunning = false
    private var heldSteps = 0
    private var fixes = SpeedMean()
    private var stretch = SpeedMean()

    /// Creates a classifier that has seen nothing.
    public init(parameters: Parameters = .init(), model: ActivityModel = .trained) {
        self.parameters = parameters
        self.model = model
        evidence = ActivityEvidence(parameters: parameters)
        chain = ActivityChain(step: Self.hop, parameters: parameters)
        states = chain.start
        samples = Array(repeating: 0, count: 4 * ActivityFeatures.window)
    }

    /// Records newly counted steps.
    public mutating func noteSteps(_ counted: [StepEstimate]) {
        for step in counted { steps.add(step.time, cadence: step.cadence) }
    }

    /// Processes the next value of the acceleration grid.
    /// - Parameters:
    ///   - magnitude: m/s^2.
    ///   - time: The middle of its cell.
    ///   - isRunning: True while the gait is a runner's.
    ///   - heldSteps: Steps that are held and may yet be counted.
    ///   - emit: Called with each closed window and what was concluded from it.
    public mutating func update(
        _ magnitude: Double, at time: Instant, isRunning: Bool, heldSteps: Int,
        emit: (ActivityWindow, [ActivityEstimate]) -> Void
    ) {
        advance(to: time, emit)
        if let lastSample, time - lastSample > 2 / AccelerationGrid.rate { filled = 0 }
        if filled == samples.count {
            let kept = ActivityFeatures.window
            for index in 0..<kept { samples[index] = samples[filled - kept + index] }
            filled = kept
        }
        samples[filled] = magnitude
        filled += 1
        lastSample = time
        self.isRunning = isRunning
        self.heldSteps = heldSteps
    }

    /// Processes the speed over ground of a fix.
    /// - Parameters:
    ///   - speed: m/s.
    ///   - accuracy: The fix's 1-sigma accuracy in metres.
    ///   - time: When.
    ///   - emit: Called with each closed window and what was concluded from it.
    public mutating func update(
        speed: Double, accuracy: Double, at time: Instant, emit: (ActivityWindow, [ActivityEstimate]) -> Void
    ) {
        advance(to: time, emit)
        fixes.add(speed, accuracy: accuracy)
    }

    /// Notes that time has passed.
    public mutating func tick(at time: Instant, emit: (ActivityWindow, [ActivityEstimate]) -> Void) {
        if hopStart != nil { advance(to: time, emit) }
    }

    /// Takes the user's word for what was done; it wins from now on wherever it applies.
    /// - Returns: The corrected stretch.
    public mutating func correct(_ activity: Activity, from: Instant, until: Instant) -> ActivityEstimate {
        corrections.append(ActivityCorrection(activity: activity, from: from, until: until))
        return ActivityEstimate(time: from, until: until, activity: activity, confidence: .high, probability: 1)
    }

    /// Takes what a file states of its sport; it wins over every estimate, and the user's word over it.
    public mutating func note(_ statement: ActivityStatement) { statements.note(statement) }

    private mutating func advance(to time: Instant, _ emit: (ActivityWindow, [ActivityEstimate]) -> Void) {
        guard let start = hopStart else {
            hopStart = time
            lastSeen = time
            return
        }
        guard time - start >= Self.hop else {
            // Set back by more than a silence: what was before has no place in time any more.
            if start - time > parameters.silence { restart(at: time) }
            return
        }
        var next = start
        // After a long silence nothing is carried over, and no hop is worth its work.
        let isSilent = time - start > parameters.silence
        repeat {
            close(from: next, to: next + Self.hop, emit)
            next = next + Self.hop
        } while !isSilent && time - next >= Self.hop
        if isSilent {
            emit(ActivityWindow(start: next, end: time), conclude(unknownFrom: next, until: time))
            restart(at: time)
        } else {
            hopStart = next
        }
    }

    private mutating func restart(at time: Instant) {
        states = chain.start
        filled = 0
        hopStart = time
        lastSeen = time
    }

    private mutating func close(
        from start: Instant, to end: Instant, _ emit: (ActivityWindow, [ActivityEstimate]) -> Void
    ) {
        let window = takeWindow(from: start, to: end)
        if !window.isEmpty { lastSeen = end }
        let seen = statements.weighed(evidence.logLikelihoods(of: window), of: window)
        states = chain.update(chain.predict(states), logLikelihoods: seen)
        if let lastSeen, end - lastSeen > parameters.silence {
            states = chain.start
            emit(window, conclude(unknownFrom: start, until: end))
            return
        }
        known = .states
        emit(window, conclude(window))
    }

    private mutating func takeWindow(from start: Instant, to end: Instant) -> ActivityWindow {
        var window = ActivityWindow(start: start, end: end)
        if filled >= ActivityFeatures.window, let lastSample, end - lastSample < Self.hop / 2 {
            let features = samples.withUnsafeBufferPointer { buffer in
                ActivityFeatures(UnsafeBufferPointer(rebasing: buffer[(filled - ActivityFeatures.window)..<filled]))
            }
            window.motion = model.probabilities(of: features)
            window.deviation = features.deviation
            let until = end + (-Self.stepLag)
            window.stepShare = steps.share(from: until + (-2 * Self.hop), until: until)
            // Three in a row are no count yet, but a hint.
            let likelihoods = parameters.likelihoods
            if Double(heldSteps) >= likelihoods.heldHint {
                window.stepShare = max(window.stepShare ?? 0, likelihoods.heldShare)
            }
            window.isRunning = isRunning
        }
        window.speed = fixes.speed
        window.accuracy = fixes.accuracy
        fixes = SpeedMean()
        return window
    }

    private mutating func conclude(_ window: ActivityWindow) -> [ActivityEstimate] {
        temper = window.stepShare == nil ? parameters.aloneTemper : 1
        if let correction = corrections.last(where: { $0.covers(window) }) {
            return extend(correction.activity, probability: 1, window)
        }
        var activity = Self.shown(states, parameters)
        let stated = statements.activity(of: window)
        if let speed = window.speed { stretch.add(speed, accuracy: 0) }
        if activity == .unknown, stated == nil, let mean = stretch.speed, mean > parameters.cyclingFallback {
            activity = .cycling
        }
        guard activity != .unknown else {
            let largest = Activity.told.map { Self.probability(of: $0, in: states, temper: temper) }.max() ?? 0
            return extend(.unknown, probability: largest, window)
        }
        let probability = Self.probability(of: activity, in: states, temper: temper)
        return extend(activity, probability: probability, isStated: activity == stated, window)
    }

    private mutating func conclude(unknownFrom start: Instant, until end: Instant) -> [ActivityEstimate] {
        known = .unknown
        return extend(.unknown, probability: 0, ActivityWindow(start: start, end: end))
    }

    /// Goes on with the present stretch, or ends it and begins another.
    private mutating func extend(
        _ activity: Activity, probability: Double, isStated: Bool = false, _ window: ActivityWindow
    ) -> [ActivityEstimate] {
        let confidence = parameters.confidence(of: probability)
        if var stretch = current, stretch.activity == activity, stretch.isStated == isStated {
            let isNews = confidence != stretch.confidence
            stretch.until = window.end
            stretch.probability = probability
            stretch.confidence = confidence
            current = stretch
            return isNews ? [stretch] : []
        }
        let ended = current
        stretch = SpeedMean()
        var begun = ActivityEstimate(
            time: window.start, until: window.end, activity: activity, confidence: confidence,
            probability: probability)
        begun.isStated = isStated
        current = begun
        return [ended, begun].compactMap { $0 }
    }

    private static func activities(_ states: SIMD8<Double>, temper: Double) -> [Activity: Double] {
        Dictionary(uniqueKeysWithValues: Activity.told.map { ($0, probability(of: $0, in: states, temper: temper)) })
    }

    /// The probability of an activity, told less surely: to the power of one over `temper`, of all that is likely.
    static func probability(of activity: Activity, in states: SIMD8<Double>, temper: Double) -> Double {
        let plain = probability(of: activity, in: states)
        guard temper != 1 else { return plain }
        var sum = 0.0
        for other in Activity.told { sum += pow(probability(of: other, in: states), 1 / temper) }
        return sum > 0 ? pow(plain, 1 / temper) / sum : 0
    }

    /// The probability of an activity: the sum over the states that look like it; zero for the unknown.
    static func probability(of activity: Activity, in states: SIMD8<Double>) -> Double {
        switch activity {
        case .stationary: states[0]
        case .walking: states[1]
        case .running: states[2]
        case .cycling: states[3] + states[5]
        case .automotive: states[4] + states[6] + states[7]
        case .unknown: 0
        }
    }

    /// Picks the one to show: of those about as likely as the likeliest, the first in the order of display.
    private static func shown(_ states: SIMD8<Double>, _ parameters: Parameters) -> Activity {
        var largest = 0.0
        for activity in Activity.displayOrder { largest = max(largest, probability(of: activity, in: states)) }
        guard largest >= parameters.unknownBelow else { return .unknown }
        for activity in Activity.displayOrder where activity != .unknown {
            if probability(of: activity, in: states) >= parameters.presentShare * largest { return activity }
        }
        return .unknown
    }
}

extension Activity {
    /// Those that a probability is told of.
    static let told: [Activity] = [.stationary, .walking, .running, .cycling, .automotive]
}

extension ActivityClassifier.Parameters {
    /// Returns the confidence that a probability means.
    func confidence(of probability: Double) -> Confidence {
        probability >= highConfidence ? .high : probability >= mediumConfidence ? .medium : .low
    }
}

/// The user's word for what was done.
struct ActivityCorrection: Sendable, Hashable {
    var activity: Activity
    var from: Instant
    var until: Instant

    /// True if most of a window lies within.
    func covers(_ window: ActivityWindow) -> Bool { covers(window.start, window.end) }

    /// True if most of a stretch of time lies within.
    func covers(_ start: Instant, _ end: Instant) -> Bool {
        let middle = start + (end - start) / 2
        return from <= middle && middle < until
    }
}

/// The mean of the speeds since it was made.
private struct SpeedMean: Sendable, Hashable {
    private var speeds = RunningMean()
    private var accuracies = RunningMean()

    mutating func add(_ speed: Double, accuracy: Double) {
        guard speed.isFinite, speed >= 0 else { return }
        speeds.add(speed)
        accuracies.add(accuracy.isFinite ? accuracy : 0)
    }

    var speed: Double? { speeds.mean }
    var accuracy: Double? { accuracies.mean }
}

/// The last steps, as many as any window can hold.
private struct RecentSteps: Sendable, Hashable {
    private static let capacity = 64
    private var times = [Instant](repeating: Instant(nanoseconds: .min), count: capacity)
    private var next = 0
    private var cadence = 0.0

    mutating func add(_ time: Instant, cadence: Double) {
        times[next] = time
        next = (next + 1) % Self.capacity
        self.cadence = cadence
    }

    /// The share of a stretch that its steps fill.
    func share(from start: Instant, until end: Instant) -> Double {
        guard cadence > 0 else { return 0 }
        var count = 0.0
        for time in times where time > start && time <= end { count += 1 }
        return min(1, count / (cadence * (end - start)))
    }
}
