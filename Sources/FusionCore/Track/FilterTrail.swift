import Geodesy
import NavigationMath
import SensorModel

/// What the forward pass of ``ConstantVelocityFilter`` left behind, step by step, for the backward pass.
///
///     var trail = FilterTrail()
///     for fix in fixes { filter.update(fix …); trail.note(filter) }
///
/// About 220 bytes a fix.
public struct FilterTrail: Sendable {
    /// A plane, from a step on.
    private struct Sheet: Sendable {
        var first: Int
        var plane: LocalPlane
    }

    /// The steps in order of time.
    private(set) var steps: [FilterStep] = []
    private var sheets: [Sheet] = []
    /// The states after the last fix of each chain of steps: there the backward pass begins.
    private var ends: [(index: Int, state: ConstantVelocityFilter.State)] = []
    private var last: ConstantVelocityFilter.State?

    /// Makes an empty one.
    public init() {}

    /// How many steps there are.
    public var count: Int { steps.count }

    /// Makes room for a number of fixes.
    public mutating func reserveCapacity(_ count: Int) { steps.reserveCapacity(count) }

    /// Forgets everything, and keeps the room.
    public mutating func removeAll() {
        steps.removeAll(keepingCapacity: true)
        sheets.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        last = nil
    }

    /// Takes what a filter did with the last fix; a step that it has taken already is not taken again.
    @inline(__always)
    public mutating func note(_ filter: borrowing ConstantVelocityFilter) {
        guard let time = filter.step?.time, time != last?.time, let step = filter.step, let state = filter.state,
            let plane = filter.plane
        else { return }
        if step.isStart, let last { ends.append((steps.count - 1, last)) }
        if sheets.last?.plane != plane { sheets.append(Sheet(first: steps.count, plane: plane)) }
        steps.append(step)
        last = state
    }

    /// Puts everything so many seconds later. O(n).
    mutating func shift(by seconds: Double) {
        for index in steps.indices { steps[index].time = steps[index].time + seconds }
        for index in ends.indices { ends[index].state.time = ends[index].state.time + seconds }
        if let time = last?.time { last?.time = time + seconds }
    }

    /// Returns the state after the last fix of a chain.
    func end(of index: Int) -> ConstantVelocityFilter.State? {
        if index == steps.count - 1 { return last }
        let place = ends.partitionPoint { $0.index < index }
        return place < ends.count && ends[place].index == index ? ends[place].state : nil
    }

    /// Goes along the planes of ascending steps.
    struct Planes {
        private let sheets: [Sheet]
        private var index = 0

        init(_ trail: FilterTrail) { sheets = trail.sheets }

        /// Returns the plane of a step, which does not lie before that of the call before.
        mutating func plane(of step: Int) -> LocalPlane {
            while index + 1 < sheets.count, sheets[index + 1].first <= step { index += 1 }
            return sheets[index].plane
        }
    }
}
