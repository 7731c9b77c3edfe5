import CGeoClueLibrary

/// The paths of the locations that GeoClue has announced and that were not read yet, oldest first. Used by the thread of
/// the bus only.
final class AnnouncedLocations {
    private var paths: [String] = []

    /// Adds a path. Removes the oldest if there are more than ``GeoClueBounds/waitingLocations``.
    func append(_ path: String) { paths = (paths + [path]).suffix(GeoClueBounds.waitingLocations) }

    /// Removes and returns the oldest path; `nil` if there is none.
    func next() -> String? { paths.isEmpty ? nil : paths.removeFirst() }

    /// Removes all paths.
    func removeAll() { paths = [] }

    /// Adds what a client of GeoClue announces from now on.
    func connect(to client: OpaquePointer) {
        typealias Announcement =
            @convention(c) (
                OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, gpointer?
            ) -> Void
        let announced: Announcement = { @Sendable _, _, path, data in
            guard let path, let data else { return }
            Unmanaged<AnnouncedLocations>.fromOpaque(data).takeUnretainedValue().append(String(cString: path))
        }
        g_signal_connect_data(
            UnsafeMutableRawPointer(client), "location-updated", unsafeBitCast(announced, to: GCallback.self),
            Unmanaged.passRetained(self).toOpaque(),
            { @Sendable data, _ in if let data { Unmanaged<AnnouncedLocations>.fromOpaque(data).release() } },
            GConnectFlags(rawValue: 0))
    }
}
