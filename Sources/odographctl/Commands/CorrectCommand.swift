import ArgumentParser
import Foundation
import FusionCore
import SensorModel
import SessionStore

/// `odographctl correct`: names places and corrects a day manually.
struct CorrectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "correct",
        abstract: "Name a place, correct an activity or a stop, accept or reject fixes, or crop a session.",
        discussion: """
            A correction is appended to the session and overrides every estimate in all later runs; the recorded data \
            stays unchanged. A name belongs to the place, and applies to every visit in the library. `--at` selects the \
            whole stop or move at that time. `--crop`, `--hide` and `--split` hide recorded data, and `--restore` shows all of \
            it again. Times are 14:05, 14:05:30, 2026-05-17T14:05:30 or seconds since 1970.

            Examples:
              odographctl correct walk.odograph --crop 14:05..15:30
              odographctl correct 2026-05-17 --at 14:05 --name Home
            """)

    @Argument(help: "A date of the library (2026-05-17) or a session.", completion: .recordings)
    var subject: String

    @Option(help: "The name of the place of the stop at a time; an empty name removes it.")
    var name: String?

    @Option(
        help: ArgumentHelp("The true activity: \(Activity.allCases.map(\.rawValue).joined(separator: ", "))."),
        completion: .list(Activity.allCases.map(\.rawValue)))
    var activity: String?

    @Flag(help: "Mark the time as a stop.")
    var stop = false

    @Flag(help: "Mark the time as not a stop.")
    var noStop = false

    @Flag(help: "Accept the fix at a time, or all fixes between two times, despite the rules that reject them.")
    var accept = false

    @Flag(help: "Reject the fix at a time, or all fixes between two times.")
    var reject = false

    @Option(help: ArgumentHelp("Show only this time span; either end can be missing.", valueName: "from..to"))
    var crop: String?

    @Option(help: ArgumentHelp("Hide this time span, as if the recorder had been off.", valueName: "from..to"))
    var hide: String?

    @Option(
        help: ArgumentHelp("Divide the session: what follows a time becomes a separate session.", valueName: "time"))
    var split: String?

    @Flag(help: "Show everything that was hidden.")
    var restore = false

    @Option(help: ArgumentHelp("A time within the stop or the move, or the time of a fix.", valueName: "time"))
    var at: String?

    @Option(help: ArgumentHelp("The start of the time span.", valueName: "time"))
    var from: String?

    @Option(help: ArgumentHelp("The end of the time span.", valueName: "time"))
    var until: String?

    func validate() throws {
        let hides = [crop != nil, hide != nil, split != nil, restore].count { $0 }
        let asked = hides + [name != nil, activity != nil, stop, noStop, accept, reject].count { $0 }
        guard asked == 1 else {
            throw ValidationError(
                "Give one of --name, --activity, --stop, --no-stop, --accept, --reject, --crop, --hide, --split and --restore."
            )
        }
        guard hides == 0 else {
            guard at == nil, from == nil, until == nil else {
                throw ValidationError("--crop, --hide and --split take their times themselves: --crop 14:05..15:30.")
            }
            return
        }
        guard at != nil || (from != nil && until != nil) else {
            throw ValidationError("Give a time: --at TIME, or --from TIME and --until TIME.")
        }
        if let activity, Activity(rawValue: activity) == nil {
            let names = Activity.allCases.map(\.rawValue)
            throw ValidationError(
                "“\(activity)” is not an activity; use one of \(names.joined(separator: ", "))."
                    + Suggestion.question(activity, among: names))
        }
    }

    func run() throws {
        if crop != nil || hide != nil || split != nil || restore {
            return try SessionCrop(subject).apply(crop: crop, hide: hide, split: split)
        }
        let subject = try DaySubject(subject)
        if accept || reject { return try decide(on: subject) }
        let span = try span(on: subject)
        let middle = span.start + span.duration / 2
        let path = try session(
            of: subject, at: [at.flatMap { try? subject.instant($0) }, span.start, middle, span.end])
        let correction = try correction(over: span, on: subject)
        try SessionWriter.correct(path, with: [correction])
        if case .placeName(let name, let instant) = correction { try remember(name, at: instant, on: subject, path) }
        StandardError.write("\(path): corrected.")
    }

    private func decide(on subject: DaySubject) throws {
        let span = try statedSpan(on: subject)
        let instant = try at.map(subject.instant)
        let path = try session(of: subject, at: [instant, span?.start, span?.end])
        let fixes = try SessionFixes(path: path)
        let chosen = span.map(fixes.indices(in:)) ?? instant.map(fixes.indices(at:)) ?? []
        let corrections = fixes.corrections(of: chosen, isAccepted: accept)
        guard !corrections.isEmpty else {
            throw CommandError(
                accept
                    ? "No fix of that time was rejected, or the track cannot use it."
                    : "No fix of that time was accepted.")
        }
        try SessionWriter.correct(path, with: corrections)
        let count = corrections.count == 1 ? "1 fix" : "\(corrections.count) fixes"
        StandardError.write("\(path): \(count) \(accept ? "accepted" : "rejected").")
    }

    /// Returns the session that was recorded at the first of some instants at which there is one.
    private func session(of subject: DaySubject, at instants: [Instant?]) throws -> String {
        guard let path = instants.lazy.compactMap({ $0.flatMap(subject.session) }).first else {
            throw CommandError("No session of the library was recorded then; `odographctl day` shows the day.")
        }
        return path
    }

    private func statedSpan(on subject: DaySubject) throws -> TimeSpan? {
        guard let from, let until else { return nil }
        let span = TimeSpan(start: try subject.instant(from), end: try subject.instant(until))
        guard span.start < span.end else { throw ValidationError("--from is not before --until.") }
        return span
    }

    private func span(on subject: DaySubject) throws -> TimeSpan {
        if let span = try statedSpan(on: subject) { return span }
        let instant = try subject.instant(at ?? from ?? until ?? "")
        guard let item = subject.day.items.last(where: { $0.start <= instant && instant <= $0.end }) else {
            throw CommandError("Nothing is recorded at that time; `odographctl day` shows the day.")
        }
        return TimeSpan(start: item.start, end: item.end)
    }

    private func correction(over span: TimeSpan, on subject: DaySubject) throws -> Correction {
        if let name {
            let instant = try at.map(subject.instant) ?? span.start + span.duration / 2
            guard stop(at: instant, on: subject) != nil else {
                throw CommandError("There is no stop at that time to be named; `odographctl day` shows the stops.")
            }
            return .placeName(name, at: instant)
        }
        if let activity = activity.flatMap(Activity.init(rawValue:)) {
            return .activity(activity, from: span.start, until: span.end)
        }
        return stop ? .stop(from: span.start, until: span.end) : .noStop(from: span.start, until: span.end)
    }

    private func stop(at instant: Instant, on subject: DaySubject) -> StorylineItem.Stop? {
        subject.day.items.lazy.compactMap { if case .stop(let stop) = $0 { stop } else { nil } }
            .first { $0.start <= instant && instant <= $0.end }
    }

    /// Adds a place name to the library, unless the session is outside the library.
    private func remember(_ name: String, at instant: Instant, on subject: DaySubject, _ path: String) throws {
        guard let library = try SessionLibrary.existing(), let stop = stop(at: instant, on: subject),
            URL(filePath: path).deletingLastPathComponent().standardizedFileURL.path
                == URL(filePath: library.folder).standardizedFileURL.path
        else { return }
        try library.name(
            PlaceName(
                name: name, coordinate: stop.coordinate, given: Instant(seconds: Date().timeIntervalSince1970)))
    }
}
