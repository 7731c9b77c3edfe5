import CGTK

/// Why the desktop did not do something with a file.
public struct FilesError: Error, Sendable, CustomStringConvertible {
    /// The desktop's words.
    public let description: String
}

/// What the desktop does with files.
public enum Files {
    /// Moves a file to the bin; may block for a moment.
    /// - Throws: ``FilesError`` where there is no bin for it, or it may not be moved.
    public static func moveToBin(_ path: String) throws(FilesError) {
        let file = made(g_file_new_for_path(path))
        defer { g_object_unref(file) }
        var error: UnsafeMutablePointer<GError>?
        guard g_file_trash(file.cast(), nil, &error) == 0 else { return }
        throw FilesError(taking: error)
    }

    /// Opens the folder that holds a file.
    /// - Throws: ``FilesError`` where no program shows folders.
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
