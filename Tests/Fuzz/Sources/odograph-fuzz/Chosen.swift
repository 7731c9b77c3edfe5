import Glibc
import SensorModel
import Synchronization
import TrackFormats

/// The parser that this run is about; a callback of C cannot carry it.
let chosen = getenv("ODOGRAPH_FUZZ_PARSER").flatMap { Parser(rawValue: String(cString: $0)) }

/// The events that sessions are made of: the event log's corpus.
func seedEvents() throws -> [SensorEvent] {
    guard let path = getenv("ODOGRAPH_FUZZ_EVENTS") else { return [] }
    return try Importer(keepsGoodPart: true).load(path: String(cString: path)).events
}

/// The session of ``Parser/cells``, made at the first bytes.
let openSession = try? SessionCells(events: try seedEvents())

/// The connection of ``Parser/session``.
let sessionFile = try? SessionFile()

/// The number of inputs that were read.
let executions = Atomic<UInt32>(0)
