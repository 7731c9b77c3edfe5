import Localization
import SensorModel

/// The window's texts for notes about imported files.
enum ImportNoteWords {
    /// Returns a line for each note.
    static func lines(_ notes: [ImportNote]) -> [String] {
        notes.map { note in
            switch note.kind {
            case .refused: localized("Rejected: {1}", note.phrase.localized)
            case .doubled: localized("Duplicate: {1}", note.phrase.localized)
            case .doubted: localized("Doubtful: {1}", note.phrase.localized)
            case .leftOut: localized("Left out: {1}", note.phrase.localized)
            }
        }
    }
}
