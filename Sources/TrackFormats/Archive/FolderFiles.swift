import Foundation

/// The files of a folder and of the folders within it, by name.
struct FolderFiles {
    /// Their paths.
    let paths: [String]

    /// Lists a folder; `nil` if the path is not that of one. Links are not followed.
    init?(_ path: String) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return nil
        }
        let keys: Set<URLResourceKey> = [.isRegularFileKey]
        let files = FileManager.default.enumerator(
            at: URL(filePath: path), includingPropertiesForKeys: Array(keys), options: [.skipsHiddenFiles])
        paths = (files?.compactMap { $0 as? URL } ?? [])
            .filter { (try? $0.resourceValues(forKeys: keys))?.isRegularFile == true }.map(\.path).sorted()
    }
}
