/// The event log: one JSON object per line, in any order of time (see docs/formats.md).
public enum EventLog {
    /// The members that only rare types have. All other unknown members are skipped without parsing.
    static let rareMembers: Set<String> = [
        "reason", "shift", "values", "seconds", "stream", "count", "name", "label", "streams", "state", "detail",
        "trouble", "nominalRate",
        "mountMatrix", "scalings", "verticalDilution", "positionDilution", "correction", "activity", "from", "until",
        "arrival", "at", "stride", "buildings", "gyroscopes", "kind", "sport", "distance", "span", "duration",
        "timerTime",
        "title", "inOrder", "places",
    ]
}
