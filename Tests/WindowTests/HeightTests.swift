import Foundation
import TestSupport
import Testing

/// Files of heights in the real window: the ascent by them, and files that are not heights.
@Suite(.serialized) struct HeightTests {
    /// A ride northward over the ground of the files.
    private static var track: String {
        let points = (0..<300).map { second in
            let clock = "10:0\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60)"
            return
                "<trkpt lat=\"\(50.3 + Double(second) * 8e-5)\" lon=\"14.4\"><ele>200</ele><time>2026-05-16T\(clock)Z</time></trkpt>"
        }
        return
            "<?xml version=\"1.0\"?><gpx version=\"1.1\" creator=\"test\" xmlns=\"http://www.topografix.com/GPX/1/1\">"
            + "<trk><name>Hill ride</name><trkseg>\(points.joined())</trkseg></trk></gpx>"
    }

    /// Ground that falls by 2 m from a row to the next one southward.
    private static let slope: Data = Data(
        (0..<1_201).flatMap { row -> [UInt8] in
            let height = 2_700 - 2 * row
            return (0..<1_201).flatMap { _ in [UInt8(height >> 8), UInt8(height & 255)] }
        })

    @Test(.enabled(if: AccessibleHand.isPossible), .timeLimit(.minutes(5)), arguments: [true, false])
    func `ascent by the map is shown where heights are in the folder, or are given`(isInFolder: Bool) throws {
        let hand = try AccessibleHand()
        try hand.write(Self.track, to: "ride.gpx")
        let kept = hand.home.appending(path: "odograph/maps/N50E014.hgt")
        let given = isInFolder ? kept : hand.home.appending(path: "N50E014.hgt")
        try FileManager.default.createDirectory(
            at: given.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Self.slope.write(to: given)
        // 299 steps of 8e-5 degrees are 28.7 rows, so 57 m, of which the dead band of 10 m leaves out the last part.
        let result = try hand.take(
            ["await Ascent by the map, 51 m", "await Descent by the map, 0 m"],
            arguments: [hand.path("ride.gpx")] + (isInFolder ? [] : [given.path]))
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(FileManager.default.fileExists(atPath: kept.path))
    }

    @Test(arguments: ["N50E014.hgt", "hills.hgt"])
    func `a file that is not heights is passed over`(name: String) throws {
        let home = try temporaryFolder()
        let track = home.appending(path: "ride.gpx").path
        try Self.track.write(toFile: track, atomically: true, encoding: .utf8)
        let folder = home.appending(path: "odograph/maps")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let content = name == "hills.hgt" ? Self.slope : Data("hills".utf8)
        try content.write(to: folder.appending(path: name))
        let window = try WindowDriver(
            home: home, on: makeScreen(width: 1200, height: 800), settings: ["map-tiles": "false"], arguments: [track])
        #expect(try window.waitForTitle("Hill"))
        #expect(window.isRunning && window.errors == "", "\(window.errors)")
        #expect(try window.close())
    }
}
