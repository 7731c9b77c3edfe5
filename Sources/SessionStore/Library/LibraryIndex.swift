import Foundation
import GRDB

/// A cache of the summaries, lines, and identities of a library's sessions, so that listing or drawing them does not read
/// all files.
///
/// The index contains no unique data: a damaged one is created again, and one in memory is used if none can be written.
struct LibraryIndex: Sendable {
    /// The state of a session's files, which shows whether the session has changed since it was indexed.
    struct Stamp: Hashable, Sendable {
        var modified: Int64
        var size: Int64
    }

    private static let format = 1
    private let queue: DatabaseQueue

    init(folder: String) throws(SessionError) {
        let path = folder + "/library.sqlite"
        if let queue = try? Self.open(path) {
            self.queue = queue
            return
        }
        DatabaseCompanion.remove(with: path)
        queue = try SessionError.translating(path) {
            if let queue = try? Self.open(path) { return queue }
            let queue = try DatabaseQueue()
            try queue.write(Self.makeTable)
            return queue
        }
    }

    private static func open(_ path: String) throws -> DatabaseQueue {
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SessionError.notPermitted(path: path) }
        close(descriptor)
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { try UntrustedDatabase.harden($0) }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.write { database in
            let known = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            if known != format { try database.execute(sql: "DROP TABLE IF EXISTS summary") }
            try makeTable(database)
            _ = try Row.fetchOne(database, sql: "SELECT name, modified, size, version, summary FROM summary")
            UntrustedDatabase.trust(database)
        }
        return queue
    }

    private static func makeTable(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS summary(
                    name TEXT PRIMARY KEY, modified INTEGER NOT NULL, size INTEGER NOT NULL,
                    version INTEGER NOT NULL, summary TEXT NOT NULL);
                CREATE TABLE IF NOT EXISTS line(
                    name TEXT PRIMARY KEY, modified INTEGER NOT NULL, size INTEGER NOT NULL,
                    version INTEGER NOT NULL, line BLOB NOT NULL);
                CREATE TABLE IF NOT EXISTS content(
                    name TEXT PRIMARY KEY, modified INTEGER NOT NULL, size INTEGER NOT NULL, content TEXT NOT NULL);
                PRAGMA user_version = \(format);
                """)
    }

    /// Returns the current summary of a session; `nil` if there is none, or only an outdated one.
    func summary(of name: String, stamp: Stamp) -> SessionSummary? {
        try? queue.read { database in
            let text = try String.fetchOne(
                database,
                sql: "SELECT summary FROM summary WHERE name = ? AND modified = ? AND size = ? AND version = ?",
                arguments: [name, stamp.modified, stamp.size, SessionSummary.version])
            return try text.map { try StoredJSON().value(SessionSummary.self, of: $0) }
        }
    }

    /// Returns the current lines of sessions, by path; those without one, or with an outdated one, are left out.
    func lines(of sessions: [(path: String, name: String, stamp: Stamp)]) -> [String: SessionLine] {
        let stored = try? queue.read { database in
            let query = try database.cachedStatement(
                sql: "SELECT line FROM line WHERE name = ? AND modified = ? AND size = ? AND version = ?")
            return try sessions.compactMap { path, name, stamp in
                let line = try Data.fetchOne(
                    query, arguments: [name, stamp.modified, stamp.size, SessionLine.version])
                return line.map { (path, $0) }
            }
        }
        return Dictionary(
            (stored ?? []).compactMap { path, data in SessionLine(bytes: [UInt8](data)).map { (path, $0) } }
        ) {
            $1
        }
    }

    /// Stores a summary and a line. If this fails, they will be computed again.
    func keep(_ summary: SessionSummary, _ line: SessionLine, of name: String, stamp: Stamp) {
        try? queue.write { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO summary(name, modified, size, version, summary) VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    name, stamp.modified, stamp.size, SessionSummary.version, try StoredJSON().text(summary),
                ])
            try database.execute(
                sql: "INSERT OR REPLACE INTO line(name, modified, size, version, line) VALUES (?, ?, ?, ?, ?)",
                arguments: [name, stamp.modified, stamp.size, SessionLine.version, Data(line.bytes)])
        }
    }

    /// Returns the current identity of a session; `nil` if it is not known.
    func content(of name: String, stamp: Stamp) -> SessionContent? {
        try? queue.read { database in
            let text = try String.fetchOne(
                database, sql: "SELECT content FROM content WHERE name = ? AND modified = ? AND size = ?",
                arguments: [name, stamp.modified, stamp.size])
            return try text.map { try StoredJSON().value(SessionContent.self, of: $0) }
        }
    }

    /// Stores identities. If this fails, they will be read again.
    func keep(_ contents: [(name: String, stamp: Stamp, content: SessionContent)]) {
        try? queue.write { database in
            for (name, stamp, content) in contents {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO content(name, modified, size, content) VALUES (?, ?, ?, ?)",
                    arguments: [name, stamp.modified, stamp.size, try StoredJSON().text(content)])
            }
        }
    }

    /// Removes all sessions except the given ones.
    func forget(allBut names: Set<String>) {
        try? queue.write { database in
            for table in ["summary", "line", "content"] {
                for name in try String.fetchAll(database, sql: "SELECT name FROM \(table)") where !names.contains(name)
                {
                    try database.execute(sql: "DELETE FROM \(table) WHERE name = ?", arguments: [name])
                }
            }
        }
    }
}
