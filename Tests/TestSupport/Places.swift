public import Foundation

/// Where tests find what they need.
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

    /// A file or folder of the recordings kept beside the checkout; nil, with a printed reason, where they are not.
    public static func data(_ path: String) -> URL? {
        let url = root.deletingLastPathComponent().appending(path: "shared/data/\(path)")
        if FileManager.default.fileExists(atPath: url.path) { return url }
        print("skipped: the recordings \(path) are not beside the checkout (../shared/data)")
        return nil
    }
}
