public import SensorModel

/// Joins the events of several files into one session, independently of the order in which they are named.
public enum EventJoin {
    /// Returns the events of all files, with their devices renumbered so that they remain distinct. O(n).
    ///
    /// Sorts files by their first event, then by their length, then by their events. Files that compare equal are
    /// identical, and count once: a copy of a recording is not a second receiver.
    public static func joined(_ files: [[SensorEvent]]) -> [SensorEvent] {
        let ordered = files.filter { !$0.isEmpty }.sorted(by: precedes)
        guard var joined = ordered.first else { return [] }
        var next = deviceCount(of: joined)
        for (before, events) in zip(ordered, ordered.dropFirst()) where events != before {
            let shift = next
            joined += shift > 0 ? events.map { $0.renumbered { DeviceID($0.rawValue &+ shift) } } : events
            next &+= deviceCount(of: events)
        }
        return joined
    }

    /// Returns the number of device numbers that a file uses, including zero, which stands for an unnamed source.
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
