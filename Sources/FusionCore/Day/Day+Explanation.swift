public import SensorModel

/// A stay within a move, with the reason why it is not a stop.
public struct Pause: Sendable, Hashable {
    /// The time of the stay.
    public var span: TimeSpan
    /// The rule that excludes it, with its numbers.
    public var reason: Phrase
}

/// The formats of numbers in an explanation.
public struct DayUnits: Sendable {
    /// Returns the text for a speed in m/s.
    public var speed: @Sendable (Double) -> String
    /// Returns the text for a length in metres.
    public var length: @Sendable (Double) -> String

    /// Creates units from functions that format speeds in m/s and lengths in metres.
    public init(speed: @escaping @Sendable (Double) -> String, length: @escaping @Sendable (Double) -> String) {
        self.speed = speed
        self.length = length
    }

    /// Metres and metres per second, the units of the parameters.
    public static let metric = DayUnits(
        speed: { "\(Double(Int(nearest: $0 * 10)) / 10) m/s" }, length: { "\(Int(nearest: $0)) m" })
}

extension Day {
    /// Returns the rule by which there is or is not a stop at an instant, with its numbers.
    /// - Parameters:
    ///   - instant: The instant.
    ///   - units: The formats of the numbers.
    public func explanation(at instant: Instant, in units: DayUnits = .metric) -> Phrase {
        let item = items.first { $0.start <= instant && instant < $0.end } ?? items.last { $0.end == instant }
        let stay = stays.last { $0.start <= instant && instant <= $0.end }
        switch item {
        case .stop(let stop): return explanation(of: stop, units)
        case .gap(let from, let until) where until - from > parameters.silences.longestSilentStay:
            return Phrase(
                translatable(
                    "A gap: no fix was received for {1}. A silence longer than {2} does not count as a stay, even if it ends where it began."
                ), durationText(until - from), durationText(parameters.silences.longestSilentStay))
        case .gap(let from, let until): return explanation(ofSilence: until - from, units)
        case .move(let move) where move.isOfUnknownDistance: return explanation(ofSilence: move.end - move.start, units)
        case .move(let move): return stay.flatMap(reason) ?? explanation(of: move, units)
        case nil: return Phrase(translatable("Nothing is known about this moment: it is outside the session."))
        }
    }

    private func explanation(ofSilence seconds: Double, _ units: DayUnits) -> Phrase {
        Phrase(
            translatable(
                "A gap: no fix was received for {1}, which is longer than {2}. Its ends are more than {3} apart, too far for a stay, and too slow for a ride."
            ), durationText(seconds), durationText(parameters.silences.gap),
            units.length(parameters.longestSilentDistance(in: seconds)))
    }

    /// Returns the stays between two instants that are not stops, in order of time.
    public func pauses(from start: Instant, until end: Instant) -> [Pause] {
        stays.filter { $0.start < end && $0.end > start }.compactMap { stay in
            reason(stay).map { Pause(span: TimeSpan(start: stay.start, end: stay.end), reason: $0) }
        }.sorted { $0.span.start < $1.span.start }
    }

    private func explanation(of stop: StorylineItem.Stop, _ units: DayUnits) -> Phrase {
        let stays = stays.filter { $0.ruling == .stop && $0.start < stop.end && $0.end > stop.start }
        let needed = stays.map(\.needed).max() ?? parameters.shortestStopOnFoot
        let length = durationText(stop.end - stop.start)
        let rule =
            needed == parameters.shortestStopOfRide
            ? Phrase(
                translatable("A stop of {1} within {2}: next to a ride, a stop lasts at least {3}."), length,
                units.length(stop.radius), durationText(needed))
            : Phrase(
                translatable("A stop of {1} within {2}: between moves on foot, a stop lasts at least {3}."), length,
                units.length(stop.radius), durationText(needed))
        var sentences = [rule]
        if stays.count > 1 {
            sentences.append(Phrase(translatable("{1} stays at one place are joined."), "\(stays.count)"))
        }
        let silence = stays.map(\.silence).reduce(0, +)
        if silence > 0 {
            sentences.append(
                Phrase(
                    translatable("No fix was received for {1} of it: the user is assumed to have stayed."),
                    durationText(min(silence, stop.end - stop.start))))
        }
        return sentences.dropFirst().reduce(rule) { Phrase("{1} {2}", [$0, $1]) }
    }

    private func explanation(of move: StorylineItem.Move, _ units: DayUnits) -> Phrase {
        let rule = Phrase(
            translatable(
                "A stop needs a rest, or a walk about a place: within {1}, slower than {2} in a straight line and {3} along the path."
            ), units.length(parameters.largestRadius), units.speed(parameters.stayingSpeed),
            units.speed(parameters.circlingSpeed))
        return Phrase("{1} {2}", [headline(of: move, units), rule])
    }

    /// Returns the sentence stating that a move is not a stop, without the rule.
    func headline(of move: StorylineItem.Move, _ units: DayUnits) -> Phrase {
        let mean = move.length / max(move.end - move.start, 1)
        let name = activityName(move.activity)
        let source = move.isStated ? Phrase(translatable("{1}, as the file states"), [name]) : name
        return Phrase(
            translatable("Not a stop: a move ({1}, {2} on average)."), [source, Phrase(plain: units.speed(mean))])
    }

    private func reason(_ stay: Stay) -> Phrase? {
        switch stay.ruling {
        case .stop: nil
        case .tooShort(let needed) where needed == parameters.shortestStopOfRide:
            Phrase(
                translatable("Not a stop: the stay lasted {1}. Next to a ride, a stop lasts at least {2}."),
                durationText(stay.duration), durationText(needed))
        case .tooShort(let needed):
            Phrase(
                translatable("Not a stop: the stay lasted {1}. Between moves on foot, a stop lasts at least {2}."),
                durationText(stay.duration), durationText(needed))
        case .corrected: Phrase(translatable("Not a stop: corrected manually."))
        }
    }
}

/// Returns the name of an activity for use within a sentence.
func activityName(_ activity: Activity) -> Phrase {
    switch activity {
    case .stationary: Phrase(translatable("stationary"))
    case .walking: Phrase(translatable("walking"))
    case .running: Phrase(translatable("running"))
    case .cycling: Phrase(translatable("cycling"))
    case .automotive: Phrase(translatable("by car"))
    case .unknown: Phrase(translatable("in an unknown manner"))
    }
}

/// Returns a duration in seconds as text with units, such as `45 s`, `2 min 10 s`, `50 min`, or `2 h 5 min`.
func durationText(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds, 0), 1e9).rounded())
    if whole < 60 { return "\(whole) s" }
    if whole < 600 { return whole % 60 == 0 ? "\(whole / 60) min" : "\(whole / 60) min \(whole % 60) s" }
    let minutes = (whole + 30) / 60
    if minutes < 120 { return "\(minutes) min" }
    return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
}
