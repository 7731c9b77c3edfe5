import Foundation
import TestSupport
import Testing

/// The real program on a display of the test's own.
@Suite struct ScreenshotTests {

    private static let sizes = [(1440, 900), (800, 600), (2560, 1440)]

    /// Creates a picture of a short walk.
    private func walk(_ arguments: [String], screen: (Int, Int)) throws -> (PNGPicture?, ChildProcess.Result) {
        let folder = try temporaryFolder()
        let path = try SampleTrack.file(in: folder)
        return try picture([path] + arguments, screen: screen)
    }

    private func picture(_ arguments: [String], screen: (Int, Int)) throws -> (PNGPicture?, ChildProcess.Result) {
        let server = try makeScreen(width: screen.0, height: screen.1)
        let folder = try temporaryFolder()
        let path = folder.appending(path: "window.png").path
        let result = try ChildProcess.run(
            Places.program("odograph"), arguments + ["--screenshot", path], environment: server.environment)
        withExtendedLifetime(server) {}
        return (PNGPicture(path: path), result)
    }

    @Test func `the simulated day is drawn without a warning`() throws {
        let (picture, result) = try picture(["--demo", "--at", "3000"], screen: (1440, 900))
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(try #require(picture).colors > 300, "the window is nearly blank")
    }

    @Test(arguments: ScreenshotTests.sizes)
    func `a walk is drawn at the size that was asked for, without a warning`(
        width: Int, height: Int
    ) throws {
        let (picture, result) = try walk(
            ["--at", "300", "--size", "\(width)x\(height)"], screen: (width, height))
        #expect(result.status == 0)
        #expect(result.errors == "")
        let drawn = try #require(picture)
        #expect(drawn.width == width && drawn.height == height)
        #expect(drawn.colors > 300, "the window is nearly blank")
    }

    @Test(arguments: [[], ["--dark"]]) func `the session is printed on an A4 page with text, under 2 MB`(
        look: [String]
    ) throws {
        let server = try makeScreen(width: 1200, height: 800)
        let folder = try temporaryFolder()
        let path = folder.appending(path: "page.pdf").path
        let result = try ChildProcess.run(
            Places.program("odograph"), [try SampleTrack.file(in: folder), "--screenshot", path] + look,
            environment: server.environment)
        withExtendedLifetime(server) {}
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
        let data = try Data(contentsOf: URL(filePath: path))
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.hasPrefix("%PDF") && data.count < 2_000_000)
        let box = try #require(text.firstMatch(of: /MediaBox \[ ?0 0 (\d+)[\d.]* (\d+)/))
        #expect(box.1 == "595" && (box.2 == "841" || box.2 == "842"))
        #expect(text.matches(of: /\/ToUnicode/).count >= 2, "regular and bold text")
    }

    @Test func `dark is dark and light is light`() throws {
        let light = try #require(try walk(["--size", "1000x700"], screen: (1000, 700)).0)
        let dark = try #require(try walk(["--size", "1000x700", "--dark"], screen: (1000, 700)).0)
        #expect(light.brightness > 0.8)
        #expect(dark.brightness < 0.35)
    }

    @Test(arguments: ["tune", "day", "history", "motion", "sensors"])
    func `each pane can be asked for`(pane: String) throws {
        let (picture, result) = try walk(
            ["--pane", pane, "--size", "1200x800"], screen: (1200, 800))
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(picture != nil)
    }

    @Test func `a picture shows the effects of parameters only if it is asked to`() throws {
        let folder = try temporaryFolder()
        let path = folder.appending(path: "hill-walk.gpx").path
        try SampleTrack.text(seconds: 20).write(toFile: path, atomically: true, encoding: .utf8)
        let pictures = try [[], [], ["--effects"]].map { more in
            try picture([path, "--pane", "tune", "--size", "400x800"] + more, screen: (400, 800)).0?.signature
        }
        #expect(pictures[0] != nil && pictures[0] == pictures[1], "none shows how far the tries have come")
        #expect(pictures[2] != nil && pictures[2] != pictures[0])
    }

    @Test func `an empty window is drawn too`() throws {
        let (picture, result) = try picture(["--size", "1200x800"], screen: (1200, 800))
        #expect(result.status == 0 && result.errors == "")
        #expect(try #require(picture).colors > 50)
    }

    @Test func `a file that cannot be opened ends in one sentence and a failure`() throws {
        let (picture, result) = try picture(["/no/such/file.gpx"], screen: (800, 600))
        #expect(result.status == 1)
        #expect(picture == nil)
        #expect(result.errors.contains("/no/such/file.gpx"))
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    @Test func `without a display the program says what it needs`() throws {
        let result = try ChildProcess.run(
            Places.program("odograph"), ["--demo"], environment: ["DISPLAY": "", "WAYLAND_DISPLAY": ""])
        #expect(result.status == 1)
        #expect(result.errors.contains("needs a display"))
    }

    @Test func `a file and the simulated day at once are refused`() throws {
        let result = try ChildProcess.run(Places.program("odograph"), ["x.gpx", "--demo"])
        #expect(result.status != 0)
        #expect(result.errors.contains("not both"))
    }
}
