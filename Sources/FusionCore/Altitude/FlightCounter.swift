import Glibc

/// Counts flights of stairs and storeys by lift from height, with what steps and speed say about how it was won.
///
/// Stairs count as they are climbed. A lift counts when it has stopped: a hill by car continues, or a receiver has said
/// by then that one drives.
struct FlightCounter: Sendable, Hashable {
    /// What else is known at a height.
    struct Context: Sendable, Hashable {
        /// Steps since start; nil if nothing could count them.
        var steps: Int?
        /// True while riding.
        var isInVehicle: Bool
        /// True if a receiver lately said a speed that no lift has.
        var wasFast: Bool
        /// The size of the user acceleration, m/s^2; nil without an accelerometer.
        var shaking: Double?
    }

    /// Flights upward.
    private(set) var up = 0
    /// Flights downward.
    private(set) var down = 0
    private var level: Double?
    private var height = 0.0
    private var time = 0.0
    private var speed = 0.0
    private var levelTime = 0.0
    private var climb = Climb()
    private var context: Context?

    /// The climb under way: since one was last near the level.
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
    ///   - height: Metres.
    ///   - time: Seconds since any fixed moment; one before the last means that the clock was set.
    ///   - storey: Metres of a flight here.
    ///   - context: What else is known.
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
        // A second of smoothing: the height itself is smooth already.
        speed += (1 - exp(-elapsed)) * ((new - height) / elapsed - speed)
        (height, time) = (new, now)
        var reference = old
        let isLevel = abs(speed) < parameters.levelSpeed
        levelTime = isLevel ? levelTime + elapsed : 0
        // A whole flight waits for its judgement; less than one is weather or a ramp, and fades.
        if isLevel, abs(new - reference) < parameters.flightShare * storey {
            reference += (1 - exp(-elapsed / parameters.levelTime)) * (new - reference)
        }
        follow(gain: new - reference, elapsed, storey: storey, context, parameters)
        level = settle(reference, storey: storey, context, parameters)
    }

    /// Returns the counter as it would be had the height stayed from now on: a lift ride that a recording's end cut off
    /// is counted in it.
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

    /// Returns the level from which the next flight counts.
    private mutating func settle(
        _ reference: Double, storey: Double, _ context: Context, _ parameters: Altimeter.Parameters
    ) -> Double {
        var reference = reference
        let isUpward = height > reference
        var gain: Double { isUpward ? height - reference : reference - height }
        guard gain >= parameters.flightShare * storey else { return reference }
        // All flights of a climb are judged by the whole of it.
        switch gain < Self.mostFlights * storey ? judge(gain, context, parameters) : .hill {
        case .undecided: return reference
        // What was won neither on foot nor by lift is a hill, or weather: no flight, and the level is here.
        case .hill:
            climb = Climb(start: time, steps: context.steps ?? 0)
            return height
        case .flight:
            while gain >= parameters.flightShare * storey { reference += count(isUpward, storey) }
            return reference
        }
    }

    /// More flights than any climb or lift has: whatever height and storey are told, counting ends.
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
        // Where nothing counts steps, a steady climb that stops may have been stairs.
        let mayBeStairs = context.steps == nil && !climb.wasFast && gain / duration >= parameters.stairSpeed
        return mayBeStairs ? .flight : .hill
    }
}
