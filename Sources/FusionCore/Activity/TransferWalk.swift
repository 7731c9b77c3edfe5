import SensorModel

/// Finds the walks that a chain took for a motor vehicle's creeping: the way from one bus to the next.
///
/// A vehicle in a jam stops and goes; who walks keeps a walker's pace. So a stretch of a ride that is as fast as a walk
/// for long enough, and never slower or faster, is one. It is asked only where the speed is all there is: with
/// acceleration the steps tell, or that there are none.
/// Source: Zheng et al. 2008, *Learning transportation mode from raw GPS data* (walk segments first).
struct TransferWalk {
    let parameters: ActivityClassifier.Parameters

    /// Hops to either side over which the speed is averaged: about ten seconds, so that one fix decides nothing.
    private static let reach = 4
    /// Spreads of the walking speed above its mean up to which one walks; one below it a walk begins.
    private static let fastest = 2.0

    /// Returns the windows of each walk. O(windows).
    /// - Parameters:
    ///   - windows: Windows without a hole, in order of time.
    ///   - activities: What the chain tells of each of them.
    func walks(in windows: [ActivityWindow], told activities: [Activity]) -> [Range<Int>] {
        guard windows.count == activities.count, activities.contains(.automotive) else { return [] }
        var walks: [Range<Int>] = []
        var first: Int?
        var speeds = MeanAround(windows.map(\.speed), reach: Self.reach)
        for index in 0...windows.count {
            if index < windows.count, let speed = speeds.next(), isPace(speed), activities[index] == .automotive,
                windows[index].stepShare == nil
            {
                first = first ?? index
            } else if let begun = first {
                if windows[index - 1].end - windows[begun].start >= parameters.shortestTransfer {
                    walks.append(begun..<index)
                }
                first = nil
            }
        }
        return walks
    }

    private func isPace(_ speed: Double) -> Bool {
        let mean = parameters.walkingSpeed
        let spread = parameters.walkingSpread
        return mean - spread...mean + Self.fastest * spread ~= speed
    }
}

/// The mean of the values that are there, from some places before to as many after, place by place.
private struct MeanAround {
    private let values: [Double?]
    private let reach: Int
    private var place = 0
    private var sum = 0.0
    private var count = 0

    init(_ values: [Double?], reach: Int) {
        self.values = values
        self.reach = reach
        for value in values.prefix(reach) { add(value, 1) }
    }

    /// The mean around the next place; nil where no value is near.
    mutating func next() -> Double? {
        let entering = place + reach
        let leaving = place - reach - 1
        if entering < values.count { add(values[entering], 1) }
        if leaving >= 0 { add(values[leaving], -1) }
        place += 1
        return count > 0 ? sum / Double(count) : nil
    }

    private mutating func add(_ value: Double?, _ sign: Int) {
        guard let value else { return }
        sum += Double(sign) * value
        count += sign
    }
}
