import Foundation
import Testing

/// The divider over the map in the real window, with pointer and keys.
@Suite(.serialized) struct CurtainTests {
    private typealias Part = WindowDriver.Part
    /// The bends of the track to either side of the middle of the map, apart from the divider and its knob.
    private let left: Part = (x: 632, y: 190, width: 22, height: 290)
    private let right: Part = (x: 686, y: 290, width: 20, height: 270)
    private let clock: Part = (x: 560, y: 860, width: 280, height: 35)
    private let middle = 669

    private func walk() throws -> WindowDriver {
        let driver = try WindowDriver(file: "hill-walk.gpx", holding: SampleTrack.text)
        #expect(try driver.waitForTitle("Hill"))
        try driver.act("key End mousemove 1000 20")
        _ = try driver.look(x: 0, y: 0, width: 1440, height: 900)
        return driver
    }

    @Test func `a divider separates the raw track from the smoothed one, follows pointer and keys, and goes again`()
        throws
    {
        let driver = try walk()
        let alone = try (driver.look(left), driver.look(right), driver.look(clock))
        try driver.act("key ctrl+k")
        #expect(try driver.lookUntil(right) { $0 != alone.1 }, "the right side is the smoothed track alone")
        #expect(try driver.lookUntil(left) { $0 != alone.0 }, "the left side is the raw track alone")
        let open = try (driver.lookSteady(left), driver.lookSteady(right))
        // From the middle of the map, away from the knob.
        try driver.drag(fromX: middle, toX: 880, fromY: 590, toY: 610)
        #expect(try driver.lookUntil(right) { $0 != open.1 }, "what was smoothed is raw")
        #expect(try driver.lookUntil(left) { $0 == open.0 }, "what the divider did not pass stays")
        try driver.drag(fromX: 880, toX: middle, fromY: 300, toY: 300)
        try driver.act("mousemove 1000 20")
        #expect(try driver.lookUntil(right) { $0 == open.1 }, "and back")
        #expect(try driver.lookUntil(left) { $0 == open.0 })
        try driver.act("key Right key Right key Page_Up")
        #expect(try driver.lookUntil(right) { $0 != open.1 }, "the divider has the keyboard, too")
        #expect(try driver.lookUntil(clock) { $0 == alone.2 }, "the replay does not")
        try driver.act("key Left key Left key Page_Down")
        #expect(try driver.lookUntil(right) { $0 == open.1 })
        try driver.act("key alt+4")
        #expect(try driver.lookUntil(right) { $0 == open.1 }, "the layers that are compared cannot be switched off")
        try driver.act("key ctrl+k")
        #expect(try driver.lookUntil(right) { $0 == alone.1 })
        #expect(try driver.lookUntil(left) { $0 == alone.0 })
        try driver.act("key Left")
        #expect(try driver.lookUntil(clock) { $0 != alone.2 }, "the replay has the keyboard again")
        try driver.end()
    }

    @Test func `while two sets are compared it separates them, and Escape removes it`() throws {
        let driver = try walk()
        try driver.act("key ctrl+b")
        let compared = try (driver.lookSteady(left), driver.lookSteady(right))
        try driver.act("key ctrl+k")
        #expect(try driver.lookUntil(left) { $0 != compared.0 }, "one track lies there, not two")
        #expect(try driver.lookUntil(right) { $0 != compared.1 })
        try driver.act("key Escape")
        #expect(try driver.lookUntil(left) { $0 == compared.0 })
        #expect(try driver.lookUntil(right) { $0 == compared.1 })
        try driver.end()
    }

    @Test func `without a session there is nothing to compare`() throws {
        let driver = try WindowDriver([])
        #expect(try driver.waitForTitle("Odograph"))
        let map: Part = (x: 300, y: 60, width: 700, height: 560)
        let before = try driver.lookSteady(map)
        try driver.act("key ctrl+k")
        #expect(try driver.lookSteady(map) == before)
        try driver.end()
    }
}
