/// How far the weather has moved barometric height since start, seen against a receiver's altitude.
///
/// A Kalman filter with two states: the constant offset between both heights, and the drift since start, a random walk
/// from zero. So a wrong first altitude moves the offset and never the height.
struct WeatherDrift: Sendable, Hashable {
    /// Metres by which barometric height is too high.
    private(set) var drift = 0.0
    private var offset = 0.0
    private var offsetVariance = 1e6
    private var driftVariance = 0.0
    private var covariance = 0.0

    /// 1-sigma uncertainty of the drift in metres.
    var sigma: Double { driftVariance.squareRoot() }

    /// Lets time pass.
    mutating func predict(over elapsed: Double, hourly: Double) {
        driftVariance += hourly * hourly / 3600 * elapsed
    }

    /// Processes barometric height minus the receiver's altitude in metres, and the variance of the latter.
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
