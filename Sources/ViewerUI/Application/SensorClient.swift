public import ViewerModel

/// How the window looks at what is connected now, without recording.
public struct SensorClient: Sendable {
    /// Reports the state of a request's sensors about ten times per second, for as long as the stream is read.
    ///
    /// A running recorder holds the sensors: its own reports are delivered then. The stream ends when a recording
    /// begins or ends; asking again follows that.
    public var readings: @Sendable (RecordingClient.Request) async -> AsyncStream<SensorReading>

    /// Collects the closures.
    public init(readings: @escaping @Sendable (RecordingClient.Request) async -> AsyncStream<SensorReading>) {
        self.readings = readings
    }
}
