import Geometry
public import SensorModel

/// The steps of a session by time. The steps of rides are withdrawn after the rides are known.
///
/// Pedals and potholes can shake as evenly as steps, so the steps are known only once it is decided how the user moved.
public struct StepLedger: Sendable, Hashable {
    /// The times of the steps, in ascending order.
    public private(set) var times: [Instant] = []
    /// The distance up to and including each step, in metres.
    private var metres: [Double] = []

    /// Creates a ledger without steps.
    init() {}

    /// Adds a step. A step before the last one, after a clock was set back, counts at the time of the last one.
    mutating func consume(_ step: StepEstimate) {
        times.append(max(step.time, times.last ?? step.time))
        metres.append((metres.last ?? 0) + step.strideLength)
    }

    /// Shifts all steps by a number of seconds. O(steps).
    mutating func shift(by seconds: Double) {
        for index in times.indices { times[index] = times[index] + seconds }
    }

    /// Returns the steps shifted by a number of seconds. O(steps), O(1) for 0.
    func placed(by seconds: Double) -> StepLedger {
        guard seconds != 0 else { return self }
        var placed = self
        placed.shift(by: seconds)
        return placed
    }

    /// Returns the number of steps up to an instant. O(log steps).
    public func count(at instant: Instant) -> Int { times.partitionPoint { $0 <= instant } }

    /// Returns the distance of the steps up to an instant, in metres. O(log steps).
    public func metres(at instant: Instant) -> Double {
        let count = count(at: instant)
        return count > 0 ? metres[count - 1] : 0
    }

    /// Returns the number of steps without those of rides. O(activities log steps).
    func count(outsideRidesOf activities: [ActivityEstimate]) -> Int {
        func count(before instant: Instant) -> Int { times.partitionPoint { $0 < instant } }
        return Self.rides(of: activities).reduce(times.count) { $0 - count(before: $1.end) + count(before: $1.start) }
    }

    /// Returns the ledger without the steps of rides. O(steps + activities).
    /// - Parameter activities: The activities, in order of time.
    func withdrawing(ridesOf activities: [ActivityEstimate]) -> StepLedger {
        let rides = Self.rides(of: activities)
        guard !rides.isEmpty, !times.isEmpty else { return self }
        var left = StepLedger()
        var next = 0
        for (index, time) in times.enumerated() {
            while next < rides.count, rides[next].end <= time { next += 1 }
            if next < rides.count, rides[next].start <= time { continue }
            left.times.append(time)
            left.metres.append((left.metres.last ?? 0) + metres[index] - (index > 0 ? metres[index - 1] : 0))
        }
        return left
    }

    /// Returns the times of rides. The first activity starts after the first step, and the last one ends before the last step,
    /// so a ride at either end also includes the steps beyond it.
    private static func rides(of activities: [ActivityEstimate]) -> [TimeSpan] {
        activities.indices.filter { activities[$0].activity.isRide }.map { place in
            TimeSpan(
                start: place == activities.startIndex ? Instant(nanoseconds: .min) : activities[place].time,
                end: place == activities.endIndex - 1 ? Instant(nanoseconds: .max) : activities[place].until)
        }
    }
}
