public import FusionCore
public import SensorModel

/// What a session says about itself.
public struct SessionHeader: Sendable, Hashable {
    /// The name that the user sees; may be empty.
    public var title: String
    /// When the file was made.
    public var created: Instant
    /// The version of the program that made it.
    public var programVersion: String
    /// The parameters that held while it was recorded.
    public var parameters: Parameters
    /// The parameters that the user chose for it afterwards; nil if nobody did.
    public var chosenParameters: Parameters?

    /// The parameters that the session is run with: the chosen ones, or else those that held while it was recorded.
    public var parametersInForce: Parameters { chosenParameters ?? parameters }

    /// Creates a header.
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
