public import FusionCore
public import SensorModel

/// The metadata of a session.
public struct SessionHeader: Sendable, Hashable {
    /// The title shown to the user; may be empty.
    public var title: String
    /// The time when the file was created.
    public var created: Instant
    /// The version of the program that created the file.
    public var programVersion: String
    /// The parameters during the recording.
    public var parameters: Parameters
    /// The parameters that the user chose afterwards; `nil` if there are none.
    public var chosenParameters: Parameters?

    /// The parameters for running the session: the chosen ones, or otherwise those of the recording.
    public var parametersInForce: Parameters { chosenParameters ?? parameters }

    /// Creates a header, with default parameters unless given.
    public init(
        title: String = "", created: Instant, programVersion: String = "", parameters: Parameters = .init(),
        chosenParameters: Parameters? = nil
    ) {
        self.title = title
        self.created = created
        self.programVersion = programVersion
        self.parameters = parameters
        self.chosenParameters = chosenParameters
    }
}
