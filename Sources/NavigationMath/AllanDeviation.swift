/// The overlapping Allan deviation of a regularly sampled signal at rest, and the noise that explains it.
///
/// Sources: W. J. Riley, Handbook of Frequency Stability Analysis, NIST SP 1065 (2008), section 5.2.4; IEEE Std
/// 952-1997, annex C, for the terms of the model.
public struct AllanDeviation: Sendable, Hashable {
    /// The deviation between neighbouring means over one averaging time.
    public struct Point: Sendable, Hashable {
        /// The averaging time in seconds.
        public var seconds: Double
        /// The Allan deviation, in the signal's unit.
        public var deviation: Double
        /// The number of independent means in the signal, which limits how certain the deviation is.
        public var means: Double
    }

    /// The points by averaging time, from one sample to a ninth of the signal.
    public let points: [Point]
    /// The density of the white noise, in the signal's unit per square root of 1 Hz.
    public let whiteNoise: Double
    /// The bias instability: the level of the noise that longer averaging does not reduce, in the signal's unit.
    public let biasInstability: Double
    /// The random walk of the bias, in the signal's unit per square root of 1 s.
    public let randomWalk: Double

    /// The minimum number of independent means for a point; its relative error is then 25 %.
    private static let fewestMeans = 9
    private static let logarithmOfTwo = 0.693_147_180_559_945_3
    /// The factor between two averaging times.
    private static let spacing = 2.0.squareRoot()

    /// Analyses a signal.
    ///
    /// The squared deviation is fitted by the sum of quantisation, white noise, bias instability, and random walk. A
    /// term that the signal does not need is zero. O(n log n).
    /// - Parameters:
    ///   - values: The samples.
    ///   - interval: The time between two samples, in seconds.
    /// - Returns: `nil` for a signal that is constant, not finite, or shorter than 18 samples.
    public init?(_ values: [Double], interval: Double) {
        guard values.count >= 2 * Self.fewestMeans, interval > 0, interval.isFinite else { return nil }
        let points = Self.points(of: values, interval)
        guard points.count > 1, points.allSatisfy({ $0.deviation.isFinite && $0.deviation > 0 }) else { return nil }
        self.points = points
        let levels = Self.fit(points)
        whiteNoise = levels[1].squareRoot()
        biasInstability = levels[2].squareRoot()
        randomWalk = levels[3].squareRoot()
    }

    private static func points(of values: [Double], _ interval: Double) -> [Point] {
        // The mean is subtracted so that the sums of a large constant, such as gravity, keep their precision.
        let mean = values.reduce(0, +) / Double(values.count)
        var sums = [0.0]
        sums.reserveCapacity(values.count + 1)
        var sum = 0.0
        for value in values {
            sum += value - mean
            sums.append(sum)
        }
        var points: [Point] = []
        var (size, next) = (1, 1.0)
        while size * fewestMeans <= values.count {
            let count = sums.count - 2 * size
            var squares = 0.0
            for start in 0..<count {
                let change = sums[start + 2 * size] - 2 * sums[start + size] + sums[start]
                squares += change * change
            }
            let variance = squares / (2 * Double(count) * Double(size) * Double(size))
            points.append(
                Point(
                    seconds: Double(size) * interval, deviation: variance.squareRoot(),
                    means: Double(values.count) / Double(size)))
            repeat { next *= spacing } while Int(next) == size
            size = Int(next)
        }
        return points
    }

    /// Returns the squared levels of quantisation, white noise, bias instability, and random walk.
    ///
    /// The relative variance of a squared deviation is about two divided by the number of means, and overlapping
    /// averaging times repeat about half of each other, so a squared miss weighs a quarter of the means.
    private static func fit(_ points: [Point]) -> [Double] {
        let rows = points.map { point -> (terms: [Double], weight: Double) in
            let (time, variance) = (point.seconds, point.deviation * point.deviation)
            let terms = [3 / (time * time), 1 / time, 2 * Self.logarithmOfTwo / .pi, time / 3]
            return (terms.map { $0 / variance }, point.means / 4)
        }
        return nonNegativeLeastSquares(rows)
    }

    /// Returns the levels, each at least zero, for which the weighted terms of every row add up best to one, with as few
    /// levels above zero as the rows support (Schwarz 1978). All fifteen choices of the four levels are tried.
    private static func nonNegativeLeastSquares(_ rows: [(terms: [Double], weight: Double)]) -> [Double] {
        let count = rows.first?.terms.count ?? 0
        var best = (error: Double.infinity, levels: [Double](repeating: 0, count: count))
        for choice in 1..<(1 << count) {
            let chosen = (0..<count).filter { choice & (1 << $0) != 0 }
            guard let solution = leastSquares(rows, chosen), solution.allSatisfy({ $0 >= 0 }) else { continue }
            var levels = [Double](repeating: 0, count: count)
            for (index, level) in zip(chosen, solution) { levels[index] = level }
            let error = rows.reduce(termCost * Double(chosen.count)) { sum, row in
                let miss = zip(row.terms, levels).reduce(-1) { $0 + $1.0 * $1.1 }
                return sum + row.weight * miss * miss
            }
            if error < best.error { best = (error, levels) }
        }
        return best.levels
    }

    /// Solves the normal equations of the chosen terms; `nil` if they do not determine the levels.
    private static func leastSquares(_ rows: [(terms: [Double], weight: Double)], _ chosen: [Int]) -> [Double]? {
        let count = chosen.count
        // The terms differ by many orders of magnitude, so each is scaled to a length of one.
        let scales = chosen.map { index in
            rows.reduce(0) { $0 + $1.weight * $1.terms[index] * $1.terms[index] }.squareRoot()
        }
        guard scales.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
        var matrix = [[Double]](repeating: [Double](repeating: 0, count: count + 1), count: count)
        for row in rows {
            for (i, one) in chosen.enumerated() {
                let scaled = row.weight * row.terms[one] / scales[i]
                for (j, other) in chosen.enumerated() { matrix[i][j] += scaled * row.terms[other] / scales[j] }
                matrix[i][count] += scaled
            }
        }
        guard let solution = solve(matrix) else { return nil }
        return zip(solution, scales).map { $0 / $1 }
    }

    /// Solves a symmetric, positive definite system, given with its right side as the last column, by elimination.
    private static func solve(_ system: [[Double]]) -> [Double]? {
        var matrix = system
        let count = matrix.count
        for column in 0..<count {
            guard matrix[column][column] > singular else { return nil }
            for row in 0..<count where row != column {
                let factor = matrix[row][column] / matrix[column][column]
                for index in column...count { matrix[row][index] -= factor * matrix[column][index] }
            }
        }
        return (0..<count).map { matrix[$0][count] / matrix[$0][$0] }
    }

    /// The cost of a term: the logarithm of about 20 points.
    private static let termCost = 3.0
    /// The maximum pivot of scaled equations at which two terms count as indistinguishable.
    private static let singular = 1e-10
}
