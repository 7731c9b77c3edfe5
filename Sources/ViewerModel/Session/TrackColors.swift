public import FusionCore
public import Replay
import SensorModel

/// The colours of a track: a style for each point, and what the numbers in them stand for.
public struct TrackColors: Sendable {
    /// What the colours stand for.
    public let coloring: TrackColoring
    /// The style of each point of the track.
    public let styles: [TrackStyle]
    /// The scale where the colours have one.
    public let scale: ColorScale?

    /// Takes the styles of a track that is coloured by activity already.
    public init(activities styles: [TrackStyle]) {
        coloring = .activity
        self.styles = styles
        scale = nil
    }

    /// Colours a track of a run.
    ///
    /// Colour numbers are steps of the scale; without one, places in `Activity.allCases` or
    /// `SpeedEstimate.Source.colored`. What is estimated is dashed whatever its colour, and gaps stay. O(n log n).
    /// - Parameters:
    ///   - track: The track.
    ///   - coloring: What the colours stand for.
    ///   - run: The run.
    ///   - recording: What it is a run of.
    public init(_ track: TimedTrack, by coloring: TrackColoring, in run: SessionRun, _ recording: Recording) {
        self.coloring = coloring
        let series = coloring.quantity?.series(of: run, recording)
        let scale = series.map { ColorScale(of: $0.values.map(Double.init), isReversed: coloring == .accuracy) }
        self.scale = scale
        let number: (Instant) -> Int =
            switch coloring {
            case .activity: Self.activityNumbers(of: run)
            case .source: Self.sourceNumbers(of: run)
            case .single: { _ in 0 }
            default: { series?.value(at: $0).flatMap { scale?.step(of: $0) } ?? 0 }
            }
        styles = zip(track.times, track.geometry.styles).map { time, old in
            old == .gap ? .gap : TrackStyle(color: number(time), isDashed: old.isDashed)
        }
    }

    private static func activityNumbers(of run: SessionRun) -> (Instant) -> Int {
        let starts = run.activities.map(\.time)
        let numbers = Dictionary(uniqueKeysWithValues: Activity.allCases.enumerated().map { ($0.element, $0.offset) })
        return { instant in
            let place = upperBound(of: instant, in: starts) - 1
            let isKnown = place >= 0 && instant <= run.activities[place].until
            return numbers[isKnown ? run.activities[place].activity : .unknown] ?? 0
        }
    }

    private static func sourceNumbers(of run: SessionRun) -> (Instant) -> Int {
        let speeds = SessionQuantity.ascendingSpeeds(of: run)
        let times = speeds.times
        return { instant in
            let place = upperBound(of: instant, in: times) - 1
            return place >= 0 ? SpeedEstimate.Source.colored.firstIndex(of: speeds[place].source) ?? 0 : 0
        }
    }

    /// Returns the colour of a style.
    public func color(of style: TrackStyle, _ palette: ActivityPalette) -> RGB {
        if let scale { return scale.color(ofStep: style.color) }
        switch coloring {
        case .activity:
            return style.activity.map { $0 == .unknown ? palette.accent : palette.color(of: $0) } ?? palette.accent
        case .source: return palette.color(ofSource: SpeedEstimate.Source.colored[min(style.color, 4)])
        default: return palette.accent
        }
    }
}

extension SpeedEstimate.Source {
    /// The sources in the order of their colour numbers.
    public static let colored: [SpeedEstimate.Source] = [.gps, .pedometer, .deadReckoning, .placeholder, .still]

    /// The name in a legend.
    public var title: String {
        switch self {
        case .gps: translatable("Receiver")
        case .pedometer: translatable("Steps")
        case .deadReckoning: translatable("Dead reckoning")
        case .placeholder: translatable("Assumed")
        case .still: translatable("Still")
        }
    }
}

extension ActivityPalette {
    /// Returns the colour of a source of speed; those that are estimates are warm.
    public func color(ofSource source: SpeedEstimate.Source) -> RGB {
        switch source {
        case .gps: accent
        case .pedometer: running
        case .deadReckoning: estimated
        case .placeholder: rejected
        case .still: stationary
        }
    }
}
