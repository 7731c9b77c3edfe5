public import FusionCore
import Geodesy
import SensorModel

/// What the core concluded of a recording with one set of parameters, in columns in the order of emission.
///
/// Attitude and gravity come with every motion sample and are not kept: ``checkpoints`` give them at any instant.
public struct CoreRun: Sendable {
    /// The parameters that the run began with.
    public let parameters: Parameters
    /// The fixes that have a place, with what became of them.
    public private(set) var fixes: RecordedFixes
    /// Fix attempts, those without a place among them.
    public private(set) var attemptCount = 0
    /// Fix attempts not taken, by reason.
    public private(set) var rejected: [FixVerdict.Rejection: Int] = [:]
    /// Speeds.
    public private(set) var speeds = SpeedTrack()
    /// Activities.
    public private(set) var activities: [ActivityEstimate] = []
    /// Steps.
    public private(set) var steps: [StepEstimate] = []
    /// Altitudes from air pressure.
    public private(set) var altitudes: [AltitudeEstimate] = []
    /// Messages.
    public private(set) var statuses: [StatusEstimate] = []
    /// Copies of the core, for any instant.
    public private(set) var checkpoints: Checkpoints
    private(set) var finisher: TrackFinisher
    private var gait: GaitRecord?

    /// Runs a recording.
    /// - Parameters:
    ///   - recording: What to run.
    ///   - parameters: The parameters to start with.
    ///   - spacing: How many copies of the core to keep.
    ///   - keepsGait: Whether what steps and activities told is kept for other runs.
    ///   - isCancelled: Asked every few thousand events; the run gives up where it says so.
    /// - Returns: nil if it was cancelled. O(events).
    public init?(
        _ recording: Recording, parameters: Parameters, spacing: Checkpoints.Spacing = .init(),
        keepsGait: Bool = true, isCancelled: () -> Bool = { false }
    ) {
        // Room for every fix at once: a column that grows is copied again and again.
        let fixCount = recording.events.fixCount
        var columns = Columns(recording.events)
        columns.reserveCapacity(fixes: fixCount)
        var finisher = TrackFinisher(fixes: fixCount)
        var gait = GaitRecord(fixes: keepsGait ? fixCount : 0)
        let checkpoints = Checkpoints(
            recording, parameters: parameters, spacing: spacing,
            begin: {
                $0.tellsMotion = false
                if keepsGait { GaitRecord.begin(&$0) }
            }
        ) { index, event, core in
            guard !index.isMultiple(of: Self.breath) || !isCancelled() else { return false }
            finisher.consume(event, with: &core) { columns.note($0) }
            var isFix = false
            if case .fix(let fix) = event.payload {
                isFix = true
                columns.note(core.latest.verdict, hasPlace: fix.coordinate?.isValid == true, event: index)
            }
            if keepsGait { gait.note(&core, at: index, isFix: isFix) }
            return true
        }
        guard var checkpoints else { return nil }
        checkpoints.endRecord()
        self.init(parameters, columns, checkpoints, finisher, keepsGait ? gait : nil)
    }

    /// Runs a recording with what another run of it has told of steps and activities.
    /// - Returns: nil if it was cancelled, or where it takes other fixes than that run, so that its steps and
    ///   activities may be others, too. O(events).
    init?(
        _ recording: Recording, parameters: Parameters, like other: CoreRun, spacing: Checkpoints.Spacing,
        isCancelled: () -> Bool
    ) {
        guard let gait = other.gait else { return nil }
        let fixCount = recording.events.fixCount
        var columns = Columns(like: other)
        columns.reserveCapacity(fixes: fixCount)
        var finisher = TrackFinisher(fixes: fixCount, activities: other.finisher.activities)
        var playback = GaitPlayback(gait)
        let checkpoints = Checkpoints(
            recording, parameters: parameters, spacing: spacing,
            begin: {
                $0.tellsMotion = false
                GaitPlayback.begin(&$0)
            }
        ) { index, event, core in
            guard !index.isMultiple(of: Self.breath) || !isCancelled() else { return false }
            playback.prepare(&core, for: index)
            finisher.consume(event, with: &core) { columns.note($0) }
            guard case .fix(let fix) = event.payload else { return true }
            columns.note(core.latest.verdict, hasPlace: fix.coordinate?.isValid == true, event: index)
            return playback.agrees(with: &core)
        }
        guard var checkpoints, checkpoints.interval == other.checkpoints.interval else { return nil }
        checkpoints.adoptGait(of: other.checkpoints)
        self.init(parameters, columns, checkpoints, finisher, gait)
    }

    private init(
        _ parameters: Parameters, _ columns: Columns, _ checkpoints: Checkpoints, _ finisher: TrackFinisher,
        _ gait: GaitRecord?
    ) {
        self.parameters = parameters
        self.checkpoints = checkpoints
        self.finisher = finisher
        self.gait = gait
        fixes = columns.fixes
        attemptCount = columns.attemptCount
        rejected = columns.rejected
        speeds = columns.speeds
        activities = columns.activities
        steps = columns.steps
        altitudes = columns.altitudes
        statuses = columns.statuses
    }

    /// Events between two questions whether to continue.
    private static let breath = 4_096

    /// Forgets what only the passes read, and other runs, and heights and velocities along the track.
    mutating func thin() {
        finisher.thin()
        gait = nil
        speeds = speeds.sharing(finisher.filtered.times)
    }

    /// Filtered positions.
    public var positions: PositionTrack { finisher.filtered }
    /// The core after the last event.
    public var last: FusionCore { checkpoints.last }

    /// What is kept of a run while it continues.
    private struct Columns {
        var fixes: RecordedFixes
        var attemptCount = 0
        var rejected: [FixVerdict.Rejection: Int] = [:]
        var speeds = SpeedTrack()
        var activities: [ActivityEstimate] = []
        var steps: [StepEstimate] = []
        var altitudes: [AltitudeEstimate] = []
        var statuses: [StatusEstimate] = []
        /// True if fixes, steps and activities are those of another run, but for what became of each fix.
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
            default: break
            }
        }

        /// Takes what became of a fix attempt; `hasPlace` is true of one that lies somewhere.
        @inline(__always)
        mutating func note(_ verdict: FixVerdict?, hasPlace: Bool, event: Int) {
            guard let verdict else { return }
            attemptCount += 1
            if let rejection = verdict.rejection { rejected[rejection, default: 0] += 1 }
            guard hasPlace else { return }
            if isLikeAnother {
                fixes.set(verdict.rejection, at: place)
                place += 1
            } else {
                fixes.append(event: event, rejection: verdict.rejection)
            }
        }
    }
}
