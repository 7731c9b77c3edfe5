import Foundation
import FusionCore
import SensorModel
import TestSupport
import Testing

@testable import SessionStore

/// Sessions of which parts are hidden, compared with those of a recorder that was off then.
@Suite struct HiddenPartsTests {
    /// All that a session gives.
    private struct Results {
        let events: [LoggedEvent]
        let live: [Estimate]
        let saved: FinishedTrack
        let info: SessionInfo
        let summary: SessionSummary
        let history: LibraryHistory
        let records: LibraryRecords
        let day: Day
        let parts: [TimeSpan]

        init(of library: SessionLibrary) throws {
            let entry = try #require(library.summarizedEntries().first)
            let reader = try SessionReader(opening: entry.path)
            var (events, live): ([LoggedEvent], [Estimate]) = ([], [])
            try reader.forEachBatch { events += $0 }
            for index in events.indices { events[index].event.sequence = 0 }
            saved = FinishedTrack(events: events.map(\.event), parameters: reader.header.parametersInForce) {
                live.append($0)
            }
            (self.events, self.live) = (events, live)
            var info = try reader.info()
            (info.path, info.size, info.hidden) = ("", 0, HiddenSpans())
            info.header = SessionHeader(title: info.header.title, created: info.header.created)
            self.info = info
            summary = try #require(entry.summary)
            #expect(summary == (try reader.summary()))
            let (start, end) = (try #require(summary.start), try #require(summary.end))
            history = LibraryHistory([entry], from: start + -86_400, until: end + 86_400)
            var plain = entry
            plain.path = ""
            records = LibraryRecords([plain])
            let day = library.day(TimeSpan(start: start + -60, end: end + 60))
            (self.day, parts) = (day.day, day.parts.map(\.span))
        }

        /// Returns the measured parts of an info as text, in which what is not a number equals itself.
        private static func text(of info: SessionInfo) -> String {
            let parts: [Any] = [
                info.streams, info.bounds as Any, info.start as Any, info.end as Any, info.notes, info.statements,
                info.clockSteps, info.markerCount, info.correctionCount, info.eventCount, info.acceleration as Any,
                info.stepRegularity as Any,
            ]
            return "\(parts)"
        }

        /// Returns what differs from other results.
        func differences(from other: Results) -> [String] {
            var differences: [String] = []
            func compare(_ name: String, _ isEqual: Bool) { if !isEqual { differences.append(name) } }
            let first = zip(events, other.events).first { $0 != $1 }
            compare(
                "events \(events.count), \(other.events.count): \(first.map { "\($0)" } ?? "")", events == other.events)
            compare("live", live == other.live)
            // A column of altitudes has no number for a missing one.
            compare("smoothed", saved.smoothed == other.saved.smoothed)
            compare("simplified", saved.simplified == other.saved.simplified)
            compare("activities", saved.activities == other.saved.activities)
            compare("stops and moves", saved.day == other.saved.day)
            compare("figures", saved.summary == other.saved.summary)
            compare("info", Self.text(of: info) == Self.text(of: other.info))
            compare("summary", summary == other.summary)
            compare("history", history == other.history)
            compare("records", records == other.records)
            compare("day", day == other.day && parts == other.parts)
            return differences
        }
    }

    /// A library of one session.
    private struct OneSession {
        let library: SessionLibrary
        let path: String

        init(_ events: [SensorEvent], in folder: URL) throws {
            library = try SessionLibrary(folder: folder.path)
            path = folder.appending(path: "a.odograph").path
            let header = SessionHeader(title: "Ride", created: Instant(seconds: 1_700_000_000))
            try SessionWriter.make(path, header: header, events: events)
        }

        func results() throws -> Results { try Results(of: library) }
    }

    private static let order = EventOrder()

