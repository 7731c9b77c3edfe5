import Glibc
import NavigationMath
import SensorModel

/// Learns what the ways of carrying on have cost, by rehearsing them: for half a minute from a fix on, without the fixes in
/// between.
///
/// So the better way serves an outage, and its accuracy grows as its errors really do, whatever the reason: a device that lies
/// loose, a gyroscope that drifts, sensors that filter too much.
struct Rehearsal: Sendable, Hashable {
    /// What a velocity cost that turns with the gyroscope, and what the inertial way did.
    private(set) var turned = HoldingError.move
    private(set) var inertial = HoldingError.move
    private var run: Run?
    /// The integration that ``inertial`` was learned of.
    private var starts = 0

    /// How many times the squared error of a turned velocity is assumed of an integration that has shown nothing yet.
    private static let doubt = 2.0

    /// A rehearsal under way.
    private struct Run: Sendable, Hashable {
        var start: Instant
        /// Metres east and north, absolute.
        var place: SIMD2<Double>
        /// The inertial way without fixes; `nil` if there was none, or none any more.
        var inertial: VehicleInertial?
        /// The place at its start.
        var inertialStart: SIMD2<Double>
        var velocity: SIMD2<Double>
        /// Metres east and north of the start that the velocity led to, and when.
        var offset = SIMD2<Double>(0, 0)
        var time: Instant

        mutating func advance(to time: Instant) {
            guard time > self.time else { return }
            offset += velocity * (time - self.time)
            self.time = time
        }
    }

    /// The inertial way has cost no more than a velocity that turns.
    var prefersInertial: Bool { inertial.square <= turned.square }

    mutating func interrupt() { run = nil }

    /// Ends a rehearsal at a fix if it is due, and begins another one.
    mutating func note(place: SIMD2<Double>, velocity: SIMD2<Double>, inertial: VehicleInertial, at time: Instant) {
        if inertial.starts != starts {
            // A new integration has to show first that it is better.
            starts = inertial.starts
            self.inertial = HoldingError(Self.doubt * turned.square)
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
        let way = place - run.place
        turned.add(way - run.offset, after: elapsed)
        if let state = run.inertial?.state { inertial.add(way - (state.place - run.inertialStart), after: elapsed) }
    }

    /// Turns the rehearsed velocity by radians, clockwise positive.
    mutating func turn(by angle: Double, at time: Instant) {
        guard run != nil else { return }
        run?.advance(to: time)
        let (sine, cosine) = (sin(angle), cos(angle))
        if let velocity = run?.velocity {
            run?.velocity = SIMD2(velocity.x * cosine + velocity.y * sine, velocity.y * cosine - velocity.x * sine)
        }
    }

    /// Rehearses one sample; see ``VehicleInertial/add(force:rate:knownBias:isResting:at:)``.
    mutating func add(force: Vector3, rate: Vector3, bias: Vector3, isResting: Bool, at time: Instant) {
        run?.inertial?.add(force: force, rate: rate, knownBias: bias, isResting: isResting, at: time)
    }
}
