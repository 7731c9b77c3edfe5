import Geometry
import SensorModel

/// The points of a day, with queries about the time between two instants.
struct DayTrack {
    let points: [DayPoint]

    /// Returns the index of the last point at or before an instant; 0 if there is none. O(log n).
    func index(at instant: Instant) -> Int {
        max(0, points.partitionPoint { $0.time <= instant } - 1)
    }

    /// Returns the measured distance between two instants, in metres.
    func distance(_ from: Instant, _ until: Instant) -> Double {
        interpolated(\.distance, until) - interpolated(\.distance, from)
    }

    /// Returns the estimated distance between two instants, in metres.
    func estimatedDistance(_ from: Instant, _ until: Instant) -> Double {
        interpolated(\.estimatedDistance, until) - interpolated(\.estimatedDistance, from)
    }

    /// Returns the distance up to an instant, measured and estimated, in metres.
    func metres(at instant: Instant) -> Double {
        interpolated(\.distance, instant) + interpolated(\.estimatedDistance, instant)
    }

    /// Returns the steps between two instants; `nil` if there were none.
    func steps(_ from: Instant, _ until: Instant) -> Int? { growth(\.steps, from, until) }

    /// Returns the flights between two instants; `nil` if there were none.
    func floors(_ direction: KeyPath<DayPoint, Int>, _ from: Instant, _ until: Instant) -> Int? {
        growth(direction, from, until)
    }

    private func growth(_ count: KeyPath<DayPoint, Int>, _ from: Instant, _ until: Instant) -> Int? {
        let growth = points[index(at: until)][keyPath: count] - points[index(at: from)][keyPath: count]
        return growth > 0 ? growth : nil
    }

    /// Returns an item with its steps and flights, and a stop with its distance. What lies between two items belongs to the item
    /// in which the next fix arrived.
    func counted(_ item: StorylineItem) -> StorylineItem {
        let steps = steps(item.start, item.end)
        let (up, down) = (floors(\.floorsUp, item.start, item.end), floors(\.floorsDown, item.start, item.end))
        switch item {
        case .stop(var stop):
            (stop.steps, stop.floorsUp, stop.floorsDown) = (steps, up, down)
            stop.distance = max(0, distance(stop.start, stop.end))
            stop.estimatedDistance = max(0, estimatedDistance(stop.start, stop.end))
            return .stop(stop)
        case .move(var move):
            (move.steps, move.floorsUp, move.floorsDown) = (steps, up, down)
            return .move(move)
        case .gap: return item
        }
    }

    /// Returns the part of an item within a time span.
    func cut(_ item: StorylineItem, to span: TimeSpan) -> StorylineItem {
        guard item.start < span.start || item.end > span.end else { return item }
        let (start, end) = (max(item.start, span.start), min(item.end, span.end))
        switch item {
        case .gap: return .gap(from: start, until: end)
        case .stop(var stop):
            (stop.start, stop.end) = (start, end)
            return counted(.stop(stop))
        case .move(var move):
            (move.start, move.end) = (start, end)
            move.distance = max(0, distance(start, end))
            move.estimatedDistance = max(0, estimatedDistance(start, end))
            return counted(.move(move))
        }
    }

    /// Returns the mean speed along the path between two instants, in m/s.
    func meanSpeed(_ from: Instant, _ until: Instant) -> Double {
        let seconds = min(until, points[points.count - 1].time) - max(from, points[0].time)
        guard seconds > 0 else { return 0 }
        return max(0, distance(from, until) + estimatedDistance(from, until)) / seconds
    }

    /// Returns whether the track reaches a distance, in metres, from a place between two instants. O(points until
    /// then).
    func leads(_ distance: Double, from place: Coordinate, between from: Instant, and until: Instant) -> Bool {
        guard from < until else { return distance <= 0 }
        return points[index(at: from)...index(at: until)].contains { place.distance(to: $0.coordinate) >= distance }
    }

    /// The number of accuracies within which a point can be at a place: 1 in 100 of planar normal errors lies beyond.
    private static let widestError = 3.0

    /// Returns whether the track leaves a place with a radius in metres between two instants, its errors aside. O(points until
    /// then).
    func leaves(_ place: Coordinate, radius: Double, between from: Instant, and until: Instant) -> Bool {
        guard from < until else { return false }
        return points[index(at: from)...index(at: until)].contains {
            place.distance(to: $0.coordinate) > radius + Self.widestError * $0.accuracy
        }
    }

    private func interpolated(_ value: KeyPath<DayPoint, Double>, _ instant: Instant) -> Double {
        let index = index(at: instant)
        let here = points[index]
        guard index + 1 < points.count, instant > here.time else { return here[keyPath: value] }
        let next = points[index + 1]
        let step = next.time - here.time
        guard step > 0 else { return here[keyPath: value] }
        return here[keyPath: value]
            + (next[keyPath: value] - here[keyPath: value]) * min(1, (instant - here.time) / step)
    }
}
