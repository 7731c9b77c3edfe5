import NavigationMath
import SensorModel

/// Vector samples that wait for another sensor to catch up: a short queue without allocation.
struct SampleRing: Sendable {
    struct Entry: Sendable {
        var time: Instant
        var vector: Vector3
    }

    /// How many samples wait at most.
    static let capacity = 16

    private var entries = InlineArray<16, Entry>(repeating: Entry(time: Instant(nanoseconds: 0), vector: Vector3()))
    private var head = 0
    private(set) var count = 0

    var isFull: Bool { count == Self.capacity }

    var first: Entry? {
        @inline(__always) get { count > 0 ? entries[head] : nil }
    }

    /// Puts a sample at the end; the ring must not be full.
    @inline(__always)
    mutating func append(_ entry: Entry) {
        entries[(head + count) & (Self.capacity - 1)] = entry
        count += 1
    }

    @inline(__always)
    mutating func removeFirst() {
        head = (head + 1) & (Self.capacity - 1)
        count -= 1
    }
}
