import Geodesy
import NavigationMath
import SensorModel

/// The accepted fixes of a session as the forward pass processed them: the smoother's input.
///
///     var trail = FixTrail()
///     for fix in fixes { filter.update(fix …); trail.note(filter) }
///
/// About 280 bytes per fix.
public struct FixTrail: Sendable {
    /// A plane, and the index of the first fix on it.
    private struct Sheet: Sendable {
        var first: Int
        var plane: LocalPlane
    }

    /// The fixes in order of time.
    private(set) var records: [FixRecord] = []
    private var sheets: [Sheet] = []

    /// Creates an empty trail.
    public init() {}

    /// Reserves space for a number of fixes.
    public mutating func reserveCapacity(_ count: Int) { records.reserveCapacity(count) }

    /// Adds the last fix that a filter processed, unless it was already added.
    @inline(__always)
    public mutating func note(_ filter: borrowing MultipleModelFilter) {
        guard let record = filter.record, let plane = filter.plane, record.time != records.last?.time else { return }
        if sheets.last?.plane != plane { sheets.append(Sheet(first: records.count, plane: plane)) }
        records.append(record)
    }

    /// Shifts all times by a number of seconds. O(n).
    mutating func shift(by seconds: Double) {
        for index in records.indices { records[index].time = records[index].time + seconds }
    }

    /// The median interval between fixes, in seconds. O(n).
    var typicalInterval: Double {
        guard records.count > 1 else { return 1 }
        return quantiles([0.5], of: records.lazy.dropFirst().filter { !$0.isStart }.map(\.interval)).first ?? 1
    }

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
