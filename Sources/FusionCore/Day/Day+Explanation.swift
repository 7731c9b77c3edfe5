public import SensorModel

/// A time of staying within a way, and why it is no stop.
public struct Pause: Sendable, Hashable {
    /// From when until when one stayed.
    public var span: TimeSpan
    /// Why it is no stop, with the rule and the numbers.
    public var reason: String
}

extension Day {
    /// Answers why there is a stop at an instant, or why there is none, with the rule and the numbers.
    public func explanation(at instant: Instant) -> String {
        let item = items.first { $0.start <= instant && instant < $0.end } ?? items.last { $0.end == instant }
        let stay = stays.last { $0.start <= instant && instant <= $0.end }
        switch item {
        case .stop(let stop): return explanation(of: stop)
        case .gap(let from, let until):
            return "A gap: for \(text(until - from)) no fix came (\(text(parameters.gap)) are too long), its ends lie "
                + "more than \(metres(parameters.gapStayDistance)) apart, too far for staying, and nothing tells a ride."
        case .move(let move): return stay.flatMap(reason) ?? explanation(of: move)
        case nil: return "Nothing is known about this moment: it lies outside the session."
        }
    }

    /// Returns the times of staying between two instants that are no stops, in order of time.
    public func pauses(from start: Instant, until end: Instant) -> [Pause] {
        stays.filter { $0.start < end && $0.end > start }.compactMap { stay in
            reason(stay).map { Pause(span: TimeSpan(start: stay.start, end: stay.end), reason: $0) }
        }.sorted { $0.span.start < $1.span.start }
    }

    private func explanation(of stop: StorylineItem.Stop) -> String {
        let stays = stays.filter { $0.ruling == .stop && $0.start < stop.end && $0.end > stop.start }
        let needed = stays.map(\.needed).max() ?? parameters.shortestStopOnFoot
        let joined = stays.count > 1 ? " \(stays.count) stays at one place are joined." : ""
        return "A stop of \(text(stop.end - stop.start)) within \(metres(stop.radius)): the net speed over "
            + "\(text(2 * parameters.window)) stayed below \(speed(parameters.stayingSpeed)) for \(text(needed)) or "
            + "longer, which is what a stop lasts next to this mode.\(joined)"
    }

    private func explanation(of move: StorylineItem.Move) -> String {
        let mean = (move.distance + move.estimatedDistance) / max(move.end - move.start, 1)
        let source = move.isStated ? ", as the file states" : ""
        return
            "No stop: one was moving (\(move.activity.rawValue)\(source), \(speed(mean)) in the mean); the net speed over "
            + "\(text(2 * parameters.window)) never stayed below \(speed(parameters.stayingSpeed)), or the speed along "
            + "the way was above \(speed(parameters.circlingSpeed))."
    }

    private func reason(_ stay: Stay) -> String? {
        switch stay.ruling {
        case .stop: nil
        case .tooShort(let needed):
            "No stop: one stayed here for \(text(stay.duration)), and next to this mode a stop lasts \(text(needed)) "
                + "at least."
        case .corrected: "No stop: a person said that there was none."
        }
    }

    private func metres(_ value: Double) -> String { "\(Int(value.rounded())) m" }

    private func speed(_ value: Double) -> String { "\(tenths(value)) m/s" }

    private func text(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded())
        if whole < 180 { return "\(whole) s" }
        return whole < 7_200 ? "\(whole / 60) min" : "\(whole / 3_600) h \(whole % 3_600 / 60) min"
    }

    private func tenths(_ value: Double) -> String { "\(Double(Int((value * 10).rounded())) / 10)" }
}
