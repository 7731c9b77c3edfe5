import Foundation

/// The possible places of the program's own files.
package enum ResourcePlaces {
    private static let fileName = "odograph.gresource"

    private static var programFolder: URL {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    }

    /// The compiled resources, in the order in which they are tried: those that the environment names, the installed
    /// ones, the built ones.
    package static var candidates: [String] {
        var places: [String] = []
        if let folder = ProcessInfo.processInfo.environment["ODOGRAPH_RESOURCES"] { places.append(folder) }
        places.append(programFolder.appending(path: "../share/odograph/\(fileName)").standardizedFileURL.path)
        // Bundle.module would exit the program if the bundle is missing; the path is the same.
        places.append(programFolder.appending(path: "odograph_ViewerUI.resources/\(fileName)").path)
        return places
    }

    /// The folder of translations: the one specified, or the one of the installed program; `nil` for the system's.
    package static var locales: String? {
        if let folder = ProcessInfo.processInfo.environment["ODOGRAPH_LOCALES"] { return folder }
        let beside = programFolder.appending(path: "../share/locale").standardizedFileURL.path
        return FileManager.default.fileExists(atPath: beside) ? beside : nil
    }
}
