import GRDB

/// The tables of a session file; docs/session-format.md describes them for other programs.
enum Schema {
    /// The identifier that distinguishes a session from other SQLite files: "Odog".
    static let applicationID = 0x4F64_6F67
    /// The newest format that this program supports.
    static let format = 1
    /// The extension of a session's file name.
    static let fileExtension = "odograph"

    /// The SQL that upgrades each format to the next one.
    private static let migrations: [String] = [formatOne]

    /// Upgrades a database to the newest format.
    static func migrate(_ database: Database) throws {
        let format = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        for step in migrations.dropFirst(format) { try database.execute(sql: step) }
        try database.execute(sql: "PRAGMA application_id = \(applicationID)")
        try database.execute(sql: "PRAGMA user_version = \(Self.format)")
    }

    /// The tables of events, whose events are numbered by `sequence`.
    static let eventTables = ["fix", "sky", "chunk", "event"]

    /// The columns that the reader requires, by table.
    static let columns: [String: [String]] = [
        "session": ["id", "title", "created", "program", "parameters", "chosenParameters"],
        "fix": ["id", "batch", "sequence", "time", "received", "late", "raw"] + fixValues,
        "sky": [
            "id", "batch", "sequence", "time", "received", "late", "device", "hdop", "vdop", "pdop", "satellites",
            "raw",
        ],
        "scaling": ["id", "device", "stream", "scaleX", "scaleY", "scaleZ", "offsetX", "offsetY", "offsetZ"],
        "chunk": [
            "id", "batch", "sequence", "time", "device", "stream", "late", "encoding", "scaling", "count", "samples",
        ],
        "event": ["id", "batch", "sequence", "time", "received", "late", "kind", "payload", "raw"],
    ]

    /// The columns of a fix's own values, in the order in which they are written and read.
    static let fixValues = [
        "device", "mode", "latitude", "longitude", "altitude", "horizontalAccuracy", "accuracyOrigin",
        "verticalAccuracy", "speed", "speedAccuracy", "course", "courseAccuracy", "climb", "satellites", "hdop",
        "timeIsArrival",
    ]

    // Columns of measured numbers have no type, so that SQLite keeps all bits; a REAL column loses the sign of -0.
    private static let formatOne = """
        CREATE TABLE session(
            id INTEGER PRIMARY KEY CHECK(id = 1), title TEXT NOT NULL, created INTEGER NOT NULL,
            program TEXT NOT NULL, parameters TEXT NOT NULL, chosenParameters TEXT);
        CREATE TABLE fix(
            id INTEGER PRIMARY KEY, batch INTEGER NOT NULL, sequence INTEGER NOT NULL, time INTEGER NOT NULL,
            received INTEGER NOT NULL, late INTEGER NOT NULL, device INTEGER NOT NULL, mode INTEGER NOT NULL,
            latitude, longitude, altitude, horizontalAccuracy, accuracyOrigin INTEGER NOT NULL, verticalAccuracy,
            speed, speedAccuracy, course, courseAccuracy, climb, satellites INTEGER, hdop,
            timeIsArrival INTEGER NOT NULL, raw TEXT);
        CREATE TABLE sky(
            id INTEGER PRIMARY KEY, batch INTEGER NOT NULL, sequence INTEGER NOT NULL, time INTEGER NOT NULL,
            received INTEGER NOT NULL, late INTEGER NOT NULL, device INTEGER NOT NULL, hdop, vdop, pdop,
            satellites TEXT NOT NULL, raw TEXT);
        CREATE TABLE scaling(
            id INTEGER PRIMARY KEY, device INTEGER NOT NULL, stream TEXT NOT NULL,
            scaleX, scaleY, scaleZ, offsetX, offsetY, offsetZ);
        CREATE TABLE chunk(
            id INTEGER PRIMARY KEY, batch INTEGER NOT NULL, sequence INTEGER NOT NULL, time INTEGER NOT NULL,
            device INTEGER NOT NULL, stream TEXT NOT NULL, late INTEGER NOT NULL, encoding INTEGER NOT NULL,
            scaling INTEGER, count INTEGER NOT NULL, samples BLOB NOT NULL);
        CREATE TABLE event(
            id INTEGER PRIMARY KEY, batch INTEGER NOT NULL, sequence INTEGER NOT NULL, time INTEGER NOT NULL,
            received INTEGER NOT NULL, late INTEGER NOT NULL, kind TEXT NOT NULL, payload TEXT, raw TEXT);
        """
}
