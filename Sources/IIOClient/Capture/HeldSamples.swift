import SensorModel

/// Samples that wait until the scale has been read again.
///
/// The kernel does not state the scale of a sample. The value of a sample is known only if the scale was the same
/// before and after it was taken.
struct HeldSamples {
    private var events: [LoggedEvent] = []
    private var readCount = 0
    /// The end of the pause after the previous reading of the scale.
    private var restUntil: Instant?

    /// Whether any read of samples waits, even one that produced no events.
    var isEmpty: Bool { readCount == 0 }

    /// Adds the events of one read of samples.
    mutating func add(_ new: [LoggedEvent]) {
        events += new
        readCount += 1
    }

    /// Returns whether the scale should be read now.
    func isDue(at now: Instant, _ settings: CaptureSettings) -> Bool {
        guard !isEmpty else { return false }
        return readCount >= settings.readsPerScaling || restUntil.map { now >= $0 } ?? true
    }

    /// Starts the pause after a reading of the scale, so that readings take at most a fraction of the time.
    mutating func rest(from begun: Instant, to end: Instant, share: Double) {
        restUntil = end + (end - begun) * (1 / share - 1)
    }

    /// Removes and returns all events, with a report of lost samples in place of those of some streams.
    mutating func release(of device: DeviceID, without streams: Set<StreamKind>) -> [LoggedEvent] {
        var released: [LoggedEvent] = []
        var losses: [StreamKind: (first: SensorEvent, count: Int)] = [:]
        for logged in events {
            if let stream = logged.event.payload.sample?.stream, streams.contains(stream) {
                losses[stream, default: (logged.event, 0)].count += 1
            } else {
                released.append(logged)
            }
        }
        for (stream, loss) in losses.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let drop = DropReport(device: device, stream: stream, count: loss.count)
            released.append(
                LoggedEvent(SensorEvent(time: loss.first.time, received: loss.first.received, payload: .drop(drop))))
        }
        events = []
        readCount = 0
        return released
    }
}
