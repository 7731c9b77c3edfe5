import Geometry
import SensorModel

/// The numbers of the track and the segment of a line, both from one, as stated in an export.
struct LinePlace: Hashable {
    var track: Int
    var segment: Int
}

/// Tracks assembled from lines. Exports cut tracks where the activity changes and at the antimeridian.
struct LineTracks {
    /// The tracks so far.
    private(set) var tracks: [TrackDocument.Track] = []
    private var place: LinePlace?

    /// Adds a line to the tracks.
    /// - Parameters:
    ///   - line: The points of the line. An empty line is ignored.
    ///   - track: The known properties of the line's track.
    ///   - place: The line's track and segment. If `nil`, they are inferred from the names of the tracks and the ends
    ///     of the lines.
    mutating func add(_ line: [TrackDocument.Point], of track: TrackDocument.Track, at place: LinePlace?) {
        guard !line.isEmpty else { return }
        defer { self.place = place }
        guard let last = tracks.indices.last, isPart(line, of: track, at: place) else {
            var track = track
            track.segments = [line]
            tracks.append(track)
            return
        }
        if tracks[last].activity != track.activity { tracks[last].labelPoints() }
        var line = line
        if tracks[last].activity == nil, let activity = track.activity {
            for index in line.indices { line[index].activity = line[index].activity ?? activity }
        }
        if let place, place == self.place {
            if !join(line, to: last) { tracks[last].segments[tracks[last].segments.count - 1] += line }
        } else if place != nil || line[0].time == nil || !join(line, to: last) {
            tracks[last].segments.append(line)
        }
    }

    /// Returns whether a line belongs to the last track.
    private func isPart(_ line: [TrackDocument.Point], of track: TrackDocument.Track, at place: LinePlace?) -> Bool {
        if let place { return place.track == self.place?.track }
        guard self.place == nil, let last = tracks.last, last.name == track.name, last.source == track.source else {
            return false
        }
        if track.name != nil || track.source != nil { return true }
        guard let end = last.segments.last?.last else { return false }
        return line[0].time != nil && (Self.repeats(end, line[0]) || Self.crosses(end, line[0]))
    }

    /// Joins a line to the last segment of a track if it starts where that segment ends, or opposite it on the
    /// antimeridian.
    private mutating func join(_ line: [TrackDocument.Point], to track: Int) -> Bool {
        let segment = tracks[track].segments.count - 1
        guard segment >= 0, let end = tracks[track].segments[segment].last else { return false }
        if Self.repeats(end, line[0]) {
            // Both lines contain this point. Keep the measured one rather than the estimate.
            if end.isEstimated, !line[0].isEstimated { tracks[track].segments[segment].replaceLast(with: line[0]) }
        } else if Self.crosses(end, line[0]) {
            tracks[track].segments[segment].removeLast()
        } else {
            return false
        }
        tracks[track].segments[segment] += line.dropFirst()
        return true
    }

    /// Returns whether a line starts at the point where the previous one ends.
    private static func repeats(_ end: TrackDocument.Point, _ start: TrackDocument.Point) -> Bool {
        end.time == start.time && end.coordinate == start.coordinate
    }

    /// Returns whether two points are the same position on the antimeridian.
    private static func crosses(_ end: TrackDocument.Point, _ start: TrackDocument.Point) -> Bool {
        end.time == start.time && abs(end.coordinate.longitude) == 180
            && end.coordinate.longitude == -start.coordinate.longitude
            && end.coordinate.latitude == start.coordinate.latitude
    }
}

extension TrackDocument.Track {
    /// Moves the activity from the track to its points, because the next line can have a different one.
    fileprivate mutating func labelPoints() {
        guard let activity else { return }
        self.activity = nil
        for segment in segments.indices {
            for point in segments[segment].indices {
                segments[segment][point].activity = segments[segment][point].activity ?? activity
            }
        }
    }
}

extension Array {
    fileprivate mutating func replaceLast(with element: Element) {
        guard !isEmpty else { return }
        self[count - 1] = element
    }
}
