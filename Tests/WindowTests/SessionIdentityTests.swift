import Foundation
import TestSupport
import Testing

/// Two sessions that begin at one instant are two sessions.
@Suite(.serialized) struct SessionIdentityTests {
    private let map = (x: 300, y: 150, width: 700, height: 350)
    private let popover = (x: 1000, y: 430, width: 60, height: 200)
    private let strip = (x: 340, y: 784, width: 660, height: 36)

    /// Five minutes along a road, shaken or not; a shaken one has other accelerations, not other times.
    private static func log(latitude: Double, longitude: Double, shaking: Double) -> String {
        var lines: [String] = []
        for second in 0..<300 {
            let time = 1_700_000_000 + second
            let place = (latitude + Double(second) * 2e-5, longitude + Double(second) * 4e-5)
            lines.append(
                "{\"type\":\"fix\",\"time\":\(time),\"latitude\":\(place.0),\"longitude\":\(place.1),"
                    + "\"horizontalAccuracy\":4,\"speed\":5}")
            for part in 0..<5 {
                let size = 9.8 + shaking * Double(part % 2)
                lines.append("{\"type\":\"acceleration\",\"time\":\(time).\(part * 2),\"x\":0,\"y\":0,\"z\":\(size)}")
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Opens a window on a file and shows its accelerations.
    private func open(_ path: String, in home: URL) throws -> WindowDriver {
        let driver = try WindowDriver(home: home, on: makeScreen(width: 1440, height: 900), arguments: [path])
        #expect(try driver.waitForTitle("road"))
        let closed = try driver.lookSteady(strip)
        let menu = try driver.look(popover)
        try driver.act("mousemove 1025 673 click 1")
        #expect(try driver.lookUntil(popover) { $0 != menu })
        try driver.act("key Down key Return mousemove 1000 20")
        #expect(try driver.lookUntil(strip) { $0 != closed })
        return driver
    }

    @Test func `a session that begins when the one before did has its own place and its own accelerations`() throws {
        let home = try temporaryFolder()
        let paths = ["road-rome", "road-oslo"].map { home.appending(path: $0 + ".ndjson").path }
        try Self.log(latitude: 41.9, longitude: 12.5, shaking: 20).write(
            toFile: paths[0], atomically: true, encoding: .utf8)
        try Self.log(latitude: 59.9, longitude: 10.7, shaking: 1).write(
            toFile: paths[1], atomically: true, encoding: .utf8)
        let alone = try open(paths[1], in: home)
        let oslo = try (alone.lookSteady(map), alone.lookSteady(strip))
        #expect(try alone.close())
        let driver = try open(paths[0], in: home)
        let rome = try (driver.lookSteady(map), driver.lookSteady(strip))
        #expect(rome.0 != oslo.0 && rome.1 != oslo.1)
        #expect(try driver.drop(paths[1], untilTitle: "oslo"))
        try driver.act("mousemove 1000 20")
        #expect(try driver.lookUntil(map) { $0 == oslo.0 }, "the map is where the session is")
        #expect(try driver.lookUntil(strip) { $0 == oslo.1 }, "the accelerations are those of the session")
        try driver.end()
    }
}
