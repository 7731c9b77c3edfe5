public import SensorModel

/// The state of a recording, reported to the user about once per second.
public struct RecorderStatus: Sendable, Hashable, Codable {
    /// The path of the file; `nil` for a recording without a file.
    public var path: String?
    /// The recorder's process ID.
    public var process: Int32
    /// The time since the start, in seconds.
    public var elapsed: Double
    /// The number of events so far.
    public var eventCount: UInt64
    /// The number of fixes with a position so far.
    public var fixCount: Int
    /// The statuses of the sources.
    public var sources: [SourceStatus]
    /// The 1-sigma accuracy of the position in metres; `nil` before the first position or while the signal is lost.
    public var accuracy: Double?
    /// The speed in m/s; `nil` if there is not even an estimate.
    public var speed: Double?
    /// Whether the speed is an estimate.
    public var isSpeedEstimated: Bool
    /// The origin of the speed, as named by the estimates.
    public var speedSource: String?
    /// Whether the satellite signal is currently lost.
    public var isSignalLost: Bool
    /// Messages for the user, oldest first.
    public var messages: [Phrase]
    /// The reason why the file cannot be written; `nil` if it can.
    public var fileTrouble: Phrase?
    /// The time in seconds since the arrival of the oldest event that the file lacks; `nil` if it lacks none.
    public var unsavedSeconds: Double?
    /// The time in seconds that the slowest of the recent writes takes; `nil` before the first write.
    public var diskLatency: Double?
    /// The number of events that wait in memory for the file; at the end, those that it did not store.
    public var unwrittenCount: Int
    /// The number of events discarded because they did not fit into memory before the file could be written.
    public var lostCount: Int
    /// The files that store the remaining events if the session's own file could not, in order.
    public var asidePaths: [String]
    /// The number of unwritten events that these files store.
    public var asideCount: Int
    /// Whether this is the last status of a recording.
    public var hasEnded: Bool

    /// The whole number of seconds that a slow disk has not stored yet; `nil` if it is fast enough, or cannot be written.
    public var slowDiskSeconds: Int? {
        guard fileTrouble == nil, let diskLatency, diskLatency > Self.slowLatency else { return nil }
        return unsavedSeconds.map { Int(nearest: $0.rounded(.up)) }
    }

    /// Whether what is shown is not safe yet: the file has lacked an event for more than two seconds.
    public var isUnsafe: Bool { (unsavedSeconds ?? 0) > Self.safeSeconds }

    /// The maximum time of a write, in seconds, on a disk that is not slow.
    private static let slowLatency = 1.0
    /// The maximum time in seconds for which what is shown may wait for the file.
    private static let safeSeconds = 2.0
}
