import Foundation
import Glibc
import SensorModel
public import SessionStore
import Synchronization

extension SessionLogFile {
    /// A session file that the recording makes; an existing file is never touched.
    ///
    /// Where the file vanishes while it is recorded, a new one is made in its place.
    /// - Parameters:
    ///   - path: The file's path.
    ///   - header: What the session says about itself.
    public static func session(at path: String, header: SessionHeader) -> SessionLogFile {
        let identity = Mutex<FileIdentity?>(nil)
        return SessionLogFile(
            path: path,
            open: {
                let log = WriterLog(try SessionWriter(creating: path, header: header))
                identity.withLock { $0 = FileIdentity(path) }
                return log
            },
            isIntact: { identity.withLock { $0 == FileIdentity(path) } },
            discard: {
                guard identity.withLock({ $0 != nil && $0 == FileIdentity(path) }) else { return }
                DatabaseCompanion.remove(with: path)
            })
    }

    /// Where the end of a recording may go when its disk stays full: folders that lie elsewhere as a rule, the most
    /// lasting first.
    /// - Parameters:
    ///   - path: The recording's own file.
    ///   - header: What the session says about itself.
    ///   - folders: The folders in question; those that are not there are passed over.
    public static func asides(of path: String, header: SessionHeader, in folders: [String]) -> [SessionLogFile] {
        let name = URL(filePath: path).deletingPathExtension().lastPathComponent
        return folders.map { session(at: "\($0)/\(name)-rest-\(getpid()).odograph", header: header) }
    }
}

/// A session's writer as a recorder's log.
private final class WriterLog: SessionLog {
    private let writer: SessionWriter

    init(_ writer: SessionWriter) {
        self.writer = writer
    }

    func append(_ events: [LoggedEvent], waiting: [LoggedEvent]) throws {
        try writer.append(events, waiting: waiting)
    }

    func close() throws { try writer.close() }
}

/// Which file a path names at a moment.
private struct FileIdentity: Equatable {
    let device: UInt
    let number: UInt

    init?(_ path: String) {
        var info = stat()
        guard stat(path, &info) == 0 else { return nil }
        device = UInt(info.st_dev)
        number = UInt(info.st_ino)
    }
}
