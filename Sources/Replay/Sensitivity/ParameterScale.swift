import Glibc

/// The scale of a number's slider: even, or finer at the lower end if the range spans orders of magnitude.
public struct ParameterScale: Sendable, Hashable {
    /// The change of the number over equal distances on the slider.
    public enum Law: Sendable, Hashable {
        /// Equal amounts.
        case linear
        /// Equal factors.
        case logarithmic
        /// A power of the distance from zero, for a range that starts at zero and usually has small numbers.
        case power(Double)
    }

    /// The numbers at the ends of the slider.
    public let range: ClosedRange<Double>
    /// The change of the number over equal distances on the slider.
    public let law: Law

    /// The minimum ratio of the ends of a range for a logarithmic scale.
    private static let logarithmicFrom = 200.0
    /// The maximum usual number, as a share of a range that starts at zero, for a finer scale near zero.
    private static let smallShare = 0.05
    /// The place of such a number on the slider.
    private static let usualPlace = 1.0 / 3
    /// The exponent for a usual number of zero.
    private static let exponentOfZero = 4.0

    /// Creates the scale of a range.
    /// - Parameters:
    ///   - range: The range of the number.
    ///   - usual: The usual number; a range from zero is finer near it.
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
