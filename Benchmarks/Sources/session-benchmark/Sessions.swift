import Foundation
import Geodesy
import NavigationMath
import SensorModel
import SessionStore

private let start: Int64 = 1_700_000_000_000_000_000

/// Seeded noise with a normal distribution.
private struct Noise {
    var state: UInt64 = 5

    mutating func uniform() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 11) / Double(1 << 53)
    }

    mutating func next() -> Double { (-2 * log(uniform() + 1e-12)).squareRoot() * cos(2 * .pi * uniform()) }
}

/// Writes a session of two 100 Hz streams, read in blocks of ten and appended once a second.
func writeMotion(_ input: String, to path: String, hours: Double) throws {
    let data = try Data(contentsOf: URL(filePath: input))
    let counts = data.withUnsafeBytes { $0.bindMemory(to: Double.self).map { Int32($0) } }
    let acceleration = SampleScaling(scale: Vector3(repeating: 9.80665 / 4096), offset: .zero)
    let rotation = SampleScaling(scale: Vector3(repeating: 0.000532), offset: .zero)
    let writer = try SessionWriter(creating: path, header: SessionHeader(created: Instant(nanoseconds: start)))
    let source = SourceReport(
        device: DeviceID(1), name: "imu", streams: [.acceleration, .rotation], state: .connected,
        scalings: [.acceleration: acceleration, .rotation: rotation])
    try writer.append([
        LoggedEvent(SensorEvent(time: Instant(nanoseconds: start), sequence: 0, payload: .source(source)))
    ])
    var noise = Noise()
    var sequence: UInt64 = 1
    var seconds = 0.0
    var arrival = start
    for second in 0..<Int(hours * 3600) {
        var events: [LoggedEvent] = []
        events.reserveCapacity(200)
        for sample in 0..<100 {
            let number = Int64(second * 100 + sample)
            let time = Instant(nanoseconds: start + number * 10_000_000 + Int64(noise.next() * 30_000))
            // The driver hands over blocks of ten, each up to some milliseconds late.
            if sample % 10 == 0 {
                arrival = start + (number / 10 + 1) * 100_000_000 + Int64(abs(noise.next()) * 1_000_000)
            }
            let row = Int(number) % (counts.count / 6) * 6
            for (scaling, first) in [(acceleration, row), (rotation, row + 3)] {
                let (x, y, z) = (counts[first], counts[first + 1], counts[first + 2])
                let values = scaling.values(x: x, y: y, z: z)
                let vector = VectorSample(device: DeviceID(1), x: values.x, y: values.y, z: values.z)
                events.append(
                    LoggedEvent(
                        SensorEvent(
                            time: time, received: Instant(nanoseconds: arrival), sequence: sequence,
                            payload: first == row ? .acceleration(vector) : .rotation(vector)),
                        raw: .counts(x: x, y: y, z: z)))
                sequence += 1
            }
        }
        seconds += try elapsed { try writer.append(events) }
    }
    try report(writer, path, count: sequence - 1, appended: seconds)
}

/// Writes a session of fixes at 1 Hz with their lines of gpsd, and a tick every two seconds.
func writeFixes(to path: String, hours: Double) throws {
    let writer = try SessionWriter(creating: path, header: SessionHeader(created: Instant(nanoseconds: start)))
    var noise = Noise()
    var events: [LoggedEvent] = []
    var sequence: UInt64 = 0
    var seconds = 0.0
    let count = Int(hours * 3600)
    for second in 0..<count {
        let time = Instant(nanoseconds: start + Int64(second) * 1_000_000_000)
        let coordinate = Coordinate(
            latitude: 50 + Double(second) * 1e-5 + noise.next() * 1e-5, longitude: 14 + noise.next() * 1e-5)
        let fix = Fix(
            coordinate: coordinate, altitude: 250 + noise.next(), horizontalAccuracy: 4, verticalAccuracy: 6,
            speed: 1.4 + noise.next() * 0.1, speedAccuracy: 0.3, courseDegrees: 88, climb: 0.1, satellites: 9,
            horizontalDilution: 0.9)
        let line = """
            {"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2026-11-21T04:00:00.000Z","ept":0.005,\
            "lat":\(coordinate.latitude),"lon":\(coordinate.longitude),"altHAE":295.0,"altMSL":250.0,"alt":250.0,\
            "epx":2.1,"epy":2.3,"epv":6.9,"track":88.2,"magtrack":91.2,"magvar":3.0,"speed":1.41,"climb":0.1,\
            "eps":0.33,"epc":13.8,"geoidSep":45.0,"eph":4.75,"sep":9.5}
            """
        let event = SensorEvent(time: time, received: time + 0.08, sequence: sequence, payload: .fix(fix))
        events.append(LoggedEvent(event, raw: .gpsd(line)))
        sequence += 1
        if second % 2 == 0 {
            events.append(LoggedEvent(SensorEvent(time: time + 0.5, sequence: sequence, payload: .tick)))
            sequence += 1
        }
        if events.count >= 3000 || second + 1 == count {
            seconds += try elapsed { try writer.append(events) }
            events = []
        }
    }
    try report(writer, path, count: UInt64(count), appended: seconds)
}

private func elapsed(_ body: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let begin = clock.now
    try body()
    return (clock.now - begin) / .seconds(1)
}

private func report(_ writer: SessionWriter, _ path: String, count: UInt64, appended: Double) throws {
    try writer.close()
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    print("bytes each", Double(size) / Double(count), "appended a second", Double(count) / appended)
    var events = 0
    let reader = try SessionReader(opening: path)
    let ordered = try elapsed { events = try reader.events().count }
    let batches = try elapsed { try reader.forEachBatch { _ in } }
    print("events", events, "in order s", ordered, "by batch s", batches)
}
