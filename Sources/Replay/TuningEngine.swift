public import FusionCore
import SensorModel

/// Runs a recording repeatedly with different parameters, and computes only the stages that a change affects.
///
/// Each stage's result is cached under exactly the parameters that the stage reads. The parts of the core depend on
/// each other: steps affect the speed, speeds calibrate the stride, and rest holds the position. The core is therefore
/// one stage, except for steps and activities, which depend on accelerations and on the speeds of fixes. A run with the
/// same speeds and the same parameters for steps and activities adopts them and their effect on the rest. What follows from
/// motion samples alone is adopted too: attitude, rest, and the motion between two fixes. The passes over the core's result
/// are separate stages. The results equal those of a continuous run of the core, bit for bit.
public struct TuningEngine: Sendable {
    /// The stages of a run.
    public enum Stage: Sendable, Hashable, CaseIterable {
        /// The streaming core over all events, without motion samples, steps, and activities.
        case core
        /// The motion samples, unless another run has already drawn the same conclusions from them.
        case motion
        /// Steps and activities, unless another run has already computed them.
        case gait
        /// The backward pass over the filtered track.
        case smoother
        /// The activities, determined with hindsight.
        case activities
        /// The simplified track.
        case simplifier
        /// The stops, moves, and gaps.
        case day
    }

    /// The events that every run processes.
    public let recording: Recording
    /// The number of copies of the core in each run, and their spacing.
    public var spacing: Checkpoints.Spacing
    /// The maximum number of fixes of a recording for which several runs are kept with all the data for the passes, up to
    /// 400 bytes per fix. For a longer recording, only the last run is kept, with 100 bytes per fix, and changing the
    /// smoothing or the day runs the core again.
    public var longestKept = 200_000
    /// The stages that the last ``run(_:isCancelled:together:)`` computed; the others came from the cache.
    public private(set) var computed: Set<Stage> = []

    private var cores = Memo<StreamingParameters, CoreRun>(capacity: 3)
    private var smoothed = Memo<SmootherInput, SmoothedTrack>(capacity: 4)
    private var activities = Memo<StreamingParameters, [ActivityEstimate]>(capacity: 3)
    private var simplified = Memo<Parameters, [SimplifiedPoint]>(capacity: 8)
    private var days = Memo<DayInput, Day>(capacity: 4)
    /// The smoothed tracks with the rests of the day at their places.
    private var calmed = Memo<DayInput, SmoothedTrack>(capacity: 4)
    private var lastStretches:
        (
            parameters: ActivityClassifier.Parameters, silences: SilenceParameters, windows: ActivityCollector,
            stretches: [ActivityEstimate]
        )?
    private let recordedParameters: [[String: ParameterValue]]

    /// Creates an engine without results.
    /// - Parameters:
    ///   - recording: The recording to run.
    ///   - spacing: The number of copies of the core in each run, and their spacing.
    ///   - keepsOneRun: Whether only the last run is kept, for a search that looks at each run once.
    public init(_ recording: Recording, spacing: Checkpoints.Spacing = .init(), keepsOneRun: Bool = false) {
        self.recording = recording
        self.spacing = spacing
        recordedParameters = Self.parameterEvents(of: recording)
        if keepsOneRun { forgetRuns() }
    }

    /// Runs the recording with the given parameters.
    /// - Parameters:
    ///   - parameters: The parameters to start with. Parameter events in the recording are applied at their time.
    ///   - isCancelled: Called every few thousand events; the run is cancelled if it returns true.
    ///   - together: Runs two independent closures, in parallel if the caller has a thread available.
    /// - Returns: The run; `nil` if it was cancelled. O(1) for recently run parameters.
    public mutating func run(
        _ parameters: Parameters, isCancelled: () -> Bool = { false },
        together: @escaping Together = oneByOne
    ) -> SessionRun? {
        computed = []
        let key = parameters.streaming
        let isLong = recording.events.fixCount > longestKept
        var core: CoreRun
        // A very long run has discarded the input of the passes.
        if let kept = cores[key], kept.finisher.hasMaterial || knowsPasses(of: parameters) {
            core = kept
        } else {
            if isLong { forgetRuns() }
            guard let run = runCore(key, isLong: isLong, isCancelled) else { return nil }
            computed.insert(.core)
            core = run
            if !isLong { cores[key] = core }
        }
        let run = finish(&core, parameters, isLong: isLong, together)
        guard isLong, core.finisher.hasMaterial else { return run }
        core.thin()
        cores[key] = core
        let thinned = run.thinned(over: core)
        smoothed[SmootherInput(parameters)] = thinned.smoothedTrack
        calmed[DayInput(parameters)] = thinned.smoothedTrack
        return thinned
    }

