public import Replay
public import SensorModel

/// The last raw sample of each motion stream up to an instant.
public struct RawSamples: Sendable, Hashable {
    /// The last sample of one stream of one device.
    public struct Sample: Sendable, Hashable {
        /// The device that measured.
        public var device: DeviceID
        /// The quantity that was measured.
        public var stream: StreamKind
        /// The sample's own time.
        public var time: Instant
        /// One value, or x, y and z in the sensor's axes: m/s^2, rad/s, microtesla, kPa, degrees Celsius.
        public var values: [Double]
    }

    /// The samples, by device and stream.
    public private(set) var samples: [Sample] = []

    /// The streams that have samples.
    public static let streams: [StreamKind] = [
        .acceleration, .rotation, .magneticField, .scalar(.pressure), .scalar(.temperature), .scalar(.illuminance),
    ]
    /// The time before the instant in which samples are searched, in seconds.
    public static let freshness = 2.0
    /// The maximum number of events that are searched.
    private static let longestLook = 8_192

    /// Creates an empty collection.
    public init() {}

    /// Collects the last samples before an instant of a recording. O(log n + events of the last seconds).
    public init(of recording: Recording, at instant: Instant) {
        let end = recording.count(upTo: instant)
        let start = recording.count(upTo: instant + -Self.freshness)
        recording.events.forEach(in: max(start, end - Self.longestLook)..<end) { event in
            consume(event)
            return true
        }
    }

    /// Adds an event, if it is a sample.
    public mutating func consume(_ event: SensorEvent) {
        switch event.payload {
        case .acceleration(let sample): consume(.acceleration, sample, at: event.time)
        case .rotation(let sample): consume(.rotation, sample, at: event.time)
        case .magneticField(let sample): consume(.magneticField, sample, at: event.time)
        case .scalar(let quantity, let sample) where Self.streams.contains(.scalar(quantity)):
            consume(.scalar(quantity), sample, at: event.time)
        default: break
        }
    }

    /// Returns the sample of a stream; `nil` if there is none within ``freshness`` before an instant.
    public func sample(of stream: StreamKind, from device: DeviceID, at instant: Instant) -> Sample? {
        samples.first { $0.device == device && $0.stream == stream && instant - $0.time <= Self.freshness }
    }

    private mutating func consume(_ stream: StreamKind, _ sample: VectorSample, at time: Instant) {
        consume(Sample(device: sample.device, stream: stream, time: time, values: [sample.x, sample.y, sample.z]))
    }

    private mutating func consume(_ stream: StreamKind, _ sample: ScalarSample, at time: Instant) {
        consume(Sample(device: sample.device, stream: stream, time: time, values: [sample.value]))
    }

    private mutating func consume(_ sample: Sample) {
        guard let place = samples.firstIndex(where: { $0.device == sample.device && $0.stream == sample.stream }) else {
            samples.append(sample)
            return
        }
        samples[place] = sample
    }
}
