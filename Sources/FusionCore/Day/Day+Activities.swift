public import SensorModel

extension Day {
    /// Returns the activities with the names that the items of the day have, without gaps, so that the map, the chart,
    /// and the list of the day agree at each moment. A stop is stationary, and a gap is unknown. Times outside the day
    /// are unchanged.
    ///
    /// If an item contradicts an estimate, its probability is one minus that of the estimate. O(estimates + items).
    public func activities(
        amending estimates: [ActivityEstimate], _ parameters: ActivityClassifier.Parameters = .init()
    ) -> [ActivityEstimate] {
        guard let first = items.first, let last = items.last else { return estimates }
        var amended = estimates.filter { $0.until <= first.start }
        if let early = estimates.first(where: { $0.time < first.start && $0.until > first.start }) {
            amended.append(early.part(from: early.time, until: first.start))
        }
        var next = 0
        for item in items where item.end > item.start {
            while next < estimates.count, estimates[next].until <= item.start { next += 1 }
            var time = item.start
            var place = next
            while place < estimates.count, estimates[place].time < item.end {
                let estimate = estimates[place]
                if estimate.time > time { amended.append(item.unestimated(from: time, until: estimate.time)) }
                let part = estimate.part(from: max(estimate.time, item.start), until: min(estimate.until, item.end))
                amended.append(part.named(item.activity, parameters))
                time = part.until
                place += 1
            }
            if time < item.end { amended.append(item.unestimated(from: time, until: item.end)) }
        }
        if let late = estimates.last(where: { $0.time < last.end && $0.until > last.end }) {
            amended.append(late.part(from: last.end, until: late.until))
        }
        return amended + estimates.filter { $0.time >= last.end }
    }
}

extension StorylineItem {
    /// The activity; `stationary` for a stop, and `unknown` for a gap.
    public var activity: Activity {
        switch self {
        case .stop: .stationary
        case .move(let move): move.activity
        case .gap: .unknown
        }
    }

    fileprivate func unestimated(from start: Instant, until end: Instant) -> ActivityEstimate {
        ActivityEstimate(time: start, until: end, activity: activity, confidence: .low, probability: 0)
    }
}

extension ActivityEstimate {
    func part(from start: Instant, until end: Instant) -> ActivityEstimate {
        var part = self
        (part.time, part.until) = (start, end)
        return part
    }

    fileprivate func named(_ name: Activity, _ parameters: ActivityClassifier.Parameters) -> ActivityEstimate {
        guard name != activity else { return self }
        var named = self
        named.activity = name
        named.isStated = false
        named.probability = name == .unknown ? 0 : 1 - probability
        named.confidence = parameters.confidence(of: named.probability)
        return named
    }
}
