import Geometry
public import SensorModel

/// Writes an event log from which the same events can be read back.
public struct EventLogWriter {
    private let sink: ByteSink
    private(set) var names: DeviceNames

    /// Creates a writer.
    /// - Parameters:
    ///   - sink: The destination of the lines, which the caller must close.
    ///   - names: The devices' names, needed if the source reports follow the samples.
    public init(sink: ByteSink, names: DeviceNames = DeviceNames()) {
        self.sink = sink
        self.names = names
    }

    /// Writes the first line of a session whose events follow in order.
    /// - Parameters:
    ///   - title: The session's title, or an empty string.
    ///   - created: The time at which the session was created.
    ///   - parameters: The session's parameters that differ from the defaults.
    public mutating func begin(
        title: String, created: Instant, parameters: [String: ParameterValue] = [:]
    ) throws {
        var line = ObjectText(taking: &sink.buffer)
        line.add(word: "type", "session")
        line.add("time", created)
        if !title.isEmpty { line.add("title", title) }
        line.add("inOrder", true)
        if !parameters.isEmpty { line.add("parameters") { Self.write(parameters, to: &$0) } }
        sink.buffer = line.end()
        sink.buffer.append(byte: 10)
    }

    /// Writes an event as a line.
    public mutating func write(_ event: SensorEvent) throws {
        names.consume(event)
        var line = ObjectText(taking: &sink.buffer)
        line.add("type", event.payload.kind)
        line.add("time", event.time)
        if event.received != event.time { line.add("received", event.received) }
        if event.isLate { line.add("late", true) }
        write(event.payload, to: &line)
        sink.buffer = line.end()
        sink.buffer.append(byte: 10)
        try sink.flushIfFull()
    }

    /// Writes a route, a drawn line or a waypoint as a line, which has no time.
    public mutating func write(_ feature: MapFeature) throws {
        var line = ObjectText(taking: &sink.buffer)
        line.add("type", feature.kind.rawValue)
        if let name = feature.name { line.add("name", name) }
        line.add("places") { text in
            for (index, place) in feature.places.enumerated() {
                text.append(index == 0 ? "[" : ",")
                var object = ObjectText(taking: &text)
                object.add("latitude", place.coordinate.latitude)
                object.add("longitude", place.coordinate.longitude)
                object.add("altitude", place.altitude)
                text = object.end()
            }
            text.append("]")
        }
        sink.buffer = line.end()
        sink.buffer.append(byte: 10)
        try sink.flushIfFull()
    }

    private func write(_ payload: SensorEvent.Payload, to line: inout ObjectText) {
        switch payload {
        case .fix(let fix): write(fix, to: &line)
        case .sky(let sky): write(sky, to: &line)
        case .acceleration(let sample), .rotation(let sample), .magneticField(let sample):
            line.add("x", sample.x)
            line.add("y", sample.y)
            line.add("z", sample.z)
            write(sample.device, to: &line)
        case .scalar(_, let sample):
            line.add("value", sample.value)
            write(sample.device, to: &line)
        case .tick, .reset: break
        case .source(let report): write(report, to: &line)
        case .drop(let drop):
            write(drop.device, to: &line)
            line.add("stream", drop.stream.rawValue)
            line.add("count", drop.count)
        case .clockStep(let seconds): line.add("seconds", seconds)
        case .clock(let decision):
            write(decision.device, to: &line)
            line.add("reason", decision.reason.rawValue)
            line.add("shift", "\(decision.shift)")
        case .parameters(let values): line.add("values") { Self.write(values, to: &$0) }
        case .marker(let text): line.add("text", text)
        case .correction(let correction): Self.write(correction, to: &line)
        case .statement(let statement): Self.write(statement, to: &line)
        case .span(let span):
            line.add("text", span.remark)
            line.add(span)
        case .note(let note):
            line.add("kind", note.kind.rawValue)
            line.add("text", note.text)
        case .learned(let learned): Self.write(learned, to: &line)
        }
    }

    private func write(_ device: DeviceID, to line: inout ObjectText) {
        if let name = names[device] { line.add("device", name) }
    }

    private func write(_ fix: Fix, to line: inout ObjectText) {
        line.add("latitude", fix.coordinate?.latitude)
        line.add("longitude", fix.coordinate?.longitude)
        line.add("altitude", fix.altitude)
        line.add("horizontalAccuracy", fix.horizontalAccuracy)
        if fix.accuracyOrigin == .dilutionOfPrecision { line.add(word: "accuracyOrigin", "dilutionOfPrecision") }
        line.add("verticalAccuracy", fix.verticalAccuracy)
        line.add("speed", fix.speed)
        line.add("speedAccuracy", fix.speedAccuracy)
        line.add("course", fix.courseDegrees)
        line.add("courseAccuracy", fix.courseAccuracyDegrees)
        line.add("climb", fix.climb)
        line.add("mode", fix.mode.rawValue)
        if let satellites = fix.satellites { line.add("satellites", satellites) }
        line.add("horizontalDilution", fix.horizontalDilution)
        if fix.timeIsArrival { line.add("timeIsArrival", true) }
        write(fix.device, to: &line)
    }

    private func write(_ sky: Sky, to line: inout ObjectText) {
        line.add("horizontalDilution", sky.horizontalDilution)
        line.add("verticalDilution", sky.verticalDilution)
        line.add("positionDilution", sky.positionDilution)
        line.add("satellites") { text in
            text.append("[")
            for (index, satellite) in sky.satellites.enumerated() {
                if index > 0 { text.append(",") }
                var object = ObjectText(taking: &text)
                object.add("number", satellite.number)
                if let constellation = satellite.constellation { object.add("constellation", constellation) }
                object.add("elevation", satellite.elevationDegrees)
                object.add("azimuth", satellite.azimuthDegrees)
                object.add("signalStrength", satellite.signalStrength)
                object.add("used", satellite.isUsed)
                text = object.end()
            }
            text.append("]")
        }
        write(sky.device, to: &line)
    }
}

/// Moves a text out of its variable, so that building a line does not copy it.
@inline(__always)
func take(_ text: inout TextBuffer) -> TextBuffer {
    var taken = TextBuffer()
    swap(&taken, &text)
    return taken
}
