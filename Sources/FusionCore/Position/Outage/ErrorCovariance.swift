/// The covariance of the errors of ``VehicleInertial``, with the steps of a Kalman filter on it.
struct ErrorCovariance: Sendable, Hashable {
    /// Where each error begins: velocity, attitude, gyroscope and accelerometer bias, mounting (three each), and the place
    /// (east, north).
    enum Part { static let (velocity, attitude, rate, force, mounting, place, count) = (0, 3, 6, 9, 12, 15, 17) }

    /// An entry of a transition besides the ones of its diagonal.
    struct Entry {
        var row: Int
        var column: Int
        var value: Double
    }

    /// Rows one after the other.
    private(set) var elements: [Double]

    /// Creates one of independent errors, by their variances.
    init(variances: [Double]) {
        elements = Array(repeating: 0, count: Part.count * Part.count)
        for index in 0..<min(Part.count, variances.count) { self[index, index] = variances[index] }
    }

    subscript(row: Int, column: Int) -> Double {
        get { elements[row * Part.count + column] }
        set { elements[row * Part.count + column] = newValue }
    }

    /// False if rounding left something that is not a covariance.
    var isValid: Bool {
        for index in 0..<Part.count {
            let variance = self[index, index]
            guard variance.isFinite, variance > 0 else { return false }
        }
        return true
    }

    /// Carries the errors on by F X F^T + Q. The entries of F are used in their order, so that a row that another depends on
    /// comes later.
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

    /// Adds a scalar measurement of the errors to their estimate.
    /// - Parameters:
    ///   - row: What one of each error adds to the measurement.
    ///   - residual: What was measured less what was expected.
    ///   - variance: That of the measurement's noise.
    ///   - gate: How many variances a squared residual may be; one beyond weighs as if it were that.
    ///   - errors: The estimate so far.
    /// - Returns: Whether the residual was beyond the gate.
    @discardableResult
    mutating func update(
        _ row: [Double], residual: Double, variance: Double, gate: Double = .infinity, errors: inout [Double]
    ) -> Bool {
        let count = Part.count
        var spread = [Double](repeating: 0, count: count)
        var expected = 0.0
        var total = variance
        for index in 0..<count {
            var sum = 0.0
            for column in 0..<count where row[column] != 0 { sum += elements[index * count + column] * row[column] }
            spread[index] = sum
            expected += row[index] * errors[index]
        }
        for index in 0..<count { total += row[index] * spread[index] }
        let innovation = residual - expected
        let isOdd = innovation * innovation > gate * total
        if isOdd { total = innovation * innovation / gate }
        for index in 0..<count {
            let gain = spread[index] / total
            errors[index] += gain * innovation
            for column in index..<count {
                let value = elements[index * count + column] - gain * spread[column]
                elements[index * count + column] = value
                elements[column * count + index] = value
            }
        }
        return isOdd
    }
}
