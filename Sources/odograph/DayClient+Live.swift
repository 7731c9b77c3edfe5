import Foundation
import FusionCore
import SensorModel
import SessionStore
import TrackFormats
import Viewer

extension DayClient {
    /// The client for days and places in the user's library.
    static var live: DayClient {
        DayClient(
            day: { folder, span in
                guard let library = existingLibrary(folder) else {
                    return LibraryDay(day: DayMaterial().day(), parts: [])
                }
                let story = library.day(span)
                return LibraryDay(
                    day: story.day, parts: story.parts.map { ($0.path, $0.span) },
                    inquiry: DayInquiry(story.material, parameters: .init()))
            },
            places: { folder in
                existingLibrary(folder).map { $0.places(of: $0.entries()) } ?? PlaceBook()
            },
            correct: { folder, path, corrections, stop in
                try correct(path, with: corrections, stop: stop, in: folder)
            },
            mark: { path, text, instant in
                guard try Importer().format(of: path) == .session else { return nil }
                return try SessionWriter.mark(path, text, at: instant)
            },
            hidden: { path in
                guard try Importer().format(of: path) == .session else { return nil }
                return try SessionReader(opening: path).hiddenSpans()
            },
            hide: { path, hidden in try SessionWriter.hide(hidden, in: path) },
            withdraw: { path, events in try SessionWriter.withdraw(events, from: path) })
    }

    private static func existingLibrary(_ folder: String?) -> SessionLibrary? {
        try? SessionLibrary.existing(folder ?? SessionLibrary.standardFolder())
    }

    /// Stores corrections and returns the session's events; `nil` if the file is not a session and cannot store them.
    private static func correct(
        _ path: String, with corrections: [Correction], stop: StorylineItem.Stop?, in folder: String?
    ) throws -> [SensorEvent]? {
        guard try Importer().format(of: path) == .session else { return nil }
        let events = try SessionWriter.correct(path, with: corrections)
        if case .placeName(let name, _)? = corrections.last, let stop, let library = existingLibrary(folder),
            URL(filePath: path).deletingLastPathComponent().standardizedFileURL.path
                == URL(filePath: library.folder).standardizedFileURL.path
        {
            let now = Instant(seconds: Date().timeIntervalSince1970)
            try library.name(PlaceName(name: name, coordinate: stop.coordinate, given: now))
        }
        return events
    }
}
