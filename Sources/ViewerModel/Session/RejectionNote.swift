import FusionCore
public import Replay
public import SensorModel

/// The rule that rejected most of the rejected fixes, for a session that lost many of them.
public struct RejectionNote: Sendable, Hashable {
    /// The share of the fixes that were rejected, 0 ... 1.
    public let share: Double
    /// The reason for most of them, untranslated.
    public let reason: String
    /// The rule with its limit; `nil` if no parameter decided.
    public let rule: FixRule?
    /// The fixes that were rejected for this reason and could be accepted.
    public let such: [FixRuling.Identity]
    /// The time of the first fix that was rejected for this reason.
    public let first: Instant

    /// The smallest share that is worth a note.
    private static let leastShare = 0.2

    /// Describes the rejections of a run; `nil` if there are few. Those by the user and duplicates do not count. O(n).
    public init?(_ run: SessionRun, start: Instant) {
        let fixes = run.core.fixes
        let places = fixes.rejectedPlaces
        guard Double(places.count) > Self.leastShare * Double(fixes.count) else { return nil }
        let reasons = places.map { fixes[$0].rejection }
        var counts: [FixVerdict.Rejection: Int] = [:]
        for case let reason? in reasons where reason.isMarked && reason != .byHand {
            counts[reason, default: 0] += 1
        }
        let total = counts.values.reduce(0, +)
        guard Double(total) > Self.leastShare * Double(fixes.count),
            let reason = counts.max(by: { ($0.value, $1.key.title) < ($1.value, $0.key.title) })?.key,
            let place = reasons.firstIndex(of: reason).map({ places[$0] })
        else { return nil }
        share = Double(total) / Double(fixes.count)
        self.reason = reason.title
        rule = FixRule(fixes[place], parameters: run.parameters, start: start)
        such =
            reason.canBeOverruled
            ? zip(places, reasons).filter { $1 == reason }.map { fixes.identity(of: $0.0) } : []
        first = fixes.time(of: place)
    }
}
