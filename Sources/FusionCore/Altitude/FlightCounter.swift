import Glibc

/// Counts flights of stairs and storeys climbed by lift, from height, steps, and speed.
///
/// Stairs count while they are climbed. A lift ride counts after it has stopped: by then, a car on a hill has continued
/// to climb or the receiver has reported the speed of a vehicle.
struct FlightCounter: Sendable, Hashable {
    /// The other inputs at the time of a height.
    struct Context: Sendable, Hashable {
        /// The steps since the start; `nil` if they cannot be counted.
        var steps: Int?
        /// True during a ride.
        var isInVehicle: Bool
        /// True if the receiver recently reported a speed beyond that of a lift.
        var wasFast: Bool
        /// The magnitude of the user acceleration, in m/s^2; `nil` without an accelerometer.
        var shaking: Double?
    }

    /// The number of flights upwards.
    private(set) var up = 0
    /// The number of flights downwards.
    private(set) var down = 0
    private var level: Double?
    private var height = 0.0
    private var time = 0.0
    private var speed = 0.0
    private var levelTime = 0.0
    private var climb = Climb()
    private var context: Context?

    /// The current climb, since the user was last near the level.
    private struct Climb: Sendable, Hashable {
        var start = 0.0
        var steps = 0
        var liftTime = 0.0
        var shaking = 0.0
        var samples = 0.0
        var wasFast = false
    }

    /// Processes a height.
    /// - Parameters:
    ///   - height: The height in metres.
    ///   - time: The time in seconds since any fixed moment. A time before the last one means that the clock was set.
    ///   - storey: The height of a flight here, in metres.
    ///   - context: The other inputs.
    mutating func update(
        height new: Double, at now: Double, storey: Double, _ context: Context, _ parameters: Altimeter.Parameters
    ) {
        self.context = context
        guard let old = level else { return restart(at: new, now, context) }
        let elapsed = now - time
        guard elapsed != 0 else { return }
        guard elapsed > 0, elapsed <= parameters.gap, !context.isInVehicle else {
            return restart(at: new, now, context)
        }
        // A second of smoothing suffices, since the height is already smooth.
        speed += (1 - exp(-elapsed)) * ((new - height) / elapsed - speed)
        (height, time) = (new, now)
        var reference = old
        let isLevel = abs(speed) < parameters.levelSpeed
        levelTime = isLevel ? levelTime + elapsed : 0
        // A whole flight awaits its classification; smaller changes are weather or a ramp, and fade.
        if isLevel, abs(new - reference) < parameters.flightShare * storey {
            reference += (1 - exp(-elapsed / parameters.levelTime)) * (new - reference)
        }
        follow(gain: new - reference, elapsed, storey: storey, context, parameters)
        level = settle(reference, storey: storey, context, parameters)
    }

    /// Returns the counter for a height that stays constant from now on, which counts a lift ride cut off by the end of
    /// a recording.
    func ended(storey: Double, _ parameters: Altimeter.Parameters) -> FlightCounter {
        guard let level, let context, !context.isInVehicle else { return self }
        var ended = self
        ended.levelTime = max(levelTime, parameters.liftStop)
        ended.level = ended.settle(level, storey: storey, context, parameters)
        return ended
    }

    private mutating func restart(at height: Double, _ now: Double, _ context: Context) {
        (level, self.height, time, speed, levelTime) = (height, height, now, 0, 0)
        climb = Climb(start: now, steps: context.steps ?? 0)
    }

    private mutating func follow(
        gain: Double, _ elapsed: Double, storey: Double, _ context: Context, _ parameters: Altimeter.Parameters
    ) {
        guard abs(gain) >= parameters.nearShare * storey else {
            climb = Climb(start: time, steps: context.steps ?? 0)
            return
        }
        if abs(speed) >= parameters.liftSpeed { climb.liftTime += elapsed }
        if context.wasFast { climb.wasFast = true }
        if let shaking = context.shaking {
            climb.shaking += shaking
            climb.samples += 1
        }
    }

    /// Returns the reference level of the next flight.
    private mutating func settle(
        _ reference: Double, storey: Double, _ context: Context, _ parameters: Altimeter.Parameters
    ) -> Double {
        var reference = reference
        let isUpward = height > reference
        var gain: Double { isUpward ? height - reference : reference - height }
        guard gain >= parameters.flightShare * storey else { return reference }
        // All flights of a climb are classified together.
        switch gain < Self.mostFlights * storey ? judge(gain, context, parameters) : .hill {
        case .undecided: return reference
        // A height gained neither on foot nor by lift is a hill or weather: it adds no flight, and the level starts
        // here.
        case .hill:
            climb = Climb(start: time, steps: context.steps ?? 0)
            return height
        case .flight:
            while gain >= parameters.flightShare * storey { reference += count(isUpward, storey) }
            return reference
        }
    }

    /// More flights than any climb or lift ride has; bounds the counting for any height and storey.
    private static let mostFlights = 1_000.0

    private mutating func count(_ isUpward: Bool, _ storey: Double) -> Double {
        if isUpward { up += 1 } else { down += 1 }
        return isUpward ? storey : -storey
    }

    private enum Judgement { case flight, hill, undecided }

    private func judge(_ gain: Double, _ context: Context, _ parameters: Altimeter.Parameters) -> Judgement {
        let duration = max(time - climb.start, 0.1)
        if let steps = context.steps, Double(steps - climb.steps) >= parameters.fewestSteps {
            return gain / duration >= parameters.stairSpeed ? .flight : .hill
        }
        guard levelTime >= parameters.liftStop else {
            return duration > parameters.longestLift ? .hill : .undecided
        }
        let isQuiet = climb.samples == 0 || climb.shaking / climb.samples <= parameters.liftQuiet
        if climb.liftTime >= parameters.liftTime, isQuiet, !climb.wasFast { return .flight }
        // If steps are not counted, a steady climb that stops may have been stairs.
        let mayBeStairs = context.steps == nil && !climb.wasFast && gain / duration >= parameters.stairSpeed
        return mayBeStairs ? .flight : .hill
    }
}
