public import SensorModel

/// The names of a session's devices, learnt from its source reports.
public struct DeviceNames: Sendable {
    private var names: [DeviceID: String] = [:]
    private var taken: Set<String> = []

    /// Creates an empty list.
    public init() {}

    /// Learns the names in a session's events.
    public init(_ events: some Sequence<SensorEvent>) {
        for event in events { note(event) }
    }

    /// Learns from one event; a second device of the same name gets a number behind it.
    @inline(__always)
    public mutating func note(_ event: SensorEvent) {
        if case .source(let report) = event.payload { note(report) }
    }

    private mutating func note(_ report: SourceReport) {
        guard names[report.device] == nil else { return }
        var name = report.name
        var count = 2
        while !taken.insert(name).inserted {
            name = "\(report.name) \(count)"
            count += 1
        }
        names[report.device] = name
    }

    /// Returns a device's name; nil for number zero without one, which stands for a source that nobody named.
    public subscript(device: DeviceID) -> String? {
        names[device] ?? (device.rawValue == 0 ? nil : "device \(device.rawValue)")
    }
}

/// Gives numbers to device names as they come up, and reports each at its first use.
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

    /// The number for samples whose source nobody named.
    static let nameless = DeviceID(0)

    /// Returns the number of a name given as bytes; the one asked for before is found without a look-up.
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

    /// Returns the number of a name; nil once there are more names than numbers.
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

    /// Notes that a device delivered a stream.
    @inline(__always)
    mutating func note(_ device: DeviceID, delivers stream: StreamKind, at time: Instant, received: Instant) {
        let index = Int(device.rawValue) - 1
        guard entries.indices.contains(index) else { return }
        if received < entries[index].received {
            entries[index].time = time
            entries[index].received = received
        }
        if !entries[index].report.streams.contains(stream) { entries[index].report.streams.append(stream) }
    }

    /// Notes that the log itself reports a device.
    mutating func noteReport(of device: DeviceID) {
        let index = Int(device.rawValue) - 1
        if entries.indices.contains(index) { entries[index].isReported = true }
    }

    /// The reports of the devices that delivered something and that the log itself does not report.
    var reports: [SensorEvent] {
        entries.filter { !$0.isReported && !$0.report.streams.isEmpty }.map {
            SensorEvent(time: $0.time, received: $0.received, payload: .source($0.report))
        }
    }
}
