public import ViewerModel

/// How the window looks at what is connected now, without recording.
public struct SensorClient: Sendable {
    /// Tells how the sensors of a request stand, about ten times a second, for as long as somebody takes it.
    ///
    /// A running recorder has the sensors to itself: what it hears is told then. The stream ends when a recording
    /// begins or ends; asking again follows that.
    public var readings: @Sendable (RecordingClient.Request) async -> AsyncStream<SensorReading>

    /// Collects the closures.
    public init(readings: @escaping @Sendable (RecordingClient.Request) async -> AsyncStream<SensorReading>) {
        self.readings = readings
    }
}
