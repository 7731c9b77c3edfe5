public import FusionCore
public import ViewerModel

/// The access to the library's history, as a closure that the program provides. It runs off the main actor.
public struct HistoryClient: Sendable {
    /// Returns the totals of the sessions of a folder (`nil` for the library's own) for each of several time spans.
    public var histories: @Sendable (_ folder: String?, _ spans: [TimeSpan]) async -> [HistoryDay]

    /// Creates a client from its closure.
    public init(histories: @escaping @Sendable (_ folder: String?, _ spans: [TimeSpan]) async -> [HistoryDay]) {
        self.histories = histories
    }
}
