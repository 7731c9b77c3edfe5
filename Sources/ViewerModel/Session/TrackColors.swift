public import FusionCore
public import Replay
import SensorModel

/// The colours of a track: a style for each point, and the meaning of the colour numbers.
public struct TrackColors: Sendable {
    /// The quantity that the colours show.
    public let coloring: TrackColoring
    /// The style of each point of the track.
    public let styles: [TrackStyle]
    /// The scale of the colours if they have one; also `nil` for a quantity without values.
    public let scale: ColorScale?

    /// The colour number of a point with an unknown value, which must not look like a small value.
    static let unknownNumber = TrackStyle.lastColor

    /// Creates colours from the styles of a track that is coloured by activity already.
    public init(activities styles: [TrackStyle]) {
        coloring = .activity
        self.styles = styles
        scale = nil
    }

    /// Colours a track of a run.
    ///
    /// Colour numbers are steps of the scale; without one, places in `Activity.allCases` or
    /// `SpeedEstimate.Source.colored`; a point with an unknown value has a separate number. Estimated parts are dashed
    /// regardless of their colour, and gaps remain. O(n log n).
    /// - Parameters:
    ///   - track: The track.
    ///   - coloring: The quantity that the colours show.
    ///   - run: The run.
    ///   - recording: The recording of the run.
    ///   - other: Colours whose scale is used, so that two tracks can be compared; `nil` for the scale of this run.
    public init(
        _ track: TimedTrack, by coloring: TrackColoring, in run: SessionRun, _ recording: Recording,
        like other: TrackColors? = nil
    ) {
        self.coloring = coloring
        let series = coloring.quantity?.series(of: run, recording)
        let scale =
            other?.scale
            ?? series.flatMap { ColorScale(of: $0.values.map(Double.init), isReversed: coloring == .accuracy) }
        self.scale = scale
        let number: (Instant) -> Int =
            switch coloring {
            case .activity: Self.activityNumbers(of: run)
            case .source: Self.sourceNumbers(of: run)
            case .single: { _ in 0 }
            default: { series?.value(at: $0).flatMap { scale?.step(of: $0) } ?? Self.unknownNumber }
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
            let source = place >= 0 ? speeds[place].source : nil
            return source.flatMap { SpeedEstimate.Source.colored.firstIndex(of: $0) } ?? unknownNumber
        }
    }

    /// Returns the colour of a style.
    public func color(of style: TrackStyle, _ palette: ActivityPalette) -> RGB {
        if isUnknown(style) { return palette.unknown }
        if let scale { return scale.color(ofStep: style.color, palette) }
        switch coloring {
        case .activity:
            return style.activity.map(palette.color(of:)) ?? palette.accent
        case .source:
            let sources = SpeedEstimate.Source.colored
            return sources.indices.contains(style.color)
                ? palette.color(ofSource: sources[style.color]) : palette.unknown
        default: return palette.accent
        }
    }

    /// Returns whether a style is that of a point with an unknown value.
    public func isUnknown(_ style: TrackStyle) -> Bool { style != .gap && style.color == Self.unknownNumber }
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
    /// Returns the colour of a source of speed; estimates have warm colours.
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
