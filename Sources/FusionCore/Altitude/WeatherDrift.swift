/// The drift of barometric height caused by weather since the start, estimated from a receiver's altitude.
///
/// A Kalman filter with two states: the constant offset between the two heights, and the drift since the start, a
/// random walk from zero. A wrong first altitude therefore changes the offset and not the height.
struct WeatherDrift: Sendable, Hashable {
    /// The error of barometric height in metres, positive if it is too high.
    private(set) var drift = 0.0
    private var offset = 0.0
    private var offsetVariance = 1e6
    private var driftVariance = 0.0
    private var covariance = 0.0

    /// The 1-sigma uncertainty of the drift, in metres.
    var sigma: Double { driftVariance.squareRoot() }

    /// Increases the uncertainty for a time in seconds, with an hourly 1-sigma drift in metres.
    mutating func predict(over elapsed: Double, hourly: Double) {
        driftVariance += hourly * hourly / 3600 * elapsed
    }

    /// Processes the barometric height minus the receiver's altitude, in metres, and the variance of the altitude in
    /// m^2.
    mutating func update(difference: Double, variance: Double) {
        let spread = offsetVariance + 2 * covariance + driftVariance + variance
        let offsetGain = (offsetVariance + covariance) / spread
        let driftGain = (covariance + driftVariance) / spread
        let innovation = difference - offset - drift
        offset += offsetGain * innovation
        drift += driftGain * innovation
        let (oldOffset, oldCovariance, oldDrift) = (offsetVariance, covariance, driftVariance)
        offsetVariance = oldOffset - offsetGain * (oldOffset + oldCovariance)
        covariance = oldCovariance - offsetGain * (oldCovariance + oldDrift)
        driftVariance = max(0, oldDrift - driftGain * (oldCovariance + oldDrift))
    }
}
