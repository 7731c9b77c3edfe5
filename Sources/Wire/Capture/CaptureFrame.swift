public import NavigationMath
public import SensorModel

/// A message from a capture child to the recorder: its length (4 bytes, little-endian, of what follows), its kind
/// (1 byte), its body. Nothing goes the other way: the child ends when its standard input does.
public enum CaptureFrame: Sendable, Hashable {
    /// The first frame.
    case hello(CaptureHello)
    /// Introduces a sensor, before anything else mentions its number.
    case sensor(CapturedSensor)
    /// The state of a sensor. Its device is the number that the child gave the sensor.
    case report(SourceReport, time: Instant)
    /// Samples of one stream.
    case samples(SampleBlock)
    /// Samples that are known to be lost.
    case loss(DropReport, time: Instant, received: Instant)
    /// The child's threads make progress; sent once per second.
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

/// What a capture child says about itself.
public struct CaptureHello: Sendable, Hashable {
    /// The version of the format that it speaks.
    public var version: UInt16
    /// The version of Landlock that confines it; zero if the kernel has none.
    public var landlockVersion: UInt16
    /// True if a filter of system calls confines it.
    public var hasCallFilter: Bool

    /// Creates a greeting.
    public init(version: UInt16 = CaptureFrame.version, landlockVersion: UInt16, hasCallFilter: Bool) {
        self.version = version
        self.landlockVersion = landlockVersion
        self.hasCallFilter = hasCallFilter
    }
}

/// A sensor as a capture child knows it.
public struct CapturedSensor: Sendable, Hashable {
    /// The number that the child's frames give it, below ``CaptureBounds/sensors`` plus one for the address itself.
    public var number: UInt16
    /// The driver's name, or the address.
    public var name: String
    /// The place where the sensor sits, if it states one.
    public var label: String?
    /// The position among sensors of the same name and label, from zero.
    public var index: UInt16

    /// Creates a sensor.
    public init(number: UInt16, name: String, label: String?, index: UInt16) {
        self.number = number
        self.name = name
        self.label = label
        self.index = index
    }
}

/// Samples of one stream of one sensor that arrived together.
public struct SampleBlock: Sendable, Hashable {
    /// One sample.
    public struct Sample: Sendable, Hashable {
        /// The sensor's own time.
        public var time: Instant
        /// The value in the unit of the stream; a stream of one value has it in x.
        public var value: Vector3
        /// The integer counts that the value comes from; `nil` if the sensor delivers values.
        public var counts: SIMD3<Int32>?

        /// Creates a sample.
        public init(time: Instant, value: Vector3, counts: SIMD3<Int32>?) {
            self.time = time
            self.value = value
            self.counts = counts
        }
    }

    /// The number of the sensor.
    public var sensor: UInt16
    /// The kind of stream.
    public var stream: StreamKind
    /// The arrival time.
    public var received: Instant
    /// True if every sample has its counts; otherwise none has.
    public var hasCounts: Bool
    /// The samples, in their order.
    public var samples: [Sample]

    /// Creates a block.
    public init(sensor: UInt16, stream: StreamKind, received: Instant, hasCounts: Bool, samples: [Sample] = []) {
        self.sensor = sensor
        self.stream = stream
        self.received = received
        self.hasCounts = hasCounts
        self.samples = samples
    }
}
