import Glibc
import SessionStore

/// A session file made of the fuzzer's bytes, in memory's file system.
enum SessionFile {
    /// Opens the bytes as a session, reads what can be read and what is told of it.
    static func read(_ bytes: [UInt8]) {
        let path = "/dev/shm/odograph-fuzz-\(getpid()).odograph"
        guard let file = fopen(path, "w") else { return }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
        defer { unlink(path) }
        guard let reader = try? SessionReader(opening: path) else { return }
        _ = reader.readableEvents()
        _ = try? reader.info()
    }
}
