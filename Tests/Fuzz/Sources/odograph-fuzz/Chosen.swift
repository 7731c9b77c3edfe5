import Glibc
import TrackFormats

/// The parser that this run is about; a callback of C cannot carry it.
let chosen = getenv("ODOGRAPH_FUZZ_PARSER").flatMap { Parser(rawValue: String(cString: $0)) }

/// The session of ``Parser/cells``: made of the event log's corpus, at the first bytes.
let openSession = getenv("ODOGRAPH_FUZZ_EVENTS").flatMap { path in
    try? SessionCells(events: Importer(keepsGoodPart: true).load(path: String(cString: path)).events)
}
