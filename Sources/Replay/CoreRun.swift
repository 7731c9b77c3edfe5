public import FusionCore
public import Geodesy
public import SensorModel

/// A fix attempt of a recording that has a place.
public struct RecordedFix: Sendable, Hashable {
    /// The fix's own time.
    public var time: Instant
    /// The fix.
    public var coordinate: Coordinate
    /// Speed over ground in m/s.
    public var speed: Double?
    /// 1-sigma accuracy in metres, as the receiver states it.
    public var accuracy: Double?
    /// Altitude in metres.
    public var altitude: Double?
    /// Satellites used.
    public var satellites: Int?
    /// Why it was not taken; nil for an accepted fix.
    public var rejection: FixVerdict.Rejection?

    /// True where the track takes it.
    public var isAccepted: Bool { rejection == nil }
}

/// What the core concluded of a recording with one set of parameters, in columns in the order of emission.
///
/// Attitude and gravity come with every motion sample and are not kept: ``checkpoints`` give them at any instant.
public struct CoreRun: Sendable {
    /// The parameters that the run began with.
    public let parameters: Parameters
    /// The fixes that have a place, with what became of them.
    public private(set) var fixes: [RecordedFix] = []
    /// Fix attempts, those without a place among them.
    public private(set) var attemptCount = 0
    /// Fix attempts not taken, by reason.
    public private(set) var rejected: [FixVerdict.Rejection: Int] = [:]
    /// Speeds.
    public private(set) var speeds: [SpeedEstimate] = []
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

    /// Runs a recording.
    /// - Parameters:
    ///   - recording: What to run.
    ///   - parameters: The parameters to start with.
    ///   - spacing: How many copies of the core to keep.
    ///   - isCancelled: Asked every few thousand events; the run gives up where it says so.
    /// - Returns: nil where it was cancelled. O(events).
    public init?(
        _ recording: Recording, parameters: Parameters, spacing: Checkpoints.Spacing = .init(),
        isCancelled: () -> Bool = { false }
    ) {
        // Room for every fix at once: a column that grows is copied again and again.
        var columns = Columns()
        columns.reserveCapacity(fixes: recording.events.fixCount)
        var finisher = TrackFinisher(fixes: recording.events.fixCount)
        let checkpoints = Checkpoints(recording, parameters: parameters, spacing: spacing, isCancelled: isCancelled) {
            event, core in
            var fix: Fix?
            if case .fix(let reported) = event.payload { fix = reported }
            finisher.consume(event, with: &core) { columns.note($0, of: fix) }
        }
        guard let checkpoints else { return nil }
        self.parameters = parameters
        self.checkpoints = checkpoints
        self.finisher = finisher
        fixes = columns.fixes
        attemptCount = columns.attemptCount
        rejected = columns.rejected
        speeds = columns.speeds
        activities = columns.activities
        steps = columns.steps
        altitudes = columns.altitudes
        statuses = columns.statuses
    }

    /// Forgets what only the smoother reads.
    mutating func forgetFilterSteps() { finisher.forgetFilterSteps() }

    /// Filtered positions.
    public var positions: [PositionEstimate] { finisher.filtered }
    /// The core after the last event.
    public var last: FusionCore { checkpoints.last }

    private struct Columns {
        var fixes: [RecordedFix] = []
        var attemptCount = 0
        var rejected: [FixVerdict.Rejection: Int] = [:]
        var speeds: [SpeedEstimate] = []
        var activities: [ActivityEstimate] = []
        var steps: [StepEstimate] = []
        var altitudes: [AltitudeEstimate] = []
        var statuses: [StatusEstimate] = []

        mutating func reserveCapacity(fixes count: Int) {
            fixes.reserveCapacity(count)
            speeds.reserveCapacity(count)
        }

        mutating func note(_ estimate: Estimate, of fix: Fix?) {
            switch estimate {
            case .verdict(let verdict): note(verdict, of: fix)
            case .speed(let speed): speeds.append(speed)
            case .step(let step): steps.append(step)
            case .activity(let activity): activities.append(activity)
            case .altitude(let altitude): altitudes.append(altitude)
            case .status(let status): statuses.append(status)
            default: break
            }
        }

        private mutating func note(_ verdict: FixVerdict, of fix: Fix?) {
            attemptCount += 1
            if let rejection = verdict.rejection { rejected[rejection, default: 0] += 1 }
            guard let fix, let coordinate = fix.coordinate, coordinate.isValid else { return }
            fixes.append(
                RecordedFix(
                    time: verdict.time, coordinate: coordinate, speed: fix.speed, accuracy: fix.horizontalAccuracy,
                    altitude: fix.altitude, satellites: fix.satellites, rejection: verdict.rejection))
        }
    }
}
