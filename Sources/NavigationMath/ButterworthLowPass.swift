import Glibc

/// The coefficients of a second-order Butterworth low-pass, by bilinear transform.
///
/// The time constant is that of Laidig and Seel (VQF, 2023): the cut-off lies at sqrt(2) / (2 pi tau), where the step
/// response comes closest to that of a first-order filter of the same tau.
@frozen public struct ButterworthCoefficients: Sendable, Hashable {
    /// Feed-forward of the newest sample; the one before counts twice as much, the one before that the same.
    public let b0: Double
    /// Feedback of the last output.
    public let a1: Double
    /// Feedback of the output before.
    public let a2: Double
    /// Samples averaged before filtering starts: one time constant's worth.
    public let startCount: Double

    /// Designs a low-pass.
    /// - Parameters:
    ///   - timeConstant: Seconds; half an interval or less means no filtering: the input passes unchanged.
    ///   - interval: Seconds between samples.
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

    /// Designs a low-pass by its cut-off frequency in hertz.
    public init(cutoff: Double, interval: Double) {
        self.init(timeConstant: 2.0.squareRoot() / (2 * .pi * cutoff), interval: interval)
    }
}

/// A low-pass over a vector signal, lane by lane, in transposed direct form II.
///
/// It averages during its first time constant and then filters from that average on, so that the first output is
/// useful. The coefficients come with each update: a change of sample rate keeps the level and forgets the slope.
@frozen public struct ButterworthLowPass<Signal: SIMD & Sendable>: Sendable where Signal.Scalar == Double {
    /// The last output, or the average while starting.
    @inlinable public var value: Signal { output }
    @usableFromInline var output = Signal()
    @usableFromInline var first = Signal()
    @usableFromInline var second = Signal()
    /// Samples taken while starting; negative once filtering.
    @usableFromInline var count = 0.0

    /// Creates a filter that has seen nothing.
    @inlinable public init() {}

    /// Creates a filter that has seen one value for ever.
    @inlinable public init(settledAt value: Signal, _ coefficients: ButterworthCoefficients) {
        settle(at: value, coefficients)
    }

    /// True once at least one sample came.
    @inlinable public var hasStarted: Bool { count != 0 }

    /// Acts as if the input had always been `value`.
    @inlinable public mutating func settle(at value: Signal, _ coefficients: ButterworthCoefficients) {
        output = value
        first = value * (1 - coefficients.b0)
        second = value * (coefficients.b0 - coefficients.a2)
        count = -1
    }

    /// Takes over other coefficients without a jump.
    @inlinable public mutating func retune(_ coefficients: ButterworthCoefficients) {
        if count < 0 { settle(at: output, coefficients) }
    }

    /// Takes a sample and returns the filtered value.
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
        // While starting, `first` holds the sum.
        first += input
        count += 1
        output = first / count
        let average = output
        if count >= coefficients.startCount { settle(at: average, coefficients) }
        return average
    }
}
