import GRDB
import Geometry
import SensorModel

/// The rows of the table `feature`: routes, lines without times, and waypoints. Recorded sessions lack this table.
///
/// A feature with many places uses several consecutive rows; all except the first are marked as continuations.
enum FeatureRow {
    private static let table = "feature"
    private static let columns = ["id", "kind", "name", "continues", "places"]
    /// The maximum number of places per row, which limits its text to some hundred kilobytes.
    private static let largestRow = 10_000
    /// The maximum number of places and of features in a session.
    private static let largestCount = 10_000_000

    private static let creation = """
        CREATE TABLE IF NOT EXISTS feature(
            id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT, continues INTEGER NOT NULL, places TEXT NOT NULL)
        """

    /// Appends features after the existing ones.
    static func insert(_ features: [MapFeature], into database: Database) throws {
        try database.execute(sql: creation)
        let coder = StoredJSON()
        let statement = try database.cachedStatement(
            sql: "INSERT INTO feature(kind, name, continues, places) VALUES (?, ?, ?, ?)")
        for feature in features {
            for start in stride(from: 0, to: feature.places.count, by: largestRow) {
                let part = feature.places[start..<min(start + largestRow, feature.places.count)]
                let text = try coder.text(
                    part.map { [$0.coordinate.latitude, $0.coordinate.longitude] + ($0.altitude.map { [$0] } ?? []) })
                try statement.execute(arguments: [feature.kind.rawValue, feature.name, start > 0, text])
            }
        }
    }

    /// Returns all features in their order; empty if there is no table.
    static func fetchAll(_ database: Database) throws -> [MapFeature] {
        guard try SchemaCheck.isPlain(table, with: columns, database) else { return [] }
        let coder = StoredJSON()
        let statement = try database.cachedStatement(
            sql: "SELECT kind, name, continues, places FROM feature ORDER BY id")
        let rows = try StoredRows(statement)
        var features: [MapFeature] = []
        var count = 0
        while let row = try rows.next() {
            guard let kind = try row.text(0).flatMap(MapFeature.Kind.init(rawValue:)), let text = try row.text(3)
            else { throw StoredValueError.unexpected }
            let places = try coder.value([[Double]].self, of: text).map(place)
            count += max(1, places.count)
            guard count <= largestCount else { throw StoredValueError.unexpected }
            if try row.integer(2) != 0, features.last?.kind == kind {
                features[features.count - 1].places += places
            } else {
                features.append(MapFeature(kind, name: try row.text(1), places: places))
            }
        }
        return features
    }

    private static func place(_ numbers: [Double]) throws -> MapFeature.Place {
        guard 2...3 ~= numbers.count else { throw StoredValueError.unexpected }
        let coordinate = Coordinate(latitude: numbers[0], longitude: numbers[1])
        let altitude = numbers.count > 2 ? numbers[2] : nil
        guard coordinate.isValid, altitude?.isFinite ?? true else { throw StoredValueError.unexpected }
        return MapFeature.Place(coordinate, altitude: altitude)
    }
}
