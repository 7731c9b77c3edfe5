public import SensorModel

/// A time of staying within a way, and why it is no stop.
public struct Pause: Sendable, Hashable {
    /// From when until when one stayed.
    public var span: TimeSpan
    /// Why it is no stop, with the rule and the numbers.
    public var reason: Phrase
}

/// How the numbers of an explanation are written.
public struct DayUnits: Sendable {
    /// Returns a speed in m/s as the user reads it.
    public var speed: @Sendable (Double) -> String
    /// Returns a length in metres as the user reads it.
    public var length: @Sendable (Double) -> String

    /// Takes how speeds in m/s and lengths in metres are written.
    public init(speed: @escaping @Sendable (Double) -> String, length: @escaping @Sendable (Double) -> String) {
        self.speed = speed
        self.length = length
    }

    /// Metres and metres a second, as the parameters are given.
    public static let metric = DayUnits(
        speed: { "\(Double(Int(($0 * 10).rounded())) / 10) m/s" }, length: { "\(Int($0.rounded())) m" })
}

extension Day {
    /// Answers why there is a stop at an instant, or why there is none, with the rule and the numbers.
    /// - Parameters:
    ///   - instant: The instant.
    ///   - units: How the numbers are written.
    public func explanation(at instant: Instant, in units: DayUnits = .metric) -> Phrase {
        let item = items.first { $0.start <= instant && instant < $0.end } ?? items.last { $0.end == instant }
        let stay = stays.last { $0.start <= instant && instant <= $0.end }
        switch item {
        case .stop(let stop): return explanation(of: stop, units)
        case .gap(let from, let until) where until - from > parameters.longestSilentStay:
            return Phrase(
                translatable(
                    "A gap: no fix came for {1}. A silence longer than {2} does not count as a stay, even if it ends where it began."
                ), text(until - from), text(parameters.longestSilentStay))
        case .gap(let from, let until):
            return Phrase(
                translatable(
                    "A gap: for {1} no fix came ({2} are too long), its ends lie more than {3} apart, too far for staying, and nothing tells a ride."
                ), text(until - from), text(parameters.gap), units.length(parameters.gapStayDistance))
        case .move(let move): return stay.flatMap(reason) ?? explanation(of: move, units)
        case nil: return Phrase(translatable("Nothing is known about this moment: it lies outside the session."))
        }
    }

    /// Returns the times of staying between two instants that are no stops, in order of time.
    public func pauses(from start: Instant, until end: Instant) -> [Pause] {
        stays.filter { $0.start < end && $0.end > start }.compactMap { stay in
            reason(stay).map { Pause(span: TimeSpan(start: stay.start, end: stay.end), reason: $0) }
        }.sorted { $0.span.start < $1.span.start }
    }

    private func explanation(of stop: StorylineItem.Stop, _ units: DayUnits) -> Phrase {
        let stays = stays.filter { $0.ruling == .stop && $0.start < stop.end && $0.end > stop.start }
        let needed = stays.map(\.needed).max() ?? parameters.shortestStopOnFoot
        let rule = Phrase(
            translatable(
                "A stop of {1} within {2}: the net speed over {3} stayed below {4} for {5} or longer, which is what a stop lasts next to this mode."
            ), text(stop.end - stop.start), units.length(stop.radius), text(2 * parameters.window),
            units.speed(parameters.stayingSpeed), text(needed))
        guard stays.count > 1 else { return rule }
        return Phrase(
            "{1} {2}", [rule, Phrase(translatable("{1} stays at one place are joined."), "\(stays.count)")])
    }

    private func explanation(of move: StorylineItem.Move, _ units: DayUnits) -> Phrase {
        let mean = (move.distance + move.estimatedDistance) / max(move.end - move.start, 1)
        let numbers = [
            units.speed(mean), text(2 * parameters.window), units.speed(parameters.stayingSpeed),
            units.speed(parameters.circlingSpeed),
        ]
        let name = name(of: move.activity)
        let source = move.isStated ? Phrase(translatable("{1}, as the file states"), [name]) : name
        return Phrase(
            translatable(
                "No stop: one was moving ({1}, {2} in the mean); the net speed over {3} never stayed below {4}, or the speed along the way was above {5}."
            ), [source] + numbers.map(Phrase.init(plain:)))
    }

    private func name(of activity: Activity) -> Phrase {
        switch activity {
        case .stationary: Phrase(translatable("stationary"))
        case .walking: Phrase(translatable("walking"))
        case .running: Phrase(translatable("running"))
        case .cycling: Phrase(translatable("cycling"))
        case .automotive: Phrase(translatable("by car"))
        case .unknown: Phrase(translatable("in an unknown manner"))
        }
    }

    private func reason(_ stay: Stay) -> Phrase? {
        switch stay.ruling {
        case .stop: nil
        case .tooShort(let needed):
            Phrase(
                translatable(
                    "No stop: one stayed here for {1}, and next to this mode a stop lasts {2} at least."),
                text(stay.duration), text(needed))
        case .corrected: Phrase(translatable("No stop: a person said that there was none."))
        }
    }

    private func text(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded())
        if whole < 180 { return "\(whole) s" }
        // To the minute, as lists of durations are.
        let minutes = (whole + 30) / 60
        if minutes < 120 { return "\(minutes) min" }
        return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
    }
}
