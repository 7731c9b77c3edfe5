public import FusionCore
import Geometry
import SensorModel

extension FusionCore {
    /// Returns whether dead reckoning may have affected an estimate, live or in hindsight.
    func hasReckoned(for parameters: Parameters) -> Bool {
        hasReckoned || longestSilence > TrackFinisher.longestUnreckoned(parameters.smoother)
    }
}

/// The record of motion samples of a run while it continues.
private struct MotionRecording {
    private(set) var record = MotionRecord()
    private var hasSample = false

    /// Begins a record; `nil` if there are no motion samples, or if the recording changes parameters or restarts the
    /// core, after which a record would have to start again.
    init?(_ recording: Recording) {
        let isPlain = recording.events.wholeEvents.allSatisfy { event in
            switch event.payload {
            case .parameters, .reset: false
            default: true
            }
        }
        guard isPlain, recording.events.hasSamples else { return nil }
    }

    /// Adds the conclusions of a core that has just consumed an event. The first sample may be the first event of the
    /// session's time, and is kept.
    @inline(__always)
    mutating func note(_ core: borrowing FusionCore, at index: Int, of event: SensorEvent) {
        let isSample = event.payload.isMotionSample
        record.note(core, at: index, isSample: isSample && hasSample)
        hasSample = hasSample || isSample
    }
}

/// The estimates of the core from a recording with a set of parameters, stored in columns in the order of emission.
///
/// Attitude and gravity come with every motion sample and are not stored; ``checkpoints`` give them at any instant.
public struct CoreRun: Sendable {
    /// The parameters at the start of the run.
    public let parameters: Parameters
    /// The fixes with a coordinate, and their verdicts.
    public private(set) var fixes: RecordedFixes
    /// The number of fix attempts, including those without a coordinate.
    public private(set) var attemptCount = 0
    /// The number of rejected fix attempts, by reason.
    public private(set) var rejected: [FixVerdict.Rejection: Int] = [:]
    /// The displayed speeds, in the order of emission.
    public private(set) var speeds = SpeedTrack()
    /// The activities that were inferred live.
    public private(set) var activities: [ActivityEstimate] = []
    /// The counted steps, including those of rides.
    public private(set) var steps: [StepEstimate] = []
    /// The altitudes from air pressure.
    public private(set) var altitudes: [AltitudeEstimate] = []
    /// The status messages.
    public private(set) var statuses: [StatusEstimate] = []
    /// The copies of the core, for seeking to any instant.
    public private(set) var checkpoints: Checkpoints
    var finisher: TrackFinisher
    private var gait: GaitRecord?
    private var motion: MotionRecord?
    /// False if the trails of dead reckoning are missing.
    private var hasTrails = true

    /// Runs a recording.
    /// - Parameters:
    ///   - recording: The recording to run.
    ///   - parameters: The parameters to start with.
    ///   - spacing: The number of copies of the core and their spacing.
    ///   - keepsGait: Whether to keep the steps and activities for other runs.
    ///   - isThin: Whether to keep the positions without heights and velocities.
    ///   - isCancelled: Called every few thousand events; the run is cancelled if it returns true.
    /// - Returns: `nil` if the run was cancelled. O(events).
    public init?(
        _ recording: Recording, parameters: Parameters, spacing: Checkpoints.Spacing = .init(),
        keepsGait: Bool = true, isThin: Bool = false, isCancelled: () -> Bool = { false }
    ) {
        // Reserves space for every fix, because growing a column copies it repeatedly.
        let fixCount = recording.events.fixCount
        var columns = Columns(recording.events)
        columns.reserveCapacity(fixes: fixCount)
        var finisher = TrackFinisher(fixes: fixCount, isThin: isThin)
        var gait = GaitRecord(fixes: keepsGait ? fixCount : 0)
        var motion = keepsGait ? MotionRecording(recording) : nil
        let checkpoints = Checkpoints(
            recording, core: FusionCore(parameters: parameters), spacing: spacing
        ) { index, event, core in
            guard !index.isMultiple(of: Self.breath) || !isCancelled() else { return false }
            finisher.consume(event, with: &core) { columns.note($0) }
            var isFix = false
            if case .fix(let fix) = event.payload {
                isFix = true
                columns.note(core.latest.verdict, hasPlace: fix.coordinate?.isValid == true, event: index)
            }
            if keepsGait { gait.note(core, at: index, isFix: isFix) }
            motion?.note(core, at: index, of: event)
            return true
        }
        guard let checkpoints else { return nil }
        self.init(parameters, columns, checkpoints, finisher, keepsGait ? gait : nil, motion?.record)
    }

