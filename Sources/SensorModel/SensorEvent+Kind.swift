extension SensorEvent.Payload {
    /// The name of the payload's kind, the same in the event log and in session files; it never changes.
    public var kind: String {
        switch self {
        case .fix: "fix"
        case .sky: "sky"
        case .acceleration: "acceleration"
        case .rotation: "rotation"
        case .magneticField: "magneticField"
        case .scalar(let quantity, _): quantity.rawValue
        case .tick: "tick"
        case .source: "source"
        case .drop: "drop"
        case .clockStep: "clockStep"
        case .clock: "clock"
        case .parameters: "parameters"
        // Programs that know no spans read one as a marker.
        case .marker, .span: "marker"
        case .correction: "correction"
        case .statement: "statement"
        case .note: "note"
        case .learned: "learned"
        case .reset: "reset"
        }
    }
}

extension SensorEvent.Payload {
    /// True for the user's decision about a fix.
    public var isFixRuling: Bool {
        if case .correction(.fix) = self { true } else { false }
    }
}

extension SensorEvent {
    /// True for the user's decision about a fix.
    public var isFixRuling: Bool { payload.isFixRuling }
}
