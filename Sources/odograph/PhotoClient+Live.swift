import Foundation
import PhotoFormat
import SessionStore
import ViewerUI

extension PhotoClient {
    /// The maximum number of photos that are shown together.
    private static let mostPhotos = 10_000
    /// The largest file that is read, in bytes.
    private static let mostBytes = 128 << 20

    /// Reads files and folders of this machine.
    static var live: PhotoClient {
        PhotoClient(
            find: { paths in
                var files: [File] = []
                for path in paths.flatMap(photos).prefix(mostPhotos) {
                    if Task.isCancelled { return [] }
                    guard let head = bytes(of: path, 0..<PhotoFacts.headLength), let facts = PhotoFacts(head) else {
                        continue
                    }
                    files.append(File(path: path, facts: facts))
                }
                return files
            },
            isFolderOfPhotos: { path in
                let names = visibleNames(in: path)
                return 2 * names.filter(isPhoto).count > names.count
            },
            read: { path, part in bytes(of: path, part) })
    }

    private static func visibleNames(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { !$0.hasPrefix(".") }
    }

    /// Lists the photos of a folder, or the file itself.
    private static func photos(at path: String) -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return [] }
        guard isFolder.boolValue else { return [path] }
        return visibleNames(in: path).filter(isPhoto).sorted().map { "\(path)/\($0)" }
    }

    /// Returns a part of a regular file, or all of it.
    private static func bytes(of path: String, _ part: Range<Int>?) -> [UInt8]? {
        guard let file = RegularFile(path: path), file.byteCount <= mostBytes else { return nil }
        let range = part ?? 0..<mostBytes
        return try? file.read(offset: UInt64(range.lowerBound), count: range.count)
    }
}
