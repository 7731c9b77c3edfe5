import GRDB
import Glibc
import SensorModel
import SessionStore

/// A small session that mutations start from.
enum SessionSeed {
    /// Creates the file from events, with small pages, so that more changes have an effect and an execution is several
    /// times as fast.
    static func write(_ events: [SensorEvent], to path: String) throws {
        for suffix in ["", "-journal"] { unlink(path + suffix) }
        let header = SessionHeader(title: "a", created: Instant(seconds: 1_700_000_000), programVersion: "1")
        let session = try SessionWriter(creating: path, header: header)
        try session.append(events.map(logged))
        try session.close()
        try DatabaseQueue(path: path).writeWithoutTransaction { database in
            // A few parameters stand for two hundred, which would be most of the file and of the time to read it.
            try database.execute(
                sql: """
                    UPDATE session SET
                        parameters = '{"fixGate.warmUp":3,"speed.smoothing.isOn":false}',
                        chosenParameters = '{"attitude.algorithm":"vqf"}'
                    """)
            try database.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM")
        }
    }

    /// Acceleration is kept as counts, so that chunks of both encodings are there.
    private static func logged(_ event: SensorEvent) -> LoggedEvent {
        guard case .acceleration = event.payload else { return LoggedEvent(event) }
        return LoggedEvent(event, raw: .counts(x: 4, y: 80, z: 39))
    }
}
