import Foundation
import TestSupport
import Testing

/// The explanations of tuning in the real window: the effects of parameters, a reference, and the rule that rejected a
/// fix.
@Suite(.serialized) struct TeachingTests {
    private typealias Part = WindowDriver.Part
    private let card: Part = (x: 690, y: 240, width: 330, height: 280)
    private let chart: Part = (x: 300, y: 540, width: 700, height: 270)
    private let pane: Part = (x: 1080, y: 595, width: 350, height: 295)

    private func walk() throws -> WindowDriver {
        let driver = try WindowDriver(file: "hill-walk.gpx", holding: SampleTrack.text)
        #expect(try driver.waitForTitle("Hill"))
        _ = try driver.look(x: 0, y: 0, width: 1440, height: 900)
        return driver
    }

    @Test func `a reference is chosen, compared, and taken away`() throws {
        let folder = try temporaryFolder()
        let path = try SampleTrack.file("second.gpx", in: folder)
        let driver = try walk()
        let alone = try (driver.look(card), driver.look(chart))
        try driver.act("mousemove 620 400 key ctrl+shift+o")
        #expect(try driver.choose(path, inDialog: "journey"))
        #expect(try driver.lookUntil(card) { $0 != alone.0 }, "the numbers appear")
        #expect(try driver.lookUntil(chart) { $0 != alone.1 }, "and the errors over time")
        try driver.end()
    }

    @Test func `the parameters are tried, and ranked by their effect`() throws {
        // A short one: it is run two hundred times.
        let parts = SampleTrack.text.components(separatedBy: "<trkpt")
        let text =
            parts.prefix(121).map { $0.replacingOccurrences(of: "</trkseg></trk></gpx>", with: "") }
            .joined(separator: "<trkpt") + "</trkseg></trk></gpx>"
        let driver = try WindowDriver(file: "short-walk.gpx", holding: text)
        #expect(try driver.waitForTitle("Hill"))
        #expect(try driver.waitForEffects())
        let before = try driver.lookSteady(pane)
        try driver.act("mousemove 1382 571 click 1 mousemove 900 20")
        #expect(try driver.lookUntil(pane) { $0 != before }, "ranked by effect")
        try driver.act("mousemove 1382 571 click 1 mousemove 900 20")
        #expect(try driver.lookUntil(pane) { $0 == before }, "and by stage again")
        try driver.end()
    }
}
