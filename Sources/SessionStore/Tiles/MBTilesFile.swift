import Foundation
import GRDB
import JSON
import MapTiles

/// A file of map tiles as an SQLite database (MBTiles 1.3), read-only.
final class MBTilesFile: Sendable {
    let path: String
    let name: String
    let attribution: String?
    let zoomLevels: ClosedRange<Int>
    let bounds: MapBounds?
    let isVector: Bool
    let layers: [String]?
    private let queue: DatabaseQueue

    /// The time limit for a query, in seconds.
    private static let patience = 2.0
    /// The plausible zoom levels.
    private static let allLevels = 0...MapTileBounds.zoom
    /// The maximum length of a text from the file that is shown.
    private static let longestText = 200

    /// Opens a file.
    /// - Throws: ``TileFileError``.
    init(path: String) throws(TileFileError) {
        self.path = path
        var info = stat()
        // Opening a pipe would wait for its other end.
        guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG, access(path, R_OK) == 0 else {
            throw .unreadable(path: path)
        }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(1)
        // The object that provides the tiles is often a view.
        configuration.prepareDatabase { try UntrustedDatabase.harden($0, allowsViews: true) }
        guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else {
            throw .notTiles(path: path)
        }
        self.queue = queue
        let about = try Self.ask(queue, path: path) { database in
            guard try database.columns(in: "tiles").map(\.name).contains("tile_data") else {
                throw DatabaseError(resultCode: .SQLITE_ERROR)
            }
            UntrustedDatabase.trust(database)
            return Self.about(database)
        }
        isVector = about["format"] == "pbf" || about["format"] == "mvt"
        var details = about["json"] ?? ""
        layers = MapFile.layers(in: details.withUTF8 { try? JSONValue(parsing: UnsafeRawBufferPointer($0)) })
        name = about["name"] ?? URL(filePath: path).deletingPathExtension().lastPathComponent
        attribution = about["attribution"].map(MapFile.plain)
        let lowest = Self.level(about["minzoom"]) ?? Self.allLevels.lowerBound
        let highest = Self.level(about["maxzoom"]) ?? Self.allLevels.upperBound
        zoomLevels = lowest...max(lowest, highest)
        let edges = (about["bounds"] ?? "").split(separator: ",").compactMap { Double($0.filter { $0 != " " }) }
        bounds =
            edges.count == 4 ? MapBounds(west: edges[0], south: edges[1], east: edges[2], north: edges[3]) : nil
    }

    /// Returns the picture of a tile; `nil` if the file does not have it.
    /// - Parameters:
    ///   - x: The column from the west.
    ///   - y: The row from the north.
    ///   - zoom: The level.
    /// - Throws: ``TileFileError``.
    func tile(x: Int, y: Int, zoom: Int) throws(TileFileError) -> Data? {
        guard zoomLevels.contains(zoom), (0..<(1 << zoom)).contains(x), (0..<(1 << zoom)).contains(y) else {
            return nil
        }
        // The file counts rows from the south.
        let place: StatementArguments = [zoom, x, (1 << zoom) - 1 - y]
        let found: (size: Int?, data: Data?) = try Self.ask(queue, path: path) { database in
            let condition = "FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ? LIMIT 1"
            let size = try Int.fetchOne(database, sql: "SELECT length(tile_data) \(condition)", arguments: place)
            guard let size, size <= MapTileBounds.storedTile else { return (size, nil) }
            return (size, try Data.fetchOne(database, sql: "SELECT tile_data \(condition)", arguments: place))
        }
        if let size = found.size, size > MapTileBounds.storedTile { throw .tooLarge(path: path) }
        return found.data
    }

    /// Queries the file within a time limit, because a malicious view could run forever.
    private static func ask<Answer>(
        _ queue: DatabaseQueue, path: String, _ question: (Database) throws -> Answer
    ) throws(TileFileError) -> Answer {
        let stop = DispatchWorkItem { queue.interrupt() }
        DispatchQueue.global().asyncAfter(deadline: .now() + patience, execute: stop)
        defer { stop.cancel() }
        do {
            return try queue.read(question)
        } catch let error as DatabaseError where error.resultCode.primaryResultCode == .SQLITE_INTERRUPT {
            throw .tooSlow(path: path)
        } catch {
            throw .notTiles(path: path)
        }
    }

    /// The metadata of the file; empty if there is none.
    private static func about(_ database: Database) -> [String: String] {
        let rows = try? Row.fetchAll(
            database,
            sql:
                """
                SELECT name, substr(CAST(value AS TEXT), 1,
                    CASE name WHEN 'json' THEN \(MapTileBounds.details) ELSE \(longestText) END)
                FROM metadata WHERE length(name) < 50 LIMIT 50
                """
        )
        return (rows ?? []).reduce(into: [:]) { about, row in
            guard let name = String.fromDatabaseValue(row[0]), let value = String.fromDatabaseValue(row[1]) else {
                return
            }
            about[name] = value
        }
    }

    private static func level(_ text: String?) -> Int? {
        text.flatMap { Int($0) }.map { min(allLevels.upperBound, max(allLevels.lowerBound, $0)) }
    }
}
