import SensorModel

/// The limits on the amount of data that gpsd may send: a sustained rate and a burst.
///
/// Without them, a program that sends lines as fast as a socket allows would fill memory and disk.
struct LineAllowance {
    /// The time in seconds for which an excess is still reported.
    private static let memory = 60.0

    /// The number of lines that were left out.
    private(set) var excessCount = 0
    private var bytes = RateAllowance(perSecond: GPSDBounds.bytesPerSecond, burst: GPSDBounds.burstBytes)
    private var lastExcess: Instant?

    /// Returns whether a line with a number of bytes is within the allowance and, if it is, deducts it.
    mutating func admits(bytes count: Int, at now: Instant) -> Bool {
        let isAdmitted = bytes.admits(Double(count) + GPSDBounds.bytesPerLine, at: now)
        if !isAdmitted {
            excessCount += 1
            lastExcess = now
        }
        return isAdmitted
    }

    /// Returns a sentence about the excess, without its full stop; `nil` if no line was left out for a minute.
    func trouble(at now: Instant) -> String? {
        guard let lastExcess, now - lastExcess < Self.memory else { return nil }
        return "it sends more than receivers do, and \(excessCount) lines were left out"
    }
}
