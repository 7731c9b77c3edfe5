import SensorModel
import TrackFormats

/// What the importer makes of a text.
enum Imported {
    static func document(_ text: String) throws -> TrackDocument { try Importer().load(bytes: Array(text.utf8)) }

    /// The fixes, with their times in seconds since 1970.
    static func fixes(_ text: String) throws -> [(time: Double, fix: Fix)] { fixes(of: try document(text)) }

    static func fixes(of document: TrackDocument) -> [(time: Double, fix: Fix)] {
        document.events.compactMap { event in
            if case .fix(let fix) = event.payload { (event.time.seconds, fix) } else { nil }
        }
    }
}

/// Imports a text as a file.
func load(_ text: String, keepsGoodPart: Bool = false) throws -> TrackDocument {
    try Importer(keepsGoodPart: keepsGoodPart).load(bytes: Array(text.utf8))
}

/// Returns the fixes of a document.
func fixes(_ document: TrackDocument) -> [(time: Instant, fix: Fix)] {
    document.events.compactMap { event in
        if case .fix(let fix) = event.payload { (event.time, fix) } else { nil }
    }
}

/// Returns the fixes of a text that is imported as a file.
func fixes(_ text: String) throws -> [(time: Instant, fix: Fix)] { fixes(try load(text)) }
