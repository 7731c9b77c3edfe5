public import Geodesy
import NavigationMath
public import SensorModel

/// Positions in order of time, in columns: 33 to 57 bytes each instead of the 128 of a ``PositionEstimate``.
///
/// Reads like an array and gives every estimate back to the bit. What filters make of a position has one variance for
/// both axes, of which the accuracy is the root; an estimate that is otherwise is kept whole.
public struct PositionTrack: Sendable, Hashable, RandomAccessCollection, ExpressibleByArrayLiteral {
    /// What is told of an estimate beside its numbers.
    private enum Flag {
        static let isEstimated: UInt8 = 1
        static let hasAltitude: UInt8 = 2
        static let hasVelocity: UInt8 = 4
        /// The spread is a variance, and the covariance follows from it.
        static let isVariance: UInt8 = 8
        /// The spread is an accuracy, and the covariance is its square.
        static let isSquared: UInt8 = 16
        static let isWhole: UInt8 = 32
        static let isInterpolated: UInt8 = 64
    }

    /// When, in order.
    public private(set) var times: [Instant] = []
    private var coordinates: [Coordinate] = []
    private var spreads: [Double] = []
    private var flags: [UInt8] = []
    /// Empty until the first estimate that has one.
    private var altitudes: [Double] = []
    private var velocities: [SIMD2<Double>] = []
    private var others: [Int: PositionEstimate] = [:]

    /// Creates an empty track.
    public init() {}

    /// Creates a track of estimates.
    public init(_ estimates: some Sequence<PositionEstimate>) {
        for estimate in estimates { append(estimate) }
    }

    /// Creates a track of estimates.
    public init(arrayLiteral estimates: PositionEstimate...) { self.init(estimates) }

    /// The place of the first estimate.
    public var startIndex: Int { 0 }
    /// The place after the last estimate.
    public var endIndex: Int { times.count }

    /// Makes room for a number of estimates.
    public mutating func reserveCapacity(_ count: Int) {
        times.reserveCapacity(count)
        coordinates.reserveCapacity(count)
        spreads.reserveCapacity(count)
        flags.reserveCapacity(count)
        velocities.reserveCapacity(count)
    }

    /// Adds an estimate at the end. O(1) amortised.
    public mutating func append(_ estimate: PositionEstimate) {
        var flag: UInt8 = estimate.isEstimated ? Flag.isEstimated : 0
        if estimate.isInterpolated { flag |= Flag.isInterpolated }
        var spread = estimate.accuracy
        if let covariance = estimate.covariance {
            let isRound = covariance.y.bitPattern == 0 && covariance.x == covariance.z
            if isRound, covariance.x.squareRoot() == estimate.accuracy {
                flag |= Flag.isVariance
                spread = covariance.x
            } else if isRound, estimate.accuracy * estimate.accuracy == covariance.x {
                flag |= Flag.isSquared
            } else {
                flag |= Flag.isWhole
            }
        }
        if (estimate.eastVelocity == nil) != (estimate.northVelocity == nil) { flag |= Flag.isWhole }
        if flag & Flag.isWhole != 0 { others[times.count] = estimate }
        if let east = estimate.eastVelocity, let north = estimate.northVelocity {
            flag |= Flag.hasVelocity
            fill(&velocities, with: SIMD2(0, 0))
            velocities.append(SIMD2(east, north))
        } else if !velocities.isEmpty {
            velocities.append(SIMD2(0, 0))
        }
        if let altitude = estimate.altitude {
            flag |= Flag.hasAltitude
            fill(&altitudes, with: 0)
            altitudes.append(altitude)
        } else if !altitudes.isEmpty {
            altitudes.append(0)
        }
        times.append(estimate.time)
        coordinates.append(estimate.coordinate)
        spreads.append(spread)
        flags.append(flag)
    }

    /// Gives the estimates before the first that has a value one that says nothing.
    private func fill<Value>(_ column: inout [Value], with value: Value) {
        guard column.isEmpty, !times.isEmpty else { return }
        column.reserveCapacity(Swift.max(times.capacity, times.count + 1))
        column.append(contentsOf: repeatElement(value, count: times.count))
    }

    /// Returns this track up to an instant and another one from there on. O(n).
    public func joined(with other: PositionTrack, at instant: Instant) -> PositionTrack {
        var joined = self
        joined.removeLast(count - place(of: instant))
        joined.append(other, from: other.place(of: instant))
        return joined
    }

