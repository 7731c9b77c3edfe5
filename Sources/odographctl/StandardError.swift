import Glibc
import SensorModel

/// The output for messages that are not results.
enum StandardError {
    /// Writes a line with control characters made visible. Ignores errors such as a full disk or a reader that has
    /// exited.
    static func write(_ line: String) {
        let bytes = Array((line.visible + "\n").utf8)
        _ = Glibc.write(2, bytes, bytes.count)
    }
}
