/// How a recording stands, once a second, for the user.
public struct RecorderStatus: Sendable, Hashable, Codable {
    /// The file.
    public var path: String?
    /// The recorder's process.
    public var process: Int32
    /// Seconds since the start.
    public var elapsed: Double
    /// Events so far.
    public var eventCount: UInt64
    /// Fixes with a position so far.
    public var fixCount: Int
    /// How the sources stand.
    public var sources: [SourceStatus]
    /// 1-sigma accuracy of the position in metres; nil before the first or while the signal is lost.
    public var accuracy: Double?
    /// The speed in m/s; nil if not even an estimate is known.
    public var speed: Double?
    /// True if the speed is an estimate.
    public var isSpeedEstimated: Bool
    /// Where the speed comes from, as the estimates name it.
    public var speedSource: String?
    /// True from the loss of the satellite signal until it is back.
    public var isSignalLost: Bool
    /// What the user should know, oldest first.
    public var messages: [String]
    /// Why the file does not take events at the moment; nil while it does.
    public var fileTrouble: String?
    /// Events that wait in memory for the file; at the end, those that it did not take.
    public var unwrittenCount: Int
    /// Events that memory could not hold until the file took them.
    public var lostCount: Int
    /// The files that took what was still in memory at the end, where the session's own did not, in their order.
    public var asidePaths: [String]
    /// How many of the unwritten events they took.
    public var asideCount: Int
    /// True in the last status of a recording.
    public var hasEnded: Bool
}
