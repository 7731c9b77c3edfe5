import SensorModel

/// A time in which the recorder did not run, because it was stopped or its machine was suspended.
///
/// Events that waited for it meanwhile are stamped with the end of the pause. Their arrival times are then no evidence of a
/// wrong clock or of old data, and are replaced by estimates: the event's own time, plus the delay that its stream had before.
struct RecorderPause {
    /// The time without a call, in seconds, that counts as a pause.
    let threshold: Double
    /// The time after a pause, in seconds, in which everything that waited has arrived.
    let backlogSpan: Double
    private var lastCall: Instant?
    private var pause: (start: Instant, end: Instant)?
    /// The delay of the last event of each stream, in seconds.
    private var delays: [StreamKey: Double] = [:]

    /// The delay in excess of the usual one, in seconds, with which an event counts as one that waited.
    private static let excess = 1.0

    /// Creates the state of a recorder that has not run yet.
    init(threshold: Double, backlogSpan: Double) {
        self.threshold = threshold
        self.backlogSpan = backlogSpan
    }

    /// Records that the recorder runs. Returns the duration in seconds of a pause that has just ended, otherwise `nil`.
    mutating func run(at now: Instant) -> Double? {
        defer { lastCall = max(lastCall ?? now, now) }
        guard let lastCall, now - lastCall > threshold else { return nil }
        pause = (lastCall, now)
        return now - lastCall
    }

    /// Returns whether more of what waited during a pause may still arrive.
    func isCatchingUp(at now: Instant) -> Bool { pause.map { now - $0.end < backlogSpan } ?? false }

    /// Corrects the arrival time of an event that waited.
    mutating func place(_ event: inout SensorEvent) {
        guard let key = StreamKey(event.payload) else { return }
        let delay = event.received - event.time
        if let pause, event.received > pause.start, event.received < pause.end + backlogSpan, let usual = delays[key],
            delay - usual > Self.excess
        {
            event.received = min(event.received, max(pause.start, event.time + usual))
        } else {
            delays[key] = delay
        }
    }
}
