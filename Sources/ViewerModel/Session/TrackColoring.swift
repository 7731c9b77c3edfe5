public import FusionCore
import Replay
import SensorModel

/// What the colour of the simplified track stands for.
public enum TrackColoring: String, Sendable, Hashable, Codable, CaseIterable {
    /// What was being done.
    case activity
    /// The shown speed.
    case speed
    /// The receiver's accuracy; good is bright.
    case accuracy
    /// Altitude.
    case altitude
    /// Where the speed comes from.
    case source
    /// One colour.
    case single

    /// The name in a menu.
    public var title: String {
        switch self {
        case .activity: "Activity"
        case .speed: "Speed"
        case .accuracy: "Accuracy"
        case .altitude: "Altitude"
        case .source: "Speed source"
        case .single: "One colour"
        }
    }
}

extension SessionDocument {
    /// Returns the smoothed track's styles in a colouring, and the scale where the colours have one.
    ///
    /// Colour numbers are steps of the scale; without one, places in `Activity.allCases` or the order of sources gps,
    /// pedometer, deadReckoning, placeholder, still. Estimated stretches are dashed whatever their colour. O(n log n).
    public func styles(of track: SessionTrack, by coloring: TrackColoring) -> (styles: [TrackStyle], scale: ColorScale?)
    {
        let quantity: TimeSeries? =
            switch coloring {
            case .speed: series.speed
            case .accuracy: series.accuracy
            case .altitude: series.altitude.isEmpty ? series.relativeAltitude : series.altitude
            default: nil
            }
        let scale = quantity.map { ColorScale(of: $0.values.map(Double.init), isReversed: coloring == .accuracy) }
        let styles = track.times.indices.map { index -> TrackStyle in
            let old = track.geometry.styles[index]
            guard old != .gap else { return .gap }
            let color: Int
            switch coloring {
            case .activity:
                return TrackStyle(activity(at: track.times[index])?.activity ?? .unknown, isDashed: old.isDashed)
            case .source: color = source(at: track.times[index])
            case .single: color = 0
            default: color = quantity?.value(at: track.times[index]).flatMap { scale?.step(of: $0) } ?? 0
            }
            return TrackStyle(color: color, isDashed: old.isDashed)
        }
        return (styles, scale)
    }

    private func source(at instant: Instant) -> Int {
        let index = series.speed.count(upTo: instant) - 1
        guard index >= 0 else { return 0 }
        return switch series.sources[index] {
        case .gps: 0
        case .pedometer: 1
        case .deadReckoning: 2
        case .placeholder: 3
        case .still: 4
        }
    }
}
