import Foundation
import TestSupport
import Testing

/// The report on the receiver of a session in the real window.
@Suite(.serialized) struct ReceiverWindowTests {
    @Test func `the report on the receiver opens from the menu and closes with Escape`() throws {
        let home = try temporaryFolder()
        let session = home.appending(path: "rest.odograph").path
        let made = try ChildProcess.run(
            Places.program("odographctl"), ["simulate", "still", "--duration", "150", "--output", session])
        #expect(made.status == 0, "\(made.errors)")
        let server = try makeScreen(width: 1440, height: 900)
        let driver = try WindowDriver(home: home, on: server, arguments: [session])
        #expect(try driver.waitForTitle("still"))
        _ = try driver.look(x: 0, y: 0, width: 1440, height: 900)
        // The third item of the menu.
        try driver.act("key F10", appears: "the menu")
        try driver.act("key Down Down Return")
        #expect(try driver.waitForTitle("receiver"))
        try driver.act("key Escape")
        #expect(
            try waitUntil { try driver.act("search --onlyvisible --name receiver").isEmpty }, "Escape closes it")
        try driver.end()
    }
}
