import FusionCore
import Geometry
import Replay
import SensorModel
import SessionStore
import TrackFormats

/// The input of a command: a session, an event log, or any file that can be imported.
struct SessionInput {
    /// The events, in order.
    let recording: Recording
    /// The names of the sources.
    let names: DeviceNames
    /// The parameters stored with a session; the defaults for other files.
    let parameters: Parameters
    /// The session's title, or a file's own title; `nil` if there is none.
    let title: String?
    /// The routes, tracks without times, and waypoints.
    let features: [MapFeature]

    /// The lines without times, such as routes.
    var untimedLines: [[Coordinate]] {
        features.filter { $0.kind != .waypoint }.map { $0.places.map(\.coordinate) }
    }

    /// Opens a file and infers its format from its content.
    /// - Throws: `SessionError` or `FormatError`, whose message says what is wrong.
    init(path: String) throws { try self.init(InputFile(path)) }

    /// Reads a file.
    /// - Parameters:
    ///   - file: The file.
    ///   - document: The file's content, if it has already been read.
    ///   - choosePart: Returns the part of the recording to use.
    /// - Throws: `SessionError` or `FormatError`, whose message says what is wrong.
    init(
        _ file: InputFile, holding document: TrackDocument? = nil,
        choosing choosePart: (Recording) throws -> Recording = { $0 }
    ) throws {
        let whole: Recording
        if file.format == .session {
            let reader = try file.session()
            let room = EventColumns(expectingSamples: reader.expectedEventCount)
            let (events, damage) = reader.readableEvents(into: room) { columns, batch in
                for logged in batch { columns.append(logged.event) }
            }
            if let damage { throw damage }
            whole = Recording(columns: events)
            parameters = reader.header.parametersInForce
            title = reader.header.title.isEmpty ? nil : reader.header.title
            features = try reader.features()
        } else {
            let document = try document ?? file.document()
            for note in document.notes { StandardError.write(ImportText.line(note, of: file.name)) }
            whole = document.recording
            parameters = Parameters()
            title = document.title
            features = document.mapFeatures
        }
        recording = try choosePart(whole)
        Self.warn(of: recording.events, in: file.name)
        names = DeviceNames(recording.events)
    }

    /// Warns once about each parameter in the events that the core ignores.
    static func warn(of events: some Sequence<SensorEvent>, in name: String) {
        var parameters = Parameters()
        var printed: Set<String> = []
        for event in events {
            guard case .parameters(let values) = event.payload else { continue }
            for (parameter, value) in values.sorted(by: { $0.key < $1.key }) {
                do {
                    try parameters.set(parameter, to: value)
                } catch {
                    if printed.insert(error.description).inserted {
                        StandardError.write("\(name): passed over: \(error.description)")
                    }
                }
            }
        }
    }
}
