public import Geometry

extension StreamKind {
    /// Whether a sample has three axes.
    @inlinable public var isVector: Bool {
        switch self {
        case .acceleration, .rotation, .magneticField: true
        case .fix, .sky, .scalar: false
        }
    }

    /// Returns a sample of this stream as a payload; `nil` for fixes and sky views, which are not samples.
    /// - Parameters:
    ///   - device: The sensor.
    ///   - values: The values in the unit of the stream; a stream of single values uses x.
    @inlinable
    public func samplePayload(of device: DeviceID, _ values: SIMD3<Double>) -> SensorEvent.Payload? {
        let vector = VectorSample(device: device, x: values.x, y: values.y, z: values.z)
        switch self {
        case .acceleration: return .acceleration(vector)
        case .rotation: return .rotation(vector)
        case .magneticField: return .magneticField(vector)
        case .scalar(let quantity): return .scalar(quantity, ScalarSample(device: device, value: values.x))
        case .fix, .sky: return nil
        }
    }
}

extension SensorEvent.Payload {
    /// The stream, device, and values of a sample, with a single value in x; `nil` if the payload is not a sample.
    @inlinable public var sample: (stream: StreamKind, device: DeviceID, vector: Vector3)? {
        switch self {
        case .acceleration(let sample): (.acceleration, sample.device, sample.vector)
        case .rotation(let sample): (.rotation, sample.device, sample.vector)
        case .magneticField(let sample): (.magneticField, sample.device, sample.vector)
        case .scalar(let quantity, let sample): (.scalar(quantity), sample.device, Vector3(sample.value, 0, 0))
        default: nil
        }
    }

    /// The source of the event; `nil` if the payload has none.
    public var device: DeviceID? {
        switch self {
        case .fix(let fix): fix.device
        case .sky(let sky): sky.device
        case .acceleration(let sample), .rotation(let sample), .magneticField(let sample): sample.device
        case .scalar(_, let sample): sample.device
        case .source(let report): report.device
        case .drop(let report): report.device
        case .tick, .clockStep, .clock, .parameters, .marker, .correction, .statement, .span, .note, .learned, .reset:
            nil
        }
    }
}
