package import ViewerModel

/// A message for the user about the session.
package struct Notice: Sendable, Equatable {
    /// The action that the message offers.
    package enum Offer: Sendable, Equatable {
        /// To undo the last change.
        case undo
        /// To redo the undone change.
        case redo
        /// To give a mark a name.
        case name(SessionMark)
        /// To add the activities of a file to the library.
        case addToLibrary(path: String)
        /// To show the folder of a file.
        case showFolder(path: String)
        /// To keep a session, which is moved to the trash otherwise.
        case keep(path: String)
        /// To show the day.
        case showDay
    }

    /// The number of the message in the window, so that the same sentence can be said again.
    package let number: Int
    package let sentence: String
    /// The offer; `nil` if there is none.
    package let offer: Offer?
}
