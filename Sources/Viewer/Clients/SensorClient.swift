public import ViewerModel

/// The access to the sensors that are connected now, without recording.
public struct SensorClient: Sendable {
    /// Reports the state of a request's sensors about ten times per second, for as long as the stream is read.
    ///
    /// While a recorder runs, only it can read the sensors, so its reports are delivered. The stream ends when a
    /// recording begins or ends; request it again after that.
    public var readings: @Sendable (RecordingClient.Request) async -> AsyncStream<SensorReading>

    /// Creates a client from its closures.
    public init(readings: @escaping @Sendable (RecordingClient.Request) async -> AsyncStream<SensorReading>) {
        self.readings = readings
    }
}
