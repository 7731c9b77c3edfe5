import ArgumentParser
import TrackFormats

/// The output of an export: a track in another program's format, or all events.
enum ExportFormat {
    /// A track and its related data.
    case track(Exporter.Format)
    /// All events, as an event log.
    case events

    private static let eventsName = "events"

    /// The names of all formats.
    static let names = Exporter.Format.allCases.map(\.rawValue) + [eventsName]

    /// Parses the name of a format.
    /// - Throws: A `ValidationError` that lists the valid names.
    init(parsing name: String) throws {
        if name == Self.eventsName {
            self = .events
        } else if let format = Exporter.Format(rawValue: name) {
            self = .track(format)
        } else {
            throw ValidationError(
                "“\(name)” is not known; it has to be one of \(Self.names.joined(separator: ", "))."
                    + Suggestion.question(name, among: Self.names))
        }
    }

    /// The file name extension, without a dot.
    var fileExtension: String {
        switch self {
        case .events: "ndjson"
        case .track(.moves): "json"
        case .track(let format): format.rawValue
        }
    }
}
