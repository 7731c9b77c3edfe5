import FusionCore
import SensorModel

/// All estimates of a finished run.
struct Conclusions: Sendable {
    /// The estimates of motion sensors to keep.
    struct Options: OptionSet, Sendable {
        let rawValue: Int32
        /// Attitude and gravity for every motion sample.
        static let motion = Options(rawValue: 1)
        /// Attitude and gravity for every motion sample, with hindsight.
        static let smoothedMotion = Options(rawValue: 2)
        /// All options.
        static let all: Options = [.motion, .smoothedMotion]
    }

    private(set) var verdicts: [FixVerdict] = []
    private(set) var positions = PositionTrack()
    private(set) var speeds = SpeedTrack()
    private(set) var steps: [StepEstimate] = []
    private(set) var altitudes: [AltitudeEstimate] = []
    private(set) var statuses: [StatusEstimate] = []
    private(set) var workouts: [WorkoutEstimate] = []
    private(set) var attitudes: [AttitudeEstimate] = []
    private(set) var gravities: [GravityEstimate] = []
    private(set) var smoothedAttitudes: [AttitudeEstimate] = []
    private(set) var smoothedGravities: [GravityEstimate] = []
    /// The results of the passes over the whole session.
    let track: FinishedTrack

    /// Runs the core over a session, as `odographctl run` does.
    /// - Throws: ``CoreError`` for an invalid value.
    init(_ events: EventMerge, parameters: Parameters, options: Options) throws(CoreError) {
        var core = FusionCore(parameters: parameters)
        core.tellsMotion = options.contains(.motion)
        var finisher = TrackFinisher(fixes: events.fixCount)
        var kept = Kept()
        kept.reserveCapacity(events.fixCount)
        try events.forEach { event in
            finisher.consume(event, with: &core) { kept.note($0) }
        }
        if !kept.areVerdictsOrdered { kept.verdicts.sort { $0.time < $1.time } }
        track = finisher.finish(core)
        verdicts = kept.verdicts
        positions = kept.positions
        speeds = kept.speeds
        steps = kept.steps
        altitudes = kept.altitudes
        statuses = kept.statuses
        workouts = kept.workouts
        attitudes = kept.attitudes
        gravities = kept.gravities
        guard options.contains(.smoothedMotion) else { return }
        var hindsight = HindsightAttitude()
        try events.forEach { hindsight.note($0) }
        hindsight.finish(parameters: parameters) { attitude, gravity in
            smoothedAttitudes.append(attitude)
            smoothedGravities.append(gravity)
        }
    }

    /// The live estimates to keep.
    private struct Kept {
        var verdicts: [FixVerdict] = []
        var areVerdictsOrdered = true
        var positions = PositionTrack()
        var speeds = SpeedTrack()
        var steps: [StepEstimate] = []
        var altitudes: [AltitudeEstimate] = []
        var statuses: [StatusEstimate] = []
        var workouts: [WorkoutEstimate] = []
        var attitudes: [AttitudeEstimate] = []
        var gravities: [GravityEstimate] = []

        mutating func reserveCapacity(_ fixes: Int) {
            verdicts.reserveCapacity(fixes)
            positions.reserveCapacity(fixes)
            speeds.reserveCapacity(fixes)
        }

        @inline(__always)
        mutating func note(_ estimate: Estimate) {
            switch estimate {
            case .verdict(let verdict):
                if let last = verdicts.last, verdict.time < last.time { areVerdictsOrdered = false }
                verdicts.append(verdict)
            case .position(let position): positions.append(position)
            case .speed(let speed): speeds.append(speed)
            case .step(let step): steps.append(step)
            case .altitude(let altitude): altitudes.append(altitude)
            case .status(let status): statuses.append(status)
            case .workout(let workout): workouts.append(workout)
            case .attitude(let attitude): attitudes.append(attitude)
            case .gravity(let gravity): gravities.append(gravity)
            // The activities of a finished session are determined with hindsight.
            case .activity: break
            }
        }
    }
}
