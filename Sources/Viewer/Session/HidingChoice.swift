import Localization
package import SensorModel

/// What the user hides of a session; the file keeps it.
package enum HidingChoice: Sendable, Hashable {
    /// Everything except a time span.
    case allExcept(ClosedRange<Instant>)
    /// A time span.
    case part(ClosedRange<Instant>)
    /// Nothing: everything is shown again.
    case nothing

    /// Returns what is hidden then.
    /// - Parameter hidden: What is hidden before.
    func applied(to hidden: HiddenSpans) -> HiddenSpans {
        switch self {
        case .allExcept(let span): return HiddenSpans(croppingTo: span, hidden: hidden)
        case .part(let span):
            var hidden = hidden
            hidden.hide(from: span.lowerBound, until: span.upperBound.moved(by: 1))
            return hidden
        case .nothing: return HiddenSpans()
        }
    }
}

/// Parts of a session that the user hid, or showed again.
struct HidingChange {
    /// The session's file, and the name that it is opened with.
    let path: String
    let title: String
    /// What was hidden before, and what is hidden after.
    let before: HiddenSpans
    let after: HiddenSpans

    /// The change that undoes this one.
    var reversed: HidingChange { HidingChange(path: path, title: title, before: after, after: before) }
}
