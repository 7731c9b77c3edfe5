import ArgumentParser
import Foundation
import FusionCore
import Replay
import SensorModel
import SessionStore

/// The subject of a command on a day: a date in the library, a session or another file.
struct DaySubject {
    /// The stops, moves and gaps; stops have the names of their places.
    let day: Day
    /// The date to which times of day refer.
    let date: LocalDay
    /// Whether the user specified a date.
    let isDate: Bool
    /// The data behind the day, for explaining it.
    let inquiry: DayInquiry
    private let file: String?
    private let parts: [LibraryDay.Part]

    /// Reads the given subject; `nil` means today.
    /// - Parameters:
    ///   - subject: A date, a session or another file.
    ///   - adjust: Returns the parameters to use in place of those stored with a session.
    /// - Throws: A `ValidationError` or an error of the file, with a sentence that says what is wrong; any error that
    ///   `adjust` throws.
    init(_ subject: String?, adjusting adjust: (Parameters) throws -> Parameters = { $0 }) throws {
        if let subject, subject == "-" || FileManager.default.fileExists(atPath: subject) {
            let input = try SessionInput(path: subject)
            let (recording, parameters) = (input.recording, try adjust(input.parameters))
            let (material, dayParameters) = TrackFinisher.material(of: recording.events, parameters: parameters)
            inquiry = DayInquiry(material, parameters: dayParameters)
            var day = material.day(dayParameters)
            if let library = try SessionLibrary.existing() {
                day.items = library.places(of: library.entries(), parameters: parameters.day).named(day.items)
            }
            let start = day.items.first?.start ?? recording.start ?? Instant(nanoseconds: 0)
            guard let date = LocalDay(containing: start) else { throw CommandError("“\(subject)” has no date.") }
            (self.day, self.date, isDate, file, parts) = (day, date, false, subject, [])
            return
        }
        guard let date = LocalDay(subject) else {
            throw ValidationError("“\(subject ?? "")” is neither a file nor a date such as 2026-05-17.")
        }
        guard let library = try SessionLibrary.existing() else {
            (day, self.date, isDate, file, parts) = (DayMaterial().day(), date, true, nil, [])
            inquiry = DayInquiry(DayMaterial(), parameters: .init())
            return
        }
        let parameters = try adjust(Parameters())
        // Values that are valid for one session are valid for all.
        let story = library.day(date.span, parameters: parameters.day) { (try? adjust($0)) ?? $0 }
        (day, self.date, isDate, file, parts) = (story.day, date, true, nil, story.parts)
        inquiry = DayInquiry(story.material, parameters: parameters.day)
    }

    /// Returns the session recorded at an instant; `nil` if there is none.
    func session(at instant: Instant) -> String? {
        file ?? parts.first { $0.span.start <= instant && instant <= $0.span.end }?.path
    }

    /// Parses a time of the day.
    /// - Throws: A `ValidationError` that explains how to write a time.
    func instant(_ text: String) throws -> Instant { try date.statedInstant(text) }
}
