public import Foundation
import GRDB

/// What is wrong with a file of map tiles.
public enum TileFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// It is not there, or may not be read.
    case unreadable(path: String)
    /// It is no MBTiles file.
    case notTiles(path: String)
    /// Its tiles are shapes, which are not drawn here.
    case vectors(path: String)
    /// It takes longer to answer than a file of tiles may.
    case tooSlow(path: String)
    /// One of its tiles is larger than any picture of a tile.
    case tooLarge(path: String)

    /// A sentence that says what is wrong and what to do.
    public var description: String {
        switch self {
        case .unreadable(let path): "The map file \(path) cannot be read: check that it is there and that you may."
        case .notTiles(let path): "\(path) is no MBTiles file: choose another map file."
        case .vectors(let path): "\(path) holds vector tiles; only MBTiles with pictures (PNG, JPEG) can be shown."
        case .tooSlow(let path): "\(path) does not answer in time, so it is not shown: the file may be damaged."
        case .tooLarge(let path): "\(path) holds a tile that is no picture of a tile, so it is not shown."
        }
    }
}

/// A file of map tiles as pictures (MBTiles 1.3), read-only; it may hold anything and do no harm.
public final class TileFile: Sendable {
    /// The file.
    public let path: String
    /// What it calls itself; the file's name where it does not.
    public let name: String
    /// Whom to thank; nil if it does not say.
    public let attribution: String?
    /// The levels that it has.
    public let zoomLevels: ClosedRange<Int>
    private let queue: DatabaseQueue

    /// The largest tile that is read, in bytes.
    private static let largestTile = 4 << 20
    /// Seconds after which a question is given up.
    private static let patience = 2.0
    /// Zoom levels that make sense.
    private static let allLevels = 0...22
    /// The longest text about itself that is shown.
    private static let longestText = 200

    /// Opens a file.
    /// - Throws: ``TileFileError``.
    public init(path: String) throws(TileFileError) {
        self.path = path
        var info = stat()
        // Opening a pipe would wait for its other end.
        guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG, access(path, R_OK) == 0 else {
            throw .unreadable(path: path)
        }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(1)
        // What hands out tiles is often a view.
        configuration.prepareDatabase { try StrangersFile.defend($0, takesViews: true) }
        guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else {
            throw .notTiles(path: path)
        }
        self.queue = queue
        let about = try Self.ask(queue, path: path) { database in
            guard try database.columns(in: "tiles").map(\.name).contains("tile_data") else {
                throw DatabaseError(resultCode: .SQLITE_ERROR)
            }
            StrangersFile.trust(database)
            return Self.about(database)
        }
        guard about["format"] != "pbf" else { throw .vectors(path: path) }
        name = about["name"] ?? URL(filePath: path).deletingPathExtension().lastPathComponent
        attribution = about["attribution"].map(Self.plain)
        let lowest = Self.level(about["minzoom"]) ?? Self.allLevels.lowerBound
        let highest = Self.level(about["maxzoom"]) ?? Self.allLevels.upperBound
        zoomLevels = lowest...max(lowest, highest)
    }

    /// Returns the picture of a tile; nil if the file has none there.
    /// - Parameters:
    ///   - x: The column from the west.
    ///   - y: The row from the north.
    ///   - zoom: The level.
    /// - Throws: ``TileFileError``.
    public func tile(x: Int, y: Int, zoom: Int) throws(TileFileError) -> Data? {
        guard zoomLevels.contains(zoom), (0..<(1 << zoom)).contains(x), (0..<(1 << zoom)).contains(y) else {
            return nil
        }
        // The file counts rows from the south.
        let place: StatementArguments = [zoom, x, (1 << zoom) - 1 - y]
        let found: (size: Int?, data: Data?) = try Self.ask(queue, path: path) { database in
            let condition = "FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ? LIMIT 1"
            let size = try Int.fetchOne(database, sql: "SELECT length(tile_data) \(condition)", arguments: place)
            guard let size, size <= Self.largestTile else { return (size, nil) }
            return (size, try Data.fetchOne(database, sql: "SELECT tile_data \(condition)", arguments: place))
        }
        if let size = found.size, size > Self.largestTile { throw .tooLarge(path: path) }
        return found.data
    }

    /// Asks the file, and gives up where it does not come to an end: a view can be made to run forever.
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

    /// What the file says about itself; nothing where it says nothing.
    private static func about(_ database: Database) -> [String: String] {
        let rows = try? Row.fetchAll(
            database,
            sql:
                "SELECT name, substr(CAST(value AS TEXT), 1, \(longestText)) FROM metadata WHERE length(name) < 50 LIMIT 50"
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

    /// An attribution is usually a link: only its text is shown.
    private static func plain(_ text: String) -> String {
        var isTag = false
        return String(
            text.filter { character in
                if character == "<" { isTag = true }
                defer { if character == ">" { isTag = false } }
                return !isTag
            })
    }
}
