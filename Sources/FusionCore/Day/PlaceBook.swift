public import Geometry
import SensorModel

/// The places of all sessions. Stops are recognised as visits to the same place, and names apply to all visits to it.
///
/// Names are anchors, starting with the newest: an older name within `renameDistance` of a newer one is dropped, and a
/// name farther away belongs to a neighbouring place. Visits without a nearby anchor are grouped around the longest
/// one. A visit belongs to the nearest anchor within `recognitionDistance`, measured to the anchor and not to other
/// visits, so that a row of shops does not grow into a single place. The same visits and names result in the same
/// places in any order. Sources: greedy leader clustering (Hartigan 1975, ch. 3) by length of stay; 60 to 150 m for a
/// new place (LocoKit2), 75 m here, as for stops of one day.
public struct PlaceBook: Sendable, Hashable {
    /// The places, by decreasing total duration.
    public private(set) var places: [Place] = []
    private let recognitionDistance: Double
    private var anchors: [Coordinate] = []
    private var grid: [Cell: [Int]] = [:]

    /// Creates the places of visits and names.
    /// - Parameters:
    ///   - visits: The stops of all sessions, in any order.
    ///   - names: The names that the user gave to places, in any order.
    ///   - parameters: `mergeDistance` is the maximum distance between stops at the same place; `smallestRadius` is the
    ///     distance within which a newer name replaces an older one. O(n log n) for visits that are not all at one
    ///     place.
    public init(visits: [Visit] = [], names: [PlaceName] = [], parameters: DayParameters = .init()) {
        recognitionDistance = parameters.mergeDistance
        for name in Self.inForce(names, visits: visits, renameDistance: parameters.smallestRadius) {
            add(Place(coordinate: name.coordinate, radius: parameters.smallestRadius, name: name.name))
        }
        let longestFirst = visits.sorted { Self.key($0) < Self.key($1) }
        for visit in longestFirst {
            if let place = index(near: visit.coordinate) {
                places[place].update(visit)
            } else {
                add(Place(coordinate: visit.coordinate, radius: visit.radius))
                places[places.count - 1].update(visit)
            }
        }
        order()
    }

    /// Returns the place that a coordinate belongs to; `nil` if there is none nearby.
    public func place(at coordinate: Coordinate) -> Place? { index(near: coordinate).map { places[$0] } }

    /// Returns items with the names of recognised places. A name that the user gave to the stop itself is kept.
    public func named(_ items: [StorylineItem]) -> [StorylineItem] {
        items.map { item in
            guard case .stop(var stop) = item, stop.name == nil else { return item }
            stop.name = place(at: stop.coordinate)?.name
            return .stop(stop)
        }
    }

    /// Returns the valid names, the newest first, without removed names. Names that only sessions contain, as after the
    /// loss of a library or in an imported session, follow the others, the latest visit first.
    private static func inForce(_ names: [PlaceName], visits: [Visit], renameDistance: Double) -> [PlaceName] {
        let known = names.sorted { ($0.given, $0.name) > ($1.given, $1.name) }
        let stated = visits.compactMap { visit in
            visit.name.map { PlaceName(name: $0, coordinate: visit.coordinate, given: visit.span.start) }
        }.sorted { ($0.given, $0.name) > ($1.given, $1.name) }
        var held: [PlaceName] = []
        for name in known + stated
        where !held.contains(where: { $0.coordinate.distance(to: name.coordinate) <= renameDistance }) {
            held.append(name)
        }
        return held.filter { !$0.name.isEmpty }
    }

    /// Returns the sort key that puts the longest visit first; the order of visits with the same duration is
    /// deterministic.
    private static func key(_ visit: Visit) -> (Double, Instant, Double, Double) {
        (-visit.span.duration, visit.span.start, visit.coordinate.latitude, visit.coordinate.longitude)
    }

    private mutating func order() {
        let order = places.indices.sorted {
            (-places[$0].duration, places[$0].coordinate.latitude, places[$0].coordinate.longitude)
                < (-places[$1].duration, places[$1].coordinate.latitude, places[$1].coordinate.longitude)
        }
        places = order.map { places[$0] }
        anchors = order.map { anchors[$0] }
        grid = [:]
        for index in anchors.indices { grid[Cell(anchors[index]), default: []].append(index) }
    }

    private mutating func add(_ place: Place) {
        grid[Cell(place.coordinate), default: []].append(places.count)
        anchors.append(place.coordinate)
        places.append(place)
    }

    private func index(near coordinate: Coordinate) -> Int? {
        let near = Cell(coordinate).neighbours(within: recognitionDistance, of: coordinate).flatMap { grid[$0] ?? [] }
        return near.map { (distance: coordinate.distance(to: anchors[$0]), index: $0) }
            .filter { $0.distance <= recognitionDistance }
            .min { ($0.distance, $0.index) < ($1.distance, $1.index) }?.index
    }
}

extension Place {
    fileprivate mutating func update(_ visit: Visit) {
        visits += 1
        duration += visit.span.duration
        first = min(first ?? visit.span.start, visit.span.start)
        last = max(last ?? visit.span.end, visit.span.end)
        radius = max(radius, visit.radius)
    }
}

/// A grid cell of about a kilometre, for finding nearby places without comparing all of them.
private struct Cell: Hashable {
    static let perDegree = 100.0
    var row: Int
    var column: Int

    private init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }

    init(_ coordinate: Coordinate) {
        row = Self.number(coordinate.latitude)
        column = Self.number(coordinate.longitude)
    }

    private static func number(_ degrees: Double) -> Int {
        degrees.isFinite ? Int((max(-1e6, min(1e6, degrees)) * perDegree).rounded(.down)) : 0
    }

    /// Returns the cells within a distance in metres. Columns wrap around the earth; near the poles, there are many.
    func neighbours(within distance: Double, of coordinate: Coordinate) -> [Cell] {
        let plane = LocalPlane(origin: coordinate)
        let rows = Int((distance / plane.metresPerDegreeLatitude * Self.perDegree).rounded(.up))
        let round = Int(360 * Self.perDegree)
        let columns = min(
            round / 2, Int(min(1e6, distance / plane.metresPerDegreeLongitude * Self.perDegree).rounded(.up)))
        var cells = Set<Cell>()
        for row in (row - rows)...(row + rows) {
            for column in (column - columns)...(column + columns) {
                cells.insert(Cell(row: row, column: column))
                if column < -round / 2 { cells.insert(Cell(row: row, column: column + round)) }
                if column >= round / 2 { cells.insert(Cell(row: row, column: column - round)) }
            }
        }
        return cells.sorted { ($0.row, $0.column) < ($1.row, $1.column) }
    }
}
