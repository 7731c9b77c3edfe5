import NavigationMath
import SensorModel

/// Gathers what a phone recorded, and joins what belongs together.
///
/// Many phones give acceleration without gravity and gravity apart; their sum is what an accelerometer reads, and is
/// what is kept. Where the whole acceleration is there as well, the parts are passed over.
struct PhoneLog {
    /// How many samples there are so far.
    var count: Int { events.count + parts.count + gravity.count }

    private var events: [SensorEvent] = []
    private var devices = DeviceNumbers()
    private var parts: [(time: Instant, vector: Vector3)] = []
    private var gravity: [(time: Instant, vector: Vector3)] = []
    private var hasWholeAcceleration = false
    private var firstReceiver: String?

    /// Seconds that two halves of an acceleration may be apart.
    private static let pairing = 0.05

    /// Adds a fix of the phone's receiver, or of one of several that a table has a column for.
    mutating func add(_ fix: Fix, at time: Instant, received: Instant? = nil, receiver: String? = nil) {
        var fix = fix
        append(.fix, name(of: receiver), at: time, received: received) { device in
            fix.device = device
            return .fix(fix)
        }
    }

    /// Adds a three-axis sample; nil means that nobody knows what it measures, and it is left out.
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

    /// Adds what a receiver's strap and crank measured: heart beats and steps or turns per minute, and watts.
    mutating func add(heartRate: Double?, cadence: Double?, power: Double?, at time: Instant, receiver: String?) {
        for (quantity, value) in [(Quantity.heartRate, heartRate), (.cadence, cadence), (.power, power)] {
            if let value { append(quantity, value, name(of: receiver), at: time) }
        }
    }

    /// The name of a receiver's source: the first one is the phone's.
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

    /// Adds the user's remark.
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
        // What a phone noted before it happened would break the order of arrival.
        let received = max(received ?? time, time)
        devices.note(device, delivers: stream, at: time, received: received)
        events.append(SensorEvent(time: time, received: received, payload: payload(device)))
    }

    /// Everything, behind the reports of the sources, in order of time.
    mutating func finish() -> [SensorEvent] {
        if !hasWholeAcceleration { joinParts() }
        parts = []
        gravity = []
        events.sort { $0.received < $1.received }
        return devices.reports + events
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
