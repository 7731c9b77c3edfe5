import FusionCore
import Geodesy
import SensorModel

/// The tracks of a session in the Mercator square, in order of time.
struct TrackColumns: Sendable {
    struct Column: Sendable {
        var times: [Instant] = []
        var points: [UnitMercator] = []
        var coordinates: [Coordinate] = []

        mutating func append(_ coordinate: Coordinate, at time: Instant) {
            times.append(time)
            points.append(UnitMercator(coordinate))
            coordinates.append(coordinate)
        }

        /// How many points lie at or before an instant.
        func count(upTo instant: Instant) -> Int {
            var low = 0
            var high = times.count
            while low < high {
                let middle = (low + high) / 2
                if times[middle] <= instant { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }

    var raw = Column()
    var rejected = Column()
    var filtered = Column()
    var simplified = Column()
    private(set) var eventCount = 0
    private var fixes: [Instant: Coordinate] = [:]

    mutating func add(_ event: SensorEvent) {
        eventCount += 1
        guard case .fix(let fix) = event.payload, let coordinate = fix.coordinate, coordinate.isValid else { return }
        raw.append(coordinate, at: event.time)
        fixes[event.time] = coordinate
    }

    mutating func add(_ estimate: Estimate) {
        switch estimate {
        case .verdict(let verdict):
            if !verdict.isAccepted, let coordinate = fixes[verdict.time] {
                rejected.append(coordinate, at: verdict.time)
            }
        case .position(let position): filtered.append(position.coordinate, at: position.time)
        default: break
        }
    }

    mutating func simplify(with simplifier: Simplifier) {
        for index in simplifier.keptIndices(of: filtered.coordinates) {
            simplified.append(filtered.coordinates[index], at: filtered.times[index])
        }
    }

    /// The corners of everything accepted; nil where there is nothing.
    var bounds: (UnitMercator, UnitMercator)? {
        guard let first = filtered.points.first ?? raw.points.first else { return nil }
        var low = first
        var high = first
        for point in filtered.points.isEmpty ? raw.points : filtered.points {
            low = UnitMercator(x: min(low.x, point.x), y: min(low.y, point.y))
            high = UnitMercator(x: max(high.x, point.x), y: max(high.y, point.y))
        }
        return (low, high)
    }
}
