public import Geometry
public import SensorModel

/// The baseline filter: latitude and longitude as independent signals that share a variance in m^2.
///
/// The variance grows by `dt * q^2`, the gain is `P / (P + R)` with `R` the accuracy squared, and the first fix passes
/// unchanged. Guide: docs/estimators/scalar-filter.md.
public struct ScalarFilter: Sendable, Hashable {
    /// The filtered coordinate; `nil` before the first fix.
    public private(set) var coordinate: Coordinate?
    /// The shared variance in m^2.
    public private(set) var variance = 0.0
    /// The time of the last fix; `nil` before the first.
    public private(set) var time: Instant?

    /// Creates a filter that has seen no fix.
    public init() {}

    /// Updates the filter with a fix.
    /// - Parameters:
    ///   - measured: The coordinate of the fix.
    ///   - accuracy: The 1-sigma accuracy of the fix, in metres, raised to `minimumAccuracy` if it is less.
    ///   - time: The time of the fix.
    ///   - processNoise: The process noise q, in m/s.
    ///   - minimumAccuracy: The lower limit of the accuracy, in metres.
    /// - Returns: The filtered coordinate. O(1).
    public mutating func update(
        _ measured: Coordinate, accuracy: Double, at time: Instant, processNoise: Double, minimumAccuracy: Double
    ) -> Coordinate {
        let noise = max(accuracy, minimumAccuracy)
        guard let prior = coordinate, let last = self.time else {
            coordinate = measured
            variance = noise * noise
            self.time = time
            return measured
        }
        variance += max(0, time - last) * processNoise * processNoise
        let gain = variance / (variance + noise * noise)
        let filtered = Coordinate(
            latitude: prior.latitude + gain * (measured.latitude - prior.latitude),
            longitude: wrappedDegrees(
                prior.longitude + gain * wrappedDegrees(measured.longitude - prior.longitude)))
        coordinate = filtered
        variance *= 1 - gain
        self.time = time
        return filtered
    }
}
