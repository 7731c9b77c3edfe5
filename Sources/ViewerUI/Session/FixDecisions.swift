import GTKKit
import Replay
import SensorModel

/// The user's decisions about fixes: stores them in the session that is shown, and runs it again with them.
@MainActor
final class FixDecisions {
    /// Called with a sentence for the user, and with the label and the closure of what can be done about it.
    var onNote: (_ sentence: String, _ answer: (label: String, action: () -> Void)?) -> Void = { _, _ in }
    /// Called when a session has stored or removed decisions.
    var onKept: () -> Void = {}

    private let replay: ReplayController
    private let client: DayClient?
    /// The library's folder; nil for the library's own.
    private let folder: () -> String?

    init(replay: ReplayController, client: DayClient?, folder: @escaping () -> String?) {
        self.replay = replay
        self.client = client
        self.folder = folder
    }

    /// Accepts or rejects fixes of the session that is shown.
    func decide(_ fixes: [FixRuling.Identity], isAccepted: Bool) {
        // A recording can be corrected only after it has ended.
        guard !fixes.isEmpty, !replay.isLive, let start = replay.session?.engine.recording.start else { return }
        let corrections = fixes.map { Correction.fix(FixRuling($0, isAccepted: isAccepted)) }
        let (path, opening) = (replay.picture?.path, replay.opening)
        Task { [weak self, client, folder = folder()] in
            do {
                var kept: [SensorEvent]?
                if let path { kept = try await client?.correct(folder, path, corrections, nil) }
                guard let self else { return }
                let isOpen = replay.opening == opening
                let events = kept ?? corrections.map { SensorEvent(time: start, payload: .correction($0)) }
                if isOpen { replay.add(events) }
                if kept != nil { onKept() }
                guard kept != nil || isOpen else {
                    return onNote(localized("Not corrected: another session was opened in the meantime."), nil)
                }
                let undo = { [weak self] in
                    guard let self else { return }
                    withdraw(events, from: kept == nil ? nil : path, opening) { [weak self] in
                        self?.decide(fixes, isAccepted: isAccepted)
                    }
                }
                onNote(Self.sentence(fixes.count, isAccepted, isKept: kept != nil), (localized("Undo"), undo))
            } catch {
                self?.onNote("\(error)", nil)
            }
        }
    }

    private static func sentence(_ count: Int, _ isAccepted: Bool, isKept: Bool) -> String {
        guard isKept else {
            return localized("Kept until the window closes: import the file into the library to keep it.")
        }
        if count == 1 { return isAccepted ? localized("Fix accepted.") : localized("Fix rejected.") }
        return isAccepted
            ? localized("{1} fixes accepted.", "\(count)") : localized("{1} fixes rejected.", "\(count)")
    }

    /// Removes decisions from the file that stores them, and from the session that is shown.
    /// - Parameter path: The file; `nil` if none stores them.
    private func withdraw(
        _ events: [SensorEvent], from path: String?, _ opening: Int, redo: @escaping () -> Void
    ) {
        Task { [weak self, client] in
            do {
                if let path { try await client?.withdraw(path, events) }
                guard let self else { return }
                let isOpen = replay.opening == opening || (path != nil && replay.picture?.path == path)
                if isOpen { replay.withdraw(events) }
                if path != nil { onKept() }
                onNote(localized("Undone."), replay.opening == opening ? (localized("Redo"), redo) : nil)
            } catch {
                self?.onNote("\(error)", nil)
            }
        }
    }
}
