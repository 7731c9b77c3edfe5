public import Geometry

/// A three-axis sample in the sensor's own axes, before the device's mount matrix is applied.
public struct VectorSample: Sendable, Hashable {
    /// The sensor that measured the sample.
    public var device: DeviceID
    /// The component along x.
    public var x: Double
    /// The component along y.
    public var y: Double
    /// The component along z.
    public var z: Double

    /// Creates a sample; the unit is that of its stream.
    public init(device: DeviceID = .init(0), x: Double, y: Double, z: Double) {
        self.device = device
        self.x = x
        self.y = y
        self.z = z
    }

    /// The components as a vector.
    public var vector: Vector3 { Vector3(x, y, z) }
}

/// A single value from a sensor such as a barometer.
public struct ScalarSample: Sendable, Hashable {
    /// The sensor that measured the sample.
    public var device: DeviceID
    /// The value, in the unit of its stream.
    public var value: Double

    /// Creates a sample; the unit is that of its stream.
    public init(device: DeviceID = .init(0), value: Double) {
        self.device = device
        self.value = value
    }
}

/// A report of samples that a source is known to have lost.
public struct DropReport: Sendable, Hashable {
    /// The source that lost the samples.
    public var device: DeviceID
    /// The stream that the samples belong to.
    public var stream: StreamKind
    /// The number of missing samples.
    public var count: Int

    /// Creates a report of lost samples.
    public init(device: DeviceID, stream: StreamKind, count: Int) {
        self.device = device
        self.stream = stream
        self.count = count
    }

    /// The valid counts of a report. A recorder cannot see more samples, so a larger count is damaged data.
    public static let possibleCounts = 0...(1 << 40)

    /// Returns the sum of this count and another. Both counts and the sum are clamped to ``possibleCounts``.
    public func added(to sum: Int) -> Int {
        let most = Self.possibleCounts.upperBound
        return min(most, min(most, sum) + min(most, max(0, count)))
    }
}

/// An entry in a session's log: what happened, at which sensor, when, and when it arrived.
public struct SensorEvent: Sendable, Hashable {
    /// The content of an event.
    ///
    /// Large, rare payloads are boxed to keep motion samples small.
    public enum Payload: Sendable, Hashable {
        /// A fix attempt.
        indirect case fix(Fix)
        /// A sky view.
        indirect case sky(Sky)
        /// Acceleration including gravity, in m/s^2.
        case acceleration(VectorSample)
        /// Angular rate, in rad/s.
        case rotation(VectorSample)
        /// Magnetic field, in microtesla.
        case magneticField(VectorSample)
        /// A sample of one number, in the unit of its quantity.
        case scalar(Quantity, ScalarSample)
        /// A tick of the recorder's clock, which is independent of all streams that it monitors.
        case tick
        /// A source appeared or changed.
        indirect case source(SourceReport)
        /// Samples were lost.
        indirect case drop(DropReport)
        /// The system clock was changed by this many seconds.
        case clockStep(Double)
        /// It was decided whose clock is right.
        indirect case clock(ClockDecision)
        /// Parameters changed; the keys are their names.
        indirect case parameters([String: ParameterValue])
        /// A remark entered by the user.
        indirect case marker(String)
        /// A user's correction of an estimate.
        indirect case correction(Correction)
        /// A statement in an imported file about its sport.
        indirect case statement(ActivityStatement)
        /// A pause or a lap that the device states.
        indirect case span(DeviceSpan)
        /// A note about a part of an imported file that was changed or left out.
        indirect case note(ImportNote)
        /// Calibration from earlier sessions that the core starts from.
        indirect case learned(Learned)
        /// Estimation restarts; the calibration is kept.
        case reset
    }

    /// The time according to the sensor.
    public var time: Instant
    /// The arrival time, by the recorder's clock.
    public var received: Instant
    /// The position in the session's order; unique.
    public var sequence: UInt64
    /// Whether the event arrived after the recorder's merge had passed its time.
    public var isLate: Bool
    /// The content of the event.
    public var payload: Payload

    /// Creates an event; `received` defaults to `time`.
    public init(
        time: Instant, received: Instant? = nil, sequence: UInt64 = 0, isLate: Bool = false, payload: Payload
    ) {
        self.time = time
        self.received = received ?? time
        self.sequence = sequence
        self.isLate = isLate
        self.payload = payload
    }

    /// Returns the event with both times a number of nanoseconds later, clamped to the representable range.
    public func moved(by offset: Int64) -> SensorEvent {
        var event = self
        (event.time, event.received) = (time.moved(by: offset), received.moved(by: offset))
        return event
    }
}
