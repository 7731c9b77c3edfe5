import GTKKit
import SensorModel

/// Activities in the user's language.
enum ActivityWords {
    static func name(of activity: Activity) -> String {
        switch activity {
        case .stationary: localized("Stationary")
        case .walking: localized("Walking")
        case .running: localized("Running")
        case .cycling: localized("Cycling")
        case .automotive: localized("Automotive")
        case .unknown: localized("Unknown")
        }
    }

    static func confidence(_ confidence: Confidence) -> String {
        switch confidence {
        case .low: localized("low confidence")
        case .medium: localized("medium confidence")
        case .high: localized("high confidence")
        }
    }
}
