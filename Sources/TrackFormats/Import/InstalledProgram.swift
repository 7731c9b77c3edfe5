import Foundation

/// The programs that Odograph runs: its own, and others if they are installed, such as gpsbabel and tilemaker.
public enum InstalledProgram {
    /// Returns the path of a program, as a shell finds it through `PATH`; `nil` if it is not installed.
    public static func path(of name: String) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Returns the path of a program of this project: the running one, even if its file has been replaced, or one next
    /// to it, otherwise as found through `PATH`.
    public static func companion(_ name: String) -> String {
        let link = "/proc/self/exe"
        let program = URL(filePath: link).resolvingSymlinksInPath()
        if program.lastPathComponent.hasPrefix(name) {
            return FileManager.default.isExecutableFile(atPath: program.path) ? program.path : link
        }
        let beside = program.deletingLastPathComponent().appending(path: name).path
        return FileManager.default.isExecutableFile(atPath: beside) ? beside : path(of: name) ?? beside
    }
}
