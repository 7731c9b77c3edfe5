import Glibc

/// The parser that this run is about; a callback of C cannot carry it.
let chosen = getenv("ODOGRAPH_FUZZ_PARSER").flatMap { Parser(rawValue: String(cString: $0)) }
