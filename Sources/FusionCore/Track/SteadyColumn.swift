/// A column of values that never change in many tracks. It takes no memory for each until one differs from the first.
struct SteadyColumn<Value: SteadyValue>: Sendable, Hashable {
    private var first: Value?
    /// The number of values.
    private(set) var count = 0
    /// All values; empty while they are the same.
    private var values: [Value] = []

    mutating func append(_ value: Value) {
        defer { count += 1 }
        guard values.isEmpty else { return values.append(value) }
        guard let first else { return first = value }
        guard !value.isSame(as: first) else { return }
        values.reserveCapacity(count + 1)
        values.append(contentsOf: repeatElement(first, count: count))
        values.append(value)
    }

    /// The last value; `nil` without values.
    var last: Value? { values.last ?? first }

    subscript(index: Int) -> Value {
        if values.isEmpty, let first { return first }
        return values[index]
    }
}

/// A value of a column. Two are the same if one can replace the other: zero and minus zero are equal, but not the same.
protocol SteadyValue: Hashable, Sendable {
    func isSame(as other: Self) -> Bool
}

extension SteadyValue {
    func isSame(as other: Self) -> Bool { self == other }
}

extension Bool: SteadyValue {}
extension VelocityIdentification.Findings: SteadyValue {}
extension VelocityIdentification.Chord: SteadyValue {}

extension Double: SteadyValue {
    func isSame(as other: Double) -> Bool { bitPattern == other.bitPattern }
}

extension SIMD2: SteadyValue where Scalar == Double {
    func isSame(as other: Self) -> Bool { indices.allSatisfy { self[$0].isSame(as: other[$0]) } }
}

extension SIMD8: SteadyValue where Scalar == Double {
    func isSame(as other: Self) -> Bool { indices.allSatisfy { self[$0].isSame(as: other[$0]) } }
}

extension Optional: SteadyValue where Wrapped: SteadyValue {
    func isSame(as other: Wrapped?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.isSame(as: other)
    }
}
