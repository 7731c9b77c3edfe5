import Glibc

/// A complex wavelet that shows the phase and the amplitude of one frequency at one moment (Gabor 1946).
///
/// Symmetric about the moment, so the phase has no delay to correct.
struct GaborKernel: Sendable, Hashable {
    /// Real and imaginary parts.
    private var weights: [SIMD2<Double>]
    private(set) var half = 0
    private let longestHalf: Int
    private var shaped = SIMD2(0.0, 0.0)

    init(longestHalf: Int) {
        self.longestHalf = longestHalf
        weights = Array(repeating: SIMD2(0, 0), count: 2 * longestHalf + 1)
    }

    /// Shapes the wavelet.
    /// - Parameters:
    ///   - frequency: Cycles a sample.
    ///   - width: Standard deviation of the Gaussian in samples.
    /// - Returns: False if it has that shape already.
    mutating func shape(frequency: Double, width: Double) -> Bool {
        // A per cent is far within its bandwidth.
        if abs(frequency - shaped.x) < 0.01 * frequency, abs(width - shaped.y) < 0.02 * width { return false }
        shaped = SIMD2(frequency, width)
        half = max(1, min(longestHalf, Int((2.2 * width).rounded(.up))))
        var sum = 0.0
        for offset in -half...half {
            let x = Double(offset) / width
            sum += exp(-0.5 * x * x)
        }
        for offset in -half...half {
            let x = Double(offset) / width
            let weight = 2 * exp(-0.5 * x * x) / sum
            let angle = 2 * Double.pi * frequency * Double(offset)
            weights[offset + half] = SIMD2(weight * cos(angle), -weight * sin(angle))
        }
        return true
    }

    /// Returns the frequency's complex amplitude at the middle of `samples`, whose count is `2 * half + 1`.
    func apply(_ samples: UnsafePointer<Double>) -> (real: Double, imaginary: Double) {
        // The wavelet is even in its real and odd in its imaginary part, so both halves share their weights.
        var even = SIMD2<Double>(0, 0)
        weights.withUnsafeBufferPointer { weights in
            for offset in 1...max(1, half) {
                let (before, after) = (samples[half - offset], samples[half + offset])
                even += SIMD2(after + before, after - before) * weights[half + offset]
            }
            even.x += samples[half] * weights[half].x
        }
        return (even.x, even.y)
    }
}
