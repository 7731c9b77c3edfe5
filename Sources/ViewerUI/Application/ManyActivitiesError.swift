/// An archive cannot be opened as one session, but the library can hold each of its activities.
public struct ManyActivitiesError: Error, CustomStringConvertible {
    /// The archive.
    public let path: String
    /// One sentence for the user.
    public let description: String

    /// Creates an error.
    public init(path: String, description: String) {
        self.path = path
        self.description = description
    }
}
