import Foundation

/// The folder that `XDG_DATA_DIRS` names on Wayland: all of /usr/share but the desktop's settings, whose fonts differ from
/// those on X11 (with those of a proxy: GIO ends a program that lacks them); and transparent cursors, since without a
/// graphics card a compositor draws the pointer into its pictures.
enum PlainShare {
    private static let names = """
        default left_ptr help pointer context-menu progress wait cell crosshair text vertical-text alias copy no-drop move \
        not-allowed grab grabbing all-scroll col-resize row-resize n-resize e-resize s-resize w-resize ne-resize nw-resize \
        sw-resize se-resize ew-resize ns-resize nesw-resize nwse-resize zoom-in zoom-out dnd-move dnd-copy dnd-none
        """.split(separator: " ").map(String.init)

    /// Creates the folder.
    static func write(in folder: URL) throws {
        let files = FileManager.default
        let cursors = folder.appending(path: "icons/default/cursors")
        try files.createDirectory(at: cursors, withIntermediateDirectories: true)
        for name in names { try pixel.write(to: cursors.appending(path: name)) }
        let schemas = folder.appending(path: "glib-2.0/schemas").path
        try files.createDirectory(atPath: schemas, withIntermediateDirectories: true)
        try link("", in: folder) { !["icons", "glib-2.0"].contains($0) }
        try link("icons/", in: folder) { $0 != "default" }
        let kept = ["org.gtk.gtk4.", "org.gnome.system.proxy.", "org.gnome.desktop.enums."]
        try link("glib-2.0/schemas/", in: folder) { name in kept.contains { name.hasPrefix($0) } }
        _ = try ChildProcess.run(Programs.required("glib-compile-schemas"), [schemas])
    }

    private static func link(_ part: String, in folder: URL, _ isWanted: (String) -> Bool) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: "/usr/share/" + part) where isWanted(name) {
            try FileManager.default.createSymbolicLink(
                atPath: folder.appending(path: part + name).path, withDestinationPath: "/usr/share/\(part)\(name)")
        }
    }

    /// One transparent pixel in the format of Xcursor: a header, a table of one image, the image.
    private static let pixel: Data = {
        let image: UInt32 = 0xFFFD_0002
        let nominalSize: UInt32 = 24
        let header: [UInt32] = [0x7275_6358, 16, 0x0001_0000, 1, image, nominalSize, 28]
        let size: [UInt32] = [36, image, nominalSize, 1, 1, 1, 0, 0, 0]
        let pixels: [UInt32] = [0]
        return (header + size + pixels).reduce(into: Data()) { data, word in
            withUnsafeBytes(of: word.littleEndian) { data.append(contentsOf: $0) }
        }
    }()
}
