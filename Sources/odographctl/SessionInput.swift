import ArgumentParser
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
    /// What a person calls the session, or what another file says of itself; nil where nothing does.
    let title: String?

    /// Opens a file, told by its content.
    /// - Throws: `SessionError` or `FormatError`, whose messages say what is wrong.
    init(path: String) throws {
        let importer = Importer()
        if try importer.format(of: path) == .session {
            let reader = try SessionReader(opening: path)
            recording = Recording(ordered: try reader.events())
            parameters = reader.header.parametersInForce
            title = reader.header.title.isEmpty ? nil : reader.header.title
        } else {
            let document = try importer.load(path: path)
            for problem in document.problems { StandardError.write("\(path): \(problem)") }
            recording = Recording(unordered: document.events)
            parameters = Parameters()
            title = document.title
        }
        names = DeviceNames(Array(recording.events))
    }
}
