import Glibc
import SensorModel

/// Where messages go that are not results.
enum StandardError {
    /// Writes a line, with what would act on a terminal made visible; one that nobody takes (a full disk, a reader that has gone) is left out.
    static func write(_ line: String) {
        let bytes = Array((line.visible + "\n").utf8)
        _ = Glibc.write(2, bytes, bytes.count)
    }
}