    /// True if the results of the passes are cached, so that the simplifier can run without the core.
    private func knowsPasses(of parameters: Parameters) -> Bool {
        smoothed.contains(SmootherInput(parameters)) && days.contains(DayInput(parameters))
            && activities.contains(parameters.streaming)
    }

    /// Discards earlier runs to free memory for the next.
    private mutating func forgetRuns() {
        cores = Memo(capacity: 1)
        smoothed = Memo(capacity: 1)
        activities = Memo(capacity: 1)
        days = Memo(capacity: 1)
        calmed = Memo(capacity: 1)
        simplified = Memo(capacity: 1)
        lastStretches = nil
    }

    /// Runs the core, with the steps, activities, and conclusions from motion samples of an earlier run if they are the
    /// same.
    private mutating func runCore(
        _ key: StreamingParameters, isLong: Bool, _ isCancelled: () -> Bool
    ) -> CoreRun? {
        var parameters = Parameters()
        parameters.streaming = key
        let known =
            cores.values.last { $0.hasSensing(for: parameters) } ?? cores.values.last { $0.hasGait(for: parameters) }
        if let known {
            if !known.hasSensing(for: parameters) { computed.insert(.motion) }
            let run = CoreRun(
                recording, parameters: parameters, replaying: known, spacing: spacing, isCancelled: isCancelled)
            if let run { return run }
        }
        computed.formUnion([.motion, .gait])
        return CoreRun(
            recording, parameters: parameters, spacing: spacing, keepsRecord: !isLong, isThin: isLong,
            isCancelled: isCancelled)
    }

    /// Runs the passes that are not cached after a run of the core, two in parallel. If the run is long, discards the
    /// input of each of the two as soon as it has run.
    private mutating func finish(
        _ core: inout CoreRun, _ parameters: Parameters, isLong: Bool, _ together: @escaping Together
    ) -> SessionRun {
        let final = finalParameters(startingWith: parameters)
        let key = parameters.streaming
        let smoothedKey = SmootherInput(parameters)
        let dayKey = DayInput(parameters)
        var known = (smoothed: self.smoothed[smoothedKey], activities: self.activities[key])
        if known.smoothed == nil { computed.insert(.smoother) }
        if known.activities == nil {
            known.activities = knownStretches(of: core, final)
            if known.activities == nil { computed.insert(.activities) }
        }
        var smoothed = known.smoothed ?? SmoothedTrack()
        var activities = known.activities ?? []
        var windows = isLong ? core.finisher.releaseActivities() : core.finisher.activities
        /// Decides the activities, and discards their input while the track is still being smoothed.
        func decide() {
            activities =
                ActivityTimeline(windows, parameters: final.activity, silences: final.outages.silences).stretches
            windows = ActivityCollector()
        }
        switch (known.smoothed, known.activities) {
        case (nil, nil): together({ smoothed = core.finisher.smoothed(final, together: together) }, decide)
        case (nil, _):
            windows = ActivityCollector()
            smoothed = core.finisher.smoothed(final, together: together)
        case (_, nil): decide()
        default: break
        }
        if known.smoothed == nil { smoothed = smoothed.sharing(core.positions.times) }
        if isLong { core.finisher.discardFixes() }
        self.smoothed[smoothedKey] = smoothed
        self.activities[key] = activities
        if !isLong {
            lastStretches = (final.activity, final.outages.silences, core.finisher.activities, activities)
        }
        let line = self.simplified[parameters]
        let knownDay = days[dayKey]
        if line == nil { computed.insert(.simplifier) }
        if knownDay == nil { computed.insert(.day) }
        let day = knownDay ?? core.finisher.day(along: smoothed, activities: activities, final.day)
        days[dayKey] = day
        let calm = knownDay.flatMap { _ in calmed[dayKey] } ?? smoothed.calmed(by: day.rests)
        calmed[dayKey] = calm
        // The line has the colours of the day, so that a ride of the day is also a ride on the map.
        let shown = day.activities(amending: activities, final.activity)
        let simplified =
            line
            ?? TrackFinisher.simplify(calm.track, activities: shown, parameters: final, together: together)
        self.simplified[parameters] = simplified
        return SessionRun(
            parameters: parameters, core: core, smoothed: calm, measured: smoothed, activities: shown,
            moving: core.finisher.moving(activities, day.rests), simplified: simplified,
            steps: core.finisher.steps(outsideRidesOf: activities), day: day)
    }

