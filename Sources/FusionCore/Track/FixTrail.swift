import Geometry
import SensorModel

/// The accepted fixes of a session as the forward pass processed them: the smoother's input.
///
///     var trail = FixTrail()
///     for fix in fixes { filter.update(fix …); trail.append(fixOf: filter) }
///
/// Stored in columns: 33 bytes for a fix of a track file without heights, 230 for one of a receiver that reports all.
/// Reads like an array of records.
public struct FixTrail: Sendable {
    /// A plane, the index of the first fix on it, and the shift of the origin before that fix.
    private struct Sheet: Sendable {
        var first: Int
        var plane: LocalPlane
        var shift: SIMD2<Double>
    }

    /// The properties of a fix that are not numbers.
    private enum Flag {
        static let isStart: UInt8 = 1
        static let isAssumed: UInt8 = 2
        static let isShifted: UInt8 = 4
        static let isOfService: UInt8 = 8
        static let isAtRest: UInt8 = 16
    }

    /// The times of the fixes, in order.
    private(set) var times: [Instant] = []
    private var positions: [SIMD2<Double>] = []
    private var intervals: [Double] = []
    private var flags: [UInt8] = []
    private var accuracies = SteadyColumn<Double>()
    private var velocities = SteadyColumn<SIMD2<Double>?>()
    private var speeds = SteadyColumn<Double?>()
    private var altitudes = SteadyColumn<Double?>()
    private var allFindings = SteadyColumn<VelocityIdentification.Findings>()
    private var chords = SteadyColumn<VelocityIdentification.Chord?>()
    private var excesses = SteadyColumn<Double>()
    private var travelled = SteadyColumn<Double>()
    private var sheets: [Sheet] = []

    /// Creates an empty trail.
    public init() {}

    /// Reserves space for a number of fixes.
    public mutating func reserveCapacity(_ count: Int) {
        times.reserveCapacity(count)
        positions.reserveCapacity(count)
        intervals.reserveCapacity(count)
        flags.reserveCapacity(count)
    }

    /// Adds the last fix that a filter processed, unless it was already added.
    @inline(__always)
    public mutating func append(fixOf filter: borrowing MultipleModelFilter) {
        guard let record = filter.record, let plane = filter.plane, record.time != times.last else { return }
        if let wrong = filter.rejected.last { begin(after: wrong) }
        append(record, on: plane)
    }

    /// Lets the last start of the track begin after the fix at a time. O(n).
    private mutating func begin(after time: Instant) {
        let start = indices.last(where: isStart) ?? 0
        var (kept, planes) = (FixTrail(), Planes(self))
        for index in indices where index < start || times[index] > time {
            var record = self[index]
            if kept.count == start { (record.isStart, record.interval) = (true, 0) }
            kept.append(record, on: planes.plane(of: index))
        }
        self = kept
    }

    private mutating func append(_ record: FixRecord, on plane: LocalPlane) {
        let isShifted = record.shift != SIMD2(0, 0)
        if isShifted || sheets.last?.plane != plane {
            sheets.append(Sheet(first: times.count, plane: plane, shift: record.shift))
        }
        var flag: UInt8 = record.isStart ? Flag.isStart : 0
        if record.isAtRest { flag |= Flag.isAtRest }
        if record.isAssumed { flag |= Flag.isAssumed }
        if isShifted { flag |= Flag.isShifted }
        if record.isOfService { flag |= Flag.isOfService }
        times.append(record.time)
        positions.append(record.position)
        intervals.append(record.interval)
        flags.append(flag)
        accuracies.append(record.accuracy)
        velocities.append(record.velocity)
        speeds.append(record.speed)
        altitudes.append(record.altitude)
        allFindings.append(record.findings)
        chords.append(record.chord)
        excesses.append(record.excess)
        travelled.append(record.travelled)
    }

    /// Shifts all times by a number of seconds. O(n).
    mutating func shift(by seconds: Double) {
        for index in times.indices { times[index] = times[index] + seconds }
    }

