/// The covariance of the errors of ``VehicleInertial``, with the steps of a Kalman filter.
struct ErrorCovariance: Sendable, Hashable {
    /// The index of the first component of each error: velocity, attitude, gyroscope bias, accelerometer bias, and
    /// mounting (three components each), then the place (east, north).
    enum Part { static let (velocity, attitude, rate, force, mounting, place, count) = (0, 3, 6, 9, 12, 15, 17) }

    /// An entry of a transition matrix other than the ones on its diagonal.
    struct Entry {
        var row: Int
        var column: Int
        var value: Double
    }

    /// The elements of the matrix, row by row.
    private(set) var elements: [Double]

    /// Creates the covariance of independent errors from their variances.
    init(variances: [Double]) {
        elements = Array(repeating: 0, count: Part.count * Part.count)
        for index in 0..<min(Part.count, variances.count) { self[index, index] = variances[index] }
    }

    subscript(row: Int, column: Int) -> Double {
        get { elements[row * Part.count + column] }
        set { elements[row * Part.count + column] = newValue }
    }

    /// False if rounding errors made a variance invalid.
    var isValid: Bool {
        for index in 0..<Part.count {
            let variance = self[index, index]
            guard variance.isFinite, variance > 0 else { return false }
        }
        return true
    }

    /// Propagates the errors by F X F^T + Q. The entries of F are applied in order, so an entry that changes a row has
    /// to come after all entries that read that row.
    mutating func propagate(_ transition: [Entry], noise: [Double]) {
        elements.withUnsafeMutableBufferPointer { elements in
            for entry in transition {
                let (to, from) = (entry.row * Part.count, entry.column * Part.count)
                for column in 0..<Part.count { elements[to + column] += entry.value * elements[from + column] }
            }
            for entry in transition {
                for row in 0..<Part.count {
                    elements[row * Part.count + entry.row] += entry.value * elements[row * Part.count + entry.column]
                }
            }
            for index in 0..<Part.count { elements[index * (Part.count + 1)] += noise[index] }
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
        _ row: [(index: Int, value: Double)], residual: Double, variance: Double, gate: Double = .infinity,
        errors: inout [Double]
    ) -> Bool {
        let count = Part.count
        return withUnsafeTemporaryAllocation(of: Double.self, capacity: count) { spread in
            spread.initialize(repeating: 0)
            return elements.withUnsafeMutableBufferPointer { elements in
                var (expected, total) = (0.0, variance)
                // The matrix is symmetric: its rows are its columns.
                for (index, value) in row {
                    for column in 0..<count { spread[column] += value * elements[index * count + column] }
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
                // As a product of equal factors, so that the matrix stays symmetric to the bit.
                for index in 0..<count {
                    let factor = spread[index]
                    for column in 0..<count { elements[index * count + column] -= factor * spread[column] }
                }
                return isOdd
            }
        }
    }
}
