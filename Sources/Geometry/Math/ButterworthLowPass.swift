import Glibc

/// The coefficients of a second-order Butterworth low-pass filter, by bilinear transform.
///
/// The time constant is that of Laidig and Seel (VQF, 2023): the cut-off frequency is sqrt(2) / (2 pi tau), for which
/// the step response is closest to that of a first-order filter with the same tau.
@frozen public struct ButterworthCoefficients: Sendable, Hashable {
    /// The feed-forward coefficient of the newest sample; the coefficients of the previous two samples are 2 b0 and b0.
    public let b0: Double
    /// The feedback coefficient of the last output.
    public let a1: Double
    /// The feedback coefficient of the output before the last.
    public let a2: Double
    /// The number of samples averaged before filtering starts: one time constant.
    public let startCount: Double

    /// Designs a low-pass filter.
    /// - Parameters:
    ///   - timeConstant: The time constant in seconds. With half an interval or less, the input passes unchanged.
    ///   - interval: The time between samples, in seconds.
    public init(timeConstant: Double, interval: Double) {
        guard timeConstant > interval / 2, interval > 0 else {
            (b0, a1, a2, startCount) = (1, 2, 1, 1)
            return
        }
        let warped = tan(interval / (2.0.squareRoot() * timeConstant))
        let denominator = warped * warped + 2.0.squareRoot() * warped + 1
        b0 = warped * warped / denominator
        a1 = 2 * (warped * warped - 1) / denominator
        a2 = (1 - 2.0.squareRoot() * warped + warped * warped) / denominator
        startCount = timeConstant / interval
    }

    /// Designs a low-pass filter from its cut-off frequency in hertz.
    public init(cutoff: Double, interval: Double) {
        self.init(timeConstant: 2.0.squareRoot() / (2 * .pi * cutoff), interval: interval)
    }
}

/// A low-pass filter for a vector signal, lane by lane, in transposed direct form II.
///
/// It averages during its first time constant and then filters from that average, so that the first output is already
/// useful. The coefficients are passed with each update. A change of the sample rate keeps the level and resets the
/// slope.
@frozen public struct ButterworthLowPass<Signal: SIMD & Sendable>: Sendable where Signal.Scalar == Double {
    /// The last output, or the average so far before filtering starts.
    @inlinable public var value: Signal { output }
    @usableFromInline var output = Signal()
    @usableFromInline var first = Signal()
    @usableFromInline var second = Signal()
    /// The number of samples averaged so far; negative once filtering has started.
    @usableFromInline var count = 0.0

    /// Creates a filter without samples.
    @inlinable public init() {}

    /// Creates a filter in the steady state for a constant input.
    @inlinable public init(settledAt value: Signal, _ coefficients: ButterworthCoefficients) {
        settle(at: value, coefficients)
    }

    /// True after the first sample.
    @inlinable public var hasStarted: Bool { count != 0 }

    /// Sets the filter to the steady state for a constant input.
    @inlinable public mutating func settle(at value: Signal, _ coefficients: ButterworthCoefficients) {
        output = value
        first = value * (1 - coefficients.b0)
        second = value * (coefficients.b0 - coefficients.a2)
        count = -1
    }

    /// Switches to other coefficients without a jump of the output.
    @inlinable public mutating func retune(_ coefficients: ButterworthCoefficients) {
        if count < 0 { settle(at: output, coefficients) }
    }

    /// Processes a sample and returns the filtered value.
    @inlinable @inline(__always)
    @discardableResult
    public mutating func update(_ input: Signal, _ coefficients: ButterworthCoefficients) -> Signal {
        guard count < 0 else { return start(input, coefficients) }
        let scaled = input * coefficients.b0
        let filtered = scaled + first
        first = (scaled + scaled) - filtered * coefficients.a1 + second
        second = scaled - filtered * coefficients.a2
        output = filtered
        return filtered
    }

    @inlinable @inline(never)
    mutating func start(_ input: Signal, _ coefficients: ButterworthCoefficients) -> Signal {
        // Before filtering starts, `first` holds the sum.
        first += input
        count += 1
        output = first / count
        let average = output
        if count >= coefficients.startCount { settle(at: average, coefficients) }
        return average
    }
}
