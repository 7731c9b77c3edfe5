public import NavigationMath

/// A three-axis sample in the sensor's own axes; the core applies the device's mount matrix.
public struct VectorSample: Sendable, Hashable {
    /// The sensor.
    public var device: DeviceID
    /// Component along x.
    public var x: Double
    /// Component along y.
    public var y: Double
    /// Component along z.
    public var z: Double

    /// Creates a sample; the unit is that of its stream.
    public init(device: DeviceID = .init(0), x: Double, y: Double, z: Double) {
        self.device = device
        self.x = x
        self.y = y
        self.z = z
    }

    /// The three components.
    public var vector: Vector3 { Vector3(x, y, z) }
}

/// A one-value sample.
public struct ScalarSample: Sendable, Hashable {
    /// The sensor.
    public var device: DeviceID
    /// The value, in the unit of its stream.
    public var value: Double

    /// Creates a sample.
    public init(device: DeviceID = .init(0), value: Double) {
        self.device = device
        self.value = value
    }
}

/// Samples that a source is known to have lost.
public struct DropReport: Sendable, Hashable {
    /// The source.
    public var device: DeviceID
    /// The stream.
    public var stream: StreamKind
    /// How many samples are missing.
    public var count: Int

    /// Creates a report.
    public init(device: DeviceID, stream: StreamKind, count: Int) {
        self.device = device
        self.stream = stream
        self.count = count
    }

    /// The counts that a report may have: no recorder sees more samples, and what says so is damaged.
    public static let possibleCounts = 0...(1 << 40)

    /// Returns a sum of counts with this one; what is not possible counts as the nearest that is, and the sum does, too.
    public func added(to sum: Int) -> Int {
        let most = Self.possibleCounts.upperBound
        return min(most, min(most, sum) + min(most, max(0, count)))
    }
}

/// One entry of a session's log: what happened, by which sensor, when, and when it was heard.
public struct SensorEvent: Sendable, Hashable {
    /// What an event carries.
    ///
    /// Large and rare payloads are boxed, so that a motion sample stays small.
    public enum Payload: Sendable, Hashable {
        /// A fix attempt.
        indirect case fix(Fix)
        /// A sky view.
        indirect case sky(Sky)
        /// Acceleration including gravity, m/s^2.
        case acceleration(VectorSample)
        /// Angular rate, rad/s.
        case rotation(VectorSample)
        /// Magnetic field, microtesla.
        case magneticField(VectorSample)
        /// A sample of one number, in the unit of its quantity.
        case scalar(Quantity, ScalarSample)
        /// The recorder's clock, independent of every stream it watches.
        case tick
        /// A source appeared or changed.
        indirect case source(SourceReport)
        /// Samples were lost.
        indirect case drop(DropReport)
        /// The system clock was set, by this many seconds.
        case clockStep(Double)
        /// Parameters changed, by name.
        indirect case parameters([String: ParameterValue])
        /// The user's remark.
        indirect case marker(String)
        /// The user's correction of what was estimated.
        indirect case correction(Correction)
        /// What an imported file states of its sport.
        indirect case statement(ActivityStatement)
        /// A note about a part of an imported file that was not used unchanged.
        indirect case note(ImportNote)
        /// What earlier sessions learned, for the core to continue with.
        indirect case learned(Learned)
        /// Estimation starts again; what was learned stays.
        case reset
    }

    /// The sensor's own time.
    public var time: Instant
    /// The moment of arrival, by the recorder's clock.
    public var received: Instant
    /// The place in the session's order; unique.
    public var sequence: UInt64
    /// True if it came after the recorder's merge had passed its time.
    public var isLate: Bool
    /// What happened.
    public var payload: Payload

    /// Creates an event; without a time of arrival, it arrived when it happened.
    public init(
        time: Instant, received: Instant? = nil, sequence: UInt64 = 0, isLate: Bool = false, payload: Payload
    ) {
        self.time = time
        self.received = received ?? time
        self.sequence = sequence
        self.isLate = isLate
        self.payload = payload
    }
}
