import Geometry
import SensorModel

/// A short queue of vector samples that wait for another sensor, without allocation.
struct SampleRing: Sendable {
    struct Entry: Sendable {
        var time: Instant
        var vector: Vector3
    }

    /// The maximum number of samples.
    static let capacity = 16

    private var entries = InlineArray<16, Entry>(repeating: Entry(time: Instant(nanoseconds: 0), vector: Vector3()))
    private var head = 0
    private(set) var count = 0

    var isFull: Bool { count == Self.capacity }

    /// The oldest sample, stored separately because reading it from the array would copy the whole array.
    private(set) var first: Entry?

    /// Appends a sample; the ring must not be full.
    @inline(__always)
    mutating func append(_ entry: Entry) {
        entries[(head + count) & (Self.capacity - 1)] = entry
        if count == 0 { first = entry }
        count += 1
    }

    @inline(__always)
    mutating func removeFirst() {
        head = (head + 1) & (Self.capacity - 1)
        count -= 1
        first = count > 0 ? entries[head] : nil
    }
}
