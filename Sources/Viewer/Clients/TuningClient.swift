public import FusionCore
public import Replay

/// The parameters that the user chose for files, as closures that the program provides. They belong to the content of a
/// file. The library is given by its folder; `nil` stands for the default library.
public struct TuningClient: Sendable {
    /// Returns the parameters that were kept for a recording; `nil` if there are none. O(n).
    public var kept: @Sendable (_ folder: String?, _ recording: Recording) -> Parameters?
    /// Keeps the parameters for a recording; `nil` forgets them. O(n).
    public var keep: @Sendable (_ folder: String?, _ recording: Recording, _ parameters: Parameters?) throws -> Void

    /// Creates a client from its closures.
    public init(
        kept: @escaping @Sendable (_ folder: String?, _ recording: Recording) -> Parameters?,
        keep:
            @escaping @Sendable (_ folder: String?, _ recording: Recording, _ parameters: Parameters?)
            throws -> Void
    ) {
        self.kept = kept
        self.keep = keep
    }
}
