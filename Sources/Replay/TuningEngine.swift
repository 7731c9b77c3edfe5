public import FusionCore
import SensorModel

/// Runs a recording again and again with other parameters, and only those stages that the change reaches.
///
/// Each stage's result is kept with the parameters that it came from. The core is one stage, because its parts feed
/// each other: steps tell the speed, speeds teach the stride, rest holds the position. The passes over its result are
/// stages of their own. What comes out is what a straight run of the core gives, to the bit.
public struct TuningEngine: Sendable {
    /// The stages that a run is made of.
    public enum Stage: Sendable, Hashable, CaseIterable {
        /// The streaming core over all events.
        case core
        /// The backward pass over the filtered track.
        case smoother
        /// The activities, told with hindsight.
        case activities
        /// The simplified track.
        case simplifier
        /// The stops, moves and gaps.
        case day
    }

    /// The recording.
    public let recording: Recording
    /// How many copies of the core each run keeps.
    public var spacing: Checkpoints.Spacing
    /// Fixes of a run up to which the smoother's input is kept, 432 bytes each; beyond it another smoothing runs the core.
    public var longestKept = 200_000
    /// The stages that the last ``run(_:isCancelled:)`` computed; the others came from the memo.
    public private(set) var computed: Set<Stage> = []

    private var cores = Memo<Parameters, CoreRun>(capacity: 3)
    private var smoothed = Memo<Parameters, [PositionEstimate]>(capacity: 4)
    private var activities = Memo<Parameters, [ActivityEstimate]>(capacity: 3)
    private var simplified = Memo<Parameters, [SimplifiedPoint]>(capacity: 8)
    private var days = Memo<Parameters, Day>(capacity: 4)
    private var lastStretches:
        (parameters: ActivityClassifier.Parameters, windows: ActivityCollector, stretches: [ActivityEstimate])?
    private let fixRecording: Recording?
    private let recordedParameters: [[String: ParameterValue]]

    /// Makes an engine that has run nothing.
    public init(_ recording: Recording, spacing: Checkpoints.Spacing = .init()) {
        self.recording = recording
        self.spacing = spacing
        fixRecording = Self.withoutMotion(recording)
        recordedParameters = Self.parameterEvents(of: recording)
    }

    /// Runs the recording with a set of parameters.
    /// - Parameters:
    ///   - parameters: The parameters to start with; parameter events in the recording are applied where they lie.
    ///   - isCancelled: Asked every few thousand events.
    /// - Returns: The run; nil where it was cancelled. O(1) for parameters that were run lately.
    public mutating func run(_ parameters: Parameters, isCancelled: () -> Bool = { false }) -> SessionRun? {
        computed = []
        let key = Self.coreParameters(of: parameters)
        var core: CoreRun
        // A very long run has forgotten what another smoothing would need.
        if let kept = cores[key], kept.finisher.hasFilterSteps || smoothed.contains(Self.smootherKey(of: parameters)) {
            core = kept
        } else {
            guard let run = CoreRun(recording, parameters: key, spacing: spacing, isCancelled: isCancelled) else {
                return nil
            }
            computed.insert(.core)
            core = run
            cores[key] = core
        }
        let run = finish(core, parameters)
        if core.finisher.filterStepCount > longestKept {
            core.forgetFilterSteps()
            cores[key] = core
            return run.with(core)
        }
        return run
    }

    private static func smootherKey(of parameters: Parameters) -> Parameters {
        var key = parameters
        key.simplifier = .init()
        key.day = .init()
        return key
    }

