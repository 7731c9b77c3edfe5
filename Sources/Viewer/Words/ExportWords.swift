import Localization

/// The formats of an export in the user's language.
package enum ExportWords {
    /// Returns the name of the format of files with the given extension.
    package static func name(of ending: String) -> String {
        ending == LibraryClient.eventsEnding ? localized("All events (NDJSON)") : ending.uppercased()
    }
}
