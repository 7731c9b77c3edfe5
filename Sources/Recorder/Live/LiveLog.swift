import SensorModel

/// The frames that followers still need, oldest first: those whose events the file lacks, and those that a follower has
/// not been sent yet. All followers share them, so one bound holds for all together.
struct LiveLog {
    private struct Entry {
        /// The numbers of the frame's events; `nil` for a status.
        let events: ClosedRange<UInt64>?
        let bytes: [UInt8]
    }

    /// The maximum size of all frames, in bytes; the last frame is kept even if it is larger.
    let bound: Int
    private var entries: [Entry] = []
    private var size = 0
    /// The number of the oldest frame that is kept.
    private(set) var start = 0
    /// The number of the first frame that the file lacks.
    private(set) var firstUnwritten = 0
    /// The status that was appended last; empty before the first.
    private(set) var lastStatus: [UInt8] = []
    private var nextSequence: UInt64 = 0

    /// Creates an empty log.
    init(bound: Int) {
        self.bound = bound
    }

    /// The number that the next frame will have.
    var end: Int { start + entries.count }

    /// The number of the first event of the frames that the file lacks.
    var firstSequence: UInt64 {
        entries[(firstUnwritten - start)...].lazy.compactMap(\.events).first?.lowerBound ?? nextSequence
    }

    /// Appends a batch of events, and notes which of all events the file lacks: it contains a batch either completely or
    /// not at all.
    mutating func append(_ batch: RecorderBatch) {
        guard let first = batch.events.first?.sequence, let last = batch.events.last?.sequence, first <= last else {
            return
        }
        append(Entry(events: first...last, bytes: LiveFrame.events(batch.events).bytes))
        nextSequence = last + 1
        while firstUnwritten < end, isWritten(entries[firstUnwritten - start], batch.firstUnwritten) {
            firstUnwritten += 1
        }
    }

    /// Appends a status.
    mutating func append(_ status: RecorderStatus) {
        lastStatus = LiveFrame.status(status).bytes
        append(Entry(events: nil, bytes: lastStatus))
    }

    /// Returns the bytes of the first frame with at least this number, and the number after it; `nil` at the end.
    /// - Parameter joined: The number before which statuses are outdated for a follower, and skipped.
    func frame(from number: Int, joined: Int) -> (bytes: [UInt8], next: Int)? {
        for index in max(number, start)..<max(number, end) where index >= joined || entries[index - start].events != nil
        {
            return (entries[index - start].bytes, index + 1)
        }
        return nil
    }

    /// Removes the frames that the file has and that no follower needs.
    /// - Parameter needed: The lowest number that a follower still needs; `nil` without followers.
    mutating func trim(needed: Int?) {
        removeFirst(min(needed ?? firstUnwritten, firstUnwritten) - start)
    }

    private mutating func append(_ entry: Entry) {
        entries.append(entry)
        size += entry.bytes.count
        var (excess, count) = (size - bound, 0)
        while excess > 0, count < entries.count - 1 {
            excess -= entries[count].bytes.count
            count += 1
        }
        removeFirst(count)
    }

    private mutating func removeFirst(_ count: Int) {
        guard count > 0 else { return }
        size -= entries[..<count].reduce(0) { $0 + $1.bytes.count }
        entries.removeFirst(count)
        start += count
        firstUnwritten = max(firstUnwritten, start)
    }

    private func isWritten(_ entry: Entry, _ firstUnwritten: UInt64) -> Bool {
        entry.events.map { $0.upperBound < firstUnwritten } ?? true
    }
}
