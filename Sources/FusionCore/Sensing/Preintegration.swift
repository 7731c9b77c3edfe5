import Geometry
import SensorModel

/// Integrates the samples of accelerometer and gyroscope to increments.
struct Preintegration: Sendable {
    private var increment: MotionIncrement?
    private var last: Instant?

    /// The maximum time between two samples of one increment, in seconds.
    static let gap = 2.5
    /// The time in seconds after which an increment ends if no fix ends it. With longer ones, drives of two minutes without
    /// fixes erred by up to a sixth more.
    private static let longest = 0.5

    /// Adds a sample with an angular rate.
    /// - Parameters:
    ///   - sample: The sample.
    ///   - rate: Its angular rate without the bias, in rad/s.
    ///   - bias: The bias of the rate, in rad/s.
    ///   - turnGap: The maximum time between two samples, in seconds, over which the course turns.
    /// - Returns: The increment that ends with the sample, or before it; `nil` if there is none.
    mutating func add(_ sample: DeviceMotion, rate: Vector3, bias: Vector3, turnGap: Double) -> MotionIncrement? {
        guard let last, sample.time > last, sample.time - last <= Self.gap else {
            self.last = sample.time
            return take()
        }
        self.last = sample.time
        let (interval, length) = (sample.time - last, sample.gravity.length)
        // Gravity defines the vertical axis; a course counts clockwise.
        let turn = length > 1 && interval <= turnGap ? -rate.dot(sample.gravity) / length * interval : 0
        if increment == nil { increment = MotionIncrement(at: last, bias: bias) }
        increment?.add(force: sample.acceleration, rate: rate + bias, turn: turn, at: sample.time)
        return increment.map { $0.duration >= Self.longest } ?? false ? take() : nil
    }

    /// Ends the increment, and returns it; `nil` if there was no sample since the last one.
    mutating func take() -> MotionIncrement? {
        defer { increment = nil }
        return increment
    }
}
