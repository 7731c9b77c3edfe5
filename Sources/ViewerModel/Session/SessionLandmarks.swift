public import FusionCore
public import Replay
public import SensorModel

/// The interesting moments of a session: the starts of stops, pauses, outages and interference, the user's marks, and
/// rejected fixes except for duplicates.
public struct SessionLandmarks: Sendable, Hashable {
    /// One moment.
    public struct Landmark: Sendable, Hashable {
        /// The time of the moment.
        public var instant: Instant
        /// The kind of event that begins there.
        public var kind: Kind

        /// The name for the user.
        public var title: Phrase {
            switch kind {
            case .stop(let name): name.map { Phrase(translatable("Stop: {1}"), $0) } ?? Phrase(translatable("Stop"))
            case .outage: Phrase(translatable("Outage"))
            case .interference: Phrase(translatable("Interference?"))
            case .pause: Phrase(translatable("Paused by the device"))
            case .mark(let text): Phrase(translatable("Mark: {1}"), text.visible)
            case .rejection(let reason):
                Phrase(translatable("Rejected fix: {1}"), [Phrase(reason.title)])
            }
        }
    }

    /// The kind of event that begins at a moment.
    public enum Kind: Sendable, Hashable {
        /// A stop, with the name of its place.
        case stop(name: String?)
        /// A stretch without accepted fixes.
        case outage
        /// A fall of the signal on all satellites together.
        case interference
        /// A pause that the device states.
        case pause
        /// A moment that the user marked.
        case mark(String)
        /// Fixes that are rejected for one reason.
        case rejection(FixVerdict.Rejection)
    }

    /// The moments, in order of time.
    public let landmarks: [Landmark]

    /// The maximum time, in seconds, between rejections for the same reason that count as one landmark, and between two
    /// moments that count as the same.
    private static let together = 30.0
    private static let same = 0.5

    /// Collects the landmarks of a run. O(n log n).
    public init(_ run: SessionRun) {
        var found: [Landmark] = run.day.items.compactMap { item in
            guard case .stop(let stop) = item else { return nil }
            return Landmark(instant: stop.start, kind: .stop(name: stop.name))
        }
        found += run.summary.spans.spans(.pause).map { Landmark(instant: $0.start, kind: .pause) }
        found += run.summary.spans.marks.map { Landmark(instant: $0.time, kind: .mark($0.text)) }
        found += run.core.statuses.filter { $0.kind == .interference }.map {
            Landmark(instant: $0.time, kind: .interference)
        }
        var wasEstimated = true
        for position in run.smoothed {
            if position.isEstimated, !wasEstimated { found.append(Landmark(instant: position.time, kind: .outage)) }
            wasEstimated = position.isEstimated
        }
        var last: [FixVerdict.Rejection: Instant] = [:]
        for fix in run.core.fixes {
            guard let reason = fix.rejection, reason.isMarked else { continue }
            if last[reason].map({ abs(fix.time - $0) > Self.together }) ?? true {
                found.append(Landmark(instant: fix.time, kind: .rejection(reason)))
            }
            last[reason] = fix.time
        }
        landmarks = found.sorted { $0.instant < $1.instant }
    }

    /// Returns the first landmark after an instant; `nil` after the last one.
    public func next(after instant: Instant) -> Landmark? { landmarks.first { $0.instant - instant > Self.same } }

    /// Returns the last landmark before an instant; `nil` before the first one.
    public func previous(before instant: Instant) -> Landmark? {
        landmarks.last { instant - $0.instant > Self.same }
    }
}
