import Glibc

/// The distribution of the fraction of an interval during which a user who stops now and then moves.
///
/// Moving and stopping alternate with exponential durations (a two-state Markov chain). Over ten seconds a bus moves or
/// stands; over two minutes its mean speed lies between. Because the distribution depends on the duration, the same ride
/// has the same texture at every sampling interval.
struct MovingShares: Sendable, Hashable {
    /// The distribution for one duration.
    struct Row: Sendable, Hashable {
        /// The probabilities of the fractions exp(-i · ``TravelModel/levelStep``), i = 0, 1, ...
        var weights: SIMD16<Float>
        /// The probability of a smaller fraction: the user stands.
        var none: Float
    }

    /// The number of fractions; the smallest is a ninth.
    static let count = 11
    /// The number of durations, and the longest in seconds. They are evenly spaced in the logarithm, from 1 s.
    private static let durations = 40
    private static let longest: Float = 600
    /// The number of parts of an interval, each of which is spent moving or standing.
    private static let parts = 40
    private static let perDuration = Float(durations - 1) / log(longest)

    /// The distributions, by evenness, then by duration.
    private let rows: [[Row]]

    /// Computes the distributions for stretches of several kinds of evenness.
    /// - Parameters:
    ///   - pauses: The fraction of the time spent standing, in 0 ..< 1, by evenness.
    ///   - halts: The mean duration of standing, in seconds, by evenness.
    init(pauses: [Float], halts: [Float]) {
        rows = zip(pauses, halts).map { pause, halt in
            (0..<Self.durations).map { index in
                Self.row(
                    pause: Double(pause), halt: Double(halt), seconds: Double(exp(Float(index) / Self.perDuration)))
            }
        }
    }

    /// Returns the index of the closest duration for which there is a distribution.
    static func duration(seconds: Float) -> Int {
        Int(min((log(max(seconds, 1)) * perDuration).rounded(), Float(durations - 1)))
    }

    /// Returns the distribution for an interval of a duration. O(1).
    func row(evenness: Int, duration: Int) -> Row { rows[evenness][duration] }

    private static func row(pause: Double, halt: Double, seconds: Double) -> Row {
        let part = seconds / Double(parts)
        let stopping = 1 - exp(-part * pause / (halt * (1 - pause)))
        let starting = 1 - exp(-part / halt)
        // The probability of each number of parts that were spent moving, by the state at the end.
        var moving = [Double](repeating: 0, count: parts + 1)
        var standing = moving
        (moving[1], standing[0]) = (1 - pause, pause)
        for _ in 1..<parts {
            for number in stride(from: parts, through: 0, by: -1) {
                let before = number > 0 ? moving[number - 1] * (1 - stopping) + standing[number - 1] * starting : 0
                standing[number] = moving[number] * stopping + standing[number] * (1 - starting)
                moving[number] = before
            }
        }
        return row(of: zip(moving, standing).map(+))
    }

    /// Distributes the probabilities of numbers of moving parts to the nearest two fractions.
    private static func row(of numbers: [Double]) -> Row {
        var row = Row(weights: SIMD16(repeating: 0), none: Float(numbers[0]))
        for number in 1..<numbers.count {
            let place = -log(Double(number) / Double(parts)) / Double(TravelModel.levelStep)
            let (index, rest) = (Int(place), Float(place - place.rounded(.down)))
            let probability = Float(numbers[number])
            for (slot, share) in [(index, 1 - rest), (index + 1, rest)] {
                if slot < count { row.weights[slot] += share * probability } else { row.none += share * probability }
            }
        }
        return row
    }
}