    /// Returns what a recorder stores that is on in some time spans only.
    private static func recorded(_ events: [SensorEvent], only spans: [ClosedRange<Instant>]) -> [SensorEvent] {
        var kept: [SensorEvent] = []
        /// The state that is known when a part starts, or after the last one.
        func known(after start: Instant?, before end: Instant?, at instant: Instant) -> [SensorEvent] {
            var states: [String: SensorEvent] = [:]
            var all: [SensorEvent] = []
            for event in events {
                let place = order.place(of: event)
                guard start.map({ $0 < place }) ?? true, end.map({ place < $0 }) ?? true else { continue }
                var event = event
                (event.time, event.received) = (instant, instant)
                switch event.payload {
                case .source(let report) where end != nil: states["source \(report.device)"] = event
                case .clock(let decision): states["clock \(decision.device)"] = event
                case .parameters, .learned: if end != nil { all.append(event) }
                case .correction, .statement, .note: all.append(event)
                default: break
                }
            }
            return states.values.sorted { $0.sequence < $1.sequence } + all
        }
        for (index, span) in spans.enumerated() {
            kept += known(
                after: index > 0 ? spans[index - 1].upperBound : nil, before: span.lowerBound, at: span.lowerBound)
            kept += events.filter { span.contains(order.place(of: $0)) }
        }
        kept = kept.compactMap { event in
            var event = event
            func isWhole(_ start: Instant, _ end: Instant) -> Bool {
                spans.contains { $0.contains(start) && $0.contains(end) }
            }
            switch event.payload {
            case .span(let span): return isWhole(event.time, event.time + span.duration) ? event : nil
            case .statement(var statement) where !isWhole(statement.from, statement.until):
                statement.distance = nil
                event.payload = .statement(statement)
            default: break
            }
            return event
        }
        order.sort(&kept)
        let last = kept.map(order.place(of:)).max() ?? spans[0].lowerBound
        kept += known(after: spans.last?.upperBound, before: nil, at: last)
        for index in kept.indices { kept[index].sequence = UInt64(index) }
        return kept
    }

    private static func hidden(outside spans: [ClosedRange<Instant>]) -> HiddenSpans {
        var hidden = HiddenSpans()
        var next = Instant(nanoseconds: .min)
        for span in spans {
            hidden.hide(from: next, until: span.lowerBound)
            next = span.upperBound.moved(by: 1)
        }
        hidden.hide(from: next, until: Instant(nanoseconds: .max))
        return hidden
    }

    /// The statements of the user, by the session's date.
    private static func corrections(over span: ClosedRange<Instant>, _ fixes: [SensorEvent]) -> [Correction] {
        let (start, end) = (span.lowerBound + 5, span.upperBound + -5)
        let middle = start + (end - start) / 2
        return [
            .activity(.cycling, from: start, until: middle), .stop(from: middle, until: end),
            .placeName("Pond", at: middle),
        ]
            + fixes.dropFirst(fixes.count / 2).prefix(2).map {
                .fix(FixRuling(.init(time: $0.time, received: $0.received), isAccepted: false))
            }
    }

    private func expectSame(_ one: Results, _ other: Results, sourceLocation: SourceLocation = #_sourceLocation) {
        let differences = one.differences(from: other)
        #expect(differences.isEmpty, "\(differences)", sourceLocation: sourceLocation)
    }

    @Test(arguments: RecordedSession.allCases) func `a cropped session is as if it had been recorded so`(
        _ session: RecordedSession
    ) throws {
        let events = session.events
        let (start, end) = (Self.order.place(of: events[0]), try #require(events.map(Self.order.place).max()))
        let stored = session.shownShares.map { share in
            start + share.lowerBound * (end - start)...start + share.upperBound * (end - start)
        }
        let shown = stored.map {
            $0.lowerBound.moved(by: session.translation)...$0.upperBound.moved(by: session.translation)
        }
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let cropped = try OneSession(events, in: folder.appending(path: "cropped"))
        let other = try OneSession(Self.recorded(events, only: stored), in: folder.appending(path: "other"))

        let fixes = try SessionReader(opening: other.path).events().filter { event in
            if case .fix = event.payload { true } else { false }
        }
        let corrections = Self.corrections(over: shown[0], fixes)
        let middle = shown[0].lowerBound + (shown[0].upperBound - shown[0].lowerBound) / 2
        for path in [cropped.path, other.path] {
            try SessionWriter.correct(path, with: corrections)
            try SessionWriter.mark(path, "added", at: middle)
        }
        let whole = try cropped.results()
        try SessionWriter.hide(Self.hidden(outside: shown), in: cropped.path)
        let results = try cropped.results()
        expectSame(results, try other.results())
        #expect(results.events != whole.events && results.saved.track.count > 5)

        // What is corrected later is read back as it was returned.
        let added = try SessionWriter.correct(cropped.path, with: [.noStop(from: start, until: end)])
        let mark = try SessionWriter.mark(cropped.path, "again", at: middle)
        let read = try SessionReader(opening: cropped.path).events()
        #expect(added.count == 1 && mark.count == 1 && (added + mark).allSatisfy(read.contains))
        try SessionWriter.correct(other.path, with: [.noStop(from: start, until: end)])
        try SessionWriter.mark(other.path, "again", at: middle)
        expectSame(try cropped.results(), try other.results())

        try SessionWriter.withdraw(added + mark, from: cropped.path)
        try SessionWriter.hide(HiddenSpans(), in: cropped.path)
        expectSame(try cropped.results(), whole)
    }
}
