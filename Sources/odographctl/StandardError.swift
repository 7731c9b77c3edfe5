import Foundation

/// Where messages go that are not results.
enum StandardError {
    /// Writes a line.
    static func write(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
