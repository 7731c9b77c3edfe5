import Foundation
import Geometry
import SensorModel
import Simulation
import TestSupport
import Testing
import TrackFormats

@testable import FusionCore

/// The map, the charts and the list of the day show one activity at each moment.
@Suite struct DayColorsTests {
    /// Checks a finished track against its own day, at its drawn points and all along.
    private func expectOneAnswer(_ events: [SensorEvent], _ name: String) {
        let track = FinishedTrack(events: events, parameters: Parameters()) { _ in }
        let items = track.day.items
        func item(at time: Instant) -> Activity? { items.first { $0.start <= time && time < $0.end }?.activity }
        for point in track.simplified {
            guard let shown = item(at: point.estimate.time) else { continue }
            #expect(point.activity == shown, "\(name) at \(point.estimate.time)")
        }
        let amended = track.day.activities(amending: track.activities)
        for (before, after) in zip(amended, amended.dropFirst()) { #expect(before.until <= after.time, "\(name)") }
        guard let first = items.first, let last = items.last else { return }
        for seconds in stride(from: first.start.seconds, to: last.end.seconds, by: 10) {
            let time = Instant(seconds: seconds)
            let stretch = amended.last { $0.time <= time }
            #expect(stretch?.activity == item(at: time), "\(name) at \(time)")
            #expect(stretch.map { $0.until > time } == true, "\(name) at \(time)")
        }
    }

    private func ordered(_ events: [SensorEvent]) -> [SensorEvent] {
        var events = events
        EventOrder().sort(&events)
        return events
    }

    @Test(arguments: Scenarios.all.map(\.name), [true, false])
    func `a simulated session has the colours of its day`(_ name: String, hasMotion: Bool) throws {
        let events = try #require(Scenarios.named(name)).simulate(seed: 4).events.filter { event in
            if case .fix = event.payload { true } else { hasMotion }
        }
        expectOneAnswer(ordered(events), name)
    }

    @Test(.enabled(if: Places.hasRecordings, "the recordings are not beside the checkout (../shared/data)"))
    func `a recorded track has the colours of its day`() throws {
        let folder = try Places.data("wild")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { name in
            ["_sports-lib__", "_ezGPX__", "_RallyGPXMerger__"].contains { name.contains($0) }
                && [".gpx", ".tcx", ".fit"].contains { name.lowercased().hasSuffix($0) }
        }
        #expect(!files.isEmpty)
        for file in files.sorted().prefix(24) {
            guard let document = try? Importer().load(path: folder.appending(path: file).path) else { continue }
            expectOneAnswer(ordered(document.events), file)
        }
    }

    @Test func `what an item contradicts keeps what the estimate leaves of its probability`() {
        func estimate(_ start: Double, _ end: Double, _ activity: Activity) -> ActivityEstimate {
            ActivityEstimate(
                time: Instant(seconds: start), until: Instant(seconds: end), activity: activity, confidence: .high,
                probability: 0.9)
        }
        let walk = (0...60).map { second in
            let place = Double(second) * 10
            return DayPoint(
                time: Instant(seconds: place), coordinate: .init(latitude: 48 + place * 1.3 / 111_320, longitude: 11),
                accuracy: 5, distance: place * 1.3)
        }
        let estimates = [estimate(-20, 300, .walking), estimate(300, 340, .cycling), estimate(340, 580, .walking)]
        let day = DayMaterial(points: walk, activities: estimates).day()
        let amended = day.activities(amending: estimates)
        #expect(amended.map(\.activity) == [.walking, .walking, .walking, .walking, .walking])
        #expect(amended.map { $0.time.seconds } == [-20, 0, 300, 340, 580])
        #expect(abs(amended[2].probability - 0.1) < 1e-9 && amended[2].confidence == .low)
        #expect(amended[4].probability == 0 && amended[4].until == Instant(seconds: 600))
    }
}
