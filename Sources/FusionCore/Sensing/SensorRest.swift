import Geometry
import SensorModel

/// Detects rest from the motion sensors alone: the spread of the acceleration's magnitude, and the rotation.
///
/// Guide: docs/estimators/position.md.
struct SensorRest: Sendable, Hashable {
    private var mean = 0.0
    private var variance = Self.unknownVariance
    private var rotation = 0.0
    private var lastRotation: Instant?
    private var lastSample: Instant?
    /// The start of the current rest; `nil` if there is none.
    private(set) var since: Instant?
    private var share = Forgetting()
    private var rotationShare = Forgetting()

    /// The time without a sample, in seconds, after which the sensors start again, since a step may have gone
    /// unnoticed.
    private static let gap = 1.0
    /// The initial variance of the acceleration, in m^2/s^4. It is higher than at rest, so that rest has to be
    /// observed.
    private static let unknownVariance = 0.05

    /// Processes a raw acceleration in m/s^2, and a rotation in rad/s, without the known bias of the gyroscope. With
    /// `nil`, for lack of a gyroscope, the acceleration alone decides whether the sensors rest.
    mutating func update(
        acceleration: Double, rotation: Double?, at time: Instant, _ parameters: Stillness.Parameters
    ) {
        // The rotation of this sample counts at the next one.
        defer {
            lastSample = time
            update(rotation: rotation, at: time, parameters)
        }
        guard let last = lastSample, time - last > 0, time - last < Self.gap else {
            mean = acceleration
            variance = Self.unknownVariance
            since = nil
            return
        }
        let gain = 1 - share.share(after: time - last, of: parameters.sensorMemory)
        let change = acceleration - mean
        mean += gain * change
        variance += gain * (change * change - variance)
        let isCalm = variance < parameters.accelerationSpread * parameters.accelerationSpread
        if isCalm && self.rotation < parameters.rotation {
            if since == nil { since = time }
        } else {
            since = nil
        }
    }

    private mutating func update(rotation magnitude: Double?, at time: Instant, _ parameters: Stillness.Parameters) {
        guard let magnitude else {
            (rotation, lastRotation) = (0, nil)
            return
        }
        defer { lastRotation = time }
        guard let last = lastRotation, time - last > 0, time - last < Self.gap else {
            rotation = magnitude
            return
        }
        let left = rotationShare.share(after: time - last, of: parameters.rotationMemory)
        rotation += (magnitude - rotation) * (1 - left)
    }
}
