import Foundation
import Testing

/// The charts below the map in the real window.
@Suite(.serialized) struct ChartTests {
    private typealias Part = WindowDriver.Part

    @Test func `the pointer over a chart shows the values and the place, and does not move the replay`() throws {
        let chart: Part = (x: 300, y: 680, width: 700, height: 110)
        let clock: Part = (x: 560, y: 860, width: 280, height: 35)
        let map: Part = (x: 560, y: 150, width: 300, height: 450)
        let driver = try WindowDriver(file: "hill-walk.gpx", holding: SampleTrack.text)
        #expect(try driver.waitForTitle("Hill"))
        try driver.act("mousemove 900 20 key End")
        let apart = try (driver.lookSteady(chart), driver.lookSteady(clock), driver.lookSteady(map))
        try driver.act("mousemove 640 750")
        #expect(try driver.lookUntil(chart) { $0 != apart.0 }, "a line with the time and the speed")
        #expect(try driver.lookUntil(map) { $0 != apart.2 }, "a ring on the track")
        let pointed = try (driver.lookSteady(chart), driver.lookSteady(map))
        try driver.act("mousemove 500 750")
        #expect(try driver.lookUntil(chart) { $0 != pointed.0 && $0 != apart.0 }, "they follow the pointer")
        #expect(try driver.lookUntil(map) { $0 != pointed.1 && $0 != apart.2 })
        #expect(try driver.lookUntil(clock) { $0 == apart.1 }, "the replay stays where it was")
        try driver.act("mousemove 900 20")
        #expect(try driver.lookUntil(chart) { $0 == apart.0 }, "and both go with it")
        #expect(try driver.lookUntil(map) { $0 == apart.2 })
        try driver.end()
    }
}
