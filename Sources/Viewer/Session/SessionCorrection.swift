import FusionCore
import Localization
import SensorModel

/// Corrections that the user makes together in one session.
struct SessionCorrection {
    /// The corrections; later ones override earlier ones.
    let corrections: [Correction]
    /// The session's file; `nil` if it has none.
    let path: String?
    /// The stop that a name belongs to.
    let stop: StorylineItem.Stop?
    /// The time of the events if no file stores them.
    let time: Instant
    /// A sentence for the user once they are made.
    let sentence: String

    /// The events for a session that no file stores.
    var events: [SensorEvent] { corrections.map { SensorEvent(time: time, payload: .correction($0)) } }

    /// What to say about a change that no file stores.
    static var unkept: String {
        localized("Kept until the window closes: import the file into the library to keep it.")
    }

    /// Corrections that were made.
    struct Made {
        let correction: SessionCorrection
        /// The events of the corrections.
        let events: [SensorEvent]
        /// The file that stores them; `nil` if none does.
        let path: String?
        /// The opening of the session that was shown.
        let opening: Int
        /// True if they were added to the session that is shown.
        let isShown: Bool

        /// A sentence for the user.
        var sentence: String {
            if path != nil { return correction.sentence }
            return isShown
                ? SessionCorrection.unkept
                : localized("Not corrected: another session was opened in the meantime.")
        }
        /// True if they took effect, so that they can be undone.
        var isEffective: Bool { path != nil || isShown }
    }

    /// What undoes a name, which a place has on every visit: the name that it had before; `nil` for other corrections.
    var formerName: SessionCorrection? {
        guard case .placeName(_, let instant)? = corrections.last else { return nil }
        return SessionCorrection(
            corrections: [.placeName(stop?.name ?? "", at: instant)], path: path, stop: stop, time: time,
            sentence: sentence)
    }
}
