import Geometry
import Glibc
public import SensorModel

/// Infers the user's activity from acceleration, counted steps, and speed over ground, as far as each is available.
///
/// Guide: docs/estimators/activity.md.
public struct ActivityClassifier: Sendable, Hashable {
    /// The duration of a hop in seconds: half a window of the motion model.
    public static let hop = 2.56
    /// The delay of counted steps behind the samples, in seconds.
    private static let stepLag = 1.28
    /// The minimum number of held steps that are a hint of steps, and the fraction of a window that they count as.
    private static let (heldHint, heldShare) = (3, 0.3)

    /// The parameters for distinguishing activities.
    public var parameters: Parameters {
        didSet {
            guard parameters.paces != oldValue.paces else { return }
            filter = filter.adopting(Self.evidence(parameters.paces))
        }
    }
    /// The current activity; `nil` before the first hop ends.
    public private(set) var current: ActivityEstimate?

    private let model: BoostedTrees
    private var filter: TravelFilter
    /// The likelihoods of the textures of the last window.
    private var likelihoods: [FastPower.Eight] = []
    /// The time of the last window with a speed.
    private var lastSpeed: Instant?
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

    /// Creates a classifier without input.
    public init(parameters: Parameters = .init(), model: BoostedTrees = .activities) {
        self.parameters = parameters
        self.model = model
        filter = TravelFilter(Self.evidence(parameters.paces))
        samples = Array(repeating: 0, count: 4 * ActivityFeatures.window)
    }

    private static func evidence(_ paces: OwnPaces) -> TravelEvidence {
        TravelEvidence(model: .trained.adapted(to: paces), hasMotion: true)
    }

    /// Records newly counted steps.
    public mutating func noteSteps(_ counted: [StepEstimate]) {
        for step in counted { steps.add(step.time, cadence: step.cadence) }
    }

    /// Processes the next value of the acceleration grid.
    /// - Parameters:
    ///   - magnitude: The acceleration magnitude in m/s^2.
    ///   - time: The middle of its cell.
    ///   - isRunning: True if the gait is that of a run.
    ///   - heldSteps: The number of steps that are held and may still be counted.
    ///   - emit: Called with each closed window and the estimates derived from it.
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
    ///   - speed: The speed in m/s.
    ///   - accuracy: The fix's 1-sigma accuracy in metres.
    ///   - time: The time of the fix.
    ///   - emit: Called with each closed window and the estimates derived from it.
    public mutating func update(
        speed: Double, accuracy: Double, at time: Instant, emit: (ActivityWindow, [ActivityEstimate]) -> Void
    ) {
        advance(to: time, emit)
        fixes.add(speed, accuracy: accuracy)
    }

    /// Closes the hops that have ended by a time; has no effect before the first input.
    public mutating func tick(at time: Instant, emit: (ActivityWindow, [ActivityEstimate]) -> Void) {
        if hopStart != nil { advance(to: time, emit) }
    }

    /// Records the user's correction, which overrides the estimates of all later windows that it covers.
    /// - Returns: The corrected activity.
    public mutating func correct(_ activity: Activity, from: Instant, until: Instant) -> ActivityEstimate {
        corrections.append(ActivityCorrection(activity: activity, from: from, until: until))
        return ActivityEstimate(time: from, until: until, activity: activity, confidence: .high, probability: 1)
    }

    /// Records the sport that a file states. It overrides all estimates; the user's corrections override it.
    public mutating func consume(_ statement: ActivityStatement) { statements.consume(statement) }

    private mutating func advance(to time: Instant, _ emit: (ActivityWindow, [ActivityEstimate]) -> Void) {
        guard let start = hopStart else {
            hopStart = time
            lastSeen = time
            return
        }
        guard time - start >= Self.hop else {
            // If the clock was set back by more than a silence, earlier input has no valid time.
            if start - time > parameters.silence { restart(at: time) }
            return
        }
        var next = start
        // A long silence carries no state over, so its hops need not be computed.
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
        forget()
        filled = 0
        hopStart = time
        lastSeen = time
    }

    private mutating func close(
        from start: Instant, to end: Instant, _ emit: (ActivityWindow, [ActivityEstimate]) -> Void
    ) {
        let window = takeWindow(from: start, to: end)
        if !window.isEmpty { lastSeen = end }
        if let lastSeen, end - lastSeen > parameters.silence {
            forget()
            emit(window, conclude(unknownFrom: start, until: end))
            return
        }
        update(window)
        emit(window, conclude(window))
    }

    /// Forgets all evidence, after a silence.
    private mutating func forget() {
        filter = TravelFilter(filter.evidence)
        lastSpeed = nil
    }

    private mutating func update(_ window: ActivityWindow) {
        let interval = TravelInterval(window, newness: lastSpeed.map { window.end - $0 } ?? .infinity)
        if window.speed != nil { lastSpeed = window.end }
        likelihoods.removeAll(keepingCapacity: true)
        let seen = IntervalEvidence(of: interval, filter.evidence, textures: &likelihoods)
        filter.update(seen, likelihoods, from: 0)
    }

