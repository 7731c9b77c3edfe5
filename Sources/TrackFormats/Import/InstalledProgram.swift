import Foundation

/// The programs that Odograph runs if they are installed, such as gpsbabel and tilemaker.
public enum InstalledProgram {
    /// Returns the path of a program, as a shell finds it through `PATH`; `nil` if it is not installed.
    public static func path(of name: String) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
