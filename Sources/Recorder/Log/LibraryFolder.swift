public import Foundation
import Glibc
public import SensorModel
import SessionStore

/// The folder for the user's sessions.
public struct LibraryFolder: Sendable, Hashable {
    /// The folder's path.
    public let path: String

    /// Creates a value for a path, without creating the folder.
    public init(path: String) {
        self.path = path
    }

    /// Returns the folder that the session store uses as the library: `$ODOGRAPH_LIBRARY`, `$XDG_DATA_HOME/odograph`,
    /// or `~/.local/share/odograph`.
    public static func standard(environment: [String: String] = ProcessInfo.processInfo.environment) -> LibraryFolder {
        LibraryFolder(path: SessionLibrary.standardFolder(environment: environment))
    }

    /// Creates the folder, accessible only to its owner, if it does not exist.
    /// - Throws: ``RecordingFileError/folder(_:reason:)``.
    public func prepare() throws(RecordingFileError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .folder(path, reason: translatable("it could not be created"))
        }
    }

    /// Returns an unused path for a session that starts at an instant, named by its local date and time.
    public func freePath(
        at start: Instant, besides taken: Set<String> = [], timeZone: TimeZone = .current
    ) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second], from: Date(timeIntervalSince1970: start.seconds))
        func padded(_ value: Int?, _ width: Int = 2) -> String {
            let digits = "\(value ?? 0)"
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let name =
            "\(padded(parts.year, 4))-\(padded(parts.month))-\(padded(parts.day))"
            + "_\(padded(parts.hour))-\(padded(parts.minute))-\(padded(parts.second))"
        var candidate = "\(path)/\(name).odograph"
        var number = 2
        while taken.contains(candidate) || access(candidate, F_OK) == 0 {
            candidate = "\(path)/\(name)_\(number).odograph"
            number += 1
        }
        return candidate
    }
}

/// The errors of a recording's file.
public enum RecordingFileError: PhrasedError, Sendable, Hashable {
    /// The file already exists.
    case exists(String)
    /// The file was moved or removed during the recording, and cannot be created again.
    case gone(String, reason: Phrase)
    /// The folder cannot be used.
    case folder(String, reason: String)

    /// A sentence that says what is wrong and what to do.
    public var phrase: Phrase {
        switch self {
        case .exists(let path):
            Phrase(
                translatable("{1} already exists, and a recording never writes over another: choose another name."),
                path)
        case .gone(let path, let reason):
            Phrase(
                translatable("{1} was moved or removed while recording, and cannot be created again: {2}"),
                [Phrase(plain: path), reason])
        case .folder(let path, let reason):
            Phrase(
                translatable("The folder {1} cannot be used for a recording: {2}."),
                [Phrase(plain: path), Phrase(reason)])
        }
    }
}