    private mutating func takeWindow(from start: Instant, to end: Instant) -> ActivityWindow {
        var window = ActivityWindow(start: start, end: end)
        if filled >= ActivityFeatures.window, let lastSample, end - lastSample < Self.hop / 2 {
            let features = samples.withUnsafeBufferPointer { buffer in
                ActivityFeatures(UnsafeBufferPointer(rebasing: buffer[(filled - ActivityFeatures.window)..<filled]))
            }
            window.motion = model.probabilities(of: features.values)
            let until = end + (-Self.stepLag)
            window.stepShare = steps.share(from: until + (-2 * Self.hop), until: until)
            // A few consecutive held steps are not counted yet, but they are a hint.
            if heldSteps >= Self.heldHint { window.stepShare = max(window.stepShare ?? 0, Self.heldShare) }
            window.stepRate = steps.cadence > 0 ? steps.cadence : nil
            window.isRunning = isRunning
        }
        window.speed = fixes.speed
        window.accuracy = fixes.accuracy
        fixes = SpeedMean()
        return window
    }

    /// The time in seconds for which the last place is evidence: that after which a day shows a gap by default.
    private static let placeMemory = 600.0

    private mutating func conclude(_ window: ActivityWindow) -> [ActivityEstimate] {
        if let correction = corrections.last(where: { $0.covers(window) }) {
            return extend(correction.activity, probability: 1, window)
        }
        let hasPlaces = lastSpeed.map { window.end - $0 < Self.placeMemory } ?? false
        var shares = filter.evidence.model.shares(
            of: filter.states, hasMotion: window.motion != nil, hasPlaces: hasPlaces)
        let stated = statements.activity(of: window)
        if let stated {
            // A file states how the user moved, not when the user rested.
            let rest = shares[0]
            shares = ActivityLabel.shares { $0 == .stationary ? rest : $0 == stated ? 1 - rest : 0 }
        }
        var activity = parameters.shown(shares)
        if let speed = window.speed { stretch.add(speed, accuracy: 0) }
        if stated == nil, activity == .unknown, let mean = stretch.speed,
            Parameters.isFallback(mean, above: parameters.cyclingFallback)
        {
            activity = .cycling
        }
        let place = Activity.named.firstIndex(of: activity)
        let probability = place.map { shares[$0] } ?? (stated == nil ? shares.max() : 1 - shares[0])
        return extend(activity, probability: probability, isStated: activity == stated, window)
    }

    private mutating func conclude(unknownFrom start: Instant, until end: Instant) -> [ActivityEstimate] {
        extend(.unknown, probability: 0, ActivityWindow(start: start, end: end))
    }

    /// Extends the current activity, or ends it and starts another.
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
}

extension Activity {
    /// The activities that have a probability.
    static let named: [Activity] = [.stationary, .walking, .running, .cycling, .automotive]
}

extension ActivityClassifier.Parameters {
    /// Returns the activity to display: among those about as likely as the most likely, the first in display order.
    func shown(_ shares: SIMD8<Double>) -> Activity {
        let largest = shares.max()
        guard largest >= unknownBelow else { return .unknown }
        return Activity.displayOrder.first { activity in
            Activity.named.firstIndex(of: activity).map { shares[$0] >= presentShare * largest } ?? false
        } ?? .unknown
    }

    /// Returns the confidence that corresponds to a probability.
    func confidence(of probability: Double) -> Confidence {
        probability >= highConfidence ? .high : probability >= mediumConfidence ? .medium : .low
    }
}

/// A correction of the activity by the user.
struct ActivityCorrection: Sendable, Hashable {
    var activity: Activity
    var from: Instant
    var until: Instant

    /// Returns whether the middle of a window is within the correction.
    func covers(_ window: ActivityWindow) -> Bool { covers(window.start, window.end) }

    /// Returns whether the middle of a time span is within the correction.
    func covers(_ start: Instant, _ end: Instant) -> Bool {
        let middle = start + (end - start) / 2
        return from <= middle && middle < until
    }
}

/// The mean of the speeds, and of their accuracies, since its creation.
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

/// The most recent steps, as many as a window can contain.
private struct RecentSteps: Sendable, Hashable {
    private static let capacity = 64
    private var times = [Instant](repeating: Instant(nanoseconds: .min), count: capacity)
    private var next = 0
    private(set) var cadence = 0.0

    mutating func add(_ time: Instant, cadence: Double) {
        times[next] = time
        next = (next + 1) % Self.capacity
        self.cadence = cadence
    }

    /// Returns the fraction of a time span that its steps fill, 0 ... 1.
    func share(from start: Instant, until end: Instant) -> Double {
        guard cadence > 0 else { return 0 }
        var count = 0.0
        for time in times where time > start && time <= end { count += 1 }
        return min(1, count / (cadence * (end - start)))
    }
}
