import ArgumentParser
import TrackFormats

/// What an export writes: a line in the format of another program, or all events.
enum ExportFormat {
    /// A line, with what belongs to it.
    case track(Exporter.Format)
    /// Every event, as an event log.
    case events

    private static let eventsName = "events"

    /// The names of all formats.
    static let names = Exporter.Format.allCases.map(\.rawValue) + [eventsName]

    /// Reads a name.
    /// - Throws: A `ValidationError` that lists the names.
    init(parsing name: String) throws {
        if name == Self.eventsName {
            self = .events
        } else if let format = Exporter.Format(rawValue: name) {
            self = .track(format)
        } else {
            throw ValidationError("“\(name)” is not known; it has to be one of \(Self.names.joined(separator: ", ")).")
        }
    }

    /// The extension of a file's name.
    var fileExtension: String {
        switch self {
        case .events: "ndjson"
        case .track(.moves): "json"
        case .track(let format): format.rawValue
        }
    }
}
