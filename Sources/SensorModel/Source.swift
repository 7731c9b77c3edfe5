public import Geometry

/// A short number that identifies a source of events; a ``SourceReport`` gives its name.
public struct DeviceID: Sendable, Hashable, Comparable, Codable {
    /// The number, unique within a session.
    public var rawValue: UInt16

    /// Creates an identifier from its number.
    public init(_ rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Returns whether one number is smaller than another.
    public static func < (left: DeviceID, right: DeviceID) -> Bool { left.rawValue < right.rawValue }
}

/// The kinds of streams that a source can deliver.
public enum StreamKind: Sendable, Hashable {
    /// Fixes from a receiver.
    case fix
    /// Sky views from a receiver.
    case sky
    /// Acceleration, in m/s^2.
    case acceleration
    /// Angular rate, in rad/s.
    case rotation
    /// Magnetic field, in microtesla.
    case magneticField
    /// Samples of a single number, in the unit of the quantity.
    case scalar(Quantity)
}

extension StreamKind: RawRepresentable, CaseIterable, Codable {
    private static let others: [StreamKind] = [.fix, .sky, .acceleration, .rotation, .magneticField]

    /// All kinds, including one for each quantity.
    public static let allCases = others + Quantity.allCases.map(StreamKind.scalar)

    /// The name in files and reports; it never changes.
    public var rawValue: String {
        switch self {
        case .fix: "fix"
        case .sky: "sky"
        case .acceleration: "acceleration"
        case .rotation: "rotation"
        case .magneticField: "magneticField"
        case .scalar(let quantity): quantity.rawValue
        }
    }

    /// Creates the kind with a name; `nil` if no kind has that name.
    public init?(rawValue: String) {
        if let quantity = Quantity(rawValue: rawValue) {
            self = .scalar(quantity)
        } else if let kind = Self.others.first(where: { $0.rawValue == rawValue }) {
            self = kind
        } else {
            return nil
        }
    }
}

/// The connection state of a source.
public enum SourceState: String, Sendable, Hashable, Codable {
    /// The connection is being established.
    case connecting
    /// The source delivers data.
    case connected
    /// The source is reachable, but has no device.
    case noDevice
    /// The source is reachable, but silent.
    case silent
    /// The source has disappeared and may return.
    case lost
    /// The user has no permission to read the source.
    case notPermitted
    /// The source does not exist.
    case missing
}

/// A problem that limits what a source delivers and that the user may be able to fix.
public enum SourceTrouble: String, Sendable, Hashable, Codable, CaseIterable {
    /// Another program captures from the source, so its values are polled.
    case bufferInUse
    /// The user has no permission to use the source's buffer, so its values are polled.
    case bufferNotPermitted
    /// The buffer has no trigger, so the values are polled.
    case noTrigger
    /// The source has no buffer, so its values are polled.
    case noBuffer
    /// The samples have no timestamps, so arrival times are used instead.
    case noStamps
    /// The timestamps of the samples are zero, do not advance, or contradict the arrival, so arrival times are used instead.
    case stuckStamps
    /// Reading the source fails with errors.
    case readErrors
    /// The process that reads the source ended and is restarted.
    case captureEnded
}

/// A report that a source appeared, or that its state or description changed.
public struct SourceReport: Sendable, Hashable {
    /// The number that the source's samples carry.
    public var device: DeviceID
    /// The name: a receiver's path or an IIO device's name.
    public var name: String
    /// The label, such as "head" for the position of a sensor; `nil` if the source has none.
    public var label: String?
    /// The streams that the source delivers.
    public var streams: [StreamKind]
    /// The connection state.
    public var state: SourceState
    /// The rotation from the sensor's axes to the device's axes.
    public var mountMatrix: MountMatrix?
    /// The conversions from counts to values, by stream. A stream that delivers values has no entry.
    public var scalings: [StreamKind: SampleScaling]
    /// The nominal rate, in samples per second.
    public var nominalRate: Double?
    /// The problem that limits what the source delivers; `nil` if there is none.
    public var trouble: SourceTrouble?
    /// A sentence that explains the state to the user.
    public var detail: String?

    /// Creates a report on a source.
    public init(
        device: DeviceID, name: String, label: String? = nil, streams: [StreamKind], state: SourceState,
        mountMatrix: MountMatrix? = nil, scalings: [StreamKind: SampleScaling] = [:], nominalRate: Double? = nil,
        trouble: SourceTrouble? = nil, detail: String? = nil
    ) {
        self.device = device
        self.name = name
        self.label = label
        self.streams = streams
        self.state = state
        self.mountMatrix = mountMatrix
        self.scalings = scalings
        self.nominalRate = nominalRate
        self.trouble = trouble
        self.detail = detail
    }
}

/// The conversion from a sensor's integer counts to values of its stream: value = (count + offset) x scale, per axis.
public struct SampleScaling: Sendable, Hashable {
    /// The size of a count in the unit of the stream, per axis.
    public var scale: Vector3
    /// The offset added to the counts before scaling, per axis.
    public var offset: Vector3

    /// Creates a scaling from its factors and offsets.
    public init(scale: Vector3, offset: Vector3) {
        self.scale = scale
        self.offset = offset
    }

    /// Returns the values for three counts. Live and in replay, counts are converted only here.
    public func values(x: Int32, y: Int32, z: Int32) -> Vector3 {
        (Vector3(Double(x), Double(y), Double(z)) + offset) * scale
    }
}

/// The rotation from a sensor's axes to its device's axes: device = matrix x sensor.
public struct MountMatrix: Sendable, Hashable {
    /// The first row.
    public var first: Vector3
    /// The second row.
    public var second: Vector3
    /// The third row.
    public var third: Vector3

    /// The identity matrix, for a sensor aligned with its device.
    public static let identity = MountMatrix(
        first: Vector3(1, 0, 0), second: Vector3(0, 1, 0), third: Vector3(0, 0, 1))

    /// Creates a matrix from its rows.
    public init(first: Vector3, second: Vector3, third: Vector3) {
        self.first = first
        self.second = second
        self.third = third
    }

    /// Returns a sensor's vector in the device's axes.
    @inlinable @inline(__always) public func apply(_ vector: Vector3) -> Vector3 {
        Vector3(first.dot(vector), second.dot(vector), third.dot(vector))
    }
}
