import Foundation
package import FusionCore
package import SensorModel
import ViewerModel

extension CivilDate {
    /// The current day in this machine's time zone.
    package static var today: CivilDate {
        SessionClock.local.time(Instant(seconds: Date().timeIntervalSince1970)).date
    }

    /// The span from midnight to midnight in this machine's time zone.
    package var localSpan: TimeSpan { SessionClock.local.span(of: self) }
}
