import FusionCore

/// A number of a run by which the effect of a parameter is judged.
public enum SessionMeasure: String, Sendable, Hashable, CaseIterable {
    /// Metres travelled, measured and estimated.
    case distance
    /// The mean distance of accepted fixes from the smoothed track, in metres.
    case deviation
    /// Rejected fixes.
    case rejected
    /// The number of stops of the day.
    case stops
    /// The highest measured speed in m/s.
    case fastestSpeed
    /// The noise of the shown speed in m/s.
    case speedNoise
    /// The number of counted steps.
    case steps
    /// Points of the simplified track.
    case points

    /// Returns the measure's value; `nil` if the run does not have it.
    func value(in figures: RunFigures) -> Double? {
        switch self {
        case .distance: figures.summary.length
        case .deviation: figures.meanSmoothedDeviation
        case .rejected: Double(figures.summary.rejectedCount)
        case .stops: Double(figures.stops)
        case .fastestSpeed: figures.summary.maximumSpeed
        case .speedNoise: figures.speedNoise
        case .steps: Double(figures.summary.steps)
        case .points: Double(figures.summary.simplifiedPoints)
        }
    }

    /// Returns the reference for changes of the measure: its value, but at least a minimum worth considering; for
    /// rejected fixes, the number of fixes.
    func reference(in figures: RunFigures) -> Double {
        guard self != .rejected else { return max(1, Double(figures.summary.fixes)) }
        return max(least, value(in: figures) ?? 0)
    }

    /// The minimum reference: a metre of track, a deviation of 0.1 m, a speed of 1 m/s, a noise of 0.1 m/s, a hundred
    /// steps.
    private var least: Double {
        switch self {
        case .distance, .fastestSpeed, .stops, .points, .rejected: 1
        case .deviation, .speedNoise: 0.1
        case .steps: 100
        }
    }
}
