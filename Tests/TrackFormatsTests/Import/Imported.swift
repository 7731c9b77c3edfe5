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
