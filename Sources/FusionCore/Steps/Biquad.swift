import Glibc

/// A second-order Butterworth section, transposed direct form II (bilinear transform).
struct Biquad: Sendable, Hashable {
    private let b0, b1, b2, a1, a2: Double
    private var first = 0.0
    private var second = 0.0

    /// Returns a filter that passes frequencies below a cut-off, in cycles per sample.
    static func lowPass(_ frequency: Double) -> Biquad {
        let k = tan(Double.pi * frequency)
        let norm = 1 / (1 + 2.0.squareRoot() * k + k * k)
        return Biquad(k: k, norm: norm, b: (k * k * norm, 2 * k * k * norm, k * k * norm))
    }

    /// Returns a filter that passes frequencies above a cut-off, in cycles per sample.
    static func highPass(_ frequency: Double) -> Biquad {
        let k = tan(Double.pi * frequency)
        let norm = 1 / (1 + 2.0.squareRoot() * k + k * k)
        return Biquad(k: k, norm: norm, b: (norm, -2 * norm, norm))
    }

    private init(k: Double, norm: Double, b: (Double, Double, Double)) {
        (b0, b1, b2) = b
        a1 = 2 * (k * k - 1) * norm
        a2 = (1 - 2.0.squareRoot() * k + k * k) * norm
    }

    /// Filters one value.
    @inline(__always)
    mutating func update(_ input: Double) -> Double {
        let output = b0 * input + first
        first = b1 * input - a1 * output + second
        second = b2 * input - a2 * output
        return output
    }

    /// Sets the state after an infinitely long constant input of `value`.
    mutating func settle(at value: Double) {
        let output = value * (b0 + b1 + b2) / (1 + a1 + a2)
        second = b2 * value - a2 * output
        first = b1 * value - a1 * output + second
    }

    /// Returns the phase shift in radians at a frequency in cycles per sample.
    func phase(at frequency: Double) -> Double {
        let w = 2 * Double.pi * frequency
        let top = atan2(-b1 * sin(w) - b2 * sin(2 * w), b0 + b1 * cos(w) + b2 * cos(2 * w))
        let bottom = atan2(-a1 * sin(w) - a2 * sin(2 * w), 1 + a1 * cos(w) + a2 * cos(2 * w))
        return remainder(top - bottom, 2 * Double.pi)
    }
}
