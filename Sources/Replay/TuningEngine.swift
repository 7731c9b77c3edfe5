public import FusionCore
import SensorModel

/// Runs a recording again and again with other parameters, and only those stages that the change reaches.
///
/// Each stage's result is kept with exactly the parameters that the stage reads. The core's parts feed each other: steps
/// give the speed, speeds teach the stride, rest holds the position. So it is one stage, except for steps and activities,
/// which depend on accelerations and on the speeds of fixes: a run with the same speeds and the same parameters for steps
/// and activities adopts them, with what they told the rest. The passes over its result are stages of
/// their own. What comes out is what a straight run of the core gives, to the bit.
public struct TuningEngine: Sendable {
    /// The stages that a run is made of.
    public enum Stage: Sendable, Hashable, CaseIterable {
        /// The streaming core over all events, its steps and activities apart.
        case core
        /// Steps and activities, where another run has not told them already.
        case gait
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
    /// Fixes of a recording up to which all that the passes read is kept, 500 bytes each, with several runs; of a longer
    /// one the last run is kept, in 100 bytes a fix, and another smoothing or day runs the core.
    public var longestKept = 200_000
    /// The stages that the last ``run(_:isCancelled:together:)`` computed; the others came from the memo.
    public private(set) var computed: Set<Stage> = []

    private var cores = Memo<StreamingParameters, CoreRun>(capacity: 3)
    private var smoothed = Memo<SmootherInput, SmoothedTrack>(capacity: 4)
    private var activities = Memo<StreamingParameters, [ActivityEstimate]>(capacity: 3)
    private var simplified = Memo<Parameters, [SimplifiedPoint]>(capacity: 8)
    private var days = Memo<DayInput, Day>(capacity: 4)
    private var lastStretches:
        (parameters: ActivityClassifier.Parameters, windows: ActivityCollector, stretches: [ActivityEstimate])?
    private let fixRecording: Recording?
    private let recordedParameters: [[String: ParameterValue]]

    /// Creates an engine that has run nothing.
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
    ///   - together: Does two things that do not touch each other; at once, where the caller has a thread to spare.
    /// - Returns: The run; nil if it was cancelled. O(1) for parameters that were run lately.
    public mutating func run(
        _ parameters: Parameters, isCancelled: () -> Bool = { false },
        together: (_ one: () -> Void, _ other: () -> Void) -> Void = { one, other in
            one()
            other()
        }
    ) -> SessionRun? {
        computed = []
        let key = parameters.streaming
        let isLong = recording.events.fixCount > longestKept
        var core: CoreRun
        // A very long run has forgotten what the passes read.
        if let kept = cores[key], kept.finisher.hasMaterial || knowsPasses(of: parameters) {
            core = kept
        } else {
            if isLong { forgetRuns() }
            guard let run = runCore(key, isLong: isLong, isCancelled) else { return nil }
            computed.insert(.core)
            core = run
            if !isLong { cores[key] = core }
        }
        let run = finish(core, parameters, together)
        guard isLong, core.finisher.hasMaterial else { return run }
        core.thin()
        cores[key] = core
        let thinned = run.thinned(over: core)
        smoothed[SmootherInput(parameters)] = thinned.smoothedTrack
        return thinned
    }

    /// True if the passes over a run have left all that a change of the simplifier needs.
    private func knowsPasses(of parameters: Parameters) -> Bool {
        smoothed.contains(SmootherInput(parameters)) && days.contains(DayInput(parameters))
            && activities.contains(parameters.streaming)
    }

    /// Gives the room of earlier runs to the next.
    private mutating func forgetRuns() {
        cores = Memo(capacity: 1)
        smoothed = Memo(capacity: 1)
        activities = Memo(capacity: 1)
        days = Memo(capacity: 1)
        simplified = Memo(capacity: 1)
        lastStretches = nil
    }

    /// Runs the core, with the steps and activities of an earlier run where they are the same.
    private mutating func runCore(_ key: StreamingParameters, isLong: Bool, _ isCancelled: () -> Bool) -> CoreRun? {
        var parameters = Parameters()
        parameters.streaming = key
        let known = cores.values.last { $0.parameters.streaming.gait == key.gait }
        if let known,
            let run = CoreRun(
                recording, parameters: parameters, like: known, spacing: spacing, isCancelled: isCancelled)
        {
            return run
        }
        computed.insert(.gait)
        return CoreRun(
            recording, parameters: parameters, spacing: spacing, keepsGait: !isLong, isCancelled: isCancelled)
    }

    /// Puts the passes after a run of the core, those from the memo that are there; two at a time.
    private mutating func finish(
        _ core: CoreRun, _ parameters: Parameters, _ together: (_ one: () -> Void, _ other: () -> Void) -> Void
    ) -> SessionRun {
        let final = finalParameters(startingWith: parameters)
        let key = parameters.streaming
        let smoothedKey = SmootherInput(parameters)
        let dayKey = DayInput(parameters)
        var known = (smoothed: self.smoothed[smoothedKey], activities: self.activities[key])
        if known.smoothed == nil { computed.insert(.smoother) }
        if known.activities == nil {
            // Most parameters leave alone what activities are told from, and telling costs more than comparing.
            if let last = lastStretches, last.parameters == final.activity, last.windows == core.finisher.activities {
                known.activities = last.stretches
            } else {
                computed.insert(.activities)
            }
        }
        var smoothed = known.smoothed ?? SmoothedTrack()
        var activities = known.activities ?? []
        together(
            { if known.smoothed == nil { smoothed = core.finisher.smoothed(final) } },
            { if known.activities == nil { activities = core.finisher.stretches(final.activity) } })
        self.smoothed[smoothedKey] = smoothed
        self.activities[key] = activities
        if recording.events.fixCount <= longestKept {
            lastStretches = (final.activity, core.finisher.activities, activities)
        }
        let line = self.simplified[parameters]
        let told = days[dayKey]
        if line == nil { computed.insert(.simplifier) }
        if told == nil { computed.insert(.day) }
        let day = told ?? Self.day(core, smoothed, activities, final)
        days[dayKey] = day
        // The line has the colours of the day: what it calls a ride is a ride on the map.
        let shown = day.activities(amending: activities, final.activity)
        let simplified = line ?? Self.simplify(core, smoothed, shown, final)
        self.simplified[parameters] = simplified
        return SessionRun(
            parameters: parameters, core: core, smoothed: smoothed, activities: shown, simplified: simplified,
            steps: core.finisher.steps(outsideRidesOf: activities), day: day)
    }

