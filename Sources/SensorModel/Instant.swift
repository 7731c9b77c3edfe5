/// A point in event time, in nanoseconds since 1970-01-01T00:00:00Z.
///
/// Held as an integer, so that a stored time and a live one are identical to the bit.
public struct Instant: Sendable, Hashable, Comparable, Codable {
    /// Nanoseconds since 1970, in UTC without leap seconds.
    public var nanoseconds: Int64

    /// Creates an instant from nanoseconds since 1970.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Creates an instant from seconds since 1970, rounded to a nanosecond and clamped to the range of ``nanoseconds``.
    /// NaN becomes the start of 1970.
    public init(seconds: Double) {
        let scaled = (seconds * 1e9).rounded()
        if scaled.isNaN {
            nanoseconds = 0
        } else if scaled >= 9.2e18 {
            nanoseconds = .max
        } else if scaled <= -9.2e18 {
            nanoseconds = .min
        } else {
            nanoseconds = Int64(scaled)
        }
    }

    /// Seconds since 1970, exact to about 0.2 microseconds in this century.
    public var seconds: Double { Double(nanoseconds) / 1e9 }

    /// Returns whether one instant is earlier than another.
    public static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Returns the seconds from `right` to `left`.
    public static func - (left: Instant, right: Instant) -> Double {
        let (difference, overflow) = left.nanoseconds.subtractingReportingOverflow(right.nanoseconds)
        return overflow ? left.seconds - right.seconds : Double(difference) / 1e9
    }

    /// Returns the instant that is a number of seconds later, clamped to the representable range.
    public static func + (left: Instant, right: Double) -> Instant {
        left.moved(by: Instant(seconds: right).nanoseconds)
    }

    /// Returns the instant that is a number of nanoseconds later, clamped to the representable range.
    public func moved(by offset: Int64) -> Instant {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(offset)
        return Instant(nanoseconds: overflow ? (offset > 0 ? .max : .min) : sum)
    }
}
