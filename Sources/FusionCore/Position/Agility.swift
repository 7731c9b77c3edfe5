/// Learns how freely the speed changes just now, so that a steady walk is smoothed and a sharp turn is followed.
///
/// Successive receiver velocities differ by twice their noise and by what the acceleration did; what noise does not
/// explain is the acceleration's power. A change beyond chance counts at once, its absence only by and by.
public struct Agility: Sendable, Hashable {
    private var density = 0.0
    private var count = 0.0
    private var last: SIMD2<Double>?

    /// Makes one that has seen nothing.
    public init() {}

    /// Takes the velocity of the next fix, before the filter predicts to it, and returns the power density of the
    /// acceleration to predict with, in m^2/s^3.
    /// - Parameters:
    ///   - velocity: The receiver's velocity in m/s; nil where it gives none.
    ///   - dt: Seconds since the fix before.
    ///   - noise: Variance of each component of the velocity in m^2/s^2.
    ///   - typical: The density where nothing can be learnt.
    ///   - least: The smallest density.
    ///   - memory: Seconds in which a manoeuvre is forgotten.
    mutating func update(
        velocity: SIMD2<Double>?, dt: Double, noise: Double, typical: Double, least: Double, memory: Double
    ) -> Double {
        defer { last = velocity }
        guard let velocity, let last, dt > 0 else { return typical }
        let change = velocity - last
        let square = (change * change).sum() / 2
        let excess = (square - 2 * noise) / dt
        count += 1
        density += (excess - density) * min(1, max(dt / memory, 1 / count))
        // Beyond the 99 % of chance it is a manoeuvre, and the filter must follow it now.
        let isManoeuvre = square > 4.605 * 2 * noise
        return max(least, isManoeuvre ? max(density, excess) : density)
    }
}
