public import Geometry
public import SensorModel

/// A message from a capture child to the recorder: the length of the rest (4 bytes, little-endian), the kind (1 byte),
/// and the body. Nothing is sent in the other direction: the child ends when its standard input is closed.
public enum CaptureFrame: Sendable, Hashable {
    /// The first frame of a child.
    case hello(CaptureHello)
    /// An announcement of a sensor, before any other frame mentions its number.
    case sensor(CapturedSensor)
    /// The state of a sensor. The report's device is the number assigned by the child.
    case report(SourceReport, time: Instant)
    /// Samples of one stream.
    case samples(SampleBlock)
    /// Samples that are known to be lost.
    case loss(DropReport, time: Instant, received: Instant)
    /// A sign that the child's threads make progress, sent once per second.
    case beat

    /// The version of this format.
    public static let version: UInt16 = 1

    enum Kind: UInt8 {
        case hello = 0x48
        case sensor = 0x44
        case report = 0x52
        case samples = 0x53
        case loss = 0x4C
        case beat = 0x42
    }
}

/// The greeting of a capture child.
public struct CaptureHello: Sendable, Hashable {
    /// The version of the format that the child uses.
    public var version: UInt16
    /// The version of Landlock that confines the child; zero if the kernel has none.
    public var landlockVersion: UInt16
    /// Whether a system call filter confines the child.
    public var hasCallFilter: Bool

    /// Creates a greeting.
    public init(version: UInt16 = CaptureFrame.version, landlockVersion: UInt16, hasCallFilter: Bool) {
        self.version = version
        self.landlockVersion = landlockVersion
        self.hasCallFilter = hasCallFilter
    }
}

/// A sensor, as announced by a capture child.
public struct CapturedSensor: Sendable, Hashable {
    /// The number used in the child's frames, at most ``CaptureBounds/sensors``; the address itself also has one.
    public var number: UInt16
    /// The driver's name, or the address.
    public var name: String
    /// The position of the sensor; `nil` if it does not state one.
    public var label: String?
    /// The index among sensors with the same name and label, from zero.
    public var index: UInt16

    /// Creates an announcement of a sensor.
    public init(number: UInt16, name: String, label: String?, index: UInt16) {
        self.number = number
        self.name = name
        self.label = label
        self.index = index
    }
}

/// Samples of one stream of one sensor that arrived together.
public struct SampleBlock: Sendable, Hashable {
    /// A sample with its time.
    public struct Sample: Sendable, Hashable {
        /// The time according to the sensor.
        public var time: Instant
        /// The value in the unit of the stream; a stream of single values uses x.
        public var value: Vector3
        /// The integer counts that the value is derived from; `nil` if the sensor delivers values.
        public var counts: SIMD3<Int32>?
    }

    /// The number of the sensor, assigned by the child.
    public var sensor: UInt16
    /// The measured quantity.
    public var stream: StreamKind
    /// The arrival time of all samples.
    public var received: Instant
    /// Whether the samples have counts; either all have them or none.
    public var hasCounts: Bool
    /// The samples, in order.
    public var samples: [Sample] = []
}
