import Geodesy
import SensorModel

/// Makes fixes of a log of gpsd's reports (`gpspipe -w`), one an epoch and receiver.
///
/// gpsd sends several TPV reports an epoch and not the best one last; here those of one receiver and time become one
/// fix of the highest mode. The live recorder does the same with arrival times, which a log does not have.
struct GPSDLogReader {
    /// How many epochs there are so far.
    var count: Int { events.count + open.count }

    private var devices = DeviceNumbers()
    private var events: [SensorEvent] = []
    private var open: [DeviceID: Epoch] = [:]
    private var dilutions: [DeviceID: Double] = [:]
    private var usedCounts: [DeviceID: Int] = [:]

    /// What the reports of one receiver and time say together.
    private struct Epoch {
        var time: Instant
        var fix: Fix
        var noise: JSONValue?
    }

    /// gpsd's errors are 95 %: standard deviations an axis of a plane, and of a line.
    private static let planarConfidence = 2.4477
    private static let linearConfidence = 1.96
    /// What gpsd writes for one unit of dilution where a receiver states no error, in metres.
    private static let dilutionConstant = 19.0

    /// Reads a line; whatever is not a report of gpsd is passed over.
    mutating func read(_ line: UnsafeRawBufferPointer) throws {
        guard line.first == UInt8(ascii: "{") else { return }
        let report = try JSONValue(parsing: line)
        guard let name = report["class"]?.string else { throw LineError("\"class\" is missing") }
        guard ["TPV", "SKY", "GST"].contains(name) else { return }
        guard let device = devices.number(of: report["device"]?.string ?? "gpsd") else {
            throw LineError.tooManyDevices
        }
        switch name {
        case "TPV": readPosition(report, device)
        case "SKY": readSky(report, device)
        default: open[device]?.noise = report
        }
    }

    private mutating func readPosition(_ report: JSONValue, _ device: DeviceID) {
        // Without a time nobody knows when it was: a log has no moment of arrival.
        guard let time = report["time"].flatMap(Self.instant) else { return }
        if let epoch = open[device], epoch.time != time { end(epoch, device) }
        let fix = fix(report, device)
        guard let epoch = open[device], epoch.time == time else {
            open[device] = Epoch(time: time, fix: fix)
            return
        }
        open[device]?.fix = Self.merge(epoch.fix, fix)
    }

    private mutating func readSky(_ report: JSONValue, _ device: DeviceID) {
        if let dilution = report["hdop"]?.double, dilution < 99 { dilutions[device] = dilution }
        if let satellites = report["satellites"]?.array {
            usedCounts[device] = satellites.count { $0["used"] == .bool(true) }
        }
    }

    private func fix(_ report: JSONValue, _ device: DeviceID) -> Fix {
        let mode = report["mode"]?.double.flatMap { Int(exactly: $0) }.flatMap(FixMode.init) ?? .unknown
        var coordinate: Coordinate?
        if mode == .twoDimensional || mode == .threeDimensional, let latitude = report["lat"]?.double,
            let longitude = report["lon"]?.double
        {
            coordinate = Coordinate(latitude: latitude, longitude: longitude)
        }
        var fix = Fix(
            device: device, mode: mode, coordinate: coordinate,
            altitude: report["altMSL"]?.double ?? report["alt"]?.double ?? report["altHAE"]?.double,
            verticalAccuracy: report["epv"]?.double.map { $0 / Self.linearConfidence },
            speed: (report["speed"]?.double).notNegative, courseDegrees: report["track"]?.double,
            climb: report["climb"]?.double,
            satellites: usedCounts[device], horizontalDilution: dilutions[device])
        setAccuracy(of: &fix, report)
        return fix
    }

    /// Takes a stated error as one, and gpsd's constant times a dilution as the dilution it is.
    private func setAccuracy(of fix: inout Fix, _ report: JSONValue) {
        let isCorrected = (report["status"]?.double ?? 1) >= 2
        let error: Double
        if let stated = report["eph"]?.double {
            error = stated
        } else if let east = report["epx"]?.double, let north = report["epy"]?.double {
            error = ((east * east + north * north) / 2).squareRoot() / Self.linearConfidence * Self.planarConfidence
        } else {
            return
        }
        let made = error * (isCorrected ? 4 : 1) / Self.dilutionConstant
        if let dilution = fix.horizontalDilution, abs(made - dilution) <= 0.005 * dilution + 0.001 {
            fix.accuracyOrigin = .dilutionOfPrecision
            fix.verticalAccuracy = nil
        } else {
            fix.horizontalAccuracy = error / Self.planarConfidence
        }
    }

    private static func merge(_ earlier: Fix, _ later: Fix) -> Fix {
        guard later.mode.rawValue >= earlier.mode.rawValue else { return earlier }
        var best = later
        best.altitude = later.altitude ?? earlier.altitude
        best.horizontalAccuracy = later.horizontalAccuracy ?? earlier.horizontalAccuracy
        best.verticalAccuracy = later.verticalAccuracy ?? earlier.verticalAccuracy
        best.speed = later.speed ?? earlier.speed
        best.courseDegrees = later.courseDegrees ?? earlier.courseDegrees
        best.climb = later.climb ?? earlier.climb
        return best
    }

    private mutating func end(_ epoch: Epoch, _ device: DeviceID) {
        open[device] = nil
        var fix = epoch.fix
        if let noise = epoch.noise, let north = noise["lat"]?.double, let east = noise["lon"]?.double {
            fix.horizontalAccuracy = ((north * north + east * east) / 2).squareRoot()
            fix.accuracyOrigin = .receiver
            fix.verticalAccuracy = noise["alt"]?.double ?? fix.verticalAccuracy
        }
        devices.note(device, delivers: .fix, at: epoch.time, received: epoch.time)
        events.append(SensorEvent(time: epoch.time, payload: .fix(fix)))
    }

    private static func instant(_ value: JSONValue) -> Instant? {
        switch value {
        case .string(let text): Timestamp.instant(parsing: text)
        case .number(let seconds): Instant(seconds: seconds)
        default: nil
        }
    }

    /// The fixes behind the reports of their receivers.
    mutating func finish() -> [SensorEvent] {
        for device in open.keys.sorted() { if let epoch = open[device] { end(epoch, device) } }
        return devices.reports + events
    }
}
