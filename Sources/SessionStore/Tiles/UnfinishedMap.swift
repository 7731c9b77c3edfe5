import Foundation
import GRDB
import Geodesy
public import MapTiles

/// A map file (MBTiles 1.3) that is being downloaded. It has another name until it is complete.
///
/// Stored tiles survive the end of the program, and the next download of the same area continues with them. Only one
/// program at a time can use the file, on one thread at a time.
public final class UnfinishedMap {
    /// The download that the file belongs to.
    public let download: TileDownload
    /// The path of the complete map.
    public let target: String
    /// The numbers of tiles that are stored, missing, and left to request.
    public private(set) var progress: TileDownload.Progress
    private let path: String
    private let queue: DatabaseQueue
    private var done: Set<TileAddress>
    private var waiting: [Entry] = []
    private var waitingBytes = 0
    /// Whether the tiles are pictures; `nil` before the first one.
    private var isPictures: Bool?

    /// A tile that has not been written yet; without bytes if the server does not have it.
    private struct Entry {
        let address: TileAddress
        let bytes: [UInt8]?
    }

    /// The extension of an unfinished map, appended to the name of the map.
    public static let ending = ".download"
    /// The maximum number of tiles, and of their bytes, that are written together. A power failure can lose this many.
    private static let (mostWaiting, mostWaitingBytes) = (16, 1 << 20)
    /// The identifier of MBTiles files (MBTiles 1.3).
    private static let applicationID = 0x4d50_4258

    /// Starts or continues the download of a map.
    /// - Throws: `TileDownloadError`.
    public init(_ download: TileDownload, target: String) throws(TileDownloadError) {
        guard !FileManager.default.fileExists(atPath: target) else { throw .exists(path: target) }
        self.download = download
        self.target = target
        let path = target + Self.ending
        self.path = path
        let isNew = !FileManager.default.fileExists(atPath: path)
        do throws(TileDownloadError) {
            queue = try Self.translating(path) { try Self.open(path) }
            let known = try Self.translating(path) { [queue] in
                try queue.write { database in try Self.begin(database, download) }
            }
            guard let known else { throw .otherDownload(path: path) }
            (done, isPictures, progress) = (known.done, known.isPictures, known.progress)
        } catch {
            // A full disk leaves an incomplete file without any content.
            if isNew, case .unwritable = error { DatabaseCompanion.remove(with: path) }
            throw error
        }
    }

