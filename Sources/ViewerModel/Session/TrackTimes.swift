public import Replay
public import SensorModel

/// The times of a track's points: a list, or those of a recording's fixes, which take no extra memory.
public struct TrackTimes: Sendable, RandomAccessCollection {
    private enum Source: Sendable {
        case list([Instant])
        case fixes(RecordedFixes)
    }

    private let source: Source

    /// Creates times from a list.
    public init(_ times: [Instant]) { source = .list(times) }

    /// Creates times from a recording's fixes.
    public init(_ fixes: RecordedFixes) { source = .fixes(fixes) }

    /// The place of the first time.
    public var startIndex: Int { 0 }
    /// The place after the last time.
    public var endIndex: Int {
        switch source {
        case .list(let times): times.count
        case .fixes(let fixes): fixes.count
        }
    }

    /// Returns a time. O(1).
    public subscript(index: Int) -> Instant {
        switch source {
        case .list(let times): times[index]
        case .fixes(let fixes): fixes.time(of: index)
        }
    }
}
