import Geometry
import SensorModel
import Testing

@testable import GeoClueClient

/// The link by itself: any order of events, without waiting.
@Suite struct GeoClueLinkTests {
    private let start = Instant(seconds: 1_000_000)
    private let place = StatedLocation(
        coordinate: Coordinate(latitude: 50, longitude: 14), accuracy: 25, method: "WiFi")

    private func started() -> GeoClueLink {
        var link = GeoClueLink(device: DeviceID(1))
        link.begin(at: start)
        link.start(at: start)
        _ = link.drain()
        return link
    }

    private func reports(_ link: inout GeoClueLink) -> [SourceReport] {
        link.drain().compactMap { if case .source(let report) = $0.event.payload { report } else { nil } }
    }

    @Test func `locations make fixes, with their own time and that of their arrival`() throws {
        var link = started()
        var known = place
        known.time = start + 1
        link.receive(known, at: start + 1.5)
        #expect(link.state == .location)
        let event = try #require(link.drain().map(\.event).first { $0.fix != nil })
        #expect(event.time == start + 1 && event.received == start + 1.5)
    }

    @Test func `silence is noticed once, asks for an answer, and ends with a location`() {
        var link = started()
        link.receive(place, at: start + 10)
        _ = link.drain()
        link.advance(to: start + 129.9)
        #expect(link.state == .location && !link.takeProbe())
        link.advance(to: start + 130)
        #expect(link.state == .silent && link.takeProbe() && !link.takeProbe())
        #expect(link.trouble == "GeoClue has stated no location for 120 s")
        #expect(reports(&link).map(\.state) == [.silent])
        #expect(link.deadline == start + 250)
        link.receive(place, at: start + 140)
        #expect(link.state == .location && link.trouble == nil)
        #expect(reports(&link).map(\.state) == [.connected])
    }

    @Test(arguments: [
        (GeoClueError.noBus("x"), SourceState.missing), (.notInstalled, .missing), (.denied("x"), .notPermitted),
        (.vanished, .lost), (.unanswered, .lost), (.failed("x"), .lost),
    ])
    func `a failure is reported once, and forgotten after a start`(error: GeoClueError, state: SourceState) {
        var link = started()
        link.fail(error, at: start + 1)
        link.fail(error, at: start + 2)
        link.begin(at: start + 3)
        #expect(reports(&link).map(\.state) == [state])
        #expect(link.trouble == error.description)
        #expect(link.deadline == nil)
        link.start(at: start + 4)
        #expect(link.trouble == nil && link.state == .noLocation)
        #expect(reports(&link).map(\.state) == [.connected])
    }

    @Test func `a location that is switched off and on again is not a failure`() {
        var link = started()
        link.pause(at: start + 1)
        #expect(link.state == .denied)
        link.start(at: start + 2)
        #expect(link.state == .noLocation)
        #expect(reports(&link).map(\.state) == [.notPermitted, .connected])
    }

    @Test func `another method is reported, but not with every location`() {
        var link = started()
        var other = place
        other.method = "GeoIP"
        for second in 0..<30 { link.receive(second % 2 == 0 ? place : other, at: start + Double(second)) }
        #expect(reports(&link).count <= 4)
    }

    @Test func `a flood is cut to its bound, and a second later there is room again`() {
        var link = started()
        for _ in 0..<1_000 { link.receive(place, at: start + 1) }
        let bound = Int(GeoClueBounds.locationsPerSecond * GeoClueBounds.burstSeconds)
        #expect(link.drain().count { $0.event.fix != nil } == bound)
        #expect(link.skippedCount == 1_000 - bound)
        link.receive(place, at: start + 2)
        #expect(link.drain().count == 1)
    }

    @Test func `errors of the bus are distinguished by their names`() {
        func error(_ name: String) -> GeoClueError {
            GeoClueError(name: "org.freedesktop.DBus.Error." + name, message: "m.")
        }
        #expect(error("ServiceUnknown") == .notInstalled)
        #expect(error("AccessDenied") == .denied("m"))
        #expect(error("NoReply") == .unanswered)
        #expect(error("UnknownObject") == .vanished)
        #expect(error("Failed") == .failed("m"))
    }

    @Test func `only the latest locations wait`() {
        let announced = AnnouncedLocations()
        for number in 0..<1_000 { announced.append("/\(number)") }
        var paths: [String] = []
        while let path = announced.next() { paths.append(path) }
        #expect(paths == (1_000 - GeoClueBounds.waitingLocations..<1_000).map { "/\($0)" })
    }
}
