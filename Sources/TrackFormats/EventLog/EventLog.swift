import SensorModel

/// The event log: one JSON object a line, in any order of time (CLI contract; docs/formats.md).
public enum EventLog {
    /// Members that only the rare types have; everything else unknown is passed over unread.
    static let rareMembers: Set<String> = [
        "values", "seconds", "stream", "count", "name", "label", "streams", "state", "detail", "trouble", "nominalRate",
        "mountMatrix", "scalings", "verticalDilution", "positionDilution", "correction", "activity", "from", "until",
        "at", "stride", "buildings", "gyroscopes", "kind", "sport", "distance",
        "title", "inOrder",
    ]
}
