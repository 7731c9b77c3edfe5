import Localization
package import SensorModel
package import ViewerModel

/// The texts of the sensors pane, in the user's language.
package enum SensorWords {
    /// The minimum age, in seconds, of a last sample that is shown with its age.
    private static let freshness = 2.0

    package static func name(of kind: StreamKind) -> String {
        switch kind {
        case .fix: localized("Fixes")
        case .sky: localized("Satellites")
        case .acceleration: localized("Acceleration")
        case .rotation: localized("Rotation")
        case .magneticField: localized("Magnetic field")
        case .scalar(let quantity): name(of: quantity)
        }
    }

    private static func name(of quantity: Quantity) -> String {
        switch quantity {
        case .pressure: localized("Air pressure")
        case .temperature: localized("Temperature")
        case .heartRate: localized("Heart rate")
        case .cadence: localized("Cadence")
        case .power: localized("Power")
        case .sensorSpeed: localized("Speed without position")
        case .illuminance: localized("Ambient light")
        case .jamming: localized("Jamming")
        }
    }

    package static func unit(of kind: StreamKind) -> String {
        switch kind {
        case .acceleration: "m/s²"
        case .rotation: "rad/s"
        case .magneticField: "µT"
        case .scalar(let quantity): quantity.unit
        case .fix, .sky: ""
        }
    }

    package static func state(_ state: SourceState) -> String {
        switch state {
        case .connected: localized("receiving data")
        case .connecting: localized("connecting")
        case .silent: localized("silent")
        case .noDevice: localized("no device")
        case .lost: localized("out of reach")
        case .notPermitted: localized("no permission to read")
        case .missing: localized("not connected")
        }
    }

    /// The measured rate, with the nominal one.
    package static func rate(_ stream: SensorList.Stream) -> String {
        guard let rate = stream.rate else { return missingText }
        guard let nominal = stream.nominalRate else { return localized("{1} Hz", significantText(rate)) }
        return localized("{1} of {2} Hz", significantText(rate), trimmed(nominal))
    }

    private static func trimmed(_ rate: Double) -> String {
        rate == rate.rounded() ? decimalText(rate) : significantText(rate)
    }

    /// The number of lost samples and the age of the last one; empty if nothing is wrong.
    package static func remarks(_ stream: SensorList.Stream) -> String {
        var parts: [String] = []
        if stream.lost > 0 { parts.append(localizedCount("{1} lost", "{1} lost", stream.lost)) }
        if let age = stream.age, age > freshness {
            parts.append(localized("last one {1} ago", durationText(age)))
        }
        return parts.joined(separator: " · ")
    }

    /// The facts about a stream in one line.
    package static func details(_ stream: SensorList.Stream) -> String {
        let count = localizedCount("{1} sample", "{1} samples", stream.count)
        let lost = localizedCount("{1} lost", "{1} lost", stream.lost)
        let age = stream.age.map { localized("last one {1} s ago", decimalText($0, decimals: 1)) }
        return ([count, lost] + [age].compactMap(\.self)).joined(separator: " · ")
    }

    /// The facts that a receiver states about its position.
    package static func facts(of fix: Fix?) -> String {
        guard let fix, fix.coordinate != nil else { return localized("No fix yet") }
        let mode =
            switch fix.mode {
            case .threeDimensional: localized("3D fix")
            case .twoDimensional: localized("2D fix")
            // A location service states no mode; the position might be a network's estimate.
            case .unknown: localized("Stated location")
            case .noFix: localized("Fix")
            }
        guard let accuracy = fix.horizontalAccuracy else { return mode }
        let text = "±\(decimalText(accuracy, decimals: accuracy < 9.95 ? 1 : 0)) m"
        return fix.accuracyOrigin == .receiver
            ? "\(mode) · \(text)" : localized("{1} · {2}, derived", mode, text)
    }
}