    private static func open(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .immediateError
        configuration.prepareDatabase { database in
            try UntrustedDatabase.harden(database)
            // The address can contain a key, which must not remain in the finished file.
            _ = try Int.fetchOne(database, sql: "PRAGMA secure_delete = ON")
            _ = try String.fetchOne(database, sql: "PRAGMA locking_mode = EXCLUSIVE")
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    private static let tables = """
        CREATE TABLE metadata(name TEXT, value TEXT);
        CREATE TABLE tiles(zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
        CREATE UNIQUE INDEX tile_index ON tiles(zoom_level, tile_column, tile_row);
        CREATE TABLE download(name TEXT PRIMARY KEY, value TEXT NOT NULL);
        CREATE TABLE missing(zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER);
        PRAGMA application_id = \(applicationID);
        """

    /// Creates the tables of a new file, or reads those of an existing one.
    /// - Returns: The contents; `nil` if the file belongs to another download.
    private static func begin(
        _ database: Database, _ download: TileDownload
    ) throws -> (done: Set<TileAddress>, isPictures: Bool?, progress: TileDownload.Progress)? {
        if try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0 {
            try database.execute(sql: tables)
            for (name, value) in texts(of: download) {
                try database.execute(sql: "INSERT INTO download VALUES (?, ?)", arguments: [name, value])
            }
        }
        guard try self.download(in: database) == download else { return nil }
        UntrustedDatabase.trust(database)
        var progress = TileDownload.Progress(planned: download.plan.count)
        var done: Set<TileAddress> = []
        let stored = try Row.fetchCursor(
            database, sql: "SELECT zoom_level, tile_column, tile_row, length(tile_data) FROM tiles")
        while let row = try stored.next() {
            guard let address = address(row), done.insert(address).inserted else { continue }
            progress.stored += 1
            progress.bytes += Int.fromDatabaseValue(row[3]) ?? 0
        }
        let missing = try Row.fetchCursor(database, sql: "SELECT zoom_level, tile_column, tile_row FROM missing")
        while let row = try missing.next() {
            guard let address = address(row), done.insert(address).inserted else { continue }
            progress.missing += 1
        }
        let first = try Data.fetchOne(database, sql: "SELECT tile_data FROM tiles LIMIT 1")
        return (done, first.flatMap { TileContent(of: Array($0)) }?.isPicture, progress)
    }

    /// Returns the address in a row. The file counts rows of tiles from the south.
    private static func address(_ row: Row) -> TileAddress? {
        guard let zoom = Int.fromDatabaseValue(row[0]), let x = Int.fromDatabaseValue(row[1]),
            let y = Int.fromDatabaseValue(row[2]), (0...MapTileBounds.zoom).contains(zoom)
        else { return nil }
        return TileAddress(zoom: zoom, x: x, y: (1 << zoom) - 1 - y)
    }

    private static func arguments(_ address: TileAddress) -> StatementArguments {
        [address.zoom, address.x, (1 << address.zoom) - 1 - address.y]
    }

    // MARK: Description of the download

    private static func texts(of download: TileDownload) -> KeyValuePairs<String, String> {
        [
            "address": download.template.text, "area": download.plan.area.text,
            "zoom": "\(download.plan.zoomLevels.lowerBound)-\(download.plan.zoomLevels.upperBound)",
            "name": download.name, "attribution": download.attribution,
        ]
    }

    private static func download(in database: Database) throws -> TileDownload? {
        let rows = try Row.fetchAll(database, sql: "SELECT name, value FROM download LIMIT 9")
        let texts = rows.reduce(into: [String: String]()) { texts, row in
            if let name = String.fromDatabaseValue(row[0]) { texts[name] = String.fromDatabaseValue(row[1]) }
        }
        guard let template = texts["address"].flatMap(TileTemplate.init), let name = texts["name"],
            let area = try? texts["area"].map({ text throws(TilePlanError) in try TileArea(text: text) }),
            let zoom = try? texts["zoom"].map({ text throws(TilePlanError) in try TilePlan.zoomLevels(text: text) }),
            let plan = try? TilePlan(area, zoomLevels: zoom)
        else { return nil }
        return TileDownload(template: template, plan: plan, name: name, attribution: texts["attribution"] ?? "")
    }

    /// Returns the download that an unfinished map belongs to; `nil` if it is not one, or if a program is using it.
    /// - Parameter path: The path of the unfinished map, with ``ending``.
    public static func interrupted(at path: String) -> TileDownload.Interrupted? {
        guard path.hasSuffix(ending) else { return nil }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .immediateError
        configuration.prepareDatabase { try UntrustedDatabase.harden($0) }
        guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else { return nil }
        return try? queue.read { database in
            guard let download = try download(in: database) else { return nil }
            UntrustedDatabase.trust(database)
            let done = try Int.fetchOne(
                database, sql: "SELECT (SELECT count(*) FROM tiles) + (SELECT count(*) FROM missing)")
            return TileDownload.Interrupted(
                path: String(path.dropLast(ending.count)), download: download, done: done ?? 0)
        }
    }

    // MARK: Tiles

    /// Returns whether a tile has not been requested yet.
    public func needs(_ address: TileAddress) -> Bool { !done.contains(address) }

    /// Adds a tile as received from the server.
    /// - Returns: False if the bytes are not a tile, or not of the same kind as the other tiles.
    /// - Throws: `TileDownloadError.unwritable`.
    public func take(_ bytes: [UInt8], at address: TileAddress) throws(TileDownloadError) -> Bool {
        guard let content = TileContent(of: bytes), isPictures ?? content.isPicture == content.isPicture else {
            return false
        }
        isPictures = content.isPicture
        let stored = content.isPicture ? bytes : TileInflation.compressed(bytes)
        guard done.insert(address).inserted else { return true }
        progress.stored += 1
        progress.bytes += stored.count
        try add(Entry(address: address, bytes: stored))
        return true
    }

    /// Records that the server does not have a tile.
    /// - Throws: `TileDownloadError.unwritable`.
    public func noteMissing(_ address: TileAddress) throws(TileDownloadError) {
        guard done.insert(address).inserted else { return }
        progress.missing += 1
        try add(Entry(address: address, bytes: nil))
    }

    /// Records that the server's answer was not a tile. The tile is requested again when the download is continued.
    public func noteOdd() { progress.odd += 1 }

    private func add(_ entry: Entry) throws(TileDownloadError) {
        waiting.append(entry)
        waitingBytes += entry.bytes?.count ?? 0
        if waiting.count >= Self.mostWaiting || waitingBytes >= Self.mostWaitingBytes { try keep() }
    }

    /// Writes the tiles that have not been written yet.
    /// - Throws: `TileDownloadError.unwritable`.
    public func keep() throws(TileDownloadError) {
        guard !waiting.isEmpty else { return }
        let entries = waiting
        try Self.translating(path) { [queue] in
            try queue.write { database in
                for entry in entries {
                    guard let bytes = entry.bytes else {
                        try database.execute(
                            sql: "INSERT INTO missing VALUES (?, ?, ?)", arguments: Self.arguments(entry.address))
                        continue
                    }
                    try database.execute(
                        sql: "INSERT OR REPLACE INTO tiles VALUES (?, ?, ?, ?)",
                        arguments: Self.arguments(entry.address) + [Data(bytes)])
                }
            }
        }
        waiting = []
        waitingBytes = 0
    }

    /// Stops using the file, so that the download can be continued later. Removes a file without any tile.
    /// - Throws: `TileDownloadError.unwritable`.
    public func interrupt() throws(TileDownloadError) {
        defer { if done.count == waiting.count { remove() } }
        try keep()
    }

    private func remove() {
        try? queue.close()
        DatabaseCompanion.remove(with: path)
    }

    /// Completes the map and gives it its final name.
    /// - Throws: `TileDownloadError`; without any tile the file is removed.
    public func finish() throws(TileDownloadError) {
        try keep()
        guard progress.stored > 0 else {
            remove()
            throw .nothingThere
        }
        // After this, the file no longer belongs to a download.
        guard !FileManager.default.fileExists(atPath: target) else { throw .exists(path: target) }
        try Self.translating(path) { [queue, download] in
            try queue.write { database in
                for (name, value) in try Self.metadata(of: download, in: database) where !value.isEmpty {
                    try database.execute(sql: "INSERT INTO metadata VALUES (?, ?)", arguments: [name, value])
                }
                try database.execute(sql: "DROP TABLE download; DROP TABLE missing")
            }
            try queue.close()
        }
        guard rename(path, target) == 0 else {
            throw .unwritable(path: target, reason: String(cString: strerror(errno)))
        }
    }

    private static func metadata(
        of download: TileDownload, in database: Database
    ) throws -> KeyValuePairs<String, String> {
        let deepest = try Data.fetchOne(database, sql: "SELECT tile_data FROM tiles ORDER BY zoom_level DESC LIMIT 1")
        let (area, levels) = (download.plan.area, download.plan.zoomLevels)
        return [
            "name": download.name, "type": "baselayer", "version": "1",
            "format": deepest.flatMap { TileContent(of: Array($0)) }?.rawValue ?? "",
            "attribution": download.attribution,
            "minzoom": "\(levels.lowerBound)", "maxzoom": "\(levels.upperBound)",
            "bounds": area.bounds.map { "\($0.west),\($0.south),\($0.east),\($0.north)" } ?? "",
            "center": "\(area.middle.longitude),\(area.middle.latitude),\(levels.lowerBound)",
        ]
    }

    /// Runs work on the file, and converts its errors to this type's errors.
    private static func translating<Value>(
        _ path: String, _ work: () throws -> Value
    ) throws(TileDownloadError) -> Value {
        do { return try work() } catch let error as DatabaseError {
            switch error.resultCode.primaryResultCode {
            case .SQLITE_BUSY, .SQLITE_LOCKED: throw .inUse(path: path)
            case .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_CORRUPT, .SQLITE_INTERRUPT: throw .otherDownload(path: path)
            default: throw .unwritable(path: path, reason: error.message ?? "\(error.resultCode)")
            }
        } catch { throw .unwritable(path: path, reason: "\(error)") }
    }
}