    private static func simplify(
        _ core: CoreRun, _ smoothed: SmoothedTrack, _ activities: [ActivityEstimate], _ final: Parameters
    ) -> [SimplifiedPoint] {
        TrackFinisher.simplify(finished(core, smoothed, final), activities: activities, parameters: final)
    }

    private static func day(
        _ core: CoreRun, _ smoothed: SmoothedTrack, _ activities: [ActivityEstimate], _ final: Parameters
    ) -> Day {
        core.finisher.day(along: finished(core, smoothed, final), smoothed.way, activities: activities, final.day)
    }

    private static func finished(
        _ core: CoreRun, _ smoothed: SmoothedTrack, _ final: Parameters
    ) -> PositionTrack {
        final.position.kind.hasBackwardPass ? smoothed.track : core.positions
    }

    /// Returns what answers questions about the day of a run. O(n), and another run of a long recording, whose material is
    /// not kept.
    public func inquiry(about run: SessionRun) -> DayInquiry {
        guard run.core.finisher.hasMaterial else {
            let (material, parameters) = TrackFinisher.material(of: recording.events, parameters: run.parameters)
            return DayInquiry(material, parameters: parameters)
        }
        let final = finalParameters(startingWith: run.parameters)
        let material = run.core.finisher.material(
            along: Self.finished(run.core, run.smoothedTrack, final), run.smoothedTrack.way,
            activities: run.core.finisher.stretches(final.activity))
        return DayInquiry(material, parameters: final.day)
    }

    /// Runs the recording without its motion samples: a first picture within a few milliseconds of a session whose
    /// samples take longer.
    /// - Returns: The run, marked as a preview; nil if there are no motion samples to leave out, where the whole run
    ///   is known already, or where it was cancelled.
    public func preview(_ parameters: Parameters, isCancelled: () -> Bool = { false }) -> SessionRun? {
        let key = parameters.streaming
        guard let fixRecording, !cores.contains(key) else { return nil }
        guard let core = CoreRun(fixRecording, parameters: parameters, spacing: spacing, isCancelled: isCancelled)
        else {
            return nil
        }
        let final = finalParameters(startingWith: parameters)
        let smoothed = core.finisher.smoothed(final)
        let activities = core.finisher.stretches(final.activity)
        let day = Self.day(core, smoothed, activities, final)
        let shown = day.activities(amending: activities, final.activity)
        return SessionRun(
            parameters: parameters, core: core, smoothed: smoothed, activities: shown,
            simplified: Self.simplify(core, smoothed, shown, final),
            steps: core.finisher.steps(outsideRidesOf: activities), day: day, preview: .withoutMotion)
    }

    /// Events from which on the tracks alone are worth a picture of their own.
    private static let longEnoughForTracks = 8_192

    /// Runs the tracks alone, in two halves at once: a first picture of many hours of fixes.
    /// - Parameters:
    ///   - parameters: The parameters to start with.
    ///   - shown: The run that is shown, from which all else is taken.
    ///   - isCancelled: Asked every few thousand events.
    ///   - together: Does two things at once.
    /// - Returns: The run, marked as a preview; nil if the whole run is as quick, where motion samples have to be
    ///   gone through, where the recording changes parameters itself, or where it was cancelled.
    public func tracks(
        _ parameters: Parameters, over shown: SessionRun, isCancelled: () -> Bool = { false },
        together: (_ one: () -> Void, _ other: () -> Void) -> Void
    ) -> SessionRun? {
        let key = parameters.streaming
        guard fixRecording == nil, recordedParameters.isEmpty, recording.events.count >= Self.longEnoughForTracks,
            !cores.contains(key), shown.core.parameters.streaming.gait == key.gait,
            let run = HalvedRun(
                recording, parameters: parameters, like: shown.core.checkpoints, isCancelled: isCancelled,
                together: together)
        else { return nil }
        let track = parameters.position.kind.hasBackwardPass ? run.smoothed : run.positions
        let simplified = TrackFinisher.simplify(track, activities: shown.activities, parameters: parameters)
        return shown.showing(run, simplified, of: parameters)
    }

    /// The parameters in force at the end: those of the start with every parameter event applied.
    private func finalParameters(startingWith parameters: Parameters) -> Parameters {
        var final = parameters
        for values in recordedParameters { final.apply(values) }
        return final
    }

    /// The recording without motion samples; nil if there are none.
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

/// What the pass over a run of the core reads.
private struct SmootherInput: Sendable, Hashable {
    var streaming: StreamingParameters
    var smoother: TrackSmoother.Parameters

    init(_ parameters: Parameters) { (streaming, smoother) = (parameters.streaming, parameters.smoother) }
}

/// What the day is made of.
private struct DayInput: Sendable, Hashable {
    var track: SmootherInput
    var day: DayParameters

    init(_ parameters: Parameters) { (track, day) = (SmootherInput(parameters), parameters.day) }
}