    /// Puts the passes after a run of the core, those from the memo that are there.
    private mutating func finish(_ core: CoreRun, _ parameters: Parameters) -> SessionRun {
        let final = finalParameters(startingWith: parameters)
        let key = Self.coreParameters(of: parameters)
        let smoothedKey = Self.smootherKey(of: parameters)
        var dayKey = smoothedKey
        dayKey.day = parameters.day
        let smoothed = Self.result(of: smoothedKey, in: &self.smoothed) {
            computed.insert(.smoother)
            return core.finisher.smoothed(final.smoother)
        }
        let activities = Self.result(of: key, in: &self.activities) {
            // Most parameters leave alone what activities are told from, and telling costs more than comparing.
            if let last = lastStretches, last.parameters == final.activity,
                last.windows == core.finisher.activities
            {
                return last.stretches
            }
            computed.insert(.activities)
            return core.finisher.stretches(final.activity)
        }
        lastStretches = (final.activity, core.finisher.activities, activities)
        let simplified = Self.result(of: parameters, in: &self.simplified) {
            computed.insert(.simplifier)
            return Self.simplify(core, smoothed, activities, final)
        }
        let day = Self.result(of: dayKey, in: &days) {
            computed.insert(.day)
            return Self.day(core, smoothed, activities, final)
        }
        return SessionRun(
            parameters: parameters, core: core, smoothed: smoothed, activities: activities, simplified: simplified,
            day: day, summary: core.finisher.summary(of: core.last, simplifiedPoints: simplified.count),
            isPreview: false)
    }

    private static func result<Value>(
        of key: Parameters, in memo: inout Memo<Parameters, Value>, compute: () -> Value
    ) -> Value {
        if let kept = memo[key] { return kept }
        let value = compute()
        memo[key] = value
        return value
    }

    private static func simplify(
        _ core: CoreRun, _ smoothed: [PositionEstimate], _ activities: [ActivityEstimate], _ final: Parameters
    ) -> [SimplifiedPoint] {
        TrackFinisher.simplify(finished(core, smoothed, final), activities: activities, parameters: final)
    }

    private static func day(
        _ core: CoreRun, _ smoothed: [PositionEstimate], _ activities: [ActivityEstimate], _ final: Parameters
    ) -> Day {
        core.finisher.day(along: finished(core, smoothed, final), activities: activities, final.day)
    }

    private static func finished(
        _ core: CoreRun, _ smoothed: [PositionEstimate], _ final: Parameters
    ) -> [PositionEstimate] {
        final.position.kind == .constantVelocity ? smoothed : core.positions
    }

    /// Runs the recording without its motion samples: a first picture within a few milliseconds of a session whose
    /// samples take longer.
    /// - Returns: The run, marked as a preview; nil where there are no motion samples to leave out, where the whole run
    ///   is known already, or where it was cancelled.
    public func preview(_ parameters: Parameters, isCancelled: () -> Bool = { false }) -> SessionRun? {
        let key = Self.coreParameters(of: parameters)
        guard let fixRecording, !cores.contains(key) else { return nil }
        guard let core = CoreRun(fixRecording, parameters: key, spacing: spacing, isCancelled: isCancelled) else {
            return nil
        }
        let final = finalParameters(startingWith: parameters)
        let smoothed = core.finisher.smoothed(final.smoother)
        let activities = core.finisher.stretches(final.activity)
        let simplified = Self.simplify(core, smoothed, activities, final)
        return SessionRun(
            parameters: parameters, core: core, smoothed: smoothed, activities: activities, simplified: simplified,
            day: Self.day(core, smoothed, activities, final),
            summary: core.finisher.summary(of: core.last, simplifiedPoints: simplified.count), isPreview: true)
    }

    /// The parameters that the streaming core reads: all but those of the passes over a finished track.
    private static func coreParameters(of parameters: Parameters) -> Parameters {
        var core = parameters
        core.smoother = .init()
        core.simplifier = .init()
        core.day = .init()
        return core
    }

    /// The parameters in force at the end: those of the start with every parameter event applied.
    private func finalParameters(startingWith parameters: Parameters) -> Parameters {
        var final = parameters
        for values in recordedParameters {
            for name in values.keys.sorted() { if let value = values[name] { try? final.set(name, to: value) } }
        }
        return final
    }

    /// The recording without motion samples; nil where there are none.
    private static func withoutMotion(_ recording: Recording) -> Recording? {
        guard recording.events.hasSamples else { return nil }
        var columns = EventColumns()
        for event in recording.events where !event.payload.isSample { columns.append(event) }
        return Recording(columns: columns)
    }

    private static func parameterEvents(of recording: Recording) -> [[String: ParameterValue]] {
        recording.events.wholeEvents.compactMap { event in
            guard case .parameters(let values) = event.payload else { return nil }
            return values
        }
    }
}