    /// Returns an inquiry about the day of a run. O(n), plus another run for a long recording, whose input is not kept.
    public func inquiry(about run: SessionRun) -> DayInquiry {
        guard run.core.finisher.hasMaterial else {
            let (material, parameters) = TrackFinisher.material(of: recording.events, parameters: run.parameters)
            return DayInquiry(material, parameters: parameters)
        }
        let final = finalParameters(startingWith: run.parameters)
        let material = run.core.finisher.material(
            along: run.measuredTrack, activities: run.core.finisher.stretches(final))
        return DayInquiry(material, parameters: final.day)
    }

    /// Returns the activities of the last run if they have the same input, which most parameters do not affect;
    /// comparing it is cheaper than determining activities.
    private func knownStretches(of core: CoreRun, _ parameters: Parameters) -> [ActivityEstimate]? {
        guard let last = lastStretches, last.parameters == parameters.activity,
            last.silences == parameters.outages.silences, last.windows == core.finisher.activities
        else { return nil }
        return last.stretches
    }

    /// The minimum number of fixes, as a multiple of those of an excerpt, for which a preview of it is worthwhile.
    private static let longEnoughForExcerpt = 4

    /// Computes only the tracks, and only where the user looks: a first picture for many hours of fixes.
    /// - Parameters:
    ///   - parameters: The parameters to start with.
    ///   - gaze: What the user looks at; evaluated only if nothing else rules out the run.
    ///   - shown: The displayed run, whose other results are used.
    ///   - isCancelled: Called every few hundred events; the run is cancelled if it returns true.
    /// - Returns: The run, marked as a preview; `nil` if the complete run is as fast, if its tracks are cached, if it
    ///   needs the motion samples, if the recording changes parameters, if nothing is visible, or if the run was
    ///   cancelled.
    public func excerpt(
        _ parameters: Parameters, at gaze: @autoclosure () -> Gaze, over shown: SessionRun,
        isCancelled: () -> Bool = { false }
    ) -> SessionRun? {
        guard shown.core.hasSensing(for: parameters), recordedParameters.isEmpty,
            !smoothed.contains(SmootherInput(parameters)),
            shown.core.fixes.count >= Self.longEnoughForExcerpt * ExcerptRun.longest,
            let run = ExcerptRun(
                recording, parameters: parameters, at: gaze(), over: shown, isCancelled: isCancelled)
        else { return nil }
        let simplified = TrackFinisher.simplify(run.smoothed, activities: shown.activities, parameters: parameters)
        return shown.showing(run, simplified, of: parameters)
    }

    /// Returns the parameters at the end of the recording, after all its parameter events.
    private func finalParameters(startingWith parameters: Parameters) -> Parameters {
        var final = parameters
        for values in recordedParameters { final.apply(values) }
        return final
    }

    private static func parameterEvents(of recording: Recording) -> [[String: ParameterValue]] {
        recording.events.wholeEvents.compactMap { event in
            guard case .parameters(let values) = event.payload else { return nil }
            return values
        }
    }
}

/// The input of the pass that smooths the track.
private struct SmootherInput: Sendable, Hashable {
    var streaming: StreamingParameters
    var smoother: TrackSmoother.Parameters

    init(_ parameters: Parameters) { (streaming, smoother) = (parameters.streaming, parameters.smoother) }
}

/// The input for segmenting the day.
private struct DayInput: Sendable, Hashable {
    var track: SmootherInput
    var day: DayParameters

    init(_ parameters: Parameters) { (track, day) = (SmootherInput(parameters), parameters.day) }
}
