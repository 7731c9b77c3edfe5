import Foundation
import SensorModel
import TestSupport
import Testing
import TrackFormats

/// Logs of receivers whose week number has started again.
@Suite struct WeekRolloverTests {
    private static let weeks = Double(GPSWeekEra.nanoseconds) / 1e9
    /// 2023-05-06 10:00:00.
    private static let start = 1_683_367_200.0

    private func sentence(_ body: String) -> String {
        let sum = body.utf8.reduce(0, ^)
        return "$\(body)*\(String(sum, radix: 16, uppercase: true))\n"
    }

    /// Returns a log of NMEA, a sentence of the satellite system a second.
    private func nmea(from start: Double, talker: String) -> [UInt8] {
        var text = ""
        for second in 0..<60 {
            let (date, time, _) = CivilDate.split(Instant(seconds: start + Double(second)))
            func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
            let clock = two(time / 3_600) + two(time / 60 % 60) + two(time % 60)
            let day = two(date.day) + two(date.month) + two(date.year % 100)
            text += sentence("\(talker)RMC,\(clock).00,A,50\(two(second)).00,N,01400.00,E,2.0,0.0,\(day),,,A")
            text += sentence("\(talker)GSA,A,3,01,02,03,04,,,,,,,,,1.8,1.0,1.5")
        }
        return Array(text.utf8)
    }

    private func gpsd(from start: Double) -> [UInt8] {
        var text = "{\"class\":\"VERSION\",\"release\":\"3.22\",\"proto_major\":3,\"proto_minor\":14}\n"
        for second in 0..<60 {
            let time = Date(timeIntervalSince1970: start + Double(second)).formatted(.iso8601)
            text += "{\"class\":\"TPV\",\"device\":\"/dev/ttyUSB0\",\"mode\":3,\"time\":\"\(time)\","
            text += "\"lat\":\(50 + Double(second) * 1e-4),\"lon\":14.0,\"alt\":200.0,\"speed\":11.0}\n"
        }
        return Array(text.utf8)
    }

    @Test func `a log before 2004 by a receiver of later makes is that of the right date`() throws {
        for (right, wrong) in [
            (nmea(from: Self.start, talker: "GA"), nmea(from: Self.start - Self.weeks, talker: "GA")),
            (gpsd(from: Self.start), gpsd(from: Self.start - Self.weeks)),
        ] {
            let (right, wrong) = (try Importer().load(bytes: right), try Importer().load(bytes: wrong))
            #expect(right.problems.isEmpty && right.pointCount + right.sensorEvents.count > 60)
            #expect(wrong.sensorEvents == right.sensorEvents)
            #expect(wrong.problems.map(\.kind) == [.doubted])
            #expect(wrong.problems.first?.description.contains("1024 weeks early") == true)
        }
    }

    @Test func `a date after tomorrow is taken back`() throws {
        let document = try Importer().load(bytes: nmea(from: Self.start + 2 * Self.weeks, talker: "GP"))
        let time = try #require(document.sensorEvents.last?.time)
        #expect(time.seconds < Date().timeIntervalSince1970 + 86_400)
        #expect((time.seconds - Self.start - 59).remainder(dividingBy: Self.weeks) == 0)
        #expect(document.problems.map(\.kind) == [.doubted])
    }

    @Test func `the file's own date limits the receiver's`() throws {
        let folder = try temporaryFolder()
        let file = folder.appending(path: "a.nmea")
        // Twice 1024 weeks later would be possible today, but not when the file was written, in 2006.
        let early = Self.start - 17 * 365.25 * 86_400 - Self.weeks
        try Data(nmea(from: early, talker: "GA")).write(to: file)
        let written = Date(timeIntervalSince1970: early + Self.weeks + 3_600)
        try FileManager.default.setAttributes([.modificationDate: written], ofItemAtPath: file.path)
        let document = try Importer().load(path: file.path)
        #expect(document.sensorEvents.last?.time == Instant(seconds: early + Self.weeks + 59))
    }

    @Test func `a possible date stays, and so does an old one of an old receiver`() throws {
        for (start, talker) in [(Self.start, "GA"), (Self.start - Self.weeks, "GP"), (1_130_000_000, "GA")] {
            let document = try Importer().load(bytes: nmea(from: start, talker: talker))
            #expect(document.sensorEvents.last?.time == Instant(seconds: start + 59) && document.problems.isEmpty)
        }
    }
}
