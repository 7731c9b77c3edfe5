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

    /// Opens a file, told by its content.
    /// - Throws: `SessionError` or `FormatError`, whose messages say what is wrong.
    init(path: String) throws { try self.init(InputFile(path)) }

    /// Reads a file.
    /// - Throws: `SessionError` or `FormatError`, whose messages say what is wrong.
    init(_ file: InputFile) throws {
        if file.format == .session {
            recording = Recording(ordered: try file.session().events())
        } else {
            let document = try file.document()
            for problem in document.problems { StandardError.write("\(file.name): \(problem)") }
            recording = Recording(unordered: document.events)
        }
        Self.warn(of: recording.events, in: file.name)
        names = DeviceNames(Array(recording.events))
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
