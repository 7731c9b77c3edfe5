import Glibc
import NavigationMath

/// Remembers how fast one has been: who rides turns and brakes harder than who walks.
///
/// Where a receiver gives no speed nothing else tells how free the motion is. A pace is remembered over halts, so that a
/// car at a red light is not taken for a walker.
struct Pace: Sendable, Hashable {
    private var speed = Pace.usual

    /// The pace in m/s at which the process noise is the parameter itself.
    private static let usual = 6.0
    /// What the process noise of one at rest and of the fastest is of that.
    private static let (least, most) = (0.4, 1.5)

    /// Takes the filter's velocity in m/s and returns the factor of the process noise.
    mutating func update(velocity: SIMD2<Double>, dt: Double, memory: Double) -> Double {
        speed = max(velocity.length, speed * exp(-dt / memory))
        return min(Self.most, Self.least + (1 - Self.least) * speed / Self.usual)
    }
}
