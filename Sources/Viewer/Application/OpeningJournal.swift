import Foundation
import Glibc

/// A record of what this process is opening. If the process crashes, the next start finds out which file was being
/// opened.
///
/// The file is locked while its process runs, so a file without a lock belongs to a process that crashed. It is in the
/// runtime folder, which is deleted at logout, so that no file is blamed for a power cut.
@MainActor
package final class OpeningJournal {
    /// The kinds of files that are opened.
    package enum Item: Hashable {
        /// A map file.
        case map(path: String)
        /// A session, or another file that is shown as one.
        case session(path: String)
    }

    /// The items that were being opened when an earlier process crashed.
    package let suspects: Set<Item>
    private var items: Set<Item> = []
    private let path: String
    private let descriptor: CInt

    private static let prefix = "opening-"
    /// The maximum size of a record, in bytes; it contains only a few paths.
    private static let largestFile = 1 << 16
    /// The time after an opening for which the item still counts as being opened, because it is drawn then.
    package static let settling = Duration.seconds(3)

    /// Reads and removes the records of earlier processes in a folder, and begins the record of this one.
    /// - Parameter folder: A folder for the user only.
    /// - Returns: `nil` if the record cannot be written to the folder; crashes are not detected in that case.
    package init?(folder: String) {
        path = "\(folder)/\(Self.prefix)\(getpid())"
        suspects = Self.collect(in: folder)
        let flags = O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
        descriptor = Glibc.open(path, flags, 0o600)
        guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            if descriptor >= 0 { Glibc.close(descriptor) }
            return nil
        }
    }

    /// Records that an item is being opened.
    package func begin(_ item: Item) {
        items.insert(item)
        write()
    }

    /// Records that opening an item ended, with or without success, while the program was still running.
    package func end(_ item: Item) {
        guard items.remove(item) != nil else { return }
        write()
    }

    /// Removes the record when the program exits normally.
    package func close() {
        unlink(path)
        Glibc.close(descriptor)
    }

    private func write() {
        let bytes = items.flatMap { Array("\($0.text)\0".utf8) }
        guard bytes.count <= Self.largestFile else { return }
        ftruncate(descriptor, 0)
        pwrite(descriptor, bytes, bytes.count, 0)
    }

    private static func collect(in folder: String) -> Set<Item> {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return Set(names.filter { $0.hasPrefix(prefix) }.flatMap { items(in: "\(folder)/\($0)") })
    }

    /// Returns the items in the record of a process that has ended, and removes the record. Returns nothing if the
    /// process is still running.
    private static func items(in path: String) -> [Item] {
        let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return [] }
        defer { Glibc.close(descriptor) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return [] }
        defer { unlink(path) }
        var bytes = [UInt8](repeating: 0, count: largestFile)
        let count = max(0, pread(descriptor, &bytes, bytes.count, 0))
        return bytes[..<count].split(separator: 0).compactMap { Item(text: String(decoding: $0, as: UTF8.self)) }
    }
}

extension OpeningJournal.Item {
    fileprivate var text: String {
        switch self {
        case .map(let path): "map \(path)"
        case .session(let path): "session \(path)"
        }
    }

    fileprivate init?(text: String) {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return nil }
        switch parts[0] {
        case "map": self = .map(path: parts[1])
        case "session": self = .session(path: parts[1])
        default: return nil
        }
    }
}
