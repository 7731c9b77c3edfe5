public import SensorModel

/// The storage for a recording's events, used from one thread at a time.
public protocol SessionLog: AnyObject, Sendable {
    /// Stores events so that they survive the end of the process: all of them, or none if it throws.
    /// - Parameters:
    ///   - events: The events, in their final order.
    ///   - waiting: The events known to follow, in preliminary order; they replace those of the previous call.
    func append(_ events: [LoggedEvent], waiting: [LoggedEvent]) throws
    /// Closes the log cleanly.
    func close() throws
}

/// The operations to open a recorder's log and to check whether it still exists.
public struct SessionLogFile: Sendable {
    /// The file's path, for the user and for followers; `nil` for a log without a file.
    public var path: String?
    /// Creates the log; called again after the log has vanished.
    public var open: @Sendable () throws -> any SessionLog
    /// Returns whether the path still refers to the log opened last.
    public var isIntact: @Sendable () -> Bool
    /// Removes the log opened last.
    public var discard: @Sendable () -> Void
    /// Renames the closed log for a date that is some nanoseconds later. Returns its new path; `nil` if it keeps its name.
    public var redate: @Sendable (_ offset: Int64) -> String?

    /// The path, or words for a log without a file.
    var name: String { path ?? "The file" }

    /// Creates a log file from its operations.
    public init(
        path: String?, open: @escaping @Sendable () throws -> any SessionLog,
        isIntact: @escaping @Sendable () -> Bool = { true }, discard: @escaping @Sendable () -> Void = {},
        redate: @escaping @Sendable (_ offset: Int64) -> String? = { _ in nil }
    ) {
        self.path = path
        self.open = open
        self.isIntact = isIntact
        self.discard = discard
        self.redate = redate
    }
}
