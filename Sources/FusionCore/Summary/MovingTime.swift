import SensorModel

/// The times in which the user was moving: between two measured speeds if the first is not zero, and during movements that
/// no two speeds close to each other cover. The time in which the device states that it was paused is none of them.
public struct MovingTime: Sendable, Hashable {
    /// The spans in which speeds show whether the user moved, in order of time.
    private var measured: [TimeSpan] = []
    /// The spans with movement.
    private var moving: [TimeSpan] = []
    /// The pauses that the device states.
    private var pauses = TakenTime()
    private var last: SpeedEstimate?

    /// The longest time, in seconds, between two speeds of which the first applies to all of it.
    private static let longestStep = 10.0

    init() {}

    /// Adds the next speed. An estimate is ignored: with hindsight, the activities are more certain.
    mutating func note(_ speed: SpeedEstimate) {
        guard !speed.isEstimated else { return }
        defer { last = speed }
        guard let last, last.time < speed.time, speed.time - last.time <= Self.longestStep else { return }
        let span = TimeSpan(start: last.time, end: speed.time)
        Self.append(span, to: &measured)
        if last.value > 0 { Self.append(span, to: &moving) }
    }

    /// Adds a pause that the device states. O(log pauses) if in order.
    mutating func note(pause: TimeSpan) { if pause.start < pause.end { pauses.take(pause) } }

    /// Shifts all spans by a number of seconds. O(spans).
    mutating func shift(by seconds: Double) {
        measured = measured.map { $0.shifted(by: seconds) }
        moving = moving.map { $0.shifted(by: seconds) }
        pauses = pauses.shifted(by: seconds)
    }

    /// Appends a span, joined with the last one if that ends where it starts.
    private static func append(_ span: TimeSpan, to spans: inout [TimeSpan]) {
        if let last = spans.last, last.end == span.start {
            spans[spans.count - 1].end = span.end
        } else {
            spans.append(span)
        }
    }

    /// Adds the parts of movements that no speeds cover. O(activities + spans).
    /// - Parameter activities: The activities, in order of time.
    mutating func fill(with activities: [ActivityEstimate]) {
        var next = measured.startIndex
        for activity in activities where activity.isMovement {
            while next < measured.endIndex, measured[next].end <= activity.time { next += 1 }
            var start = activity.time
            var place = next
            while place < measured.endIndex, measured[place].start < activity.until {
                if measured[place].start > start {
                    moving.append(TimeSpan(start: start, end: measured[place].start))
                }
                start = measured[place].end
                place += 1
            }
            if start < activity.until { moving.append(TimeSpan(start: start, end: activity.until)) }
        }
    }

    /// Removes the movement in rests and pauses. O(spans + rests + pauses).
    mutating func remove(_ rests: [StayRest]) {
        guard !rests.isEmpty || !pauses.spans.isEmpty else { return }
        var taken = pauses
        for rest in rests { taken.take(rest.span) }
        moving = moving.flatMap { taken.parts(of: $0) }
    }

    /// Returns the time with movement in a span, in seconds. O(spans).
    /// - Parameter span: The span; `nil` for all of the time.
    public func seconds(within span: TimeSpan? = nil) -> Double {
        moving.reduce(0) { sum, part in
            guard let span else { return sum + part.duration }
            return sum + (part.intersection(span)?.duration ?? 0)
        }
    }
}

extension ActivityEstimate {
    /// True for a movement, and for an unknown activity that is not a rest. Nothing is known about a silence.
    fileprivate var isMovement: Bool {
        guard activity == .unknown else { return activity != .stationary }
        let rest = alternatives.first { $0.activity == .stationary }?.probability ?? 0
        return !alternatives.isEmpty && rest < 0.5
    }
}
