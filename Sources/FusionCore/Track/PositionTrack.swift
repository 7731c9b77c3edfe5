public import Geometry
public import SensorModel

/// Positions in order of time, stored in columns: 21 to 57 bytes each instead of the 128 of a ``PositionEstimate``.
///
/// Reads like an array, and returns every estimate bit for bit, unless it is only ``drawn``. Positions from filters have a common variance for both
/// axes, whose square root is the accuracy; other estimates are stored whole.
public struct PositionTrack: Sendable, Hashable, RandomAccessCollection, ExpressibleByArrayLiteral {
    /// The properties of an estimate that are not numbers.
    private enum Flag {
        static let isEstimated: UInt8 = 1
        static let hasAltitude: UInt8 = 2
        static let hasVelocity: UInt8 = 4
        /// The stored spread is a variance, which gives the covariance.
        static let isVariance: UInt8 = 8
        /// The stored spread is an accuracy, whose square gives the covariance.
        static let isSquared: UInt8 = 16
        static let isWhole: UInt8 = 32
        static let isInterpolated: UInt8 = 64
        /// The properties of an estimate without height and velocity.
        static let ofThin = isEstimated | isInterpolated | isVariance | isSquared | isWhole
    }

    /// The times, in order.
    public private(set) var times: [Instant] = []
    private var coordinates = TrackColumn<Coordinate>()
    private var spreads = TrackColumn<Double>()
    private var flags: [UInt8] = []
    /// The altitudes; empty until the first estimate that has one.
    private var altitudes: [Double] = []
    private var velocities: [SIMD2<Double>] = []
    private var others: [Int: PositionEstimate] = [:]
    private var isThin = false

    /// Creates an empty track.
    public init() {}

    /// Creates a track of estimates.
    public init(_ estimates: some Sequence<PositionEstimate>) {
        for estimate in estimates { append(estimate) }
    }

    /// Creates a track of estimates.
    public init(arrayLiteral estimates: PositionEstimate...) { self.init(estimates) }

    /// The index of the first estimate.
    public var startIndex: Int { 0 }
    /// The index after the last estimate.
    public var endIndex: Int { times.count }

    /// Returns whether two tracks share their storage, because one is a copy of the other. O(1).
    public func isCopy(of other: PositionTrack) -> Bool {
        times.isCopy(of: other.times) && coordinates.isCopy(of: other.coordinates) && flags.isCopy(of: other.flags)
            && altitudes.isCopy(of: other.altitudes)
    }