    /// The place of the first estimate that does not lie before an instant. O(log n).
    private func place(of instant: Instant) -> Int {
        times.partitionPoint { $0 < instant }
    }

    /// Puts the first estimates so many seconds later. O(first).
    mutating func shift(first: Int, by seconds: Double) {
        for index in 0..<first {
            times[index] = times[index] + seconds
            others[index]?.time = times[index]
        }
    }

    private mutating func removeLast(_ number: Int) {
        times.removeLast(number)
        coordinates.removeLast(number)
        spreads.removeLast(number)
        flags.removeLast(number)
        if !altitudes.isEmpty { altitudes.removeLast(number) }
        if !velocities.isEmpty { velocities.removeLast(number) }
        others = others.filter { $0.key < times.count }
    }

    private mutating func append(_ other: PositionTrack, from first: Int) {
        let (mine, more) = (count, other.count - first)
        for (place, estimate) in other.others where place >= first { others[mine + place - first] = estimate }
        altitudes = Self.joined((altitudes, mine), (other.altitudes.dropFirst(first), more), nothing: 0)
        velocities = Self.joined((velocities, mine), (other.velocities.dropFirst(first), more), nothing: SIMD2(0, 0))
        times += other.times[first...]
        coordinates += other.coordinates[first...]
        spreads += other.spreads[first...]
        flags += other.flags[first...]
    }

    /// Joins two columns of which each is empty where none of its estimates has a value.
    private static func joined<Value>(
        _ one: (values: [Value], count: Int), _ other: (values: ArraySlice<Value>, count: Int), nothing: Value
    ) -> [Value] {
        if one.values.isEmpty, other.values.isEmpty { return [] }
        let first = one.values.isEmpty ? Array(repeating: nothing, count: one.count) : one.values
        return first + (other.values.isEmpty ? Array(repeating: nothing, count: other.count)[...] : other.values)
    }

    /// Returns an estimate. O(1).
    public subscript(index: Int) -> PositionEstimate {
        let flag = flags[index]
        if flag & Flag.isWhole != 0, let whole = others[index] { return whole }
        let spread = spreads[index]
        let isVariance = flag & Flag.isVariance != 0
        let square = isVariance ? spread : spread * spread
        let hasCovariance = flag & (Flag.isVariance | Flag.isSquared) != 0
        let velocity = flag & Flag.hasVelocity != 0 ? velocities[index] : nil
        var estimate = PositionEstimate(
            time: times[index], coordinate: coordinates[index],
            altitude: flag & Flag.hasAltitude != 0 ? altitudes[index] : nil,
            accuracy: isVariance ? spread.squareRoot() : spread, eastVelocity: velocity?.x, northVelocity: velocity?.y,
            covariance: hasCovariance ? SIMD3(square, 0, square) : nil, isEstimated: flag & Flag.isEstimated != 0)
        estimate.isInterpolated = flag & Flag.isInterpolated != 0
        return estimate
    }

    /// The time of an estimate, without making the estimate.
    public func time(of index: Int) -> Instant { times[index] }

    /// The place of an estimate, without making the estimate.
    public func coordinate(of index: Int) -> Coordinate { coordinates[index] }

    /// The places, in order.
    var places: [Coordinate] { coordinates }

    /// Returns whether an estimate has no fix to support it, without creating the estimate.
    public func isEstimated(_ index: Int) -> Bool { flags[index] & Flag.isEstimated != 0 }

    /// Returns whether an estimate bridges an outage, without creating the estimate.
    public func isBridged(_ index: Int) -> Bool {
        flags[index] & (Flag.isEstimated | Flag.isInterpolated) == Flag.isEstimated
    }

    /// Returns the track with its times kept in the room of a list, where they are the same. O(n).
    public func sharing(_ times: [Instant]) -> PositionTrack {
        guard self.times == times else { return self }
        var shared = self
        shared.times = times
        return shared
    }

    /// Returns the track without heights and velocities: all that a drawing of a very long one needs.
    public var thinned: PositionTrack {
        var thin = self
        thin.altitudes = []
        thin.velocities = []
        let kept = Flag.isEstimated | Flag.isInterpolated | Flag.isVariance | Flag.isSquared | Flag.isWhole
        for index in thin.flags.indices where thin.flags[index] & ~kept != 0 { thin.flags[index] &= kept }
        return thin
    }
}
