public import Foundation

/// A stand-in for a desktop's portals of settings and of files, on a private message bus, ended with the test.
public final class SettingsPortal {
    private let child: ChildProcess
    private let file: URL

    /// Whether the programs that it needs are installed.
    public static var isPlayable: Bool { LocationService.isPlayable }

    /// Starts it and waits until it has a bus.
    /// - Parameters:
    ///   - settings: The settings of `org.freedesktop.appearance`, such as `color-scheme`.
    ///   - answers: The answers to dialogs of files, as `Tests/Rig/settings-portal` reads them; `nil` for no portal of
    ///     files.
    ///   - folder: Where they are kept.
    public init(_ settings: [String: Int], answers: [String]? = nil, in folder: URL) throws {
        file = folder.appending(path: "desktop-settings")
        try Self.write(settings, to: file)
        var arguments = [file.path]
        if let answers {
            let list = folder.appending(path: "dialog-answers")
            try answers.map { $0 + "\n" }.joined().write(to: list, atomically: true, encoding: .utf8)
            arguments.append(list.path)
        }
        child = try ChildProcess(Places.rig("settings-portal"), arguments)
        let child = child
        _ = waitUntil { child.output.contains("\n") || !child.isRunning }
    }

    deinit {
        // Gently, so that it ends its own bus.
        child.signal(SIGTERM)
        _ = child.wait()
    }

    /// Changes settings, as the user does in the desktop's own program.
    public func change(to settings: [String: Int]) throws {
        try Self.write(settings, to: file)
        child.signal(SIGHUP)
    }

    /// A dialog of files that a program asked for.
    public struct Dialog: Decodable, Sendable {
        /// `OpenFile` or `SaveFile`.
        public let method: String
        /// The title.
        public let title: String
        /// Whether it belongs to a window of the program.
        public let hasParent: Bool
        /// The suggested name.
        public let name: String
        /// Whether it chooses a folder.
        public let isFolder: Bool
        /// The names of the kinds of files to choose from.
        public let kinds: [String]
    }

    /// The dialogs so far.
    public var dialogs: [Dialog] {
        child.output.split(separator: "\n").compactMap { try? JSONDecoder().decode(Dialog.self, from: Data($0.utf8)) }
    }

    /// The variables by which a program finds its bus.
    public var environment: [String: String] {
        let first = Data((child.output.split(separator: "\n").first ?? "").utf8)
        let members = try? JSONSerialization.jsonObject(with: first) as? [String: Any]
        return ["DBUS_SESSION_BUS_ADDRESS": members?["address"] as? String ?? "disabled:"]
    }

    private static func write(_ settings: [String: Int], to file: URL) throws {
        try settings.map { "\($0.key) \($0.value)\n" }.joined().write(to: file, atomically: true, encoding: .utf8)
    }
}
