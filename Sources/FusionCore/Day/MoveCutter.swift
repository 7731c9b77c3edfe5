import SensorModel

/// A part of a move with a single activity.
struct MoveStretch: Sendable, Hashable {
    /// The source of a stretch's activity.
    enum Origin { case track, file, person }

    /// The start time.
    var start: Instant
    /// The end time.
    var end: Instant
    /// The activity.
    var activity: Activity
    /// The source of the activity.
    var origin = Origin.track

    /// The duration in seconds.
    var duration: Double { end - start }
}

/// Divides a move only at changes of activity that last long enough.
struct MoveCutter {
    /// The day's activities, in order of time.
    let activities: [ActivityEstimate]
    /// The statements of files and the user's corrections, which override every estimate; corrections also override
    /// files.
    let statements: StatementTimeline<MoveStretch>
    let parameters: DayParameters
    /// Returns the mean speed along the path between two instants, in m/s.
    let meanSpeed: (Instant, Instant) -> Double

    /// Returns the parts of a move between two instants, without gaps between them.
    func stretches(from start: Instant, until end: Instant) -> [MoveStretch] {
        let moving = filled(clipped(from: start, until: end), from: start, until: end)
        // No rule changes a statement, or evaluates an adjacent stretch together with it.
        let stretches = joined(withStatements(in: moving))
        return joined(withoutShort(stretches)) { $0.activity == $1.activity }
    }

    /// Returns the confidence of a stretch: that of most of the time with the same inferred activity, high after a
    /// correction, low if only the rules of the day or less than a minute of evidence decide, and `nil` if a file states the
    /// activity.
    func confidence(of stretch: MoveStretch) -> Confidence? {
        switch stretch.origin {
        case .file: return nil
        case .person: return .high
        case .track: break
        }
        let seconds = seconds(of: stretch, by: \.confidence)
        guard seconds.values.reduce(0, +) >= ActivityTimeline.leastEvidence else { return .low }
        return seconds.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? .low
    }

    /// Returns the seconds of a stretch with its own inferred activity, by a property of the estimates.
    private func seconds<Property: Hashable>(
        of stretch: MoveStretch, by property: (ActivityEstimate) -> Property
    ) -> [Property: Double] {
        var seconds: [Property: Double] = [:]
        for activity in activities where activity.activity == stretch.activity {
            let shared = min(activity.until, stretch.end) - max(activity.time, stretch.start)
            if shared > 0 { seconds[property(activity), default: 0] += shared }
        }
        return seconds
    }

    /// Returns the kind of vehicle that most of a ride's time has; `nil` if the ride is stated or no kind has so much.
    func vehicle(of stretch: MoveStretch) -> VehicleKind? {
        guard stretch.origin == .track, stretch.activity == .automotive else { return nil }
        let seconds = seconds(of: stretch, by: \.vehicle)
        let whole = seconds.values.reduce(0, +)
        return seconds.first { $0.value > whole / 2 }?.key
    }

    /// Merges stretches that are too short to divide a move into adjacent ones.
    private func withoutShort(_ stretches: [MoveStretch]) -> [MoveStretch] {
        var left = stretches
        while left.count > 1,
            let shortest = left.indices.filter({ isTooShort(left[$0]) })
                .min(by: { left[$0].duration < left[$1].duration })
        {
            absorb(shortest, in: &left)
        }
        return left
    }

    /// Returns whether a stretch is too short to divide a move. Of a file's statement, a stop or a correction may leave
    /// seconds; a correction remains, however short.
    private func isTooShort(_ stretch: MoveStretch) -> Bool {
        switch stretch.origin {
        case .track: stretch.duration < parameters.silences.shortestStretch
        case .file: stretch.duration < parameters.shortestMove
        case .person: false
        }
    }

