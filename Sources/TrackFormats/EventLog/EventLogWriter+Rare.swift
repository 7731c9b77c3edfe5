import Geometry
import SensorModel

/// The event types that occur only occasionally in a log.
extension EventLogWriter {
    static func write(_ values: [String: ParameterValue], to text: inout TextBuffer) {
        text.append("{")
        for (index, name) in values.keys.sorted().enumerated() {
            guard let value = values[name] else { continue }
            if index > 0 { text.append(",") }
            text.append(json: name)
            text.append(":")
            switch value {
            case .number(let number): text.append(number)
            case .choice(let choice): text.append(json: choice)
            case .toggle(let isOn): text.append(isOn ? "true" : "false")
            }
        }
        text.append("}")
    }

    static func write(_ correction: Correction, to line: inout ObjectText) {
        switch correction {
        case .activity(let activity, let from, let until):
            line.add(word: "correction", "activity")
            line.add("activity", activity.rawValue)
            add(from, until, to: &line)
        case .stop(let from, let until):
            line.add(word: "correction", "stop")
            add(from, until, to: &line)
        case .noStop(let from, let until):
            line.add(word: "correction", "noStop")
            add(from, until, to: &line)
        case .placeName(let name, let instant):
            line.add(word: "correction", "placeName")
            line.add("text", name)
            line.add("at", String(instant.nanoseconds))
        case .fix(let ruling):
            line.add(word: "correction", ruling.isAccepted ? "acceptFix" : "rejectFix")
            line.add("at", String(ruling.fix.time.nanoseconds))
            line.add("arrival", String(ruling.fix.received.nanoseconds))
        }
    }

    static func write(_ statement: ActivityStatement, to line: inout ObjectText) {
        line.add("activity", statement.activity.rawValue)
        if let sport = statement.sport { line.add("sport", sport) }
        line.add("distance", statement.distance)
        add(statement.from, statement.until, to: &line)
    }

    private static func add(_ from: Instant, _ until: Instant, to line: inout ObjectText) {
        line.add("from", String(from.nanoseconds))
        line.add("until", String(until.nanoseconds))
    }

    func write(_ report: SourceReport, to line: inout ObjectText) {
        if let device = names[report.device], device != report.name { line.add("device", device) }
        line.add("name", report.name)
        if let label = report.label { line.add("label", label) }
        line.add("streams") { text in
            text.append("[")
            for (index, stream) in report.streams.enumerated() {
                if index > 0 { text.append(",") }
                text.append(json: stream.rawValue)
            }
            text.append("]")
        }
        line.add("state", report.state.rawValue)
        if let matrix = report.mountMatrix {
            line.add("mountMatrix") { text in
                text.append("[")
                Self.write(matrix.first, to: &text)
                text.append(",")
                Self.write(matrix.second, to: &text)
                text.append(",")
                Self.write(matrix.third, to: &text)
                text.append("]")
            }
        }
        if !report.scalings.isEmpty { line.add("scalings") { Self.write(report.scalings, to: &$0) } }
        line.add("nominalRate", report.nominalRate)
        if let trouble = report.trouble { line.add("trouble", trouble.rawValue) }
        if let detail = report.detail { line.add("detail", detail) }
    }

    private static func write(_ scalings: [StreamKind: SampleScaling], to text: inout TextBuffer) {
        text.append("{")
        var isFirst = true
        for stream in StreamKind.allCases {
            guard let scaling = scalings[stream] else { continue }
            if !isFirst { text.append(",") }
            isFirst = false
            text.append(json: stream.rawValue)
            text.append(":{\"scale\":")
            write(scaling.scale, to: &text)
            text.append(",\"offset\":")
            write(scaling.offset, to: &text)
            text.append("}")
        }
        text.append("}")
    }

    private static func write(_ vector: Vector3, to text: inout TextBuffer) {
        text.append("[")
        text.append(vector.x)
        text.append(",")
        text.append(vector.y)
        text.append(",")
        text.append(vector.z)
        text.append("]")
    }
}

extension ObjectText {
    /// Adds the members of a pause or a lap.
    mutating func add(_ span: DeviceSpan) {
        add("span", span.kind.rawValue)
        if let name = span.name { add("name", name) }
        add("duration", span.duration)
        add("timerTime", span.timerTime)
        add("distance", span.distance)
    }
}
