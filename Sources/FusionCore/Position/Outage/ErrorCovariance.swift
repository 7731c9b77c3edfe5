import Geometry

/// The covariance of the errors of ``VehicleInertial``, with the steps of a Kalman filter.
struct ErrorCovariance: Sendable, Hashable {
    /// The index of the first component of each error: velocity, attitude, gyroscope bias, accelerometer bias, and
    /// mounting (three components each), then the place (east, north).
    enum Part { static let (velocity, attitude, rate, force, mounting, place, count) = (0, 3, 6, 9, 12, 15, 17) }

    /// The elements of the matrix, row by row. Those below the diagonal are not kept: the matrix is symmetric.
    private(set) var elements: [Double]

    /// Creates the covariance of independent errors from their variances.
    init(variances: [Double]) {
        elements = Array(repeating: 0, count: Part.count * Part.count)
        for index in 0..<min(Part.count, variances.count) { self[index, index] = variances[index] }
    }

    subscript(row: Int, column: Int) -> Double {
        get { elements[min(row, column) * Part.count + max(row, column)] }
        set { elements[min(row, column) * Part.count + max(row, column)] = newValue }
    }

    /// False if rounding errors made a variance invalid.
    var isValid: Bool {
        for index in 0..<Part.count {
            let variance = self[index, index]
            guard variance.isFinite, variance > 0 else { return false }
        }
        return true
    }

    /// Propagates the errors by F X F^T + Q: the place depends on the velocity, the velocity on the attitude (which projects
    /// gravity) and on the accelerometer's bias, and the attitude on the gyroscope's bias.
    /// - Parameters:
    ///   - time: The time in seconds.
    ///   - force: The integrated specific force, east, north, up, in m/s.
    ///   - attitude: The integrated attitude matrix, in seconds.
    ///   - noise: The variances that the parts gain.
    mutating func propagate(over time: Double, force: Vector3, attitude: Matrix3, noise: [Double]) {
        let rows: InlineArray<3, Vector3> = [attitude.first, attitude.second, attitude.third]
        elements.withUnsafeMutableBufferPointer { elements in
            func add(_ factor: Double, times from: Int, to row: Int) {
                let (from, to) = (from * Part.count, row * Part.count)
                for column in 0..<Part.count { elements[to + column] += factor * elements[from + column] }
            }
            func move() { for axis in 0..<2 { add(time / 2, times: Part.velocity + axis, to: Part.place + axis) } }
            func multiply() {
                move()
                for axis in 0..<3 {
                    // A row of the negative cross product matrix of the force.
                    let (next, last) = ((axis + 1) % 3, (axis + 2) % 3)
                    add(force[last], times: Part.attitude + next, to: Part.velocity + axis)
                    add(-force[next], times: Part.attitude + last, to: Part.velocity + axis)
                    for index in 0..<3 { add(-rows[axis][index], times: Part.force + index, to: Part.velocity + axis) }
                }
                // The place moves by the mean of both velocities.
                move()
                for axis in 0..<3 {
                    for index in 0..<3 { add(-rows[axis][index], times: Part.rate + index, to: Part.attitude + axis) }
                }
            }
            func forEachPair(_ body: (_ below: Int, _ above: Int) -> Void) {
                for row in 1..<Part.count {
                    for column in 0..<row { body(row * Part.count + column, column * Part.count + row) }
                }
            }
            forEachPair { elements[$0] = elements[$1] }
            // F X, and then F (F X)^T, since X is symmetric and rows are contiguous.
            multiply()
            forEachPair { elements.swapAt($0, $1) }
            multiply()
            for index in 0..<Part.count { elements[index * (Part.count + 1)] += noise[index / 3] }
        }
    }

    /// Updates the estimate of the errors with a scalar measurement.
    /// - Parameters:
    ///   - row: The measurement's derivatives with respect to the errors, by index; the others are zero.
    ///   - residual: The measured value minus the expected one.
    ///   - variance: The variance of the measurement's noise.
    ///   - gate: The maximum squared residual, in variances. A larger one has the weight of this maximum.
    ///   - errors: The estimate of the errors so far.
    /// - Returns: Whether the residual was beyond the gate.
    @discardableResult
    mutating func update(
        _ row: some Collection<(index: Int, value: Double)>, residual: Double, variance: Double,
        gate: Double = .infinity,
        errors: inout [Double]
    ) -> Bool {
        let count = Part.count
        return withUnsafeTemporaryAllocation(of: Double.self, capacity: count) { spread in
            spread.initialize(repeating: 0)
            return elements.withUnsafeMutableBufferPointer { elements in
                var (expected, total) = (0.0, variance)
                for (index, value) in row {
                    for column in 0..<index { spread[column] += value * elements[column * count + index] }
                    for column in index..<count { spread[column] += value * elements[index * count + column] }
                    expected += value * errors[index]
                }
                for (index, value) in row { total += value * spread[index] }
                let innovation = residual - expected
                let isOdd = innovation * innovation > gate * total
                if isOdd { total = innovation * innovation / gate }
                let (share, scale) = (innovation / total, 1 / total.squareRoot())
                for index in 0..<count {
                    errors[index] += spread[index] * share
                    spread[index] *= scale
                }
                for index in 0..<count {
                    let factor = spread[index]
                    for column in index..<count { elements[index * count + column] -= factor * spread[column] }
                }
                return isOdd
            }
        }
    }
}
