import Geometry
import SensorModel

/// Decodes the lines that gpsd sends.
///
/// Lenient, as the daemon's history requires: accepts keys in any order, missing and unknown keys, numbers in place of
/// former strings, and unknown classes. Rejects only lines that are not JSON objects with a class. gpsd 3.22 itself
/// sends such lines (an ERROR with unescaped quotes).
public enum GPSDDecoder {
    /// Returns the report in a line; `nil` if the line cannot be read. O(length).
    public static func decode(_ line: String) -> GPSDReport? {
        guard let fields = JSONFields(line: line), let name = fields.text("class") else { return nil }
        switch name {
        case "VERSION": return .version(release: shown(fields, "release") ?? "of unknown release")
        case "DEVICES": return .devices(fields.objects("devices").compactMap(device))
        case "DEVICE": return device(fields).map(GPSDReport.device) ?? .other(name)
        case "WATCH": return .watch(isEnabled: fields.isTrue("enable"), sendsJSON: fields.isTrue("json"))
        case "TPV": return .position(position(fields))
        case "SKY": return .sky(sky(fields))
        case "GST": return .noise(noise(fields))
        case "ERROR": return .error(shown(fields, "message") ?? "an error without a message")
        default: return .other(name)
        }
    }

    private static func device(_ fields: JSONFields) -> GPSDDevice? {
        guard let path = path(fields, "path") else { return nil }
        // `activated` is 0 for a device that has gone, and a time for an open one: a string or, in old releases, a
        // number.
        let isActive = fields.text("activated").map { !$0.isEmpty } ?? (fields.number("activated") ?? 0 > 0)
        return GPSDDevice(
            path: path, driver: shown(fields, "driver"), isActive: isActive,
            cycle: fields.number("cycle").flatMap(positive))
    }

    private static func position(_ fields: JSONFields) -> PositionReport {
        let coordinate = coordinate(fields)
        return PositionReport(
            device: path(fields, "device"), mode: mode(fields, hasCoordinate: coordinate != nil), time: time(fields),
            coordinate: coordinate, altitudeAboveSea: fields.number("altMSL") ?? fields.number("alt"),
            altitudeAboveEllipsoid: fields.number("altHAE"), speed: fields.number("speed").flatMap(notNegative),
            track: fields.number("track").flatMap(course), climb: fields.number("climb"),
            horizontalError: fields.number("eph").flatMap(positive),
            eastError: fields.number("epx").flatMap(positive), northError: fields.number("epy").flatMap(positive),
            verticalError: fields.number("epv").flatMap(positive),
            isDifferential: fields.integer("status") == 2,
            jamming: fields.number("jam").flatMap { 0...255 ~= $0 ? $0 : nil })
    }

    private static func sky(_ fields: JSONFields) -> SkyReport {
        let satellites =
            fields.has("satellites")
            ? fields.objects("satellites").prefix(GPSDBounds.satellites).compactMap(satellite) : nil
        return SkyReport(
            device: path(fields, "device"), time: time(fields), satellites: satellites,
            usedCount: fields.integer("uSat") ?? satellites?.count { $0.isUsed },
            horizontalDilution: fields.number("hdop").flatMap(positive),
            verticalDilution: fields.number("vdop").flatMap(positive),
            positionDilution: fields.number("pdop").flatMap(positive))
    }

    private static func satellite(_ fields: JSONFields) -> Satellite? {
        guard let number = fields.integer("PRN") else { return nil }
        return Satellite(
            number: number, constellation: fields.integer("gnssid"), elevationDegrees: fields.number("el"),
            azimuthDegrees: fields.number("az"), signalStrength: fields.number("ss"), isUsed: fields.isTrue("used"))
    }

    private static func noise(_ fields: JSONFields) -> NoiseReport {
        NoiseReport(
            device: path(fields, "device"), time: time(fields), northSigma: fields.number("lat").flatMap(positive),
            eastSigma: fields.number("lon").flatMap(positive), verticalSigma: fields.number("alt").flatMap(positive))
    }

    private static func time(_ fields: JSONFields) -> Instant? {
        fields.text("time").flatMap(TimeText.instant) ?? fields.number("time").map { Instant(seconds: $0) }
    }

    private static func coordinate(_ fields: JSONFields) -> Coordinate? {
        guard let latitude = fields.number("lat"), let longitude = fields.number("lon") else { return nil }
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        return coordinate.isValid ? coordinate : nil
    }

    private static func mode(_ fields: JSONFields, hasCoordinate: Bool) -> FixMode {
        guard let number = fields.integer("mode"), let mode = FixMode(rawValue: min(3, number)) else { return .unknown }
        return hasCoordinate || mode == .unknown ? mode : .noFix
    }

    /// Returns a receiver's path; `nil` if it is longer than Linux allows.
    private static func path(_ fields: JSONFields, _ name: String) -> String? {
        fields.text(name).flatMap { $0.utf8.count <= GPSDBounds.pathBytes ? $0 : nil }
    }

    /// Returns a string for display, cut to the longest length that is shown.
    private static func shown(_ fields: JSONFields, _ name: String) -> String? {
        fields.text(name).map { String($0.prefix(GPSDBounds.textLength)) }
    }

    private static func positive(_ value: Double) -> Double? { value > 0 ? value : nil }
    private static func notNegative(_ value: Double) -> Double? { value >= 0 ? value : nil }
    private static func course(_ value: Double) -> Double? {
        guard value >= 0, value <= 360 else { return nil }
        return value == 360 ? 0 : value
    }
}
