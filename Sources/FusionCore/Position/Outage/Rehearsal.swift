import Geometry
import SensorModel

/// Learns the errors of the methods of continuing without fixes, by applying them for half a minute at a time without
/// using the fixes in between.
///
/// The better method then serves an outage, and its stated accuracy grows as its errors do, whatever their cause: a
/// loose device, a gyroscope that drifts, or sensors with excessive filtering.
struct Rehearsal: Sendable, Hashable {
    /// The error of a velocity that turns with the gyroscope, and the error of inertial navigation.
    private(set) var turned = HoldingError.move
    private(set) var inertial = HoldingError.move
    private var run: Run?
    /// The number of the integration from which ``inertial`` was learned.
    private var starts = 0

    /// The initial squared error of a new integration, as a multiple of that of a turned velocity.
    private static let firstRatio = 2.0

    /// A rehearsal in progress.
    private struct Run: Sendable, Hashable {
        var start: Instant
        /// The place at the start, in metres east and north, independent of the plane's origin.
        var place: SIMD2<Double>
        /// Inertial navigation without fixes; `nil` if it was not running at the start.
        var inertial: VehicleInertial?
        /// The place of inertial navigation at the start.
        var inertialStart: SIMD2<Double>
        var velocity: SIMD2<Double>
        /// The offset from the start to which the velocity led, in metres east and north, and its time.
        var offset = SIMD2<Double>(0, 0)
        var time: Instant

        mutating func advance(to time: Instant) {
            guard time > self.time else { return }
            offset += velocity * (time - self.time)
            self.time = time
        }

        mutating func carry(_ motion: MotionIncrement, at time: Instant) {
            let turned = motion.turned(velocity)
            offset += turned.mean * max(0, time - self.time)
            (velocity, self.time) = (turned.end, max(self.time, time))
            inertial?.add(motion, at: time)
        }
    }

    /// True if inertial navigation has had no larger errors than a velocity that turns.
    var prefersInertial: Bool { inertial.square <= turned.square }

    mutating func interrupt() { run = nil }

    /// Ends a rehearsal at a fix if it is due, and starts another one.
    mutating func update(place: SIMD2<Double>, velocity: SIMD2<Double>, inertial: VehicleInertial, at time: Instant) {
        if inertial.starts != starts {
            // A new integration first has to prove better.
            starts = inertial.starts
            self.inertial = HoldingError(Self.firstRatio * turned.square)
        }
        if let run {
            let elapsed = time - run.start
            guard elapsed > HoldingError.enough else { return }
            if elapsed <= HoldingError.horizon + 1 { conclude(run, place: place, at: time) }
            self.run = nil
        }
        guard velocity.length > HeldVelocity.moving else { return }
        run = Run(
            start: time, place: place, inertial: inertial.state == nil ? nil : inertial,
            inertialStart: inertial.state?.place ?? SIMD2(0, 0), velocity: velocity, time: time)
    }

    private mutating func conclude(_ finished: Run, place: SIMD2<Double>, at time: Instant) {
        var run = finished
        run.advance(to: time)
        let elapsed = time - run.start
        let displacement = place - run.place
        turned.add(displacement - run.offset, after: elapsed)
        if let state = run.inertial?.state {
            inertial.add(displacement - (state.place - run.inertialStart), after: elapsed)
        }
    }

    /// Continues the rehearsal by the motion up to an instant. In place, because a rehearsal is large.
    mutating func carry(_ motion: MotionIncrement, at time: Instant) { run?.carry(motion, at: time) }
}
