public import FusionCore

/// The user's own paces, as closures that the program provides. The library is given by its folder; `nil` stands for the
/// default library.
public struct PacesClient: Sendable {
    /// Returns the paces that the library has learned, and from how many sessions.
    public var learned: @Sendable (_ folder: String?) -> (paces: OwnPaces, sessions: Int)
    /// Forgets the paces of all sessions until now.
    public var forget: @Sendable (_ folder: String?) throws -> Void

    /// Creates a client from its closures.
    public init(
        learned: @escaping @Sendable (_ folder: String?) -> (paces: OwnPaces, sessions: Int),
        forget: @escaping @Sendable (_ folder: String?) throws -> Void
    ) {
        self.learned = learned
        self.forget = forget
    }
}
