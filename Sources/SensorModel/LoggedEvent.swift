/// What a source sent, as it sent it: kept beside the event made of it, so that the event can be made again.
public enum RawReport: Sendable, Hashable {
    /// A line of gpsd, without its line end.
    case gpsd(String)
    /// The integer counts of a three-axis sample.
    case counts(x: Int32, y: Int32, z: Int32)
    /// The integer count of a one-value sample.
    case count(Int32)
}

/// An event with what it was made of.
public struct LoggedEvent: Sendable, Hashable {
    /// The event.
    public var event: SensorEvent
    /// What it was made of; nil if the event says everything.
    public var raw: RawReport?

    /// Joins an event and its origin.
    public init(_ event: SensorEvent, raw: RawReport? = nil) {
        self.event = event
        self.raw = raw
    }
}
