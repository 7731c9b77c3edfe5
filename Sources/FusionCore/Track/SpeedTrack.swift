import Geometry
public import SensorModel

/// Speeds in order of time, stored in columns: 17 bytes each instead of the 24 of a ``SpeedEstimate``. The times can be
/// shared with a drawing of the speeds.
///
/// Reads like an array, and returns every estimate bit for bit.
public struct SpeedTrack: Sendable, Hashable, RandomAccessCollection, ExpressibleByArrayLiteral {
    /// The times, in the order of emission.
    public private(set) var times: [Instant] = []
    /// The speeds in m/s.
    public private(set) var values: [Double] = []
    /// The source in the lowest three bits, the quality in the next two, and then whether the speed is estimated.
    private var flags: [UInt8] = []

    private static let qualityShift: UInt8 = 3
    private static let estimatedBit: UInt8 = 32

    /// Creates an empty track.
    public init() {}

    /// Creates a track of estimates.
    public init(_ estimates: some Sequence<SpeedEstimate>) {
        for estimate in estimates { append(estimate) }
    }

    /// Creates a track of estimates.
    public init(arrayLiteral estimates: SpeedEstimate...) { self.init(estimates) }

    /// The index of the first estimate.
    public var startIndex: Int { 0 }
    /// The index after the last estimate.
    public var endIndex: Int { times.count }

    /// Returns whether two tracks share their storage, because one is a copy of the other. O(1).
    public func isCopy(of other: SpeedTrack) -> Bool {
        times.isCopy(of: other.times) && values.isCopy(of: other.values) && flags.isCopy(of: other.flags)
    }

    /// Reserves space for a number of estimates.
    public mutating func reserveCapacity(_ count: Int) {
        times.reserveCapacity(count)
        values.reserveCapacity(count)
        flags.reserveCapacity(count)
    }

    /// Adds an estimate at the end. O(1) amortised.
    public mutating func append(_ estimate: SpeedEstimate) {
        times.append(estimate.time)
        values.append(estimate.value)
        flags.append(
            Self.number(of: estimate.source, in: Self.sources)
                | Self.number(of: estimate.quality, in: Self.qualities) << Self.qualityShift
                | (estimate.isEstimated ? Self.estimatedBit : 0))
    }

    /// Returns the track with its times sharing the storage of a list, if they are equal. O(n).
    public func sharing(_ times: [Instant]) -> SpeedTrack {
        guard self.times == times else { return self }
        var shared = self
        shared.times = times
        return shared
    }

    /// Returns the estimate at an index. O(1).
    public subscript(index: Int) -> SpeedEstimate {
        SpeedEstimate(
            time: times[index], value: values[index], source: Self.sources[Int(flags[index] & 7)],
            isEstimated: isEstimated(index), quality: Self.qualities[Int(flags[index] >> Self.qualityShift & 3)])
    }

    /// Returns whether a speed is estimated rather than measured, without creating the estimate.
    public func isEstimated(_ index: Int) -> Bool { flags[index] & Self.estimatedBit != 0 }

    private static let (sources, qualities) = (SpeedEstimate.Source.allCases, SpeedEstimate.Quality.allCases)

    private static func number<Case: Equatable>(of one: Case, in all: [Case]) -> UInt8 {
        UInt8(all.firstIndex(of: one) ?? 0)
    }
}
