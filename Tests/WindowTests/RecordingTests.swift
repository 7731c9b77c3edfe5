import Foundation
import TestSupport
import Testing

/// Recording from the window, with a receiver and motion sensors that are played to it.
@Suite struct RecordingTests {
    /// The sessions of a home's library.
    private func sessions(in home: URL) -> [URL] {
        let folder = home.appending(path: "odograph")
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "odograph" }
    }

    /// How much a recording has written so far.
    private func size(of session: URL) -> Int {
        ["", "-wal"].reduce(0) { sum, suffix in
            let attributes = try? FileManager.default.attributesOfItem(atPath: session.path + suffix)
            return sum + (attributes?[.size] as? Int ?? 0)
        }
    }

    /// The report of the command line about a session, also about a growing one.
    private func info(of session: URL) throws -> ChildProcess.Result {
        try ChildProcess.run(Places.program("odographctl"), ["info", session.path, "--json"])
    }

    @Test(.enabled(if: SensorRig.isPossible, "the players need gpsd and a mount namespace"))
    func `a recording outlives its window, is found again by two, and ends in a session`() throws {
        let home = try temporaryFolder()
        let rig = try SensorRig(in: home)
        let server = try makeScreen(width: 1200, height: 800)
        let first = try WindowDriver(home: home, on: server, settings: rig.settings)
        #expect(try first.waitForTitle("Odograph"))
        try first.act("key F7")
        _ = try first.look(x: 0, y: 0, width: 1200, height: 800)
        try first.act("key ctrl+r")
        #expect(try first.waitForTitle("^Recording"))
        #expect(waitUntil { sessions(in: home).count == 1 })
        let session = try #require(sessions(in: home).first)
        #expect(first.errors == "")
        first.kill()
        let before = size(of: session)
        #expect(waitUntil { size(of: session) > before }, "the recording stopped with its window")

        let second = try WindowDriver(home: home, on: server)
        #expect(try second.waitForTitle("^Recording"))
        let third = try WindowDriver(home: home, on: server, environment: ["GTK_DEBUG": ""])
        #expect(try waitUntil { try third.act("search --name ^Recording").split(separator: "\n").count >= 2 })
        // A receiver and sensors that have to be found first come when they come.
        let streams = ["acceleration", "rotation", "fix", "sky"]
        var info = try self.info(of: session)
        #expect(
            try waitUntil {
                info = try self.info(of: session)
                return streams.allSatisfy { info.output.contains("\"\($0)\"") }
            }, "\(info.output) \(info.errors)")
        try third.act("key ctrl+r")
        // A finished recording is opened, and is called after its time of day.
        #expect(try waitUntil { try third.act("search --name ^Recording.[0-9]").split(separator: "\n").count >= 2 })
        #expect(second.errors == "" && third.errors == "")
        #expect(sessions(in: home).count == 1, "two windows, one recorder")
        for window in [third, second] { window.kill() }

        info = try self.info(of: session)
        #expect(info.status == 0)
        for stream in streams { #expect(info.output.contains("\"\(stream)\"")) }
    }

    @Test(.enabled(if: LocationService.isPlayable, "the stand-in needs a message bus and Python's GLib"))
    func `the location service is recorded if it was chosen in the preferences, and not otherwise`() throws {
        let service = try LocationService("@wait\n@repeat 400\n@location accuracy=18\n@sleep 0.25\n@end\n")
        for isChosen in [false, true] {
            let home = try temporaryFolder()
            let settings = ["gpsd-address": "'localhost:1'", "iio-addresses": "''", "geoclue": "\(isChosen)"]
            let driver = try WindowDriver(
                home: home, on: makeScreen(width: 1200, height: 800), settings: settings,
                environment: service.environment)
            #expect(try driver.waitForTitle("Odograph"))
            _ = try driver.look(x: 0, y: 0, width: 1200, height: 800)
            try driver.act("key ctrl+r")
            #expect(try driver.waitForTitle("^Recording"))
            #expect(waitUntil { sessions(in: home).count == 1 })
            let session = try #require(sessions(in: home).first)
            if isChosen {
                var info = try self.info(of: session)
                #expect(
                    try waitUntil {
                        info = try self.info(of: session)
                        return info.output.contains("GeoClue") && info.output.contains("\"fix\"")
                    }, "\(info.output) \(info.errors)")
                #expect(!info.output.contains("\"sky\""))
            } else {
                Thread.sleep(forTimeInterval: 2)
                #expect(!service.output.contains("start"))
            }
            try driver.act("key ctrl+r")
            #expect(try driver.waitForTitle("^Recording.[0-9]"))
            #expect(driver.errors == "")
            driver.kill()
        }
    }
}
