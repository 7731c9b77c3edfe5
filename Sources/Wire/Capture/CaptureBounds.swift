/// The limits on what a capture child reads from an iiod and sends to the recorder. The table in docs/recording.md
/// gives the reasons.
///
/// Real devices stay far below all limits. Input that exceeds a limit is rejected as a whole and reported.
public struct CaptureBounds: Sendable, Hashable {
    /// The maximum number of devices in a context.
    public var devices = 64
    /// The maximum number of channels of a device; a device with more is omitted.
    public var channels = 128
    /// The maximum number of attributes of a device or a channel; a device with more is omitted.
    public var attributes = 128
    /// The maximum number of sensors captured from one context: each needs a thread and up to two connections.
    public var sensors = 16
    /// The maximum number of threads of a capture child.
    public var threads = 28
    /// The stack size of each thread, in bytes.
    public var stackBytes = 512 << 10
    /// The maximum memory that a capture child may reserve for data, in bytes.
    public var memoryBytes = 96 << 20
    /// The maximum resident memory of a capture child, including its program, in bytes.
    public var residentBytes = 128 << 20
    /// The maximum number of open files and connections of a capture child.
    public var openFiles = 96
    /// The maximum number of samples in one read of a buffer.
    public var samplesPerRead = 4_096
    /// The maximum size of the body of a frame from a capture child, in bytes.
    public var frameBytes = 64 << 10
    /// The maximum length of a name, a label, or a sentence, in bytes.
    public var textBytes = 512
    /// The maximum number of samples per second from one context, averaged over ``rateWindow``.
    public var samplesPerSecond = 5_000
    /// The maximum number of reports and losses per second from one context, averaged over ``rateWindow``.
    public var reportsPerSecond = 100
    /// The period over which rates are averaged, in seconds.
    public var rateWindow = 4.0
    /// The maximum age of an arrival time, in seconds: the pipe retains data that a stopped recorder did not read.
    public var oldestArrival = 600.0
    /// The maximum time by which an arrival time may be in the future, in seconds.
    public var newestArrival = 1.0

    /// Creates the default bounds.
    public init() {}
}
