import JSON
import SensorModel

/// A parsed line of the event log that is not yet an event.
///
/// The members of a line can be in any order, so they are collected first. Strings refer to the line's bytes.
struct EventLine {
    var type: JSONScanner.RawString?
    var time: Instant?
    var received: Instant?
    var device: JSONScanner.RawString?
    var x: Double?
    var y: Double?
    var z: Double?
    var value: Double?
    var latitude: Double?
    var longitude: Double?
    var altitude: Double?
    var horizontalAccuracy: Double?
    var verticalAccuracy: Double?
    var speed: Double?
    var speedAccuracy: Double?
    var course: Double?
    var courseAccuracy: Double?
    var climb: Double?
    var horizontalDilution: Double?
    var mode: Double?
    var satellites: Double?
    var accuracyOrigin: JSONScanner.RawString?
    var isTimeOfArrival = false
    var isLate = false
    var text: JSONScanner.RawString?
    /// The members that only rare types have, by name.
    var others: [String: JSONValue] = [:]

    /// Parses a line.
    init(_ bytes: UnsafeRawBufferPointer) throws {
        var scanner = JSONScanner(bytes)
        guard scanner.peek() == UInt8(ascii: "{") else { throw scanner.error(.notObject) }
        try scanner.object { scanner, key in try read(key, &scanner) }
        try scanner.expectEnd()
    }

    @inline(__always)
    private mutating func read(_ key: JSONScanner.RawString, _ scanner: inout JSONScanner) throws {
        if key.bytes.count == 1 {
            switch key.bytes[0] {
            case UInt8(ascii: "x"): return x = try Self.number(&scanner, "x")
            case UInt8(ascii: "y"): return y = try Self.number(&scanner, "y")
            case UInt8(ascii: "z"): return z = try Self.number(&scanner, "z")
            default: break
            }
        }
        switch key {
        case "type": type = try Self.string(&scanner, "type")
        case "time": time = try Self.instant(&scanner, "time")
        case "received": received = try Self.instant(&scanner, "received")
        case "device": device = try Self.string(&scanner, "device")
        case "value": value = try Self.number(&scanner, "value")
        default: try readFix(key, &scanner)
        }
    }

    private mutating func readFix(_ key: JSONScanner.RawString, _ scanner: inout JSONScanner) throws {
        switch key {
        case "latitude": latitude = try Self.number(&scanner, "latitude")
        case "longitude": longitude = try Self.number(&scanner, "longitude")
        case "altitude": altitude = try Self.number(&scanner, "altitude")
        case "horizontalAccuracy": horizontalAccuracy = try Self.number(&scanner, "horizontalAccuracy")
        case "verticalAccuracy": verticalAccuracy = try Self.number(&scanner, "verticalAccuracy")
        case "speed": speed = try Self.number(&scanner, "speed")
        case "speedAccuracy": speedAccuracy = try Self.number(&scanner, "speedAccuracy")
        case "course": course = try Self.number(&scanner, "course")
        case "courseAccuracy": courseAccuracy = try Self.number(&scanner, "courseAccuracy")
        case "climb": climb = try Self.number(&scanner, "climb")
        case "mode": mode = try Self.number(&scanner, "mode")
        case "satellites":
            // A sky has a list of satellites; a fix has a count.
            if scanner.peek() == UInt8(ascii: "[") {
                others["satellites"] = try JSONValue(&scanner)
            } else {
                satellites = try Self.number(&scanner, "satellites")
            }
        case "horizontalDilution": horizontalDilution = try Self.number(&scanner, "horizontalDilution")
        case "accuracyOrigin": accuracyOrigin = try Self.string(&scanner, "accuracyOrigin")
        default: try readRare(key, &scanner)
        }
    }

    private mutating func readRare(_ key: JSONScanner.RawString, _ scanner: inout JSONScanner) throws {
        switch key {
        case "text": text = try Self.string(&scanner, "text")
        case "timeIsArrival":
            isTimeOfArrival = scanner.word("true")
            if !isTimeOfArrival { try scanner.skip() }
        case "late":
            isLate = scanner.word("true")
            if !isLate { try scanner.skip() }
        default:
            let name = key.text
            if EventLog.rareMembers.contains(name) {
                others[name] = try JSONValue(&scanner)
            } else {
                try scanner.skip()
            }
        }
    }

    @inline(__always)
    private static func number(_ scanner: inout JSONScanner, _ name: StaticString) throws -> Double? {
        if scanner.peek() == UInt8(ascii: "n"), scanner.word("null") { return nil }
        do { return try scanner.number().double } catch { throw scanner.error(.notNumber("\(name)")) }
    }

    @inline(__always)
    private static func instant(_ scanner: inout JSONScanner, _ name: StaticString) throws -> Instant? {
        if scanner.peek() == UInt8(ascii: "n"), scanner.word("null") { return nil }
        guard let number = try? scanner.number() else { throw scanner.error(.notNumber("\(name)")) }
        guard let nanoseconds = number.nanoseconds else { throw scanner.error(.outOfRange("\(name)")) }
        return Instant(nanoseconds: nanoseconds)
    }

    private static func string(_ scanner: inout JSONScanner, _ name: StaticString) throws -> JSONScanner.RawString? {
        if scanner.peek() == UInt8(ascii: "n"), scanner.word("null") { return nil }
        guard scanner.peek() == UInt8(ascii: "\"") else { throw scanner.error(.notString("\(name)")) }
        return try scanner.string()
    }
}