    /// Reserves space for a number of estimates.
    public mutating func reserveCapacity(_ count: Int) {
        times.reserveCapacity(count)
        coordinates.reserveCapacity(count)
        spreads.reserveCapacity(count)
        flags.reserveCapacity(count)
        if !isThin { velocities.reserveCapacity(count) }
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
        if !isThin, let east = estimate.eastVelocity, let north = estimate.northVelocity {
            flag |= Flag.hasVelocity
            fill(&velocities, with: SIMD2(0, 0))
            velocities.append(SIMD2(east, north))
        } else if !velocities.isEmpty {
            velocities.append(SIMD2(0, 0))
        }
        if !isThin, let altitude = estimate.altitude {
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

    /// Fills a column with a neutral value for the estimates before the first that has a value.
    private func fill<Value>(_ column: inout [Value], with value: Value) {
        guard column.isEmpty, !times.isEmpty else { return }
        column.reserveCapacity(Swift.max(times.capacity, times.count + 1))
        column.append(contentsOf: repeatElement(value, count: times.count))
    }

    /// Returns this track with the estimates from an instant until another replaced by those of another track; if there
    /// is no other instant, until the end. An earlier end counts as the start: nothing is replaced. O(n).
    public func replaced(from start: Instant, until end: Instant?, by other: PositionTrack) -> PositionTrack {
        // The clock of a receiver may have been set back between the two.
        let end = end.map { Swift.max(start, $0) }
        var track = self
        track.removeLast(count - place(of: start))
        track.append(other, other.place(of: start)..<(end.map(other.place) ?? other.count))
        if let end { track.append(self, place(of: end)..<count) }
        return track
    }

    /// Returns the estimates from an instant on, and the last one before it. O(part).
    func part(from start: Instant) -> PositionTrack {
        var part = PositionTrack()
        part.append(self, Swift.max(0, place(of: start) - 1)..<count)
        return part
    }

    /// Returns the index of the first estimate at or after an instant. O(log n).
    private func place(of instant: Instant) -> Int {
        times.partitionPoint { $0 < instant }
    }

    /// Shifts the times of the first estimates by a number of seconds. O(first).
    mutating func shift(first: Int, by seconds: Double) {
        for index in 0..<first {
            times[index] = times[index] + seconds
            others[index]?.time = times[index]
        }
    }

    /// Moves an estimate to a coordinate.
    mutating func move(_ index: Int, to coordinate: Coordinate) {
        coordinates.set(coordinate, at: index)
        if !others.isEmpty { others[index]?.coordinate = coordinate }
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

    private mutating func append(_ other: PositionTrack, _ range: Range<Int>) {
        for (place, estimate) in other.others where range.contains(place) {
            others[count + place - range.lowerBound] = estimate
        }
        if !isThin {
            Self.append(other.altitudes, range, to: &altitudes, count: count, nothing: 0)
            Self.append(other.velocities, range, to: &velocities, count: count, nothing: SIMD2(0, 0))
        }
        times += other.times[range]
        coordinates.append(other.coordinates, range)
        spreads.append(other.spreads, range)
        let kept = isThin ? Flag.ofThin : .max
        flags += other.flags[range].lazy.map { $0 & kept }
    }

    /// Adds a part of a column to another of some estimates. Either is empty if none of its estimates has a value.
    private static func append<Value>(
        _ other: [Value], _ range: Range<Int>, to column: inout [Value], count: Int, nothing: Value
    ) {
        if column.isEmpty, other.isEmpty { return }
        if column.isEmpty { column = Array(repeating: nothing, count: count) }
        column += other.isEmpty ? Array(repeating: nothing, count: range.count)[...] : other[range]
    }

    /// Returns the estimate at an index. O(1).
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

    /// Returns the time of an estimate, without creating the estimate.
    public func time(of index: Int) -> Instant { times[index] }

    /// Returns the coordinate of an estimate, without creating the estimate.
    public func coordinate(of index: Int) -> Coordinate { coordinates[index] }

    /// The coordinates, in order.
    var places: [Coordinate] { coordinates.values }

    /// Returns whether an estimate bridges an outage, without creating the estimate.
    public func isBridged(_ index: Int) -> Bool {
        flags[index] & (Flag.isEstimated | Flag.isInterpolated) == Flag.isEstimated
    }

    /// Returns the track with its times sharing the storage of a list, if they are equal. O(n).
    public func sharing(_ times: [Instant]) -> PositionTrack {
        guard self.times == times else { return self }
        var shared = self
        shared.times = times
        return shared
    }

    /// The track without heights and velocities, which is sufficient to draw a very long one. It does not keep those of
    /// later estimates either.
    public var thinned: PositionTrack {
        var thin = self
        thin.isThin = true
        thin.altitudes = []
        thin.velocities = []
        for index in thin.flags.indices where thin.flags[index] & ~Flag.ofThin != 0 { thin.flags[index] &= Flag.ofThin }
        return thin
    }

    /// The track as ``thinned``, with places to 5 mm and accuracies to seven digits, which is sufficient for a track that
    /// nothing is computed from. O(n).
    public var drawn: PositionTrack {
        var drawn = thinned
        drawn.coordinates = coordinates.drawn
        drawn.spreads = spreads.drawn
        return drawn
    }
}
