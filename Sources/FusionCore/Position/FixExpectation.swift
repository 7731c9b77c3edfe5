import Geodesy
import SensorModel

/// Where a filter expects a fix, and how surely: what the gate asks, without the filter.
struct FixExpectation {
    let plane: LocalPlane
    let position: SIMD2<Double>
    let bias: SIMD2<Double>
    /// Of one axis of the difference in m^2, but for what cannot be seen.
    let variance: Double
    let unseen: Double
    let minimumAccuracy: Double

    /// Returns the squared normalised distance of a coordinate with a 1-sigma accuracy in metres from where it is
    /// expected, and the distance in metres.
    func innovation(of coordinate: Coordinate, accuracy stated: Double) -> (squared: Double, metres: Double) {
        let accuracy = max(stated, minimumAccuracy)
        let point = plane.point(coordinate)
        let innovation = SIMD2(point.east, point.north) - position - bias
        let square = (innovation * innovation).sum()
        return (square / (variance + max(unseen, 0.25 * accuracy * accuracy)), square.squareRoot())
    }
}
