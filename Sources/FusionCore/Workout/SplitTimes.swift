public import SensorModel

/// The times at which the splits of a workout were completed, in ascending order.
///
/// They are kept in blocks, of which copies share all but the last: a workout of several days has over a thousand splits,
/// is reported every few seconds, and is in each of several hundred copies of the core.
public struct SplitTimes: Sendable, Hashable, RandomAccessCollection {
    private var blocks: [[Instant]] = []

    /// The number of times in a block.
    private static let blockLength = 64

    /// Creates a list of times.
    public init(_ times: some Sequence<Instant> = []) {
        for time in times { append(time) }
    }

    /// The place of the first time.
    public var startIndex: Int { 0 }
    /// The place after the last time.
    public var endIndex: Int {
        blocks.last.map { (blocks.count - 1) * Self.blockLength + $0.count } ?? 0
    }

    /// Returns the time at which a split was completed. O(1).
    public subscript(index: Int) -> Instant { blocks[index / Self.blockLength][index % Self.blockLength] }

    /// Adds a time.
    mutating func append(_ time: Instant) {
        if let last = blocks.last, last.count < Self.blockLength {
            blocks[blocks.count - 1].append(time)
        } else {
            blocks.append([time])
        }
    }
}
