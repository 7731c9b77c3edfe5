package import FusionCore
import Localization
package import SensorModel

/// Stores the user's corrections in the file of a session and adds them to the session that is shown; also removes them
/// again.
@MainActor
package final class SessionCorrections {
    /// Corrections that were made.
    package struct Made {
        /// The events of the corrections.
        package let events: [SensorEvent]
        /// The file that stores them; `nil` if none does.
        package let path: String?
        /// The opening of the session that was shown.
        package let opening: Int
        /// True if they were added to the session that is shown.
        package let isShown: Bool

        /// A sentence for the user if no file stores the corrections; `nil` if one does.
        package var caveat: String? {
            if path != nil { return nil }
            return isShown
                ? localized("Kept until the window closes: import the file into the library to keep it.")
                : localized("Not corrected: another session was opened in the meantime.")
        }
        /// True if they took effect, so that they can be undone.
        package var isEffective: Bool { path != nil || isShown }
    }

    private let replay: ReplayController
    private let client: DayClient?
    /// The library's folder; `nil` for the library's own.
    private let folder: () -> String?

    package init(replay: ReplayController, client: DayClient?, folder: @escaping () -> String?) {
        self.replay = replay
        self.client = client
        self.folder = folder
    }

    /// Corrects a session.
    /// - Parameters:
    ///   - corrections: The corrections; later ones override earlier ones.
    ///   - path: The session's file; `nil` if it has none.
    ///   - stop: The stop that a name belongs to.
    ///   - time: The time of the events if no file stores them.
    /// - Throws: The error of the file.
    package func make(
        _ corrections: [Correction], in path: String?, stop: StorylineItem.Stop? = nil, at time: Instant
    ) async throws -> Made {
        let (isOpen, opening) = (path == replay.picture?.path, replay.opening)
        var stored: [SensorEvent]?
        if let path { stored = try await client?.correct(folder(), path, corrections, stop) }
        let isShown = isOpen && replay.opening == opening
        let events = stored ?? corrections.map { SensorEvent(time: time, payload: .correction($0)) }
        if isShown { replay.add(events) }
        return Made(events: events, path: stored == nil ? nil : path, opening: opening, isShown: isShown)
    }

    /// Removes corrections from the file that stores them, and from the session if it is still shown.
    /// - Throws: The error of the file.
    package func undo(_ made: Made) async throws {
        if let path = made.path { try await client?.withdraw(path, made.events) }
        let isOpen = made.path.map { replay.picture?.path == $0 } ?? (replay.opening == made.opening)
        if isOpen { replay.withdraw(made.events) }
    }
}
