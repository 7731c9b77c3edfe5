public import FusionCore
import Geometry
public import Replay

/// The figures of a run, or of a part of it, that are computed along the whole track.
public struct TrackFigures: Sendable, Hashable {
    /// The ascent and the descent; `nil` without heights.
    public let climb: ClimbCounter?
    /// The highest mean speed over a minute, in m/s; `nil` if nothing that long was measured.
    public let bestMinute: Double?
    /// The highest mean speed over a kilometre, in m/s; `nil` if nothing that long was measured.
    public let bestKilometre: Double?

    /// The distances by which smoothing moves the fixes; `nil` if nothing is smoothed.
    public let smoothing: Moves?

    /// Distances by which fixes are moved, in metres.
    public struct Moves: Sendable, Hashable {
        /// The mean and the largest distance.
        public let mean, largest: Double
    }

    private static let kilometre = 1_000.0

    /// Computes the figures. O(n), or O(1) with an earlier run that has the same track.
    /// - Parameters:
    ///   - run: The run.
    ///   - span: The part; `nil` for the whole run.
    ///   - known: An earlier run of the session with its figures, which are taken if its track is the same.
    public init(
        _ run: SessionRun, within span: TimeSpan? = nil, like known: (run: SessionRun, figures: TrackFigures)? = nil
    ) {
        let distances = span.map(run.distances.clipped(to:)) ?? run.distances
        if let known, known.run.distances.isCopy(of: distances), known.run.hasHeights(of: run) {
            self = known.figures
            return
        }
        climb = run.climb(within: span)
        bestMinute = distances.bestSpeed(over: DistanceColumn.longSupport)
        bestKilometre = distances.bestSpeed(overMetres: Self.kilometre)
        smoothing = run.smoothed.isEmpty ? nil : Self.moves(run, within: span)
    }

    private static func moves(_ run: SessionRun, within span: TimeSpan?) -> Moves? {
        var (sum, largest, count) = (0.0, 0.0, 0.0)
        run.forEachFix { fix, time, _, estimate in
            guard span.map({ $0.start <= time && time <= $0.end }) ?? true else { return }
            let away = fix.distance(to: estimate)
            sum += away
            largest = max(largest, away)
            count += 1
        }
        return count > 0 ? Moves(mean: sum / count, largest: largest) : nil
    }
}
