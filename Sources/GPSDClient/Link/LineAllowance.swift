import SensorModel

/// The limits on the amount of data that gpsd may send: a sustained rate and a burst.
///
/// Without them, a program that sends lines as fast as a socket allows would fill memory and disk.
struct LineAllowance {
    /// The time in seconds for which an excess is still reported.
    private static let memory = 60.0

    /// The number of lines that were left out.
    private(set) var excessCount = 0
    private var room = GPSDBounds.burstBytes
    private var latest: Instant?
    private var lastExcess: Instant?

    /// Returns whether a line with a number of bytes is within the allowance and, if it is, deducts it.
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

    /// Returns a sentence about the excess, without its full stop; `nil` if no line was left out for a minute.
    func trouble(at now: Instant) -> String? {
        guard let lastExcess, now - lastExcess < Self.memory else { return nil }
        return "it sends more than receivers do, and \(excessCount) lines were left out"
    }
}
