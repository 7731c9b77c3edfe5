import Foundation

/// The reference that is saved next to a session: `walk-reference.gpx` next to `walk.odograph`.
///
/// A file with the session's own name and another extension is ignored: it may be the session's own track, exported.
package enum ReferenceProposal {
    /// The suffixes that follow the session's name in the name of its reference.
    private static let endings = ["-reference", ".reference", "-truth", ".truth"]

    /// Returns the path of the reference next to a session's file; `nil` if there is none.
    package static func path(beside session: String) -> String? {
        let file = URL(filePath: session)
        let folder = file.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return name(for: file.lastPathComponent, among: names).map { folder.appending(path: $0).path }
    }

    /// Returns the name of a session's reference: the alphabetically first one; `nil` if none of the names matches.
    package static func name(for session: String, among names: [String]) -> String? {
        let stem = stem(of: session)
        return names.sorted().first { name in
            name != session && name.contains(".") && endings.contains { Self.stem(of: name) == stem + $0 }
        }
    }

    private static func stem(of name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }
}
