import SensorModel

/// The event log: one JSON object a line, in any order of time (CLI contract; docs/formats.md).
public enum EventLog {
    /// Members that only the rare types have; everything else unknown is passed over unread.
    static let rareMembers: Set<String> = [
        "values", "seconds", "stream", "count", "name", "label", "streams", "state", "detail", "trouble", "nominalRate",
        "mountMatrix", "scalings", "verticalDilution", "positionDilution", "correction", "activity", "from", "until",
        "at", "stride", "buildings",
    ]

    /// The `type` of a payload.
    static func type(of payload: SensorEvent.Payload) -> StaticString {
        switch payload {
        case .fix: "fix"
        case .sky: "sky"
        case .acceleration: "acceleration"
        case .rotation: "rotation"
        case .magneticField: "magneticField"
        case .pressure: "pressure"
        case .temperature: "temperature"
        case .tick: "tick"
        case .source: "source"
        case .drop: "drop"
        case .clockStep: "clockStep"
        case .parameters: "parameters"
        case .marker: "marker"
        case .correction: "correction"
        case .learned: "learned"
        case .reset: "reset"
        }
    }
}
