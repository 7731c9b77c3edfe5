public import SensorModel

/// An archive cannot be opened as one session, but the library can hold each of its activities.
public struct ManyActivitiesError: PhrasedError {
    /// The archive.
    public let path: String
    /// One sentence for the user.
    public let phrase: Phrase

    /// Creates an error.
    public init(path: String, phrase: Phrase) {
        self.path = path
        self.phrase = phrase
    }
}
