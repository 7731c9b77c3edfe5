public import FusionCore
public import Geodesy
import NavigationMath
public import PhotoFormat
public import SensorModel

/// A photo with its known position and time.
public struct PlacedPhoto: Sendable, Hashable {
    /// The origin of a photo's place.
    public enum Origin: Sendable, Hashable {
        /// The camera stated the place.
        case camera
        /// The track passed the place at the time of the photo.
        case track
    }

    /// The path of the file.
    public let path: String
    /// The contents of the file.
    public let facts: PhotoFacts
    /// The time; `nil` if the camera stated none.
    public let time: Instant?
    /// The place, from the camera or the track.
    public let coordinate: Coordinate
    /// The origin of the place.
    public let origin: Origin

    /// The maximum time, in seconds, between two positions for a photo between them.
    private static let longestGap = 600.0
    /// The maximum time, in seconds, between the nearest position and a photo that is not between two.
    private static let longestDistance = 60.0

    /// Places a photo where its camera says, otherwise at the place of the track at its time; `nil` if neither is known.
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - facts: The contents of the file.
    ///   - track: The positions of the session that is shown; empty if none is.
    ///   - utcOffset: Returns the seconds east of UTC of the session's time zone at an instant, for a camera that does
    ///     not state its own.
    public init?(path: String, facts: PhotoFacts, along track: PositionTrack, utcOffset: (Instant) -> Int) {
        let time = facts.clockTime.map { clock in
            // The offset applies at the time itself, which is not known yet; the offset of a time close to it is
            // sufficient.
            let offset = facts.utcOffset ?? utcOffset(clock + -Double(utcOffset(clock)))
            return clock + -Double(offset)
        }
        if let place = facts.place {
            (coordinate, origin) = (place, .camera)
        } else if let time, let place = Self.place(at: time, on: track) {
            (coordinate, origin) = (place, .track)
        } else {
            return nil
        }
        self.path = path
        self.facts = facts
        self.time = time
    }

    /// Returns the place of a track at a time, on the line between two positions; `nil` in a gap and outside. O(log n).
    static func place(at time: Instant, on track: PositionTrack) -> Coordinate? {
        let times = track.times
        let next = times.partitionPoint { $0 <= time }
        let before = next > 0 ? next - 1 : nil
        let after = next < times.count ? next : nil
        if let before, let after {
            let span = times[after] - times[before]
            if span <= longestGap {
                let share = span > 0 ? (time - times[before]) / span : 0
                return between(track.coordinate(of: before), track.coordinate(of: after), share)
            }
        }
        let near = [before, after].compactMap { $0 }.min { abs(times[$0] - time) < abs(times[$1] - time) }
        guard let near, abs(times[near] - time) <= longestDistance else { return nil }
        return track.coordinate(of: near)
    }

    private static func between(_ one: Coordinate, _ other: Coordinate, _ share: Double) -> Coordinate {
        var east = other.longitude - one.longitude
        // Across the antimeridian, the shorter side.
        if east > 180 { east -= 360 } else if east < -180 { east += 360 }
        var longitude = one.longitude + share * east
        if longitude > 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
        return Coordinate(
            latitude: one.latitude + share * (other.latitude - one.latitude), longitude: longitude)
    }
}
