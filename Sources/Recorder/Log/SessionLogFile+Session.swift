import Foundation
import Glibc
import SensorModel
public import SessionStore
import Synchronization

extension SessionLogFile {
    /// Returns a session file for a new recording; an existing file is never changed.
    ///
    /// If the file vanishes during the recording, a new one is created in its place.
    /// - Parameters:
    ///   - path: The file's path.
    ///   - header: The header of the session.
    ///   - folder: The folder in which the file is named by its date; `nil` if the user chose the name.
    public static func session(
        at path: String, header: SessionHeader, in folder: LibraryFolder? = nil
    ) -> SessionLogFile {
        let identity = Mutex<FileIdentity?>(nil)
        return SessionLogFile(
            path: path,
            open: {
                let log = try WriterLog(path: path, header: header)
                identity.withLock { $0 = FileIdentity(path) }
                return log
            },
            isIntact: { identity.withLock { $0 == FileIdentity(path) } },
            discard: {
                guard identity.withLock({ $0 != nil && $0 == FileIdentity(path) }) else { return }
                DatabaseCompanion.remove(with: path)
            },
            redate: { offset in
                guard let new = folder?.freePath(at: header.created.moved(by: offset)),
                    access(DatabaseCompanion.log.path(beside: path), F_OK) != 0, rename(path, new) == 0
                else { return nil }
                return new
            })
    }

    /// Returns the files for the end of a recording whose disk stays full: in folders that are usually on other disks,
    /// the most permanent first.
    /// - Parameters:
    ///   - path: The recording's own file.
    ///   - header: The header of the session.
    ///   - folders: The folders to use; those that do not exist are skipped.
    public static func asides(of path: String, header: SessionHeader, in folders: [String]) -> [SessionLogFile] {
        let name = URL(filePath: path).deletingPathExtension().lastPathComponent
        return folders.map { session(at: "\($0)/\(name)-rest-\(getpid()).odograph", header: header) }
    }
}

/// A session writer as a recorder's log.
private final class WriterLog: SessionLog {
    private let writer: Mutex<SessionWriter>

    init(path: String, header: SessionHeader) throws {
        writer = Mutex(try SessionWriter(creating: path, header: header))
    }

    func append(_ events: [LoggedEvent], waiting: [LoggedEvent]) throws {
        try writer.withLock { try $0.append(events, waiting: waiting) }
    }

    func close() throws { try writer.withLock { try $0.close() } }
}

/// The identity of the file that a path currently refers to.
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
