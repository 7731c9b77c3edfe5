import FusionCore
import Replay
import SensorModel
import SessionStore
import TrackFormats

/// What a command runs over: a session, an event log, or any file that can be imported.
struct SessionInput {
    /// The events in their order.
    let recording: Recording
    /// The names of the sources.
    let names: DeviceNames
    /// The parameters that are kept with a session; the defaults for another file.
    let parameters: Parameters
    /// What the user calls the session, or what another file says of itself; nil if nothing does.
    let title: String?
    /// The routes, lines without times and waypoints beside the events.
    let features: [MapFeature]

    /// Opens a file, told by its content.
    /// - Throws: `SessionError` or `FormatError`, whose messages say what is wrong.
    init(path: String) throws { try self.init(InputFile(path)) }

    /// Reads a file.
    /// - Parameters:
    ///   - file: The file.
    ///   - document: What it holds, where it was read already.
    /// - Throws: `SessionError` or `FormatError`, whose messages say what is wrong.
    init(_ file: InputFile, holding document: TrackDocument? = nil) throws {
        if file.format == .session {
            let reader = try file.session()
            let room = EventColumns(expectingSamples: reader.expectedEventCount)
            let (events, damage) = reader.readableEvents(into: room) { columns, batch in
                for logged in batch { columns.append(logged.event) }
            }
            if let damage { throw damage }
            recording = Recording(columns: events)
            parameters = reader.header.parametersInForce
            title = reader.header.title.isEmpty ? nil : reader.header.title
            features = try reader.features()
        } else {
            let document = try document ?? file.document()
            for note in document.notes { StandardError.write(ImportText.line(note, of: file.name)) }
            recording = document.recording
            parameters = Parameters()
            title = document.title
            features = document.mapFeatures
        }
        Self.warn(of: recording.events, in: file.name)
        names = DeviceNames(recording.events)
    }

    /// Tells of parameters among events that the core passes over, each once.
    static func warn(of events: some Sequence<SensorEvent>, in name: String) {
        var parameters = Parameters()
        var told: Set<String> = []
        for event in events {
            guard case .parameters(let values) = event.payload else { continue }
            for (parameter, value) in values.sorted(by: { $0.key < $1.key }) {
                do {
                    try parameters.set(parameter, to: value)
                } catch {
                    if told.insert(error.description).inserted {
                        StandardError.write("\(name): passed over: \(error.description)")
                    }
                }
            }
        }
    }
}
