import Glibc

/// How a number lies on a slider: evenly, or finer at the lower end if its range spans orders of magnitude.
public struct ParameterScale: Sendable, Hashable {
    /// How equal distances on the slider change the number.
    public enum Law: Sendable, Hashable {
        /// By equal amounts.
        case linear
        /// By equal factors.
        case logarithmic
        /// By a power of the distance from zero: the range begins with zero, and the usual numbers are small.
        case power(Double)
    }

    /// The range of the number.
    public let range: ClosedRange<Double>
    /// How equal ways on the slider change the number.
    public let law: Law

    /// The minimum ratio of the ends for the logarithm to be used.
    private static let logarithmicFrom = 200.0
    /// The maximum share of a range that begins with zero for a usual number to get a finer scale.
    private static let smallShare = 0.05
    /// The place on the slider of such a number.
    private static let usualPlace = 1.0 / 3
    /// The exponent for a usual number of zero.
    private static let exponentOfZero = 4.0

    /// Creates the scale of a range.
    /// - Parameters:
    ///   - range: The range of the number.
    ///   - usual: What the number usually is; a range from zero is finer near it.
    public init(_ range: ClosedRange<Double>, usual: Double? = nil) {
        self.range = range
        let largest = range.upperBound
        if range.lowerBound > 0, largest / range.lowerBound >= Self.logarithmicFrom {
            law = .logarithmic
        } else if range.lowerBound == 0, let usual, usual >= 0, usual < Self.smallShare * largest {
            law = .power(usual > 0 ? log(usual / largest) / log(Self.usualPlace) : Self.exponentOfZero)
        } else {
            law = .linear
        }
    }

    /// Returns the place of a number on the slider, 0 ... 1.
    public func share(of number: Double) -> Double {
        guard range.upperBound > range.lowerBound, number.isFinite else { return 0 }
        let held = min(range.upperBound, max(range.lowerBound, number))
        switch law {
        case .linear: return (held - range.lowerBound) / (range.upperBound - range.lowerBound)
        case .logarithmic: return log(held / range.lowerBound) / log(range.upperBound / range.lowerBound)
        case .power(let exponent): return pow(held / range.upperBound, 1 / exponent)
        }
    }

    /// Returns the exact number at a place on the slider, 0 ... 1.
    public func exactNumber(at share: Double) -> Double {
        let share = share.isFinite ? min(1, max(0, share)) : 0
        if share == 0 { return range.lowerBound }
        if share == 1 { return range.upperBound }
        return switch law {
        case .linear: range.lowerBound + (range.upperBound - range.lowerBound) * share
        case .logarithmic: range.lowerBound * pow(range.upperBound / range.lowerBound, share)
        case .power(let exponent): range.upperBound * pow(share, exponent)
        }
    }
}
