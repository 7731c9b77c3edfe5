import FusionCore
import Geometry

/// How well a run predicts its own fixes: the figures of the innovations, which show without a true track whether parameters
/// suit a receiver.
///
/// If a filter knows its receiver and the motion, the innovations have the size that it expects and are independent of each
/// other. Source: R. K. Mehra, "On the identification of variances and adaptive Kalman filtering", IEEE Trans. Automatic Control
/// 15 (1970); Bar-Shalom, Li, Kirubarajan (2001), 5.4.
public struct ResidualFigures: Sendable, Hashable {
    /// The median distance of a fix from its prediction, in metres.
    public let miss: Double
    /// The mean of the normalised innovations squared: 2 if the filter knows its errors.
    public let size: Double
    /// The correlation of an innovation with the next one: 0 if no fix shows what an earlier one has shown already.
    public let correlation: Double

    /// The minimum number of innovations for figures.
    private static let least = 20
    /// The normalised innovation squared, above that of 99 % of the fixes of a known receiver, to which innovations are shortened
    /// for their correlation: a single outlier must not decide. It is not a parameter of the run, so that runs can be compared.
    private static let outlier = 9.21

    /// Computes the figures. O(n log n).
    /// - Returns: `nil` for a run with too few innovations.
    public init?(_ run: CoreRun) {
        var misses: [Double] = []
        var (squares, products) = (0.0, 0.0)
        var last: SIMD2<Double>?
        for index in run.fixes.indices {
            guard let assessment = run.fixes.assessment(of: index), let off = assessment.innovation,
                let sigmas = assessment.sigmas, off.length > 0
            else { continue }
            misses.append(off.length)
            let shortened = off / off.length * min(sigmas, Self.outlier.squareRoot())
            squares += (shortened * shortened).sum()
            if let last { products += (shortened * last).sum() }
            last = shortened
        }
        guard misses.count >= Self.least, squares > 0, let size = run.last.consistency.mean else { return nil }
        miss = quantiles([0.5], of: misses)[0]
        self.size = size
        correlation = products / squares
    }
}
