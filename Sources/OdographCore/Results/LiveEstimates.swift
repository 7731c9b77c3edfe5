import FusionCore

/// The estimates that a run emits while it consumes events; the activities come with hindsight instead.
struct LiveEstimates: Sendable {
    private(set) var verdicts: [FixVerdict] = []
    private(set) var positions = PositionTrack()
    private(set) var speeds = SpeedTrack()
    private(set) var steps: [StepEstimate] = []
    private(set) var altitudes: [AltitudeEstimate] = []
    private(set) var statuses: [StatusEstimate] = []
    private(set) var workouts: [WorkoutEstimate] = []
    private(set) var attitudes: [AttitudeEstimate] = []
    private(set) var gravities: [GravityEstimate] = []
    private var areVerdictsOrdered = true
    private let keepsMotion: Bool

    /// Creates an empty collection.
    /// - Parameters:
    ///   - fixes: The number of fixes to reserve memory for.
    ///   - keepsMotion: Whether to keep attitude and gravity, which come with every motion sample.
    init(expectingFixes fixes: Int = 0, keepsMotion: Bool = true) {
        self.keepsMotion = keepsMotion
        verdicts.reserveCapacity(fixes)
        positions.reserveCapacity(fixes)
        speeds.reserveCapacity(fixes)
    }

    /// Adds an estimate.
    @inline(__always)
    mutating func consume(_ estimate: Estimate) {
        switch estimate {
        case .verdict(let verdict) where verdict.rejection == .unsettled:
            if let index = verdicts.lastIndex(where: { $0.time == verdict.time }) { verdicts[index] = verdict }
        case .verdict(let verdict):
            if let last = verdicts.last, verdict.time < last.time { areVerdictsOrdered = false }
            verdicts.append(verdict)
        case .position(let position): positions.append(position)
        case .speed(let speed): speeds.append(speed)
        case .step(let step): steps.append(step)
        case .altitude(let altitude): altitudes.append(altitude)
        case .status(let status): statuses.append(status)
        case .workout(let workout): workouts.append(workout)
        case .attitude(let attitude): if keepsMotion { attitudes.append(attitude) }
        case .gravity(let gravity): if keepsMotion { gravities.append(gravity) }
        case .activity: break
        }
    }

    /// Sorts the verdicts by time; those of several receivers can arrive in another order.
    mutating func sortVerdicts() {
        if !areVerdictsOrdered { verdicts.sort { $0.time < $1.time } }
    }
}
