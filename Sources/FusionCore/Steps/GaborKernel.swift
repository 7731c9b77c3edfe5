import Glibc

/// A complex wavelet that measures the phase and the amplitude of a frequency at a moment (Gabor 1946).
///
/// It is symmetric about the moment, so the phase has no delay.
struct GaborKernel: Sendable, Hashable {
    /// The real and imaginary parts of the weights.
    private var weights: [SIMD2<Double>]
    private(set) var half = 0
    private let longestHalf: Int
    private var shaped = SIMD2(0.0, 0.0)

    init(longestHalf: Int) {
        self.longestHalf = longestHalf
        weights = Array(repeating: SIMD2(0, 0), count: 2 * longestHalf + 1)
    }

    /// Sets the frequency and width of the wavelet.
    /// - Parameters:
    ///   - frequency: The frequency in cycles per sample.
    ///   - width: The standard deviation of the Gaussian, in samples.
    /// - Returns: False if the wavelet already has nearly that shape.
    mutating func shape(frequency: Double, width: Double) -> Bool {
        // A difference of 1 % is far within the bandwidth.
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
        // The real part of the wavelet is even and the imaginary part odd, so both halves share their weights.
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
