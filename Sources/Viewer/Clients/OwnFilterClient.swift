public import Geometry
public import Replay
public import SensorModel

/// Runs programs of the user's own that filter positions, each confined to its folder.
public struct OwnFilterClient: Sendable {
    /// A position that a program wrote.
    public struct Position: Sendable {
        /// The time for which the position is stated.
        public var time: Instant
        /// The latitude and longitude.
        public var coordinate: Coordinate

        /// Creates a position.
        public init(time: Instant, coordinate: Coordinate) { (self.time, self.coordinate) = (time, coordinate) }
    }

    /// Runs a program over a whole recording; returns the line of its positions, `nil` with fewer than two, and its last message.
    public var run:
        @Sendable (_ path: String, _ recording: Recording) async throws -> (line: ReferenceLine?, message: String?)
    /// Runs a program beside a recording, which gets each event on arrival; returns its positions as it writes them. Ends with
    /// the events, or when its positions are no longer read.
    public var follow:
        @Sendable (_ path: String, _ events: AsyncStream<[SensorEvent]>) -> AsyncThrowingStream<[Position], any Error>

    /// Creates a client from its closures.
    public init(
        run:
            @escaping @Sendable (_ path: String, _ recording: Recording) async throws -> (
                line: ReferenceLine?, message: String?
            ),
        follow:
            @escaping @Sendable (_ path: String, _ events: AsyncStream<[SensorEvent]>) -> AsyncThrowingStream<
                [Position], any Error
            >
    ) {
        self.run = run
        self.follow = follow
    }
}
