import FusionCore
import SensorModel

extension TrackDocument {
    /// Applies the file's statements to the tracks that have no sport.
    mutating func insert(_ statements: [ActivityStatement]) {
        guard !statements.isEmpty else { return }
        tracks = tracks.flatMap { $0.activity == nil && $0.sport == nil ? $0.cut(by: statements) : [$0] }
    }
}

extension TrackDocument {
    /// Adds a course. A course is a plan unless its points contain values that only a sensor measures: some programs
    /// also save recordings as courses.
    mutating func add(course: Track) {
        guard course.isMeasured else { return routes.append(course) }
        tracks.append(course)
        report(.doubted, translatable("it is a course: its times may be planned and not measured"))
    }
}

extension TrackDocument.Track {
    /// Returns the track, cut where the stated sport changes, so that each part has one sport. O(points log
    /// statements).
    ///
    /// If a single sport is stated for nearly all of the track, it applies to the whole track: a device states a
    /// sport from the press of a button, and its first and last fix are outside that interval.
    func cut(by statements: [ActivityStatement]) -> [TrackDocument.Track] {
        guard let span else { return [self] }
        let here = statements.filter { $0.from <= span.end && span.start <= $0.until }
        guard let first = here.first else { return [self] }
        var stated = StatementTimeline<Int>()
        for (index, statement) in here.enumerated() {
            stated.insert(index, from: statement.from, until: statement.until)
        }
        var part = self
        part.state(nil)
        if here.allSatisfy({ $0.activity == first.activity && $0.sport == first.sport }),
            isMostlyCovered(by: stated)
        {
            let distances = here.compactMap(\.distance)
            part.state(first)
            part.statedDistance = distances.isEmpty ? nil : distances.reduce(0, +)
            return [part]
        }
        var parts: [TrackDocument.Track] = []
        var current: Int?
        part.segments = []
        for segment in segments {
            part.segments.append([])
            for point in segment {
                let index = point.time.flatMap(stated.statement(at:))
                if index != current {
                    part.segments.removeAll(where: \.isEmpty)
                    if !part.segments.isEmpty { parts.append(part) }
                    part.state(index.map { here[$0] })
                    current = index
                    part.segments = [[]]
                }
                part.segments[part.segments.count - 1].append(point)
            }
            if part.segments.last?.isEmpty == true { part.segments.removeLast() }
        }
        return part.segments.isEmpty ? parts : parts + [part]
    }

    private mutating func state(_ statement: ActivityStatement?) {
        activity = statement.flatMap { $0.activity.isMoving ? $0.activity : nil }
        sport = statement?.sport
        statedDistance = statement?.distance
    }

    /// Returns whether statements cover nearly all points that have a time.
    private func isMostlyCovered(by statements: StatementTimeline<Int>) -> Bool {
        var covered = 0
        var count = 0
        for segment in segments {
            for point in segment {
                guard let time = point.time else { continue }
                count += 1
                if statements.statement(at: time) != nil { covered += 1 }
            }
        }
        return Double(covered) >= Self.nearlyAll * Double(count)
    }

    /// The minimum fraction of a track's points that counts as nearly all of it.
    private static let nearlyAll = 0.95
}
