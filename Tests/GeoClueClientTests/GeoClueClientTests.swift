import Foundation
import SensorModel
import Synchronization
import TestSupport
import Testing

@testable import GeoClueClient

/// The client against a stand-in for GeoClue on a private bus.
@Suite(.enabled(if: LocationService.isPlayable)) struct GeoClueClientTests {
    /// What a client delivered.
    private struct Heard {
        var events: [SensorEvent] = []
        var states: [GeoClueLink.State] = []
        var troubles: [String] = []

        var fixes: [Fix] { events.compactMap(\.fix) }
    }

    /// Follows a service until a condition holds.
    private func hear(
        _ service: LocationService, seconds: Double = 20, until isDone: @escaping @Sendable (Heard) -> Bool
    ) -> Heard {
        let heard = Mutex(Heard())
        let client = GeoClueClient(
            device: DeviceID(1), busAddress: service.environment["DBUS_SYSTEM_BUS_ADDRESS"],
            now: { Instant(seconds: Date().timeIntervalSince1970) })
        client.start { update in
            heard.withLock {
                $0.events += update.events.map(\.event)
                if $0.states.last != update.state { $0.states.append(update.state) }
                if let trouble = update.trouble, $0.troubles.last != trouble { $0.troubles.append(trouble) }
            }
        }
        #expect(waitUntil(seconds: seconds) { heard.withLock { isDone($0) } }, "\(heard.withLock { $0 }) \(service.errors)")
        client.stop()
        return heard.withLock { $0 }
    }

    @Test func `locations become fixes, and the request says who asks for how much`() throws {
        let service = try LocationService(
            """
            @wait
            @location
            @location latitude=50.001 altitude=251.5 speed=1.25 heading=90 accuracy=8 time=1700000000.5
            @location time=none
            """)
        let heard = hear(service) { $0.fixes.count == 3 }
        try #require(heard.fixes.count == 3)
        #expect(heard.fixes.allSatisfy { $0.mode == .unknown && $0.satellites == nil })
        #expect(heard.fixes[0].altitude == nil && heard.fixes[0].speed == nil && heard.fixes[0].courseDegrees == nil)
        #expect(heard.fixes[0].horizontalAccuracy == 25)
        #expect(heard.fixes[1].coordinate?.latitude == 50.001 && heard.fixes[1].altitude == 251.5)
        #expect(heard.fixes[1].speed == 1.25 && heard.fixes[1].courseDegrees == 90)
        #expect(heard.fixes[2].timeIsArrival && !heard.fixes[1].timeIsArrival)
        #expect(heard.events.contains { $0.fix != nil && $0.time == Instant(nanoseconds: 1_700_000_000_500_000_000) })
        #expect(heard.states == [.connecting, .noLocation, .location])
        #expect(service.output.contains(#""DesktopId": "io.github.odograph.Odograph""#))
        #expect(service.output.contains(#""RequestedAccuracyLevel": 8"#))
    }
}
