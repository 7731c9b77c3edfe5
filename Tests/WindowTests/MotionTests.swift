import Foundation
import TestSupport
import Testing

/// Attitude, motion and raw samples in the real window.
@Suite(.serialized) struct MotionTests {
    private let pane: WindowDriver.Part = (x: 1090, y: 510, width: 340, height: 380)
    private let numbers: WindowDriver.Part = (x: 1240, y: 600, width: 180, height: 140)

    @Test func `the motion pane follows the slider, numbers and horizon`() throws {
        let home = try temporaryFolder()
        let session = home.appending(path: "walk.odograph").path
        let made = try ChildProcess.run(
            Places.program("odographctl"), ["simulate", "walk-ride-stop", "--output", session])
        #expect(made.status == 0, "\(made.errors)")
        let driver = try WindowDriver(
            home: home, on: makeScreen(width: 1440, height: 900), arguments: [session],
            environment: WindowDriver.wholeFrames)
        #expect(try driver.waitForTitle("Simulated"))
        let tuning = try driver.look(pane)
        try driver.act("key F8")
        #expect(try driver.lookUntil(pane) { $0 != tuning })
        let start = try driver.look(numbers)
        try driver.drag(fromX: 320, toX: 520, y: 846)
        #expect(try driver.lookUntil(numbers) { $0 != start }, "the numbers are those of the instant")
        // A busy machine follows the slider late.
        let walking = try driver.lookSteady(pane)
        // Away and back: the same instant shows the same.
        try driver.act("key Right")
        #expect(try driver.lookUntil(pane) { $0 != walking })
        try driver.act("key Left")
        #expect(try driver.lookUntil(pane) { $0 == walking })
        try driver.end()
    }

    @Test(.enabled(if: SensorRig.isPossible, "the players need gpsd and a mount namespace"))
    func `the motion pane follows a recording`() throws {
        let home = try temporaryFolder()
        let rig = try SensorRig(in: home)
        let driver = try WindowDriver(home: home, on: makeScreen(width: 1440, height: 900), settings: rig.settings)
        #expect(try driver.waitForTitle("Odograph"))
        // A window that stands still takes keys.
        let tuning = try driver.look(pane)
        try driver.act("key F8")
        #expect(try driver.lookUntil(pane) { $0 != tuning })
        let empty = try driver.look(pane)
        try driver.act("key ctrl+r")
        #expect(try driver.waitForTitle("^Recording"))
        // The first measurements come when the sensors were found.
        #expect(try driver.changes(pane, from: empty))
        // What it shows changes as long as the sensors are turned.
        for _ in 0..<3 { #expect(try driver.changes(pane, from: driver.signature(pane))) }
        try driver.act("key ctrl+r")
        #expect(try driver.waitForTitle("^Recording.[0-9]"))
        #expect(driver.errors == "")
        driver.kill()
    }

    @Test func `a session without motion sensors says so`() throws {
        let driver = try WindowDriver(file: "hill-walk.gpx", holding: SampleTrack.text)
        #expect(try driver.waitForTitle("Hill"))
        try driver.act("key F8")
        let sentence = try driver.look(pane)
        try driver.act("key End")
        #expect(try driver.lookUntil(pane) { $0 == sentence })
        try driver.end()
    }
}
