import ArgumentParser
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
    init(path: String) throws {
        let importer = Importer()
        if try importer.format(of: path) == .session {
            let events = try SessionReader(opening: path).events()
            recording = Recording(ordered: events)
        } else {
            let document = try importer.load(path: path)
            for problem in document.problems { StandardError.write("\(path): \(problem)") }
            recording = Recording(unordered: document.events)
        }
        names = DeviceNames(Array(recording.events))
    }
}
