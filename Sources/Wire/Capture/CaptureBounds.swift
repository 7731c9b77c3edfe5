/// The bounds on what a capture child reads from an iiod and sends to the recorder: docs/recording.md has the table
/// with the reasons.
///
/// Real devices stay far below all of them. What exceeds a bound is rejected as a whole and reported.
public struct CaptureBounds: Sendable, Hashable {
    /// Devices that a context may list.
    public var devices = 64
    /// Channels that a device may have; a device with more is left out.
    public var channels = 128
    /// Attributes that a device or a channel may have; a device with more is left out.
    public var attributes = 128
    /// Sensors that are captured from one context: each needs a thread and up to two connections.
    public var sensors = 16
    /// Threads of a capture child.
    public var threads = 28
    /// The stack of each of those threads, in bytes.
    public var stackBytes = 512 << 10
    /// Memory that a capture child may reserve for data, in bytes.
    public var memoryBytes = 96 << 20
    /// Memory that a capture child may occupy, its program included, in bytes.
    public var residentBytes = 128 << 20
    /// Files and connections that a capture child may have open.
    public var openFiles = 96
    /// Samples that one read of a buffer may hold.
    public var samplesPerRead = 4_096
    /// The body of a frame between a capture child and the recorder, in bytes.
    public var frameBytes = 64 << 10
    /// A name, a label or a sentence, in bytes.
    public var textBytes = 512
    /// Samples per second from one context, averaged over ``rateWindow``.
    public var samplesPerSecond = 5_000
    /// Reports and losses per second from one context, averaged over ``rateWindow``.
    public var reportsPerSecond = 100
    /// The time over which rates are averaged, in seconds.
    public var rateWindow = 4.0
    /// How far an arrival time may be before the present, in seconds: the pipe holds back what a stopped recorder did
    /// not read.
    public var oldestArrival = 600.0
    /// How far an arrival time may be after the present, in seconds.
    public var newestArrival = 1.0

    /// Creates the default bounds.
    public init() {}
}
