import Foundation
import SensorModel
import ViewerModel

extension ClockTime {
    /// The civil time of an instant where this machine is.
    static func local(_ instant: Instant) -> ClockTime {
        let date = Date(timeIntervalSince1970: instant.seconds)
        return ClockTime(instant, utcOffset: TimeZone.current.secondsFromGMT(for: date))
    }
}
