import JSON
public import SensorModel

/// The names of a session's devices, collected from its source reports.
public struct DeviceNames: Sendable {
    private var names: [DeviceID: String] = [:]
    private var taken: Set<String> = []

    /// Creates an empty list.
    public init() {}

    /// Collects the names from a session's events.
    public init(_ events: some Sequence<SensorEvent>) {
        for event in events { consume(event) }
    }

    /// Adds the name from an event. A second device with the same name gets a number as a suffix.
    @inline(__always)
    public mutating func consume(_ event: SensorEvent) {
        if case .source(let report) = event.payload { consume(report) }
    }

    private mutating func consume(_ report: SourceReport) {
        guard names[report.device] == nil else { return }
        var name = report.name
        var count = 2
        while !taken.insert(name).inserted {
            name = "\(report.name) \(count)"
            count += 1
        }
        names[report.device] = name
    }

    /// Returns a device's name; `nil` for device zero if it has none, because zero stands for an unnamed source.
    public subscript(device: DeviceID) -> String? {
        names[device] ?? (device.rawValue == 0 ? nil : "device \(device.rawValue)")
    }
}

/// Assigns numbers to device names in order of appearance, and creates a report for each at its first use.
struct DeviceNumbers {
    private struct Entry {
        var report: SourceReport
        var time: Instant
        var received: Instant
        var isReported: Bool
    }

    private var numbers: [String: DeviceID] = [:]
    private var entries: [Entry] = []
    private var lastName: [UInt8] = []
    private var lastNumber = DeviceID(0)

    /// The number for samples from an unnamed source.
    static let nameless = DeviceID(0)

    /// Returns the number for a name given as bytes. Repeating the previous name avoids a lookup.
    @inline(__always)
    mutating func number(of name: JSONScanner.RawString) -> DeviceID? {
        if name.bytes.count == lastName.count, !lastName.isEmpty, name.bytes.elementsEqual(lastName) {
            return lastNumber
        }
        guard let number = number(of: name.text) else { return nil }
        lastName = Array(name.bytes)
        lastNumber = number
        return number
    }

    /// Returns the number for a name; `nil` if all numbers are in use.
    mutating func number(of name: String) -> DeviceID? {
        if let known = numbers[name] { return known }
        guard entries.count < Int(UInt16.max) else { return nil }
        let number = DeviceID(UInt16(entries.count + 1))
        numbers[name] = number
        let report = SourceReport(device: number, name: name, streams: [], state: .connected)
        entries.append(
            Entry(
                report: report, time: Instant(nanoseconds: .max), received: Instant(nanoseconds: .max),
                isReported: false))
        return number
    }

    /// Records that a device delivered a stream.
    @inline(__always)
    mutating func consume(_ device: DeviceID, delivers stream: StreamKind, at time: Instant, received: Instant) {
        let index = Int(device.rawValue) - 1
        guard entries.indices.contains(index) else { return }
        if received < entries[index].received {
            entries[index].time = time
            entries[index].received = received
        }
        if !entries[index].report.streams.contains(stream) { entries[index].report.streams.append(stream) }
    }

    /// Records that the log contains its own report of a device.
    mutating func noteReport(of device: DeviceID) {
        let index = Int(device.rawValue) - 1
        if entries.indices.contains(index) { entries[index].isReported = true }
    }

    /// The reports of the devices that delivered a stream and have no report in the log.
    var reports: [SensorEvent] {
        entries.filter { !$0.isReported && !$0.report.streams.isEmpty }.map {
            SensorEvent(time: $0.time, received: $0.received, payload: .source($0.report))
        }
    }
}
