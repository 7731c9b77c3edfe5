import Foundation
import SensorModel
import ViewerModel

extension ClockTime {
    /// The civil time of an instant where this machine is.
    static func local(_ instant: Instant) -> ClockTime {
        ClockTime(instant, utcOffset: utcOffset(at: instant))
    }

    /// Seconds east of UTC where this machine is, at an instant.
    static func utcOffset(at instant: Instant) -> Int {
        TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: instant.seconds))
    }
}
