import Geometry
import SensorModel

/// A value that a track can keep in half of its memory, if it is only drawn.
protocol Drawable: Sendable, Hashable {
    /// The value in half the memory.
    associatedtype Drawn: Sendable, Hashable

    /// Creates the value from one in half the memory.
    init(drawn: Drawn)

    /// The value in half the memory.
    var drawn: Drawn { get }
}

extension Double: Drawable {
    init(drawn: Float) { self = Double(drawn) }

    var drawn: Float { Float(self) }
}

extension Coordinate: Drawable {
    /// The degrees per step: 9 mm at the equator, so that a place is off by 5 mm at most in each direction.
    private static let step = 180 / 2_147_483_000.0
    /// The number of steps of a coordinate that is not on the globe.
    private static let nowhere = Int32.min

    init(drawn: SIMD2<Int32>) {
        func degrees(_ steps: Int32) -> Double { steps == Self.nowhere ? .nan : Double(steps) * Self.step }
        self.init(latitude: degrees(drawn.x), longitude: degrees(drawn.y))
    }

    var drawn: SIMD2<Int32> {
        func steps(_ degrees: Double) -> Int32 { Int32(exactly: (degrees / Self.step).rounded()) ?? Self.nowhere }
        return SIMD2(steps(latitude), steps(longitude))
    }
}

/// A column of a ``PositionTrack``: its values unchanged, or rounded to half the memory for a track that is only drawn.
struct TrackColumn<Value: Drawable>: Sendable, Hashable {
    private(set) var exact: [Value] = []
    private var rounded: [Value.Drawn] = []
    private var isRounded = false

    /// Creates an empty column of exact values.
    init() {}

    /// The column in half the memory, also for values that are added later. O(n).
    var drawn: TrackColumn {
        var column = self
        column.isRounded = true
        column.rounded += exact.map(\.drawn)
        column.exact = []
        return column
    }

    /// The values; O(n) if they are rounded.
    var values: [Value] { isRounded ? rounded.map(Value.init(drawn:)) : exact }

    /// Returns the value at an index. O(1).
    @inline(__always)
    subscript(index: Int) -> Value { isRounded ? Value(drawn: rounded[index]) : exact[index] }

    /// Returns whether two columns share their storage. O(1).
    func isCopy(of other: TrackColumn) -> Bool {
        isRounded == other.isRounded && exact.isCopy(of: other.exact) && rounded.isCopy(of: other.rounded)
    }

    /// Reserves space for a number of values.
    mutating func reserveCapacity(_ count: Int) {
        if isRounded { rounded.reserveCapacity(count) } else { exact.reserveCapacity(count) }
    }

    /// Replaces the value at an index. O(1).
    mutating func set(_ value: Value, at index: Int) {
        if isRounded { rounded[index] = value.drawn } else { exact[index] = value }
    }

    /// Adds a value at the end. O(1) amortised.
    mutating func append(_ value: Value) {
        if isRounded { rounded.append(value.drawn) } else { exact.append(value) }
    }

    /// Adds values of another column. O(n).
    mutating func append(_ other: TrackColumn, _ range: Range<Int>) {
        switch (isRounded, other.isRounded) {
        case (true, true): rounded += other.rounded[range]
        case (true, false): rounded += other.exact[range].lazy.map(\.drawn)
        case (false, true): exact += other.rounded[range].lazy.map(Value.init(drawn:))
        case (false, false): exact += other.exact[range]
        }
    }

    /// Removes a number of values at the end.
    mutating func removeLast(_ number: Int) {
        if isRounded { rounded.removeLast(number) } else { exact.removeLast(number) }
    }
}
