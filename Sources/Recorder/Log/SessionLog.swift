public import SensorModel

/// Where a recording's events are kept.
public protocol SessionLog: AnyObject {
    /// Keeps events so that they survive the death of the process: all of them, or none if it throws.
    /// - Parameters:
    ///   - events: The events, whose order is final.
    ///   - waiting: The events that follow them as far as is known by now; they replace those of the append before.
    func append(_ events: [LoggedEvent], waiting: [LoggedEvent]) throws
    /// Ends the log in good order.
    func close() throws
}

/// How a recorder opens its log, and sees whether it is still there.
public struct SessionLogFile: Sendable {
    /// The file's path, for the user and for followers; nil for a log without a file.
    public var path: String?
    /// Creates the log; called again after it has vanished.
    public var open: @Sendable () throws -> any SessionLog
    /// Returns whether what was opened last is still what the path names.
    public var isIntact: @Sendable () -> Bool
    /// Removes what was opened last.
    public var discard: @Sendable () -> Void

    /// Joins them.
    public init(
        path: String?, open: @escaping @Sendable () throws -> any SessionLog,
        isIntact: @escaping @Sendable () -> Bool = { true }, discard: @escaping @Sendable () -> Void = {}
    ) {
        self.path = path
        self.open = open
        self.isIntact = isIntact
        self.discard = discard
    }
}
