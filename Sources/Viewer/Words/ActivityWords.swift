import Localization
package import SensorModel

/// Activities in the user's language.
package enum ActivityWords {
    package static func name(of activity: Activity) -> String {
        switch activity {
        case .stationary: localized("Stationary")
        case .walking: localized("Walking")
        case .running: localized("Running")
        case .cycling: localized("Cycling")
        case .automotive: localized("Automotive")
        case .unknown: localized("Unknown")
        }
    }

    package static func confidence(_ confidence: Confidence) -> String {
        switch confidence {
        case .low: localized("low confidence")
        case .medium: localized("medium confidence")
        case .high: localized("high confidence")
        }
    }
}
