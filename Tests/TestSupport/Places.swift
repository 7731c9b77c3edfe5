public import Foundation

/// The paths that tests need.
public enum Places {
    /// The root of the checkout.
    public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// A built program of this package: beside the running test bundle.
    public static func program(_ name: String) -> String {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundlePath
        let folder = (bundle ?? CommandLine.arguments[0]) as NSString
        return (folder.deletingLastPathComponent as NSString).appendingPathComponent(name)
    }

    /// A script of the rig in Tests/Rig.
    public static func rig(_ name: String) -> String { root.appending(path: "Tests/Rig/\(name)").path }

    /// Whether the programs of this package are built.
    public static func isBuilt(_ name: String) -> Bool { isExecutable(program(name)) }

    /// Whether a program of the system is installed.
    public static func isExecutable(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }

    private static let recordings = root.deletingLastPathComponent().appending(path: "shared/data")

    /// Whether there are recordings beside the checkout.
    public static var hasRecordings: Bool { FileManager.default.fileExists(atPath: recordings.path) }

    /// A file or folder of the recordings kept beside the checkout.
    /// - Throws: If this one is missing.
    public static func data(_ path: String) throws -> URL {
        let url = recordings.appending(path: path)
        guard FileManager.default.fileExists(atPath: url.path) else { throw CocoaError(.fileNoSuchFile) }
        return url
    }
}
