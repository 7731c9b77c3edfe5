import FusionCore
import Geometry
import SensorModel

/// Collects the samples that a phone recorded, and combines acceleration with gravity.
///
/// Many phones report gravity separately from acceleration without gravity. Their sum, which is what an accelerometer
/// measures, is kept. If the log also contains the full acceleration, the separate parts are ignored.
struct PhoneLog {
    /// The number of samples so far.
    var count: Int { events.count + parts.count + gravity.count }

    private var events: [SensorEvent] = []
    private var devices = DeviceNumbers()
    private var parts: [(time: Instant, vector: Vector3)] = []
    private var gravity: [(time: Instant, vector: Vector3)] = []
    private var hasWholeAcceleration = false
    private var firstReceiver: String?
    /// The time of the last fix, and whether a pause began after it.
    private var lastFix: Instant?
    private var isPaused = false

    /// The maximum difference in time, in seconds, between acceleration and gravity that are combined.
    private static let pairing = 0.05
    /// The median magnitudes of accelerations in g.
    private static let multiplesOfGravity = 0.8...1.3

    /// Adds a fix from the phone's receiver, or from a named one if the table has several.
    mutating func add(_ fix: Fix, at time: Instant, received: Instant? = nil, receiver: String? = nil) {
        if isPaused, let lastFix, lastFix < time {
            events.append(SensorEvent(pause: TimeSpan(start: lastFix, end: time)))
        }
        (lastFix, isPaused) = (time, false)
        var fix = fix
        append(.fix, name(of: receiver), at: time, received: received) { device in
            fix.device = device
            return .fix(fix)
        }
    }

    /// The median speed from fix to fix in m/s; 0 without any. O(n) on average.
    var medianSpeed: Double {
        let places = events.compactMap { event -> (time: Instant, coordinate: Coordinate)? in
            if case .fix(let fix) = event.payload { fix.coordinate.map { (event.time, $0) } } else { nil }
        }
        let speeds = zip(places, places.dropFirst()).compactMap { here, next in
            here.time < next.time ? here.coordinate.distance(to: next.coordinate) / (next.time - here.time) : nil
        }
        return quantiles([0.5], of: speeds)[0]
    }

    /// Records that the device was paused from the last fix to the next.
    mutating func pause() { isPaused = true }

    /// Adds a three-axis sample. If the stream is `nil`, the quantity is unknown and the sample is left out.
    mutating func add(_ vector: Vector3, _ stream: ColumnRole.AxisStream?, at time: Instant) {
        switch stream {
        case .acceleration:
            hasWholeAcceleration = true
            append(.acceleration, "accelerometer", at: time) { .acceleration(Self.sample(vector, $0)) }
        case .userAcceleration: parts.append((time, vector))
        case .gravity: gravity.append((time, vector))
        case .rotation: append(.rotation, "gyroscope", at: time) { .rotation(Self.sample(vector, $0)) }
        case .magneticField:
            append(.magneticField, "magnetometer", at: time) { .magneticField(Self.sample(vector, $0)) }
        case .nameless, nil: break
        }
    }

    /// Adds the measurements of a heart rate strap and a crank: beats, and steps or turns, per minute, and watts.
    mutating func add(heartRate: Double?, cadence: Double?, power: Double?, at time: Instant, receiver: String?) {
        for (quantity, value) in [(Quantity.heartRate, heartRate), (.cadence, cadence), (.power, power)] {
            if let value { append(quantity, value, name(of: receiver), at: time) }
        }
    }

    /// Returns the source name of a receiver; the first receiver counts as the phone's own.
    private mutating func name(of receiver: String?) -> String {
        guard let receiver else { return "location" }
        if firstReceiver == nil { firstReceiver = receiver }
        return receiver == firstReceiver ? "location" : "location \(receiver)"
    }

    /// Adds an air pressure in kPa.
    mutating func add(pressure: Double, at time: Instant) {
        append(.pressure, pressure, "barometer", at: time)
    }

    /// Adds a temperature in degrees Celsius.
    mutating func add(temperature: Double, at time: Instant) {
        append(.temperature, temperature, "thermometer", at: time)
    }

    /// Adds a remark made by the user.
    mutating func add(marker text: String, at time: Instant) {
        events.append(SensorEvent(time: time, payload: .marker(text)))
    }

    private static func sample(_ vector: Vector3, _ device: DeviceID) -> VectorSample {
        VectorSample(device: device, x: vector.x, y: vector.y, z: vector.z)
    }

    private mutating func append(_ quantity: Quantity, _ value: Double, _ name: String, at time: Instant) {
        append(.scalar(quantity), name, at: time) { .scalar(quantity, ScalarSample(device: $0, value: value)) }
    }

    private mutating func append(
        _ stream: StreamKind, _ name: String, at time: Instant, received: Instant? = nil,
        _ payload: (DeviceID) -> SensorEvent.Payload
    ) {
        guard let device = devices.number(of: name) else { return }
        // An arrival before the time of the sample would break the order of arrival.
        let received = max(received ?? time, time)
        devices.consume(device, delivers: stream, at: time, received: received)
        events.append(SensorEvent(time: time, received: received, payload: payload(device)))
    }

    /// Returns the reports of the sources, followed by all events in order of arrival.
    mutating func finish() -> [SensorEvent] {
        if !hasWholeAcceleration { joinParts() }
        parts = []
        gravity = []
        convertMultiplesOfGravity()
        events.sort { $0.received < $1.received }
        return devices.reports + events
    }

    /// Converts the accelerations to m/s² if their median magnitude is about 1: an accelerometer at rest measures 9.8 m/s²,
    /// so a table that states no unit counts in g.
    private mutating func convertMultiplesOfGravity() {
        let magnitudes = events.compactMap { event in
            if case .acceleration(let sample) = event.payload { sample.vector.length } else { nil }
        }.sorted()
        guard !magnitudes.isEmpty, Self.multiplesOfGravity ~= magnitudes[magnitudes.count / 2] else { return }
        for index in events.indices {
            guard case .acceleration(let sample) = events[index].payload else { continue }
            events[index].payload = .acceleration(Self.sample(sample.vector * standardGravity, sample.device))
        }
    }

    private mutating func joinParts() {
        parts.sort { $0.time < $1.time }
        gravity.sort { $0.time < $1.time }
        var index = 0
        for (time, vector) in parts {
            while index + 1 < gravity.count, abs(gravity[index + 1].time - time) <= abs(gravity[index].time - time) {
                index += 1
            }
            guard index < gravity.count, abs(gravity[index].time - time) <= Self.pairing else { continue }
            let sum = vector + gravity[index].vector
            append(.acceleration, "accelerometer", at: time) { .acceleration(Self.sample(sum, $0)) }
        }
    }
}
