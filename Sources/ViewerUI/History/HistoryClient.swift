public import FusionCore
import SensorModel
public import ViewerModel

/// How the window asks the library for its history, as a closure that the program fills in; it runs off the main actor.
public struct HistoryClient: Sendable {
    /// Returns what the sessions of a folder, `nil` for the library's own, say about each of several spans.
    public var histories: @Sendable (_ folder: String?, _ spans: [TimeSpan]) async -> [HistoryDay]

    /// Creates a client of its closure.
    public init(histories: @escaping @Sendable (_ folder: String?, _ spans: [TimeSpan]) async -> [HistoryDay]) {
        self.histories = histories
    }
}
