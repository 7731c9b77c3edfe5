import Glibc

/// A complex wavelet that shows the phase and the amplitude of one frequency at one moment (Gabor 1946).
///
/// Symmetric about the moment, so the phase has no delay to correct.
struct GaborKernel: Sendable, Hashable {
    private var real: [Double]
    private var imaginary: [Double]
    private(set) var half = 0
    private let longestHalf: Int

    init(longestHalf: Int) {
        self.longestHalf = longestHalf
        real = Array(repeating: 0, count: 2 * longestHalf + 1)
        imaginary = real
    }

    /// Shapes the wavelet.
    /// - Parameters:
    ///   - frequency: Cycles a sample.
    ///   - width: Standard deviation of the Gaussian in samples.
    mutating func shape(frequency: Double, width: Double) {
        half = min(longestHalf, Int((2.2 * width).rounded(.up)))
        var sum = 0.0
        for offset in -half...half {
            let x = Double(offset) / width
            sum += exp(-0.5 * x * x)
        }
        for offset in -half...half {
            let x = Double(offset) / width
            let weight = 2 * exp(-0.5 * x * x) / sum
            let angle = 2 * Double.pi * frequency * Double(offset)
            real[offset + half] = weight * cos(angle)
            imaginary[offset + half] = -weight * sin(angle)
        }
    }

    /// Returns the frequency's complex amplitude at the middle of `samples`, whose count is `2 * half + 1`.
    func apply(_ samples: UnsafePointer<Double>) -> (real: Double, imaginary: Double) {
        var (re, im) = (0.0, 0.0)
        for index in 0...(2 * half) {
            re += real[index] * samples[index]
            im += imaginary[index] * samples[index]
        }
        return (re, im)
    }
}
