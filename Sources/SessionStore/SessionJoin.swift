import SensorModel

/// Sessions of one journey, joined into what one recorder would have stored that was off between them.
public struct SessionJoin {
    /// A session, and what it has in common with those before it.
    private struct Part {
        let reader: SessionReader
        let span: ClosedRange<Instant>
        /// The device numbers of the joined session, by those of this one.
        var numbers: [DeviceID: DeviceID] = [:]
    }

    private var parts: [Part] = []
    /// The last reports of all devices so far, by their numbers in the joined session.
    private var reports: [DeviceID: SourceReport] = [:]

    /// The names of the devices that only some of the sessions have, in the order of their first session.
    public private(set) var partialDevices: [String] = []

    /// Reads the devices and the time spans of the sessions, in the order of their times. O(n).
    /// - Throws: ``SessionError/damaged(path:detail:)``.
    public init(_ readers: [SessionReader]) throws(SessionError) {
        var surveys: [(part: Part, devices: [SourceReport])] = []
        for reader in readers {
            var (start, end): (Instant?, Instant?)
            var devices: [DeviceID: SourceReport] = [:]
            try reader.forEachBatch(.events) { batch in
                for event in batch.lazy.map(\.event) where !event.isFixRuling {
                    let place = EventOrder().place(of: event)
                    (start, end) = (min(start ?? place, place), max(end ?? place, place))
                    guard let device = event.payload.device, devices[device]?.name ?? "" == "" else { continue }
                    devices[device] =
                        if case .source(let report) = event.payload { report } else {
                            SourceReport(device: device, name: "", streams: [], state: .connected)
                        }
                }
            }
            guard let start, let end else { continue }
            surveys.append((Part(reader: reader, span: start...end), devices.values.sorted { $0.device < $1.device }))
        }
        surveys.sort { $0.part.span.lowerBound < $1.part.span.lowerBound }
        var known: [(report: SourceReport, number: DeviceID, count: Int)] = []
        var next: UInt16 = 0
        for (var part, devices) in surveys {
            for report in devices {
                let index =
                    known.firstIndex {
                        // Two sensors can have the same name.
                        ($0.report.name, $0.report.label) == (report.name, report.label)
                            && !part.numbers.values.contains($0.number)
                    }
                    ?? known.endIndex
                if index == known.endIndex {
                    // A first session keeps its numbers.
                    let number = known.contains { $0.number == report.device } ? DeviceID(next) : report.device
                    known.append((report, number, 0))
                    next = max(next, number.rawValue &+ 1)
                }
                known[index].count += 1
                part.numbers[report.device] = known[index].number
            }
            parts.append(part)
        }
        partialDevices = known.filter { $0.count < parts.count && !$0.report.name.isEmpty }.map(\.report.name)
    }

    /// Whether the sessions are to be run with different parameters, of which the first session's are kept.
    public var changesParameters: Bool {
        Set(parts.map { $0.reader.header.parametersInForce }).count > 1
    }

    /// The paths of the sessions that contain something, in order.
    public var paths: [String] { parts.map(\.reader.path) }

    /// The first two sessions that recorded at the same time; `nil` if there are none.
    public var overlap: (earlier: String, later: String)? {
        zip(parts, parts.dropFirst()).first { $0.span.upperBound >= $1.span.lowerBound }
            .map { ($0.reader.path, $1.reader.path) }
    }

    /// Writes the joined session. What is hidden in a session is left out. O(n).
    /// - Parameter path: The path of the file, which must not exist.
    /// - Throws: ``SessionError``.
    public consuming func write(to path: String) throws {
        guard let first = parts.first else { return }
        var header = first.reader.header
        header.title = parts.map(\.reader.header.title).first { !$0.isEmpty } ?? ""
        let draft = try SessionDraft(path, header: header) { writer in
            for index in parts.indices {
                try writer.append(parts[index].reader.features())
                try append(parts[index], to: writer, since: first.span.lowerBound, isFirst: index == 0)
            }
        }
        try SessionDraft.publish([draft])
    }

    private mutating func append(_ part: Part, to writer: SessionWriter, since start: Instant, isFirst: Bool) throws {
        try part.reader.forEachBatch(.everything) { batch in
            var events = batch.compactMap { joined($0, of: part, since: start, isFirst: isFirst) }
            for index in events.indices { events[index].event.sequence = writer.nextSequence &+ UInt64(index) }
            try writer.append(events)
        }
    }

    /// Returns an event as the joined session has it; `nil` if it repeats what is known.
    private mutating func joined(
        _ logged: LoggedEvent, of part: Part, since start: Instant, isFirst: Bool
    ) -> LoggedEvent? {
        var logged = logged
        logged.event = logged.event.renumbered { part.numbers[$0] ?? $0 }
        switch logged.event.payload {
        case .source(let report):
            guard reports.updateValue(report, forKey: report.device) != report else { return nil }
        case .clock(var decision):
            // The times are those of the decision already.
            decision.translation = 0
            logged.event.payload = .clock(decision)
        case .learned(var learned) where !isFirst:
            // The stride and the gyroscopes are those that the first session started from.
            (learned.stride, learned.gyroscopes) = (nil, [])
            guard !learned.isEmpty else { return nil }
            logged.event.payload = .learned(learned)
        case .correction(.fix): (logged.event.time, logged.event.received) = (start, start)
        default: break
        }
        return logged
    }
}
