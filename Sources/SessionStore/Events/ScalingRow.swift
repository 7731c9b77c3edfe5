import GRDB
import Geometry
import SensorModel

/// The layout of a scaling in its row.
enum ScalingRow {
    /// The maximum number of scalings in a session; a sensor usually reports only one.
    private static let largestCount = 65_536
    /// The limit for numbers, which ascend from 1. Larger ones cannot result from counting and leave no room for more.
    private static let largestID = Int64(UInt32.max)

    /// Inserts a scaling.
    static func insert(_ known: KnownScaling, into database: Database) throws {
        var arguments: [DatabaseValue] = [
            known.id.databaseValue, Int(known.device.rawValue).databaseValue, known.stream.rawValue.databaseValue,
        ]
        for number in known.scaling.scale.components + known.scaling.offset.components {
            arguments.append(StoredValue.number(number))
        }
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO scaling(id, device, stream, scaleX, scaleY, scaleZ, offsetX, offsetY, offsetZ)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try statement.execute(arguments: StatementArguments(arguments))
    }

    /// Returns all scalings, oldest first.
    static func fetchAll(_ database: Database) throws -> [KnownScaling] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT id, device, stream, scaleX, scaleY, scaleZ, offsetX, offsetY, offsetZ
                FROM scaling ORDER BY id
                """)
        let rows = try StoredRows(statement)
        var scalings: [KnownScaling] = []
        while let row = try rows.next() {
            let id = try row.integer(0)
            guard scalings.count < largestCount, id < largestID,
                let stream = try row.text(2).flatMap(StreamKind.init(rawValue:)),
                let scale = Vector3(components: try (3...5).compactMap(row.number)),
                let offset = Vector3(components: try (6...8).compactMap(row.number))
            else { throw StoredValueError.unexpected }
            scalings.append(
                KnownScaling(
                    id: id, device: try row.device(1), stream: stream,
                    scaling: SampleScaling(scale: scale, offset: offset)))
        }
        return scalings
    }
}
