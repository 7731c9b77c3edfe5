import Foundation
import Geometry
import SensorModel
import Synchronization
import TestSupport
import Testing

@testable import GeoClueClient

/// The client against a stand-in for GeoClue on a private bus.
@Suite(.enabled(if: LocationService.isPlayable)) struct GeoClueClientTests {
    /// The events that a client delivered.
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
        #expect(
            waitUntil(seconds: seconds) { heard.withLock { isDone($0) } }, "\(heard.withLock { $0 }) \(service.errors)")
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

    @Test func `values of other types, and numbers that cannot be, are missing`() throws {
        let service = try LocationService(
            """
            @wait
            @location accuracy=nan altitude=inf speed=1e308 heading=-1e308 time=s:now
            @sleep 0.05
            @location accuracy=s:25 altitude=s:3 speed=s:1 heading= time=d:1.5
            @sleep 0.05
            @location latitude=s:50
            @sleep 0.05
            @location longitude=
            @sleep 0.05
            @location latitude=nan
            @sleep 0.05
            @location latitude=1e308 longitude=-1e308
            @sleep 0.05
            @huge
            @sleep 0.05
            @absent
            @sleep 0.05
            @location latitude=51
            """)
        let heard = hear(service) { $0.fixes.last?.coordinate?.latitude == 51 }
        let known = heard.fixes.dropLast().filter { $0.coordinate != nil }
        try #require(known.count == 2)
        #expect(heard.troubles.isEmpty)
        for fix in known {
            #expect(fix.horizontalAccuracy == nil && fix.altitude == nil && fix.speed == nil)
            #expect(fix.courseDegrees == nil && fix.timeIsArrival)
        }
        #expect(heard.fixes.filter { $0.coordinate == nil && $0.mode == .noFix }.count == 4)
    }

    @Test func `a location that is denied is reported in the service's own words`() throws {
        let service = try LocationService("@deny Geolocation disabled for UID 1000\n")
        let heard = hear(service) { $0.states.contains(.denied) }
        #expect(heard.troubles == ["GeoClue denies the location: Geolocation disabled for UID 1000"])
        #expect(heard.fixes.isEmpty)
        #expect(heard.events.compactMap(\.report).map(\.state) == [.connecting, .notPermitted])
    }

    @Test func `a service that ends and comes back is found again`() throws {
        let service = try LocationService(
            """
            @wait
            @location
            @sleep 0.5
            @leave
            @sleep 2
            @return
            @wait
            @location latitude=51
            """)
        let heard = hear(service) { $0.fixes.last?.coordinate?.latitude == 51 }
        #expect(heard.states.contains(.notInstalled) || heard.troubles.contains("GeoClue has ended"))
        #expect(heard.states.last == .location)
    }

    @Test func `a location that is switched off and on again needs no new conversation`() throws {
        let service = try LocationService(
            "@wait\n@location\n@sleep 0.3\n@off\n@sleep 0.3\n@on\n@location latitude=51\n")
        let heard = hear(service) { $0.fixes.count == 2 }
        #expect(heard.states == [.connecting, .noLocation, .location, .denied, .noLocation, .location])
    }

    @Test func `a bus without GeoClue, one that ends, and no bus are distinguished`() throws {
        let absent = hear(try LocationService(nil)) { $0.states.contains(.notInstalled) }
        #expect(absent.troubles == ["GeoClue is not installed on this machine"])
        let ended = hear(try LocationService("@wait\n@location\n@sleep 0.3\n@hangup\n")) { $0.states.contains(.noBus) }
        #expect(ended.fixes.count == 1)
        #expect(ended.troubles.contains { $0.contains("message bus (D-Bus) cannot be reached") })
    }

    @Test func `a client stops at once while its service answers nothing`() throws {
        let service = try LocationService("@mute\n")
        _ = hear(service) { $0.events.count == 1 }
        let start = ContinuousClock.now
        _ = hear(service) { _ in true }
        #expect(ContinuousClock.now - start < .seconds(1.5))
    }
}

extension SensorEvent {
    /// The fix attempt, if it is one.
    var fix: Fix? {
        if case .fix(let fix) = payload { fix } else { nil }
    }

    /// The report on a source, if it is one.
    fileprivate var report: SourceReport? {
        if case .source(let report) = payload { report } else { nil }
    }
}
