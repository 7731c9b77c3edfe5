import GRDB
import NavigationMath
import SensorModel

/// How a scaling lies in its row.
enum ScalingRow {
    /// More than this many scalings are not a session's: a sensor reports one, rarely two.
    private static let largestCount = 65_536
    /// Numbers ascend from one; beyond this one they were not counted, and leave no room to.
    private static let largestID = Int64(UInt32.max)

    /// Writes a scaling.
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

    /// Reads all scalings, the oldest first.
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
