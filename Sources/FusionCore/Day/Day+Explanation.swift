public import SensorModel

extension Day {
    /// Answers why there is a stop at an instant, or why there is none, with the rule and the numbers.
    public func explanation(at instant: Instant) -> String {
        let stay = stays.first { $0.start <= instant && instant <= $0.end }
        let item = items.first { $0.start <= instant && instant <= $0.end }
        switch (item, stay?.ruling) {
        case (.stop(let stop), _):
            return
                "A stop of \(text(stop.end - stop.start)) within \(Int(stop.radius.rounded())) m: the net speed stayed "
                + "below the staying speed for long enough."
        case (.gap(let from, let until), _):
            return "A gap: for \(text(until - from)) no fix came, its ends lie too far apart for staying, and nothing "
                + "tells a ride."
        case (_, .tooShort(let needed)):
            let length = stay.map { text($0.duration) } ?? ""
            return
                "No stop: one stayed here for \(length), and next to this mode a stop lasts \(text(needed)) at least."
        case (_, .corrected): return "No stop: a person said that there was none."
        case (.move(let move), _):
            let speed = move.distance / max(move.end - move.start, 1)
            return
                "No stop: one was moving (\(move.activity.rawValue), \(tenths(speed)) m/s in the mean); the net speed "
                + "never fell below the staying speed."
        case (nil, _): return "Nothing is known about this moment: it lies outside the session."
        }
    }

    private func text(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded())
        if whole < 120 { return "\(whole) s" }
        return whole < 7_200 ? "\(whole / 60) min" : "\(whole / 3_600) h \(whole % 3_600 / 60) min"
    }

    private func tenths(_ value: Double) -> String { "\(Double(Int((value * 10).rounded())) / 10)" }
}
