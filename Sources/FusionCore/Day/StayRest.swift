public import Geometry
import SensorModel

/// A part of a stop in which the user rested at one place, so that all that the track does there is noise.
///
/// A stop can include walks about its place, or small steps. The rest of it is what the errors of the places explain: no chord
/// is longer than theirs, and the places are as close to their mean.
/// Guide: docs/estimators/starts-and-rests.md.
public struct StayRest: Sendable, Hashable {
    /// The time of the rest.
    public let span: TimeSpan
    /// The mean position.
    public let place: Coordinate

    /// The duration of a chord, and the shortest one, in seconds: a step aside and back does not count.
    private static let (chord, shortestChord) = (30.0, 15.0)
    /// The minimum measured speed of a step, as a multiple of the speed of a stay.
    private static let walkingShare = 2.0
    /// The minimum duration of a rest, in seconds.
    private static let shortest = 60.0
    /// The maximum length of a chord, and the maximum spread about the place, in accuracies: 1 in 100 of a planar normal error
    /// lies beyond three, and errors that wander are larger than the mean indicates.
    private static let (longestChord, widest) = (3.0, 2.0)
    /// The time in which the track arrives at the place and leaves it, in seconds.
    private static let fading = 15.0

    /// Returns a coordinate of the track without its noise, at an instant in the rest.
    func calmed(_ coordinate: Coordinate, at time: Instant) -> Coordinate {
        let share = min(1, max(0, min(time - span.start, span.end - time) / Self.fading))
        let east = place.longitude - coordinate.longitude
        guard share < 1, abs(east) < 180 else { return place }
        return Coordinate(
            latitude: coordinate.latitude + share * (place.latitude - coordinate.latitude),
            longitude: coordinate.longitude + share * east)
    }

    /// Returns the rests in stays, in order of time. O(n log n).
    static func rests(in stays: [Stay], of points: [DayPoint], _ parameters: DayParameters) -> [StayRest] {
        var (rests, next) = ([StayRest](), 0)
        let stops = stays.filter { $0.ruling == .stop && $0.silence == 0 }
        for stop in stops.sorted(by: { $0.points.lowerBound < $1.points.lowerBound }) {
            let first = max(next, stop.points.lowerBound)
            guard first <= stop.points.upperBound else { continue }
            next = stop.points.upperBound + 1
            rests += Self.rests(in: points[first..<next], of: points.count, around: stop.centre, parameters)
        }
        return rests
    }

    private static func rests(
        in points: ArraySlice<DayPoint>, of count: Int, around centre: Coordinate, _ parameters: DayParameters
    ) -> [StayRest] {
        var rests: [StayRest] = []
        var start = points.startIndex
        func close(before end: Int) {
            defer { start = max(start, end) }
            guard start < end, points[end - 1].time - points[start].time >= shortest else { return }
            let place = StayGeometry.centre(of: points[start..<end])
            guard isSpreadByErrors(points[start..<end], around: place) else { return }
            var span = TimeSpan(start: points[start].time, end: points[end - 1].time)
            // A track that begins or ends at rest does not arrive or leave.
            if start == 0 { span.start = span.start + -fading }
            if end == count { span.end = span.end + fading }
            rests.append(StayRest(span: span, place: place))
        }
        let moves = longChords(of: points, around: centre) + measuredMoves(in: points, parameters)
        for chord in moves.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            close(before: chord.lowerBound)
            start = max(start, chord.upperBound + 1)
        }
        close(before: points.endIndex)
        return rests
    }

    /// Returns whether the errors of points explain their distances from a place.
    private static func isSpreadByErrors(_ points: ArraySlice<DayPoint>, around place: Coordinate) -> Bool {
        let squares = StayGeometry.distances(of: points, to: place).reduce(0) { $0 + $1 * $1 }
        return squares <= widest * widest * points.reduce(0) { $0 + $1.accuracy * $1.accuracy }
    }

    /// Returns the intervals in which a measured speed says that the user moves.
    private static func measuredMoves(
        in points: ArraySlice<DayPoint>, _ parameters: DayParameters
    ) -> [ClosedRange<Int>] {
        points.indices.dropFirst().filter { index in
            let (distance, seconds) = (
                points[index].distance - points[index - 1].distance, points[index].time - points[index - 1].time
            )
            return points[index].hasMeasuredSpeed && distance > walkingShare * parameters.stayingSpeed * seconds
        }.map { $0 - 1...$0 }
    }

    /// Returns the chords that are longer than the errors of their ends allow, as ranges of points in order of their starts.
    private static func longChords(of points: ArraySlice<DayPoint>, around centre: Coordinate) -> [ClosedRange<Int>] {
        let plane = LocalPlane(origin: centre)
        let places = points.map { plane.point($0.coordinate) }
        var (chords, first) = ([ClosedRange<Int>](), points.startIndex)
        for last in points.indices.dropFirst() {
            while first + 1 < last, points[last].time - points[first].time > chord { first += 1 }
            let seconds = points[last].time - points[first].time
            let (from, to) = (places[first - points.startIndex], places[last - points.startIndex])
            let distance = SIMD2(to.east - from.east, to.north - from.north).length
            let error = SIMD2(points[first].accuracy, points[last].accuracy).length
            if seconds >= shortestChord, distance > longestChord * error { chords.append(first...last) }
        }
        return chords
    }
}

extension [StayRest] {
    /// Calls a function with each rest and the range of the times in it. O(rests log n).
    func forEachRange(of times: [Instant], _ body: (StayRest, Range<Int>) -> Void) {
        for rest in self {
            let first = times.partitionPoint { $0 < rest.span.start }
            body(rest, first..<Swift.max(first, times.partitionPoint { $0 <= rest.span.end }))
        }
    }
}

extension PositionTrack {
    /// Returns the track with its rests at their places. O(n) if there are any.
    public func calmed(by rests: [StayRest]) -> PositionTrack {
        var calm = self
        rests.forEachRange(of: times) { rest, range in
            for index in range { calm.move(index, to: rest.calmed(coordinate(of: index), at: times[index])) }
        }
        return calm
    }
}

extension SmoothedTrack {
    /// Returns the track with its rests at their places, and without a distance in them; that of a baseline unchanged. O(n) if
    /// there are any.
    public func calmed(by rests: [StayRest]) -> SmoothedTrack {
        guard !rests.isEmpty, !isBaseline else { return self }
        var calm = self
        calm.track = track.calmed(by: rests)
        calm.distances.forget(distanceIn: rests)
        return calm
    }
}

extension [DayPoint] {
    /// Returns the points with the rests at their places, and without a distance in them. O(n) if there are any.
    func calmed(by rests: [StayRest]) -> [DayPoint] {
        guard !rests.isEmpty else { return self }
        var (points, removed, last) = (self, SIMD2<Double>(0, 0), 0)
        func shift(until end: Int) {
            for index in last..<end {
                points[index].distance -= removed.x
                points[index].estimatedDistance -= removed.y
            }
            last = Swift.max(last, end)
        }
        rests.forEachRange(of: map(\.time)) { rest, range in
            for index in range {
                shift(until: index)
                if index > range.lowerBound {
                    removed.x += self[index].distance - self[index - 1].distance
                    removed.y += self[index].estimatedDistance - self[index - 1].estimatedDistance
                }
                points[index].coordinate = rest.calmed(self[index].coordinate, at: self[index].time)
            }
        }
        shift(until: count)
        return points
    }
}
