import Foundation

/// The files of a folder and its subfolders, sorted by name.
struct FolderFiles {
    /// The paths of the files.
    let paths: [String]

    /// Lists a folder without following links; `nil` if the path is not a folder.
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
