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
        } else if let time, let place = track.place(at: time) {
            (coordinate, origin) = (place, .track)
        } else {
            return nil
        }
        self.path = path
        self.facts = facts
        self.time = time
    }
}
