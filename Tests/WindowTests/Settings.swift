import Foundation
import TestSupport

/// The user's settings, in a key file of the test.
struct Settings {
    private let home: URL
    private static let path = "io/github/odograph/Odograph"

    /// Keeps settings in a folder that stands for a home.
    /// - Parameter values: The values as a key file has them: texts in single quotes.
    init(_ values: [String: String], in home: URL) throws {
        self.home = home
        let schemas = home.appending(path: "schemas")
        guard !FileManager.default.fileExists(atPath: schemas.path) else { return }
        for folder in [schemas, keyFile.deletingLastPathComponent()] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        let source = Places.root.appending(path: "data/io.github.odograph.Odograph.gschema.xml.in")
        try String(contentsOf: source, encoding: .utf8).replacing("@app_id@", with: "io.github.odograph.Odograph")
            .write(to: schemas.appending(path: "odograph.gschema.xml"), atomically: true, encoding: .utf8)
        guard let compiler = Programs.find("glib-compile-schemas") else {
            throw Programs.Missing(description: "glib-compile-schemas is not installed")
        }
        _ = try ChildProcess.run(compiler, [schemas.path])
        let lines = values.map { "\($0.key)=\($0.value)\n" }.joined()
        try "[\(Self.path)]\n\(lines)".write(to: keyFile, atomically: true, encoding: .utf8)
    }

    private var keyFile: URL { home.appending(path: "config/glib-2.0/settings/keyfile") }

    /// The environment in which a program finds them.
    var environment: [String: String] {
        [
            "GSETTINGS_BACKEND": "keyfile", "GSETTINGS_SCHEMA_DIR": home.appending(path: "schemas").path,
            "XDG_CONFIG_HOME": home.appending(path: "config").path,
        ]
    }

    /// Everything that is kept now.
    var text: String { (try? String(contentsOf: keyFile, encoding: .utf8)) ?? "" }
}
