import FusionCore
import SensorModel

extension TrackDocument {
    /// Gives tracks without an activity what the file states of their times.
    mutating func note(_ statements: [ActivityStatement]) {
        guard !statements.isEmpty else { return }
        tracks = tracks.flatMap { $0.activity == nil ? $0.cut(by: statements) : [$0] }
    }
}

extension TrackDocument.Track {
    /// Returns the track cut where another sport is stated, so that each part says its own. O(points log statements).
    ///
    /// Where one sport alone is stated of times within the track, it is the whole track's: a device states from the
    /// press of a button, and its first and last fix lie beside that.
    func cut(by statements: [ActivityStatement]) -> [TrackDocument.Track] {
        guard let span else { return [self] }
        let here = statements.filter { $0.from <= span.end && span.start <= $0.until }
        guard let first = here.first else { return [self] }
        let stated = ActivityStatements(here)
        var parts: [TrackDocument.Track] = []
        var part = self
        (part.activity, part.segments) = (nil, [])
        if here.allSatisfy({ $0.activity == first.activity }), isMostlyCovered(by: stated) {
            part.activity = first.activity
            part.segments = segments
            return [part]
        }
        for segment in segments {
            part.segments.append([])
            for point in segment {
                let activity = point.time.flatMap(stated.activity(at:))
                if activity != part.activity {
                    part.segments.removeAll(where: \.isEmpty)
                    if !part.segments.isEmpty { parts.append(part) }
                    part.activity = activity
                    part.segments = [[]]
                }
                part.segments[part.segments.count - 1].append(point)
            }
            if part.segments.last?.isEmpty == true { part.segments.removeLast() }
        }
        return part.segments.isEmpty ? parts : parts + [part]
    }

    /// Whether nearly all points with a time lie within what is stated.
    private func isMostlyCovered(by statements: ActivityStatements) -> Bool {
        var covered = 0
        var count = 0
        for segment in segments {
            for point in segment {
                guard let time = point.time else { continue }
                count += 1
                if statements.activity(at: time) != nil { covered += 1 }
            }
        }
        return Double(covered) >= Self.nearlyAll * Double(count)
    }

    /// The share of a track's points that is nearly all of it.
    private static let nearlyAll = 0.95
}
