public import NavigationMath

/// A short number for one source of events, named by a ``SourceReport``.
public struct DeviceID: Sendable, Hashable, Comparable, Codable {
    /// The number, unique within a session.
    public var rawValue: UInt16

    /// Creates an identifier from its number.
    public init(_ rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Returns whether one number is smaller.
    public static func < (left: DeviceID, right: DeviceID) -> Bool { left.rawValue < right.rawValue }
}

/// The kinds of streams a source can deliver.
public enum StreamKind: Sendable, Hashable {
    /// Fixes of a receiver.
    case fix
    /// Sky views of a receiver.
    case sky
    /// Acceleration, m/s^2.
    case acceleration
    /// Angular rate, rad/s.
    case rotation
    /// Magnetic field, microtesla.
    case magneticField
    /// Samples of one number.
    case scalar(Quantity)
}

extension StreamKind: RawRepresentable, CaseIterable, Codable {
    private static let others: [StreamKind] = [.fix, .sky, .acceleration, .rotation, .magneticField]

    /// Every kind.
    public static var allCases: [StreamKind] { others + Quantity.allCases.map(StreamKind.scalar) }

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

    /// Creates the kind of a name; `nil` for any other name.
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

/// How a source fares.
public enum SourceState: String, Sendable, Hashable, Codable {
    /// It is being reached.
    case connecting
    /// It delivers.
    case connected
    /// It is reached and has no device behind it.
    case noDevice
    /// It is reached and silent.
    case silent
    /// It has gone; it may come back.
    case lost
    /// It may not be read.
    case notPermitted
    /// It is not there at all.
    case missing
}

/// What keeps a source from delivering as well as it could, where the user can do something about it.
public enum SourceTrouble: String, Sendable, Hashable, Codable, CaseIterable {
    /// Another program captures from it; its values are polled.
    case bufferInUse
    /// This user may not use its buffer; its values are polled.
    case bufferNotPermitted
    /// Nothing triggers its buffer; its values are polled.
    case noTrigger
    /// It has no buffer; its values are polled.
    case noBuffer
    /// Its samples have no time stamps: times of arrival stand in.
    case noStamps
    /// The stamps of its samples stand still: times of arrival stand in.
    case stuckStamps
    /// It answers with read errors.
    case readErrors
    /// The process that reads it ended; it is started again.
    case captureEnded
}

/// Says that a source appeared, changed its state, or what it is.
public struct SourceReport: Sendable, Hashable {
    /// The number that its samples carry.
    public var device: DeviceID
    /// Its name: a receiver's path, an IIO device's name.
    public var name: String
    /// Its label, where it has one (where a sensor is worn: "head").
    public var label: String?
    /// What it delivers.
    public var streams: [StreamKind]
    /// How it fares.
    public var state: SourceState
    /// Takes its axes to the device's.
    public var mountMatrix: MountMatrix?
    /// How its counts become values, by stream; missing where it delivers values.
    public var scalings: [StreamKind: SampleScaling]
    /// Samples a second that it promises.
    public var nominalRate: Double?
    /// What keeps it from delivering as well as it could; nil if nothing does.
    public var trouble: SourceTrouble?
    /// A sentence for the user.
    public var detail: String?

    /// Creates a report.
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

/// How a sensor's integer counts become values of its stream: value = (count + offset) x scale, axis by axis.
public struct SampleScaling: Sendable, Hashable {
    /// Units a count, by axis.
    public var scale: Vector3
    /// Counts added first, by axis.
    public var offset: Vector3

    /// Creates a scaling.
    public init(scale: Vector3, offset: Vector3) {
        self.scale = scale
        self.offset = offset
    }

    /// Returns the values of three counts; the one place where counts become values, live and in replay.
    public func values(x: Int32, y: Int32, z: Int32) -> Vector3 {
        (Vector3(Double(x), Double(y), Double(z)) + offset) * scale
    }
}

/// Takes a sensor's axes to its device's: device = matrix x sensor.
public struct MountMatrix: Sendable, Hashable {
    /// The first row.
    public var first: Vector3
    /// The second row.
    public var second: Vector3
    /// The third row.
    public var third: Vector3

    /// The matrix that changes nothing.
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
