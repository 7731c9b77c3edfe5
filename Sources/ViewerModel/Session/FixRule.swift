public import FusionCore
public import Replay
public import SensorModel

/// The rule by which a fix was rejected: a parameter with its limit.
public struct FixRule: Sendable, Hashable {
    /// The parameter's name in the table: `fixGate.accuracyCeiling`.
    public let parameter: String
    /// The parameter's title for the user, untranslated.
    public let title: String
    /// The limit with its unit: `100 m`.
    public let limit: String

    /// Finds the rule.
    /// - Parameters:
    ///   - fix: The position of the fix.
    ///   - parameters: The parameters of the run that rejected it.
    ///   - start: The start of the recording.
    /// - Returns: `nil` for an accepted fix, and if no parameter decided: duplicates, fixes out of order or without a place.
    public init?(_ fix: RecordedFix, parameters: Parameters, start: Instant) {
        guard let name = Self.parameter(for: fix, parameters.fixGate, since: fix.time - start),
            let entry = Parameters.entry(named: name), case .number(let number) = parameters.value(of: name)
        else { return nil }
        parameter = name
        title = entry.title
        limit = ParameterScale.text(number) + (entry.unit.isEmpty ? "" : " \(entry.unit)")
    }

    private static func parameter(for fix: RecordedFix, _ gate: FixGate.Parameters, since seconds: Double) -> String? {
        switch fix.rejection {
        case .warmUp: return "fixGate.warmUp"
        case .stale: return "fixGate.maximumAge"
        case .accuracy:
            let isStarting = seconds < gate.startAccuracyPeriod
            let ceiling = isStarting ? gate.startAccuracyCeiling : gate.accuracyCeiling
            guard let accuracy = fix.accuracy, accuracy > ceiling else { return "fixGate.trackAccuracyCeiling" }
            return isStarting ? "fixGate.startAccuracyCeiling" : "fixGate.accuracyCeiling"
        case .implausibleSpeed: return "fixGate.startSpeedCeiling"
        case .impliedSpeed: return "fixGate.continuity.maximumSpeed"
        case .noFix, .duplicate, .outOfOrder, .innovation, .invalidCoordinate, .otherReceiver, .byHand, .unsettled, nil:
            return nil
        }
    }
}
