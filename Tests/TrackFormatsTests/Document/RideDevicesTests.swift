import Foundation
import FusionCore
import SensorModel
import TestSupport
import Testing
import TrackFormats

/// Several receivers on one bicycle: their days have to agree where both logged.
@Suite struct RideDevicesTests {
    private struct Told {
        var name: String
        var items: [StorylineItem]
        var start: Instant
        var end: Instant
    }

    private func told(_ file: URL) throws -> Told? {
        var events = try Importer().load(path: file.path).events
        EventOrder().sort(&events)
        let times = events.compactMap { event in if case .fix = event.payload { event.time } else { nil } }
        guard let start = times.first, let end = times.last else { return nil }
        return Told(
            name: file.lastPathComponent,
            items: FinishedTrack(events: events, parameters: Parameters()) { _ in }.day.items,
            start: start, end: end)
    }

    /// The segments of a day in a time span: the kinds of its items and the times of their changes.
    private func told(_ day: Told, from start: Instant, until end: Instant) -> (kinds: [String], edges: [Instant]) {
        let items = day.items.filter { $0.end > start && $0.start < end }
        let kinds = items.map { item in
            switch item {
            case .stop: "stop"
            case .move(let move): "\(move.activity)"
            case .gap: "gap"
            }
        }
        return (kinds, items.flatMap { [max($0.start, start), min($0.end, end)] })
    }

    @Test(.enabled(if: Places.hasRecordings, "the recordings are not beside the checkout (../shared/data)"))
    func `devices of one ride agree within 30 s where both logged`() throws {
        let folder = try Places.data("gps-devices-known-route/gpx/tracks/routeA")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let days = try files.filter { $0.lastPathComponent.contains(".gpx") }.compactMap(told)
        try #require(days.count == 7)
        for (place, left) in days.enumerated() {
            for right in days[(place + 1)...] {
                let start = max(left.start, right.start)
                let end = min(left.end, right.end)
                let one = told(left, from: start, until: end)
                let other = told(right, from: start, until: end)
                let first = try #require(one.edges.first) - (try #require(other.edges.first))
                let last = try #require(one.edges.last) - (try #require(other.edges.last))
                #expect(abs(first) <= 30 && abs(last) <= 30, "\(left.name) and \(right.name)")
                // The rest of five minutes is a stop or a slow walk for some receivers.
                for (kinds, name) in [(one.kinds, left.name), (other.kinds, right.name)] {
                    #expect(kinds.first == "cycling" && kinds.last == "cycling", "\(name): \(kinds)")
                    #expect(
                        kinds.count <= 5 && Set(kinds).isSubset(of: ["cycling", "stop", "walking"]), "\(name): \(kinds)"
                    )
                }
                // A ride, not nothing: it covers what both saw.
                let told = zip(one.edges, one.edges.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0) }
                #expect(told > 0.98 * (end - start))
            }
        }
    }
}
