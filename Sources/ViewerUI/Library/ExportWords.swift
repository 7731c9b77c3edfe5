import GTKKit

/// The formats of an export in the user's language.
enum ExportWords {
    /// Returns the name of the format of files with the given extension.
    static func name(of ending: String) -> String {
        ending == LibraryClient.eventsEnding ? localized("All events (NDJSON)") : ending.uppercased()
    }
}
