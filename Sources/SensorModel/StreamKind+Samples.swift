extension StreamKind {
    /// True if a sample has three axes.
    @inlinable public var isVector: Bool {
        switch self {
        case .acceleration, .rotation, .magneticField: true
        case .fix, .sky, .pressure, .temperature, .heartRate, .cadence, .power: false
        }
    }

    /// Returns a sample of this stream as a payload; `nil` for fixes and sky views, which are no samples.
    /// - Parameters:
    ///   - device: The sensor.
    ///   - values: The values in the unit of the stream; a stream of one value has it in x.
    @inlinable
    public func samplePayload(of device: DeviceID, _ values: SIMD3<Double>) -> SensorEvent.Payload? {
        let vector = VectorSample(device: device, x: values.x, y: values.y, z: values.z)
        let scalar = ScalarSample(device: device, value: values.x)
        switch self {
        case .acceleration: return .acceleration(vector)
        case .rotation: return .rotation(vector)
        case .magneticField: return .magneticField(vector)
        case .pressure: return .pressure(scalar)
        case .temperature: return .temperature(scalar)
        case .heartRate: return .heartRate(scalar)
        case .cadence: return .cadence(scalar)
        case .power: return .power(scalar)
        case .fix, .sky: return nil
        }
    }
}
