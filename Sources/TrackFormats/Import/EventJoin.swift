public import SensorModel

/// Joins the events of several files into one session; the order in which they are named does not matter.
public enum EventJoin {
    /// Returns the events of all files, their sources renumbered so that they stay apart. O(n).
    ///
    /// Files go by their first event, then by their length, then by their events: what two files order alike is alike.
    public static func joined(_ files: [[SensorEvent]]) -> [SensorEvent] {
        let ordered = files.filter { !$0.isEmpty }.sorted(by: precedes)
        guard var joined = ordered.first else { return [] }
        var next = deviceCount(of: joined)
        for events in ordered.dropFirst() {
            joined += next > 0 ? events.map { $0.shiftingDevice(by: next) } : events
            next &+= deviceCount(of: events)
        }
        return joined
    }

    /// How many numbers a file's sources take: a source that nobody named has zero, and takes one as well.
    private static func deviceCount(of events: [SensorEvent]) -> UInt16 {
        events.lazy.compactMap { $0.device?.rawValue }.max().map { $0 &+ 1 } ?? 0
    }

    private static func precedes(_ left: [SensorEvent], _ right: [SensorEvent]) -> Bool {
        let starts = (left.lazy.map(\.received).min(), right.lazy.map(\.received).min())
        if let first = starts.0, let second = starts.1, first != second { return first < second }
        if left.count != right.count { return left.count < right.count }
        for (one, other) in zip(left, right) where one != other {
            if one.time != other.time { return one.time < other.time }
            if one.received != other.received { return one.received < other.received }
            return "\(one.payload)" < "\(other.payload)"
        }
        return false
    }
}