    /// Runs a recording with the steps and activities of another run of it, and, if requested, with that run's conclusions
    /// from motion samples instead of the samples.
    /// - Parameters:
    ///   - recording: The recording to run.
    ///   - parameters: The parameters to start with.
    ///   - other: The other run.
    ///   - leavesOutMotion: Whether to leave out the motion samples.
    ///   - spacing: The number of copies of the core and their spacing.
    ///   - isPreview: Whether the result may differ in what depends on dead reckoning and on other fixes.
    ///   - isCancelled: Called every few thousand events; the run is cancelled if it returns true.
    /// - Returns: `nil` if the run was cancelled, if the other run has no record for these parameters, or if the result
    ///   would differ from that of a run without records, for example because it accepts other fixes. O(events).
    init?(
        _ recording: Recording, parameters: Parameters, replaying other: CoreRun, leavesOutMotion: Bool,
        spacing: Checkpoints.Spacing, isPreview: Bool = false, isCancelled: () -> Bool
    ) {
        let endsAtReckoning = leavesOutMotion && !isPreview
        guard other.gait != nil, !leavesOutMotion || other.hasRecord(for: parameters),
            !endsAtReckoning || !other.last.hasReckoned(for: parameters)
        else { return nil }
        let fixCount = recording.events.fixCount
        var columns = Columns(like: other)
        columns.reserveCapacity(fixes: fixCount)
        var finisher = TrackFinisher(fixes: fixCount, activities: other.finisher.activities)
        if leavesOutMotion { finisher.adoptEvents(of: other.finisher) }
        var motion = leavesOutMotion ? nil : MotionRecording(recording)
        var playback = RecordPlayback(other.gait, leavesOutMotion ? other.motion : nil)
        var begin = FusionCore(parameters: parameters)
        playback.start(&begin)
        var count = 0
        let checkpoints = Checkpoints(recording, only: playback.events, core: begin, spacing: spacing) {
            index, event, core in
            guard !count.isMultiple(of: Self.breath) || !isCancelled() else { return false }
            count += 1
            playback.prepare(&core, for: index)
            finisher.consume(event, with: &core) { columns.note($0) }
            motion?.note(core, at: index, of: event)
            if case .fix(let fix) = event.payload {
                columns.note(core.latest.verdict, hasPlace: fix.coordinate?.isValid == true, event: index)
                guard playback.agrees(with: core) || isPreview else { return false }
            }
            return !endsAtReckoning || !core.hasReckoned(for: parameters)
        }
        guard var checkpoints, checkpoints.interval == other.checkpoints.interval else { return nil }
        checkpoints.adoptGait(of: other.checkpoints)
        if leavesOutMotion { checkpoints.adoptMotion(of: other.checkpoints) }
        self.init(
            parameters, columns, checkpoints, finisher, other.gait, leavesOutMotion ? other.motion : motion?.record)
        hasTrails = !leavesOutMotion
    }

    /// Returns a playback of the records of the run, from an event.
    func playback(from event: Int) -> RecordPlayback { RecordPlayback(gait, motion, from: event) }

    /// Returns whether the run has what a smoother with the given parameters needs.
    func serves(_ parameters: Parameters) -> Bool { hasTrails || !last.hasReckoned(for: parameters) }

    /// Returns whether the run has a record of steps, activities, and motion samples that parameters do not affect.
    func hasRecord(for parameters: Parameters) -> Bool {
        let (own, wanted) = (self.parameters.streaming, parameters.streaming)
        return gait != nil && motion != nil && own.gait == wanted.gait && own.sensing == wanted.sensing
    }

    private init(
        _ parameters: Parameters, _ columns: Columns, _ checkpoints: Checkpoints, _ finisher: TrackFinisher,
        _ gait: GaitRecord?, _ motion: MotionRecord?
    ) {
        self.parameters = parameters
        self.checkpoints = checkpoints
        self.finisher = finisher
        self.gait = gait
        self.motion = motion
        fixes = columns.fixes
        attemptCount = columns.attemptCount
        rejected = columns.rejected
        speeds = columns.speeds.sharing(finisher.filtered.times)
        activities = columns.activities
        steps = columns.steps
        altitudes = columns.altitudes
        statuses = columns.statuses
    }

    /// The number of events between two checks for cancellation.
    private static let breath = 4_096

    /// Discards the data that only the passes and other runs need, and the track's heights and velocities.
    mutating func thin() {
        finisher.thin()
        gait = nil
        motion = nil
    }

    /// The positions after the forward pass.
    public var positions: PositionTrack { finisher.filtered }
    /// The core after the last event.
    public var last: FusionCore { checkpoints.last }

    /// The estimates to store while a run continues.
    private struct Columns {
        var fixes: RecordedFixes
        var attemptCount = 0
        var rejected: [FixVerdict.Rejection: Int] = [:]
        var speeds = SpeedTrack()
        var activities: [ActivityEstimate] = []
        var steps: [StepEstimate] = []
        var altitudes: [AltitudeEstimate] = []
        var statuses: [StatusEstimate] = []
        /// True if fixes, steps, and activities are copied from another run, and only the verdicts on fixes are set.
        private var isLikeAnother = false
        private var place = 0

        init(_ events: EventColumns) { fixes = RecordedFixes(events) }

        init(like other: CoreRun) {
            isLikeAnother = true
            fixes = other.fixes
            steps = other.steps
            activities = other.activities
        }

        mutating func reserveCapacity(fixes count: Int) {
            if !isLikeAnother { fixes.reserveCapacity(count) }
            speeds.reserveCapacity(count)
        }

        @inline(__always)
        mutating func note(_ estimate: Estimate) {
            switch estimate {
            case .speed(let speed): speeds.append(speed)
            case .step(let step): if !isLikeAnother { steps.append(step) }
            case .activity(let activity): if !isLikeAnother { activities.append(activity) }
            case .altitude(let altitude): altitudes.append(altitude)
            case .status(let status): statuses.append(status)
            case .verdict(let verdict) where verdict.rejection == .unsettled:
                rejected[.unsettled, default: 0] += 1
                let known = 0..<(isLikeAnother ? place : fixes.count)
                if let index = known.last(where: { fixes.time(of: $0) == verdict.time }) {
                    fixes.set(.unsettled, at: index)
                }
            default: break
            }
        }

        /// Records the verdict on a fix attempt; `hasPlace` is true if the attempt has a valid coordinate.
        @inline(__always)
        mutating func note(_ verdict: FixVerdict?, hasPlace: Bool, event: Int) {
            guard let verdict else { return }
            attemptCount += 1
            if let rejection = verdict.rejection { rejected[rejection, default: 0] += 1 }
            guard hasPlace else { return }
            if isLikeAnother {
                fixes.set(verdict, at: place)
                place += 1
            } else {
                fixes.append(event: event, verdict)
            }
        }
    }
}
