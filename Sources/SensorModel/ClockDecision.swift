/// A decision about a receiver's clock that is far from the recorder's, and about whose date the session has.
///
/// The recorder decides once for each receiver and keeps the decision as an event, so that a replay depends on nothing
/// else. A receiver's own time is that of its event less ``shift``.
public struct ClockDecision: Sendable, Hashable, Codable {
    /// The reasons for a decision.
    public enum Reason: String, Sendable, Hashable, CaseIterable, Codable {
        /// The receiver is off by a multiple of 1024 weeks, after which the week number of GPS starts again.
        case weekRollover
        /// The receiver's date is before the program was released, or in the future.
        case impossibleDate
        /// The system's clock is synchronized, and the receiver's disagrees.
        case systemSynchronized
        /// The receiver's date is possible, and the system's clock is not synchronized, or set to an impossible date.
        case systemUnsynchronized
        /// The session's date was decided before, and the receiver's clock disagrees with it.
        case decidedBefore
        /// The receiver's clock agrees with the recorder's again.
        case agreement
    }

    /// The receiver whose clock was compared.
    public var device: DeviceID
    /// The reason.
    public var reason: Reason
    /// The nanoseconds that were added to the times of what the receiver sent and that arrived at the decision's time or
    /// later. The result is a time of the recorder's clock.
    public var shift: Int64
    /// The nanoseconds that readers add to every time of the session, earlier ones included; zero if the recorder's clock
    /// is believed.
    public var translation: Int64

    /// Creates a decision from its parts.
    public init(device: DeviceID, reason: Reason, shift: Int64, translation: Int64 = 0) {
        (self.device, self.reason, self.shift, self.translation) = (device, reason, shift, translation)
    }

    /// A sentence that says what was decided and why.
    public var sentence: String {
        let off = "\(Self.words(for: shift)) \(shift < 0 ? "ahead" : "behind")"
        return switch reason {
        case .weekRollover:
            "The receiver's date is \(off), a fault of old receivers (GPS week rollover): its times are corrected."
        case .impossibleDate: "The receiver's clock is \(off), an impossible date: this machine's clock is used."
        case .systemSynchronized:
            "The receiver's clock is \(off), and this machine's is synchronized: this machine's clock is used."
        case .systemUnsynchronized:
            "This machine's clock is \(Self.words(for: translation)) \(translation > 0 ? "behind" : "ahead") and not "
                + "synchronized: the receiver's clock is used."
        case .decidedBefore: "The receiver's clock is \(off) the session's: its times are corrected."
        case .agreement: "The receiver's clock agrees with this machine's again."
        }
    }

    private static func words(for nanoseconds: Int64) -> String {
        let seconds = nanoseconds.magnitude / 1_000_000_000
        let (weeks, days) = (seconds / 604_800, seconds / 86_400)
        if weeks > 0, weeks.isMultiple(of: 1_024), seconds % 604_800 == 0 { return "\(weeks) weeks" }
        return days > 1 ? "\(days) days" : "\(seconds) s"
    }
}

/// The period after which the week number of GPS, of ten bits, starts again.
public enum GPSWeekEra {
    /// 1024 weeks, in nanoseconds.
    public static let nanoseconds: Int64 = 1_024 * 7 * 86_400 * 1_000_000_000

    /// Returns the multiple of 1024 weeks, in nanoseconds, within a day of an offset in nanoseconds; zero if there is none.
    public static func rollovers(within offset: Int64) -> Int64 {
        let whole = offset - (offset % nanoseconds)
        return [whole, whole &- nanoseconds, whole &+ nanoseconds]
            .first { (offset &- $0).magnitude <= 86_400_000_000_000 } ?? 0
    }
}
