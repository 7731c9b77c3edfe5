import ArgumentParser
import Foundation
import FusionCore
import SensorModel
import SessionStore

/// `odographctl paces`: shows and forgets the user's own paces.
struct PacesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "paces",
        abstract: "Show how fast you walk, run and cycle, as learned from the library.",
        discussion: """
            Paces are learned from sessions that state an activity or were corrected, and help to decide new sessions: a slow ride \
            and a fast run have the same speeds. They stay in the library.

            Examples:
              odographctl paces
              odographctl paces --forget
            """)

    @Flag(help: "Forget the paces of all sessions until now.")
    var forget = false

    @Flag(help: "Write one JSON object: m/s, and the number of sessions.")
    var json = false

    func run() throws {
        let library = try SessionLibrary.existing()
        if forget { try library?.forgetPaces(until: Instant(seconds: Date.now.timeIntervalSince1970)) }
        let learned = library.map { $0.learnedPaces(from: $0.summarizedEntries()) } ?? LearnedPaces()
        if json { return print(try JSONText.indented(PacesDocument(learned))) }
        guard learned.sessions > 0 else {
            return print("No pace is known yet: import or correct a session on foot or by bicycle.")
        }
        let (paces, count) = (learned.paces, learned.sessions)
        for (name, speed) in [("walking", paces.walking), ("running", paces.running), ("cycling", paces.cycling)] {
            print(name.column(10) + String(format: "%.1f km/h", speed * 3.6))
        }
        print(count == 1 ? "Learned from 1 session." : "Learned from \(count) sessions.")
    }
}

/// The output of `paces --json`.
private struct PacesDocument: Encodable {
    let walking: Double
    let running: Double
    let cycling: Double
    let sessions: Int

    init(_ learned: LearnedPaces) {
        (walking, running, cycling) = (learned.paces.walking, learned.paces.running, learned.paces.cycling)
        sessions = learned.sessions
    }
}