    /// The number of fixes.
    var count: Int { times.count }
    /// The indices of the fixes.
    var indices: Range<Int> { 0..<times.count }

    /// Returns a fix. O(log n) if the plane's origin moved before it, otherwise O(1).
    subscript(index: Int) -> FixRecord {
        let flag = flags[index]
        return FixRecord(
            time: times[index], position: positions[index], shift: shift(of: index), interval: intervals[index],
            accuracy: accuracies[index], velocity: velocities[index], speed: speeds[index],
            altitude: altitudes[index], findings: allFindings[index], chord: chords[index],
            excess: excesses[index], isAtRest: flag & Flag.isAtRest != 0, travelled: travelled[index],
            isAssumed: flag & Flag.isAssumed != 0, isOfService: flag & Flag.isOfService != 0,
            isStart: flag & Flag.isStart != 0)
    }

    /// Returns the position of a fix on its plane, without creating the fix.
    func position(of index: Int) -> SIMD2<Double> { positions[index] }

    /// Returns the time between a fix and the previous one in seconds, without creating the fix.
    func interval(of index: Int) -> Double { intervals[index] }

    /// Returns the accuracy of a fix in metres, without creating the fix.
    func accuracy(of index: Int) -> Double { accuracies[index] }

    /// Returns the velocity that the receiver reports with a fix, without creating the fix.
    func velocity(of index: Int) -> SIMD2<Double>? { velocities[index] }

    /// Returns what was known about the receiver's velocity at a fix, without creating the fix.
    func findings(of index: Int) -> VelocityIdentification.Findings { allFindings[index] }

    /// Returns whether the track starts or restarts with a fix, without creating the fix.
    func isStart(_ index: Int) -> Bool { flags[index] & Flag.isStart != 0 }

    /// Returns whether a fix is one of a location service, without creating the fix.
    func isOfService(_ index: Int) -> Bool { flags[index] & Flag.isOfService != 0 }

    /// Returns whether motion sensors indicate rest at a fix, without creating the fix.
    func isAtRest(_ index: Int) -> Bool { flags[index] & Flag.isAtRest != 0 }

    /// Returns the shift of the plane's origin before a fix, in metres.
    func shift(of index: Int) -> SIMD2<Double> {
        guard flags[index] & Flag.isShifted != 0 else { return SIMD2(0, 0) }
        return sheets[sheets.partitionPoint { $0.first <= index } - 1].shift
    }

    /// The median interval between fixes, in seconds. O(n).
    var typicalInterval: Double {
        guard count > 1 else { return 1 }
        return quantiles([0.5], of: indices.lazy.dropFirst().filter { !isStart($0) }.map { intervals[$0] }).first ?? 1
    }

    /// Returns whether the time before a fix, in seconds, is longer than so many median intervals of the fixes around it.
    /// Many receivers sample by distance: a walk has fewer fixes per minute than a ride before it. O(1).
    func isLong(_ time: Double, before index: Int, intervals usual: Double) -> Bool {
        var (shorter, all) = (0, 0)
        for near in max(1, index - Self.reach)...min(count - 1, index + Self.reach) {
            guard near != index, !isStart(near) else { continue }
            all += 1
            if usual * intervals[near] < time { shorter += 1 }
        }
        return 2 * shorter > all
    }

    /// The number of intervals to each side that decide what is usual.
    private static let reach = 8

    /// Finds the planes of fixes in ascending order.
    struct Planes {
        private let sheets: [Sheet]
        private var index = 0

        init(_ trail: FixTrail) { sheets = trail.sheets }

        /// Returns the plane of a fix, which must not precede the fix of the previous call.
        mutating func plane(of fix: Int) -> LocalPlane {
            while index + 1 < sheets.count, sheets[index + 1].first <= fix { index += 1 }
            return sheets[index].plane
        }
    }
}
