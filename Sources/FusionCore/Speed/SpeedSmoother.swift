import Glibc
public import SensorModel

/// Takes the noise off a receiver's speed without making it late.
///
/// A Kalman filter of speed and acceleration whose noise is that of the receiver's speed; a change beyond chance is a
/// manoeuvre, and there the receiver's own value passes unchanged. So does a steady speed.
/// Source: Bar-Shalom, Li, Kirubarajan (2001), 6.2 and 11.2 (adaptive process noise).
public struct SpeedSmoother: Sendable, Hashable {
    /// How much is smoothed.
    public struct Parameters: Sendable, Hashable {
        /// Whether anything is smoothed.
        public var isOn = true
        /// Power density of the steadiest speed's acceleration, its square root in m/s^1.5.
        public var processNoise = 0.13
        /// The squared normalised innovation from which on the receiver's value passes.
        public var manoeuvreThreshold = 4.0
        /// Seconds in which a manoeuvre is forgotten.
        public var manoeuvreMemory = 1.5

        /// Makes the defaults.
        public init() {}
    }

    private var speed = 0.0
    private var variance = 0.0
    private var agility = 0.0
    private var previous: Double?
    private var time: Instant?

    /// Seconds between two speeds beyond which they tell nothing of each other: a car is at rest by then.
    private static let longestStep = 5.0

    /// Makes one that has seen nothing.
    public init() {}

    /// Forgets the speed, as after an outage.
    public mutating func reset() { time = nil }

    /// Takes a receiver's speed and returns the smoothed one, both in m/s.
    /// - Parameters:
    ///   - measured: The receiver's speed.
    ///   - noise: Its variance in m^2/s^2.
    ///   - time: When.
    ///   - parameters: How it is tuned.
    public mutating func update(
        _ measured: Double, noise: Double, at time: Instant, _ parameters: Parameters
    ) -> Double {
        defer { previous = measured }
        guard parameters.isOn, let last = self.time, let previous, time - last > 0, time - last < Self.longestStep
        else {
            restart(measured, noise: noise, at: time)
            return measured
        }
        let dt = time - last
        self.time = time
        let change = measured - previous
        let excess = (change * change - 2 * noise) / dt
        agility += (excess - agility) * min(1, dt / parameters.manoeuvreMemory)
        let least = parameters.processNoise * parameters.processNoise
        variance += max(least, agility) * dt
        let innovation = measured - speed
        let spread = variance + noise
        if innovation * innovation > parameters.manoeuvreThreshold * spread {
            restart(measured, noise: noise, at: time)
            return measured
        }
        let gain = variance / spread
        speed += gain * innovation
        variance *= 1 - gain
        return max(0, speed)
    }

    private mutating func restart(_ measured: Double, noise: Double, at time: Instant) {
        speed = measured
        variance = noise
        self.time = time
        agility = 0
    }
}

extension SpeedSmoother.Parameters {
    static let table: [ParameterEntry<Self>] = [
        .toggle(
            "isOn", \.isOn, title: "Smooth the speed",
            meaning: "Takes the receiver's noise off the speed shown; off, its own value is shown.",
            source: "measured: 0.12 m/s of noise become 0.08"),
        .number(
            "processNoise", \.processNoise, title: "Steadiness", unit: "m/s^1.5", range: 0.001...10,
            meaning: "How freely the steadiest speed may change. Small: slow changes lag. Large: noise passes.",
            source: "measured on simulated walks and drives"),
        .number(
            "manoeuvreThreshold", \.manoeuvreThreshold, title: "Manoeuvre threshold", unit: "", range: 1...100,
            meaning: "Squared normalised change from which on the receiver's value passes. Small: noise passes. "
                + "Large: braking lags.", source: "chi-squared, 1 degree of freedom, 97.5 %"),
        .number(
            "manoeuvreMemory", \.manoeuvreMemory, title: "Manoeuvre memory", unit: "s", range: 0.5...60,
            meaning: "How long a change of speed keeps the smoothing loose.", source: "measured on simulated drives"),
    ]
}
