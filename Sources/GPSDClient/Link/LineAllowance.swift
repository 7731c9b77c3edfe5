import SensorModel

/// How much a gpsd may send: a rate that holds for ever, and a burst.
///
/// Without it, a program that sends lines as fast as a socket carries them would fill memory and disk.
struct LineAllowance {
    /// The time for which too much having come is still reported, in seconds.
    private static let memory = 60.0

    /// Lines that were left out.
    private(set) var excessCount = 0
    private var room = GPSDBounds.burstBytes
    private var latest: Instant?
    private var lastExcess: Instant?

    /// Returns whether a line of some bytes is within the allowance, and uses it.
    mutating func admits(bytes: Int, at now: Instant) -> Bool {
        let elapsed = latest.map { max(0, now - $0) } ?? 0
        latest = now
        room = min(GPSDBounds.burstBytes, room + elapsed * GPSDBounds.bytesPerSecond)
        let cost = Double(bytes) + GPSDBounds.bytesPerLine
        guard room >= cost else {
            excessCount += 1
            lastExcess = now
            return false
        }
        room -= cost
        return true
    }

    /// What is wrong, in a sentence without its full stop; `nil` if nothing was left out for a minute.
    func trouble(at now: Instant) -> String? {
        guard let lastExcess, now - lastExcess < Self.memory else { return nil }
        return "it sends more than receivers do, and \(excessCount) lines were left out"
    }
}
