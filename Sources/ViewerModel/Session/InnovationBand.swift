public import FusionCore
import Geometry
public import Replay
public import SensorModel

/// The bounds and the explanation of the innovations of a run, for their charts.
public struct InnovationBand: Sendable {
    /// The lines between which the values are expected to lie.
    public let limits: [TimeSeries]
    /// The largest value that an axis has to show: one fix after a silence would hide all others.
    public let reach: Double
    /// The stretches of time with the same explanation of the errors, in order.
    public let hypotheses: [(hypothesis: FixAssessment.Hypothesis, time: ClosedRange<Instant>)]

    /// The number of standard deviations within which an innovation is expected, and the 95 % quantile of the size of one with two
    /// axes.
    private static let (expected, gate) = (3.0, 2.448)
    /// The largest value of an axis, in usual limits.
    private static let usualLimits = 3.0

    /// Collects the band of a quantity; `nil` if it is not a quantity of innovations. O(n).
    public init?(_ quantity: SessionQuantity, of run: SessionRun) {
        switch quantity {
        case .innovationAlong, .innovationAcross:
            let bound = SessionQuantity.fixes(of: run) { fix in
                guard let found = fix.assessment, let off = found.innovation, let sigmas = found.sigmas, sigmas > 0
                else { return nil }
                return Self.expected * (off * off).sum().squareRoot() / sigmas
            }
            limits = [bound, bound.negated]
            hypotheses = []
        case .innovationSigmas:
            let bound = SessionQuantity.fixes(of: run) { $0.assessment?.sigmas == nil ? nil : Self.gate }
            limits = [bound]
            hypotheses = Self.stretches(of: run)
        case .fixWeight:
            limits = []
            hypotheses = Self.stretches(of: run)
        default: return nil
        }
        reach =
            limits.isEmpty ? 1 : Self.usualLimits * quantiles([0.95], of: limits[0].values.map(Double.init))[0]
    }

    /// Returns the explanation at an instant; `nil` if there is none. O(log n).
    public func hypothesis(at instant: Instant) -> FixAssessment.Hypothesis? {
        let next = hypotheses.partitionPoint { $0.time.lowerBound <= instant }
        guard next > 0, hypotheses[next - 1].time.upperBound >= instant else { return nil }
        return hypotheses[next - 1].hypothesis
    }

    private static func stretches(
        of run: SessionRun
    ) -> [(hypothesis: FixAssessment.Hypothesis, time: ClosedRange<Instant>)] {
        var found: [(hypothesis: FixAssessment.Hypothesis, time: ClosedRange<Instant>)] = []
        let longest = SessionQuantity.longestStep(of: run)
        for fix in run.core.fixes where fix.hasTrackPoint {
            let last = found.last
            guard let hypothesis = fix.assessment?.hypothesis, last.map({ $0.time.upperBound <= fix.time }) ?? true
            else { continue }
            if let last, fix.time - last.time.upperBound <= longest {
                // An explanation holds until the next fix.
                found[found.count - 1].time = last.time.lowerBound...fix.time
                if last.hypothesis == hypothesis { continue }
            }
            found.append((hypothesis, fix.time...fix.time))
        }
        return found
    }
}

extension FixAssessment.Hypothesis {
    /// The name for the user.
    public var title: String {
        switch self {
        case .clean: translatable("white noise")
        case .wandering: translatable("wandering error")
        case .late: translatable("late or wrong speed")
        case .multipath: translatable("reflected signals")
        case .outlier: translatable("outlier")
        case .settling: translatable("receiver that settles")
        case .rest: translatable("rest by motion sensors")
        }
    }
}

extension TimeSeries {
    /// The series with the opposite values.
    fileprivate var negated: TimeSeries {
        TimeSeries(times: times, values: values.map { -$0 }, longestStep: longestStep)
    }
}

extension ActivityPalette {
    /// Returns the colour of an explanation of errors; surprising ones are warm.
    public func color(of hypothesis: FixAssessment.Hypothesis) -> RGB {
        switch hypothesis {
        case .clean: walking
        case .wandering: accent
        case .late: cycling
        case .multipath: running
        case .outlier: rejected
        case .settling: estimated
        case .rest: stationary
        }
    }
}