    private func clipped(from start: Instant, until end: Instant) -> [MoveStretch] {
        activities.compactMap { activity in
            guard activity.until > start, activity.time < end else { return nil }
            guard activity.activity != .stationary, activity.activity != .unknown else { return nil }
            return MoveStretch(
                start: max(start, activity.time), end: min(end, activity.until), activity: activity.activity)
        }
    }

    /// Fills gaps: time of unknown activity belongs to the stretch before it, or to the first stretch if it is at the
    /// start.
    private func filled(_ known: [MoveStretch], from start: Instant, until end: Instant) -> [MoveStretch] {
        guard !known.isEmpty else {
            let isRide = ActivityClassifier.Parameters.isFallback(
                meanSpeed(start, end), above: parameters.cyclingFallback)
            return [MoveStretch(start: start, end: end, activity: isRide ? .cycling : .unknown)]
        }
        var stretches = known
        stretches[0].start = start
        for index in stretches.indices.dropLast() {
            stretches[index].end = stretches[index + 1].start
        }
        stretches[stretches.count - 1].end = end
        return joined(stretches)
    }

    /// Joins consecutive stretches that match: by default, those with the same activity from the same source.
    private func joined(
        _ stretches: [MoveStretch],
        where isOne: (MoveStretch, MoveStretch) -> Bool = { $0.activity == $1.activity && $0.origin == $1.origin }
    ) -> [MoveStretch] {
        stretches.reduce(into: []) { joined, stretch in
            if let last = joined.last, isOne(last, stretch) {
                joined[joined.count - 1].end = stretch.end
                // The longer part decides whether the activity counts as stated.
                if stretch.duration > last.duration { joined[joined.count - 1].origin = stretch.origin }
            } else {
                joined.append(stretch)
            }
        }
    }

    /// Merges a stretch into its neighbour with the same activity but another source, or into the longer neighbour.
    private func absorb(_ index: Int, in stretches: inout [MoveStretch]) {
        let pulls = [index - 1, index + 1].map { side -> Double in
            guard stretches.indices.contains(side) else { return -1 }
            return stretches[side].activity == stretches[index].activity ? .infinity : stretches[side].duration
        }
        if pulls[0] >= pulls[1] {
            stretches[index - 1].end = stretches[index].end
        } else {
            stretches[index + 1].start = stretches[index].start
        }
        stretches.remove(at: index)
        stretches = joined(stretches)
    }

    /// Replaces the stretches in stated time spans by the statements.
    private func withStatements(in stretches: [MoveStretch]) -> [MoveStretch] {
        guard !statements.isEmpty else { return stretches }
        return joined(
            stretches.flatMap { stretch -> [MoveStretch] in
                let pieces = statements.pieces(from: stretch.start, until: stretch.end)
                guard !pieces.isEmpty else { return [stretch] }
                var parts: [MoveStretch] = []
                var rest = stretch
                for piece in pieces {
                    var (before, within) = (rest, piece.content)
                    (within.start, within.end) = (max(piece.from, rest.start), min(piece.until, rest.end))
                    before.end = within.start
                    rest.start = within.end
                    parts += [before, within]
                }
                return (parts + [rest]).filter { $0.duration > 0 }
            })
    }
}

extension StatementTimeline<MoveStretch> {
    /// Creates statements from stretches, in the order in which they were made.
    init(stretches: some Sequence<MoveStretch>) {
        self.init()
        for stretch in stretches { insert(stretch, from: stretch.start, until: stretch.end) }
    }

    /// Creates statements from the movements that files state, followed by the user's corrections.
    init(statements: [ActivityStatement], corrections: [Correction]) {
        let stated = statements.lazy.filter(\.isInformative).map {
            MoveStretch(start: $0.from, end: $0.until, activity: $0.activity, origin: .file)
        }
        let corrected = corrections.compactMap { correction -> MoveStretch? in
            guard case .activity(let activity, let from, let until) = correction else { return nil }
            return MoveStretch(start: from, end: until, activity: activity, origin: .person)
        }
        self.init(stretches: stated + corrected)
    }
}
