import Foundation
import SensorModel
import TestSupport
import Testing

@testable import TrackFormats

/// The formats that gpsbabel reads, complete and truncated, and every recording next to the checkout.
@Suite struct ForeignFilesTests {
    private func fixCount(_ document: TrackDocument) -> Int {
        document.events.count { if case .fix = $0.payload { true } else { false } }
    }

    @Test(
        .enabled(if: Places.hasRecordings, "the recordings are not beside the checkout (../shared/data)"),
        arguments: [0.9, 0.42, 0.421]) func `a torn FIT file gives what is before the tear`(share: Double) throws
    {
        let url = try Places.data("sport-tracks/fit/garmin-edge-500-activity.fit")
        let folder = try temporaryFolder()
        let whole = try Data(contentsOf: url)
        let path = folder.appending(path: "torn.fit").path
        try whole.prefix(Int(Double(whole.count) * share)).write(to: URL(filePath: path))
        let error = #expect(throws: FormatError.self) { try Importer().load(path: path) }
        #expect(
            error?.description.contains("the FIT file ends within a message") == true, "\(String(describing: error))")
        let kept = try Importer(keepsGoodPart: true).load(path: path)
        #expect(abs(Double(fixCount(kept)) / 10_677 - share) < 0.02)
        #expect(kept.problems.contains { $0.reason.contains("the rest was left out") })
        let first = try Importer().load(path: url.path).events
        #expect(Set(kept.events.map(\.time)).isSubset(of: Set(first.map(\.time))))
    }

    @Test func `an error of gpsbabel is reported in its words`() throws {
        let folder = try temporaryFolder()
        let path = folder.appending(path: "bad.gdb").path
        try "nothing of Garmin".write(toFile: path, atomically: true, encoding: .utf8)
        let error = #expect(throws: FormatError.self) { try Importer().load(path: path) }
        let text = error?.description ?? ""
        #expect(
            text.hasPrefix(path) && text.contains("gpsbabel") && text.hasSuffix(".") && !text.contains("\n"), "\(text)")
    }

    @Test func `every format has its own name, and endings for dialogs`() {
        let formats = FileFormat.readers.map { $0.format }
        #expect(Set(formats.map(\.name)).count == formats.count)
        for format in formats { #expect(Set(format.endings).isSubset(of: FileFormat.allEndings), "\(format.name)") }
        #expect(Set(["odograph", "gpx", "FIT", "vbo", "zip"]).isSubset(of: FileFormat.allEndings))
        #expect(formats.allSatisfy { !$0.endings.isEmpty })
    }

    @Test func `an IGC file is one, however its lines end`() throws {
        for end in ["\n", "\r\n"] {
            let fix = "B1602405407121N00249342WA0028000421"
            let head = ["AXXX1", "HFFXA035", "HFDTE160701", fix, ""].joined(separator: end)
            #expect(try FileHead(Array(head.utf8), of: "flight").reader() == IGCReader.self)
        }
    }

    /// Folders, how their files end, and how many of them there are.
    private static let folders = [
        ("sport-tracks", ["gpx.gz", "TCX.gz", "fit", "json.gz"], 10),
        ("gps-devices-known-route", ["gpx.gz", "gpx"], 7), ("gps-phone-watch-waypoints", ["gpx"], 4),
        ("gps-unistrong-car-rtk", ["dat.gz"], 1), ("phone-sensorlogger-car", ["csv.gz"], 2),
        ("ios-sensorlog-sample", ["csv.gz"], 1), ("receiver-tracks", ["nmea"], 2),
    ]

    /// A ride on rollers.
    private static func isWithoutPlaces(_ file: URL) -> Bool { file.lastPathComponent.hasPrefix("2017_04_24") }

    @Test(
        .enabled(if: Places.hasRecordings, "the recordings are not beside the checkout (../shared/data)"),
        arguments: folders) func `every recording opens`(folder: String, endings: [String], count: Int) throws
    {
        let url = try Places.data(folder)
        let files =
            FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }
            .filter { file in endings.contains { file.lastPathComponent.hasSuffix(".\($0)") } } ?? []
        #expect(files.count >= count, "\(files.map(\.lastPathComponent))")
        for file in files where !Self.isWithoutPlaces(file) {
            do {
                // One of the FIT files came with a wrong checksum.
                let isTorn = file.lastPathComponent.hasPrefix("strava-android")
                let document = try Importer(keepsGoodPart: isTorn).load(path: file.path)
                #expect(fixCount(document) > 10 || document.tracks.contains { $0.pointCount > 10 }, "\(file.path)")
                let hasDate = !document.problems.contains { $0.reason.contains("no sentence has a date") }
                // Routes that were ridden lie there as drawings.
                let isDrawing = document.problems.contains { $0.reason.contains("points has a time") }
                // One moved on for a minute in which the timer of its lap did not run.
                let isPaused = document.problems.allSatisfy { $0.reason.contains("points move in 1 pause") }
                #expect(isPaused || isTorn || !hasDate || isDrawing, "\(file.path): \(document.problems)")
            } catch {
                Issue.record("\(error)")
            }
        }
    }
}
