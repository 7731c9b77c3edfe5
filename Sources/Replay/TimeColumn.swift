/// Times in nanoseconds: in four bytes each while all are whole milliseconds within 24 days of the first, as in a track
/// file, otherwise in eight.
struct TimeColumn: Sendable {
    private var first: Int64 = 0
    /// The milliseconds from the first time; empty once a time does not fit.
    private var steps: [Int32] = []
    private var whole: [Int64] = []

    private static let nanoseconds: Int64 = 1_000_000

    /// Creates an empty column.
    init() {}

    /// The number of times.
    var count: Int { whole.isEmpty ? steps.count : whole.count }
    /// The number of times that the column holds without growing.
    var capacity: Int { max(steps.capacity, whole.capacity) }
    /// The size of the times in bytes.
    var byteCount: Int { steps.count * 4 + whole.count * 8 }

    /// Reserves space for a number of times.
    mutating func reserveCapacity(_ count: Int) {
        if whole.isEmpty { steps.reserveCapacity(count) } else { whole.reserveCapacity(count) }
    }

    /// Adds a time at the end. O(1) amortised.
    mutating func append(_ time: Int64) {
        guard whole.isEmpty else { return whole.append(time) }
        if steps.isEmpty { first = time }
        let distance = time.subtractingReportingOverflow(first)
        let step = distance.partialValue.quotientAndRemainder(dividingBy: Self.nanoseconds)
        if !distance.overflow, step.remainder == 0, let short = Int32(exactly: step.quotient) {
            return steps.append(short)
        }
        whole.reserveCapacity(max(steps.capacity, steps.count + 1))
        for index in steps.indices { whole.append(self[index]) }
        whole.append(time)
        steps = []
    }

    /// Returns the time at an index. O(1).
    @inline(__always)
    subscript(index: Int) -> Int64 {
        steps.isEmpty ? whole[index] : first + Int64(steps[index]) * Self.nanoseconds
    }
}
