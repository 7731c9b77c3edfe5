/// The raw data from a source, stored with the event derived from it so that the event can be reproduced.
public enum RawReport: Sendable, Hashable {
    /// A line from gpsd, without its line ending.
    case gpsd(String)
    /// The integer counts of a three-axis sample.
    case counts(x: Int32, y: Int32, z: Int32)
    /// The integer count of a one-value sample.
    case count(Int32)
}

/// An event with the raw data that it was derived from.
public struct LoggedEvent: Sendable, Hashable {
    /// The derived event.
    public var event: SensorEvent
    /// The raw data; `nil` if the event itself is complete.
    public var raw: RawReport?

    /// Creates a logged event.
    public init(_ event: SensorEvent, raw: RawReport? = nil) {
        self.event = event
        self.raw = raw
    }
}
