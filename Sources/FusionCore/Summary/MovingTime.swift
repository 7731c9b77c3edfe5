import SensorModel

/// The times in which the user was moving: between two measured speeds if the first is not zero, and during movements, and
/// speeds measured without a place, that no two speeds close to each other cover. The time in which the device states that
/// it was paused is none of them.
public struct MovingTime: Sendable, Hashable {
    /// The spans in which speeds show whether the user moved, in order of time.
    private var measured: [TimeSpan] = []
    /// The spans with movement.
    private var moving: [TimeSpan] = []
    /// The pauses that the device states.
    private var pauses = TakenTime()
    private var last: SpeedEstimate?
    /// The spans with movement by speeds measured without a place, and the last such speed in m/s.
    private var sensed = TakenTime()
    private var lastSensed: Sensed?

    /// A speed measured without a place, in m/s.
    private struct Sensed: Sendable, Hashable {
        var time: Instant
        var speed: Double
    }

    /// The longest time, in seconds, between two speeds of which the first applies to all of it.
    private static let longestStep = 10.0
    /// That of two speeds measured without a place: watches save one when it changes.
    private static let longestSensedStep = 30.0

    init() {}

    /// Adds the next speed. An estimate is ignored: with hindsight, the activities are more certain.
    mutating func consume(_ speed: SpeedEstimate) {
        guard !speed.isEstimated else { return }
        defer { last = speed }
        guard let last, last.time < speed.time, speed.time - last.time <= Self.longestStep else { return }
        let span = TimeSpan(start: last.time, end: speed.time)
        // The filter has no speed yet at the first fix of a recording that starts in motion.
        if (measured.isEmpty ? speed : last).value > 0 { Self.append(span, to: &moving) }
        Self.append(span, to: &measured)
    }

    /// Adds a speed in m/s that was measured without a place, such as by a wheel.
    mutating func consume(sensed speed: Double, at time: Instant) {
        if let lastSensed, lastSensed.speed > 0, 0...Self.longestSensedStep ~= time - lastSensed.time {
            sensed.take(TimeSpan(start: lastSensed.time, end: time))
        }
        lastSensed = Sensed(time: time, speed: speed)
    }

    /// Adds a pause that the device states. O(log pauses) if in order.
    mutating func consume(pause: TimeSpan) { if pause.start < pause.end { pauses.take(pause) } }

    /// Shifts all spans by a number of seconds. O(spans).
    mutating func shift(by seconds: Double) {
        measured = measured.map { $0.shifted(by: seconds) }
        moving = moving.map { $0.shifted(by: seconds) }
        pauses = pauses.shifted(by: seconds)
        sensed = sensed.shifted(by: seconds)
        if let lastSensed { self.lastSensed?.time = lastSensed.time + seconds }
    }

    /// Appends a span, joined with the last one if that ends where it starts.
    private static func append(_ span: TimeSpan, to spans: inout [TimeSpan]) {
        if let last = spans.last, last.end == span.start {
            spans[spans.count - 1].end = span.end
        } else {
            spans.append(span)
        }
    }

    /// Adds the parts of movements that no speeds cover. O((activities + spans) log spans).
    /// - Parameter activities: The activities, in order of time.
    mutating func fill(with activities: [ActivityEstimate]) {
        var (known, movements) = (TakenTime(), sensed)
        for span in measured { known.take(span) }
        for activity in activities where activity.isMovement && activity.time < activity.until {
            movements.take(TimeSpan(start: activity.time, end: activity.until))
        }
        moving += movements.spans.flatMap(known.parts)
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
