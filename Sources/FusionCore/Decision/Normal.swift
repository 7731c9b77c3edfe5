import Glibc

/// The density of a normal distribution.
enum Normal {
    /// The square root of 2 pi, as in training (`Benchmarks/bench/train/travel.py`).
    private static let rootOfTurn: Float = 2.5066

    /// Returns the density of a value, given the mean and the standard deviation.
    static func density(_ value: Float, mean: Float = 0, spread: Float) -> Float {
        let distance = (value - mean) / spread
        return exp(-0.5 * distance * distance) / (spread * rootOfTurn)
    }
}
