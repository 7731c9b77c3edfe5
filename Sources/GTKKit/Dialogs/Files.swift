import CGTK

/// The reason why the desktop could not carry out a file operation.
public struct FilesError: Error, Sendable, CustomStringConvertible {
    /// The desktop's error message.
    public let description: String
}

/// File operations that the desktop carries out.
public enum Files {
    /// Moves a file to the trash; can block for a moment.
    /// - Throws: ``FilesError`` if the file was not moved, for example because its file system has no trash.
    public static func moveToBin(_ path: String) throws(FilesError) {
        let file = made(g_file_new_for_path(path))
        defer { g_object_unref(file) }
        var error: UnsafeMutablePointer<GError>?
        guard g_file_trash(file.cast(), nil, &error) == 0 else { return }
        throw FilesError(taking: error)
    }

    /// Opens the folder of a file in the file manager.
    /// - Throws: ``FilesError`` if no program was started, for example because none is registered for folders.
    public static func showFolder(of path: String) throws(FilesError) {
        let file = made(g_file_new_for_path(path))
        defer { g_object_unref(file) }
        guard let folder = g_file_get_parent(file.cast()) else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(folder)) }
        guard let address = g_file_get_uri(folder) else { return }
        defer { g_free(address) }
        var error: UnsafeMutablePointer<GError>?
        guard g_app_info_launch_default_for_uri(address, nil, &error) == 0 else { return }
        throw FilesError(taking: error)
    }
}

extension FilesError {
    fileprivate init(taking error: UnsafeMutablePointer<GError>?) {
        description = error?.pointee.message.map { String(cString: $0) } ?? "The desktop gives no reason."
        if let error { g_error_free(error) }
    }
}
