import ArgumentParser
import Foundation
import FusionCore
import Replay
import SensorModel
import SessionStore

/// What a command over a day is asked about: a date of the library, a session, or another file.
struct DaySubject {
    /// Stops, moves and gaps, stops called by their place.
    let day: Day
    /// The date that times of day belong to.
    let date: LocalDay
    /// Whether a date was named.
    let isDate: Bool
    /// What the day was made from, for questions about it.
    let inquiry: DayInquiry
    private let file: String?
    private let parts: [LibraryDay.Part]

    /// Reads what was named; nothing named is today.
    /// - Parameters:
    ///   - subject: A date, a session or another file.
    ///   - adjust: Makes the parameters that a session is run with of those kept with it.
    /// - Throws: A `ValidationError`, or an error of the file, with a sentence on what is wrong; what `adjust` throws.
    init(_ subject: String?, adjusting adjust: (Parameters) throws -> Parameters = { $0 }) throws {
        if let subject, FileManager.default.fileExists(atPath: subject) {
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
        // What can be set on one can be set on all.
        let told = library.day(date.span, parameters: parameters.day) { (try? adjust($0)) ?? $0 }
        (day, self.date, isDate, file, parts) = (told.day, date, true, nil, told.parts)
        inquiry = DayInquiry(told.material, parameters: parameters.day)
    }

    /// Returns the session that an instant belongs to; nil if none was recorded then.
    func session(at instant: Instant) -> String? {
        file ?? parts.first { $0.span.start <= instant && instant <= $0.span.end }?.path
    }

    /// Reads a time of the day.
    /// - Throws: A `ValidationError` with a sentence on how to write one.
    func instant(_ text: String) throws -> Instant {
        guard let instant = date.instant(text) else {
            throw ValidationError(
                "“\(text)” is no time: write 14:05, 14:05:30, 2026-05-17T14:05:30 or seconds since 1970.")
        }
        return instant
    }
}
