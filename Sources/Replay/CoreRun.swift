public import FusionCore
import Geometry
import SensorModel

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
    /// The conclusions of sensing, for other runs; `nil` if it is not kept.
    private var record: SensingRecord?

    /// Runs a recording, with the steps and activities of another run of it, and with that run's conclusions from motion
    /// samples instead of the samples if the parameters of sensing are the same.
    /// - Parameters:
    ///   - recording: The recording to run.
    ///   - parameters: The parameters to start with.
    ///   - other: The other run, with the same parameters of steps and activities; `nil` to run everything.
    ///   - spacing: The number of copies of the core and their spacing.
    ///   - keepsRecord: Whether to keep what other runs can use.
    ///   - isThin: Whether to keep the positions without heights and velocities.
    ///   - isCancelled: Called every few thousand events; the run is cancelled if it returns true.
    /// - Returns: `nil` if the run was cancelled, or if it accepts other fixes than the other run, whose steps and
    ///   activities it then cannot use. O(events).
    public init?(
        _ recording: Recording, parameters: Parameters, replaying other: CoreRun? = nil,
        spacing: Checkpoints.Spacing = .init(), keepsRecord: Bool = true, isThin: Bool = false,
        isCancelled: () -> Bool = { false }
    ) {
        // Reserves space for every fix, because growing a column copies it repeatedly.
        let fixCount = recording.events.fixCount
        var columns = other.map(Columns.init(like:)) ?? Columns(recording.events)
        columns.reserveCapacity(fixes: fixCount)
        var finisher = TrackFinisher(fixes: fixCount, isThin: isThin, activities: other?.finisher.activities)
        let knowsMotion = other?.hasSensing(for: parameters) == true
        if knowsMotion, let other { finisher.adoptEvents(of: other.finisher) }
        let known = knowsMotion ? other?.record : other?.record?.withoutMotion
        var record = known ?? SensingRecord(fixes: keepsRecord ? fixCount : 0, hasSamples: recording.events.hasSamples)
        var playback = known.map { SensingRecord.Playback($0, leavesOutMotion: knowsMotion) }
        var begin = FusionCore(parameters: parameters)
        playback?.start(&begin)
        var count = 0
        let checkpoints = Checkpoints(recording, only: playback?.events, core: begin, spacing: spacing) {
            index, event, core in
            guard !count.isMultiple(of: Self.breath) || !isCancelled() else { return false }
            count += 1
            playback?.prepare(&core, for: index)
            finisher.consume(event, with: &core) { columns.consume($0) }
            if keepsRecord { record.append(conclusionsOf: &core, at: index, event.payload) }
            guard case .fix(let fix) = event.payload else { return true }
            columns.consume(core.latest.verdict, hasPlace: fix.coordinate?.isValid == true, event: index)
            return playback?.agrees(with: &core) ?? true
        }
        guard var checkpoints else { return nil }
        if let other {
            guard checkpoints.interval == other.checkpoints.interval else { return nil }
            checkpoints.adopt(other.checkpoints, motion: knowsMotion)
        }
        self.init(parameters, columns, checkpoints, finisher, keepsRecord ? record : nil)
    }

    /// Returns a playback of what sensing concluded in the run, from an event; `nil` without a record.
    func playback(from event: Int) -> SensingRecord.Playback? { record.map { SensingRecord.Playback($0, from: event) } }

    /// Returns whether the run has a record of steps and activities that parameters do not affect.
    func hasGait(for parameters: Parameters) -> Bool {
        record != nil && self.parameters.streaming.gait == parameters.streaming.gait
    }

    /// Returns whether the run has a record of steps, activities, and motion samples, if there are any, that parameters
    /// do not affect.
    func hasSensing(for parameters: Parameters) -> Bool {
        hasGait(for: parameters) && self.parameters.streaming.sensing == parameters.streaming.sensing
    }

    private init(
        _ parameters: Parameters, _ columns: Columns, _ checkpoints: Checkpoints, _ finisher: TrackFinisher,
        _ record: SensingRecord?
    ) {
        self.parameters = parameters
        self.checkpoints = checkpoints
        self.finisher = finisher
        self.record = record
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
        record = nil
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
        mutating func consume(_ estimate: Estimate) {
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
        mutating func consume(_ verdict: FixVerdict?, hasPlace: Bool, event: Int) {
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
