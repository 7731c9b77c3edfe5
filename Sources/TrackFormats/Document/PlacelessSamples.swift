import SensorModel

/// The samples in records of a track file that have no position: those before the first fix and between fixes, and
/// those that a device writes apart from its positions.
struct PlacelessSamples {
    private static let device = DeviceID(0)

    /// The number of samples so far.
    var count: Int { samples.count }
    private var samples: [SensorEvent] = []
    private var quantities: [Quantity] = []

    /// Adds the samples of a record.
    mutating func add(at time: Instant, heartRate: Double?, cadence: Double?, power: Double?, speed: Double? = nil) {
        add(.heartRate, heartRate, time)
        add(.cadence, cadence, time)
        add(.power, power, time)
        add(.sensorSpeed, speed, time)
    }

    private mutating func add(_ quantity: Quantity, _ value: Double?, _ time: Instant) {
        guard let value else { return }
        if !quantities.contains(quantity) { quantities.append(quantity) }
        samples.append(
            SensorEvent(time: time, payload: .scalar(quantity, ScalarSample(device: Self.device, value: value))))
    }

    /// The samples in order of time, preceded by a report of their source; empty if there are none. O(n log n).
    var events: [SensorEvent] {
        let sorted = samples.sorted { $0.time < $1.time }
        guard let first = sorted.first else { return [] }
        let report = SourceReport(
            device: Self.device, name: "sensors", streams: quantities.map(StreamKind.scalar), state: .connected)
        return [SensorEvent(time: first.time, payload: .source(report))] + sorted
    }
}
