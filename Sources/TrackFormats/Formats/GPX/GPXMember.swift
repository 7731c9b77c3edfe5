import JSON
import SensorModel

/// The meanings of the elements within a point.
///
/// The members of GPX itself are direct children of the point in GPX's namespace. In an extension, a name such as
/// `time` can have any meaning (GraphHopper writes the milliseconds to the next turn), so only sensor values are read
/// there, by local name in any namespace.
enum GPXMember {
    /// Sets the value of a member.
    /// - Parameter isOwn: Whether the member is a direct child of the point in GPX's namespace.
    /// - Returns: The reason why the text is invalid; `nil` if it is valid. Empty numbers and NaN are missing values.
    static func set(
        _ name: XMLName, to text: UnsafeRawBufferPointer, of point: inout TrackDocument.Point, isOwn: Bool
    ) -> Phrase? {
        if !isOwn, isOnlyOwn(name) { return nil }
        var problem: Phrase?
        func number(_ name: String) -> Double? {
            if let value = Self.number(text) { return value }
            guard let string = string(text), string.lowercased() != "nan" else { return nil }
            problem = Phrase(translatable("{1} \"{2}\" is not a number"), name, string)
            return nil
        }
        switch name {
        case "ele": point.altitude = number("ele")
        case "time":
            // Some programs leave out zeros in front of a number.
            point.time = Timestamp.instant(parsing: text) ?? string(text).flatMap { Timestamp.instant(loose: $0) }
            if point.time == nil { problem = Phrase(translatable("\"{1}\" is not a time"), string(text) ?? "") }
        case "hdop": point.horizontalDilution = number("hdop")
        case "sat": point.satellites = number("sat").flatMap { Int(exactly: $0.rounded()) }
        case "speed": point.speed = number("speed").notNegative
        case "course", "bearing": point.courseDegrees = number("course").map(normalizedDegrees)
        case "hr", "heartrate": point.heartRate = number("hr")
        case "cad", "cadence", "RunCadence": point.cadence = number("cad")
        case "power", "PowerInWatts", "watts", "Watts": point.power = number("power").notNegative
        case "atemp", "temp": point.temperature = number("atemp")
        case "accuracy", "accuracy_horizontal", "hacc": point.accuracy = number("accuracy")
        case "verticalAccuracy", "accuracy_vertical", "vacc": point.verticalAccuracy = number("verticalAccuracy")
        case "activity": point.activity = string(text).flatMap(Activity.init(foreignName:))
        case "estimated": point.isEstimated = string(text) == "true"
        case "fix": point.mode = mode(string(text))
        default: break
        }
        return problem
    }

    /// Returns whether a name has a meaning only in GPX's namespace.
    static func isOnlyOwn(_ name: XMLName) -> Bool {
        switch name {
        case "ele", "time", "name", "fix": true
        default: false
        }
    }

    /// Returns the text without surrounding white space; `nil` if it is then empty.
    static func string(_ text: UnsafeRawBufferPointer) -> String? {
        let trimmed = Substring(String(decoding: text, as: UTF8.self)).trimmingCharacters()
        return trimmed.isEmpty ? nil : trimmed
    }

    /// Parses text that is one number, with optional surrounding white space.
    static func number(_ bytes: UnsafeRawBufferPointer) -> Double? {
        var start = 0
        var end = bytes.count
        while start < end, bytes[start] <= 32 { start += 1 }
        while end > start, bytes[end - 1] <= 32 { end -= 1 }
        let trimmed = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        guard let number = DecimalNumber(prefixOf: trimmed), number.text.count == trimmed.count else { return nil }
        let value = number.double
        return value.isFinite ? value : nil
    }

    private static func normalizedDegrees(_ degrees: Double) -> Double {
        0..<360 ~= degrees ? degrees : degrees - 360 * (degrees / 360).rounded(.down)
    }

    private static func mode(_ text: String?) -> FixMode? {
        switch text {
        case "none": .noFix
        case "2d": .twoDimensional
        case "3d", "dgps", "pps": .threeDimensional
        default: nil
        }
    }
}
