import Localization
import SensorModel
import ViewerModel

/// Files in the user's language.
package enum FileWords {
    /// The name of a file without its folder, or the number of several files.
    package static func name(of paths: [String]) -> String {
        guard paths.count == 1, let path = paths.first else { return localized("{1} files", countText(paths.count)) }
        return (path.split(separator: "/").last.map(String.init) ?? path).visible
    }

    /// The name of the format of exported files with an extension.
    package static func format(of ending: String) -> String {
        ending == LibraryClient.eventsEnding ? localized("All events (NDJSON)") : ending.uppercased()
    }
}
