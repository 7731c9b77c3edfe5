import CGTK

/// A graphics processor, as the system shows it to programs.
package enum GraphicsDevice {
    /// How the names of their files begin, by folder: DRM's render nodes, and drivers that have none.
    private static let names = [
        "dri": ["renderD"],
        "": ["nvidia", "mali", "kgsl", "dxg", "pvr"],
    ]

    /// Returns whether a folder of devices, `/dev`, has one.
    package static func isPresent(in folder: String) -> Bool {
        names.contains { part, prefixes in
            files(in: part.isEmpty ? folder : "\(folder)/\(part)").contains { name in
                prefixes.contains { name.hasPrefix($0) }
            }
        }
    }

    private static func files(in folder: String) -> [String] {
        guard let listing = g_dir_open(folder, 0, nil) else { return [] }
        defer { g_dir_close(listing) }
        var names: [String] = []
        while let name = g_dir_read_name(listing) { names.append(String(cString: name)) }
        return names
    }
}
