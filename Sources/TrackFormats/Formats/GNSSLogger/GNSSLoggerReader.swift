import Geometry
import SensorModel

/// Reads a log of Google's GNSS Logger: a comment with the names of each kind of line, then a line per sample that begins
/// with its kind.
///
/// Fixes of the receiver (`gps`) are read. Those of other providers, which a phone computes from several sensors, are read
/// only if there are none of the receiver. Of a stream that the log has calibrated and uncalibrated, the first kind to
/// occur is read. Raw measurements of satellites are passed over.
struct GNSSLoggerReader: LineFormat {
    static let format = FileFormat("gnssLogger", "txt")

    var count: Int { log.count }

    private var log = PhoneLog()

    private var hasReceiver = false
    private var others: [(time: Instant, fix: Fix, provider: String)] = []
    private var kinds: [ColumnRole.AxisStream: String] = [:]
    /// The instant at which the phone's clock since its start was zero.
    private var phoneStart: Instant?

    private static let streams: [String: ColumnRole.AxisStream] = [
        "Accel": .acceleration, "UncalAccel": .acceleration, "Gyro": .rotation, "UncalGyro": .rotation,
        "Mag": .magneticField, "UncalMag": .magneticField,
    ]

    static func certainty(of head: FileHead) -> Certainty {
        head.lines.contains {
            $0.first == "#" && $0.contains("Fix,Provider,")
                || $0.hasPrefix("Fix,") && fix($0.split(separator: ",", omittingEmptySubsequences: false)) != nil
        } ? .certain : .no
    }

    /// Reads a line; lines of other kinds are passed over.
    mutating func read(_ line: UnsafeRawBufferPointer) throws {
        let cells = String(decoding: line, as: UTF8.self).split(separator: ",", omittingEmptySubsequences: false)
        guard let first = cells.first else { return }
        if first == "Fix" {
            guard let (time, fix) = Self.fix(cells) else {
                throw LineError(translatable("a place and a time are missing"))
            }
            add(fix, of: String(cells[1]), at: time)
        } else if let stream = Self.streams[String(first)] {
            try readMotion(cells, stream)
        }
    }

    private mutating func add(_ fix: Fix, of provider: String, at time: Instant) {
        guard provider.lowercased() == "gps" else { return others.append((time, fix, provider)) }
        hasReceiver = true
        log.add(fix, at: time)
    }

    private mutating func readMotion(_ cells: [Substring], _ stream: ColumnRole.AxisStream) throws {
        guard kinds[stream, default: String(cells[0])] == cells[0] else { return }
        let numbers = cells.dropFirst().prefix(5).map { Double($0) }
        guard numbers.count == 5, let utc = numbers[0], let elapsed = numbers[1], let x = numbers[2],
            let y = numbers[3],
            let z = numbers[4], Self.milliseconds.contains(utc), abs(elapsed) < 1e18
        else { throw LineError(translatable("a time and three numbers are missing")) }
        kinds[stream] = String(cells[0])
        // The clock since the phone's start has no jumps.
        let start = phoneStart ?? Instant(seconds: utc / 1e3) + -elapsed / 1e9
        phoneStart = start
        log.add(Vector3(x, y, z), stream, at: start + elapsed / 1e9)
    }

    /// Milliseconds since 1970 that can be the time of a log.
    private static let milliseconds = 1e11..<1e13

    /// Parses a fix, in the order of columns up to version 2 (time last) or since (bearing before the time).
    private static func fix(_ cells: [Substring]) -> (Instant, Fix)? {
        guard cells.count >= 8 else { return nil }
        func number(_ index: Int) -> Double? { index < cells.count ? Double(cells[index]) : nil }
        let isOld = number(7).map(milliseconds.contains) ?? false
        guard let latitude = number(2), let longitude = number(3), let time = number(isOld ? 7 : 8),
            milliseconds.contains(time)
        else { return nil }
        let altitude = number(4)
        let bearing = isOld ? nil : number(7)
        let fix = Fix(
            mode: altitude == nil ? .twoDimensional : .threeDimensional,
            coordinate: Coordinate(latitude: latitude, longitude: longitude), altitude: altitude,
            horizontalAccuracy: number(6).notNegative, verticalAccuracy: isOld ? nil : number(12).notNegative,
            speed: number(5).notNegative, speedAccuracy: isOld ? nil : number(9).notNegative,
            courseDegrees: bearing.notNegative, courseAccuracyDegrees: isOld ? nil : number(10).notNegative)
        return (Instant(seconds: time / 1e3), fix)
    }

    mutating func finish(into document: inout TrackDocument) {
        if !hasReceiver { for (time, fix, provider) in others { log.add(fix, at: time, receiver: provider) } }
        document.sensorEvents = log.finish()
        document.report(
            left: hasReceiver ? others.count : 0,
            one: translatable("1 fix that the phone computed from several sensors was left out"),
            many: translatable("{1} fixes that the phone computed from several sensors were left out"))
    }
}
