import ArgumentParser
import Foundation
import SensorModel
import SessionStore

/// Hides parts of a session, and shows them again. The recorded data stays in the file.
struct SessionCrop {
    private let path: String
    private let reader: SessionReader
    private let date: LocalDay

    /// Opens a session.
    /// - Parameter subject: The path of the session, or a date of the library with one session.
    /// - Throws: `SessionError`, or a ``CommandError`` if the date has no session or several.
    init(_ subject: String) throws {
        path = try Self.path(subject)
        reader = try SessionReader(opening: path)
        guard let date = LocalDay(containing: reader.recordedStart() ?? reader.header.created) else {
            throw CommandError("“\(path)” has no date.")
        }
        self.date = date
    }

    private static func path(_ subject: String) throws -> String {
        guard !FileManager.default.fileExists(atPath: subject), let day = LocalDay(subject) else { return subject }
        let sessions = try SessionLibrary.existing()?.summarizedEntries().filter {
            $0.summary?.covers(day.span) ?? false
        }
        guard let first = sessions?.first else {
            throw CommandError("No session of the library was recorded on \(subject).")
        }
        guard sessions?.count == 1 else {
            let names = sessions?.map(\.path).joined(separator: ", ") ?? ""
            throw CommandError("Several sessions were recorded on \(subject); choose one: \(names).")
        }
        return first.path
    }

    /// Applies one change; without one, everything is shown again.
    /// - Parameters:
    ///   - crop: The time span to show, `FROM..TO`.
    ///   - hide: The time span to hide, `FROM..TO`.
    ///   - split: The time after which another session begins.
    func apply(crop: String?, hide: String?, split: String?) throws {
        var hidden = HiddenSpans()
        if let crop {
            let (start, end) = try ends(crop)
            hidden = try HiddenSpans(from: start, to: end)
        } else if let hide {
            let (start, end) = try ends(hide)
            guard let start, let end, start < end else {
                throw ValidationError("“\(hide)” is not a time span: use --hide 14:05..14:20.")
            }
            hidden = try reader.hiddenSpans()
            hidden.hide(from: start, until: end.moved(by: 1))
        } else if let split {
            return try self.split(at: date.statedInstant(split))
        }
        try check(hidden)
        try SessionWriter.hide(hidden, in: path)
        StandardError.write(
            hidden.isEmpty
                ? "\(path): shows everything."
                : "\(path): hidden. The recorded data stays; “odographctl correct --restore” shows it again.")
    }

    private func split(at instant: Instant) throws {
        let hidden = try reader.hiddenSpans()
        let before = try HiddenSpans(from: nil, to: instant.moved(by: -1), hidden: hidden)
        let after = try HiddenSpans(from: instant, to: nil, hidden: hidden)
        try check(before)
        try check(after)
        let other = freePath()
        try SessionDraft.publish([SessionDraft(other, copying: reader, hiding: after)])
        try SessionWriter.hide(before, in: path)
        StandardError.write("\(path): split; what follows is in \(other). Both files keep all of the recorded data.")
    }

    /// Returns the path of a new session next to this one.
    private func freePath() -> String {
        let url = URL(filePath: path)
        let name = url.deletingPathExtension().lastPathComponent
        let ending = url.pathExtension.isEmpty ? "" : ".\(url.pathExtension)"
        let folder = url.deletingLastPathComponent()
        var number = 2
        while true {
            let candidate = folder.appending(path: "\(name)-\(number)\(ending)").path
            if !FileManager.default.fileExists(atPath: candidate) { return candidate }
            number += 1
        }
    }

    /// Rejects a choice that leaves no measurement.
    private func check(_ hidden: HiddenSpans) throws {
        guard try hidden.isEmpty || reader.hasMeasurement(outside: hidden) else {
            throw CommandError("“\(path)” has no data in the time span that would be shown.")
        }
    }

    private func ends(_ text: String) throws -> (Instant?, Instant?) {
        guard let dots = text.range(of: "..") else {
            throw ValidationError("“\(text)” is not a time span: use 14:05..15:30.")
        }
        func end(_ part: Substring) throws -> Instant? { part.isEmpty ? nil : try date.statedInstant(String(part)) }
        return (try end(text[..<dots.lowerBound]), try end(text[dots.upperBound...]))
    }
}
