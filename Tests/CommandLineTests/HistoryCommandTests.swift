import Foundation
import TestSupport
import Testing

/// `history`: its spans of time, and the difference between zero and what nothing measured.
@Suite struct HistoryCommandTests {
    private let folder: CommandFolder

    init() throws { folder = try CommandFolder() }

    /// Adds a session: a minute on foot from a time, and three minutes at rest with an accelerometer.
    private func record(_ name: String, at start: Int, withMotion: Bool) throws {
        var lines = (0..<180).map { second in
            "{\"type\":\"fix\",\"time\":\(start + second),\"latitude\":\(50 + Double(min(second, 60)) * 1.2e-5),"
                + "\"longitude\":14,\"horizontalAccuracy\":4,\"speed\":\(second < 60 ? 1.4 : 0)}"
        }
        if withMotion {
            lines += (0..<1_800).map { tenth in
                "{\"type\":\"acceleration\",\"time\":\(start + tenth / 10).\(tenth % 10),\"x\":0,\"y\":0,\"z\":9.81}"
            }
        }
        try folder.write(lines.joined(separator: "\n"), to: "\(name).ndjson")
        let made = try folder.shell("$PROGRAM import \(name).ndjson --output library/\(name).odograph --quiet")
        try #require(made.status == 0, "\(made.errors)")
    }

    private func history(_ options: String) throws -> String {
        let result = try folder.shell("$PROGRAM history \(options)")
        try #require(result.status == 0, "\(result.errors)")
        return result.output
    }

    @Test func `no data, unavailable and zero are three different words`() throws {
        #expect(try folder.shell("mkdir -p library").status == 0)
        // 2023-11-15 and 2023-11-16, 08:00 UTC.
        try record("plain", at: 1_700_035_200, withMotion: false)
        try record("motion", at: 1_700_121_600, withMotion: true)
        let first = try history("--from 2023-11-15 --to 2023-11-15")
        #expect(first.contains("steps unavailable, floors unavailable") && first.contains("0.08"), "\(first)")
        let second = try history("--from 2023-11-16 --to 2023-11-16")
        #expect(second.contains("0 steps, floors unavailable"), "\(second)")
        #expect(try history("--from 2023-11-17 --to 2023-11-20") == "total       no data\n")
        let json = try history("--from 2023-11-14 --to 2023-11-16 --json")
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        let days = try #require(object?["days"] as? [[String: Any]])
        #expect(days.map { $0["stepsAvailability"] as? String } == ["noData", "unavailable", "measured"])
        #expect(days.map { $0["distanceAvailability"] as? String } == ["noData", "measured", "measured"])
        #expect(days.map { $0["sessions"] as? Int } == [0, 1, 1])
    }

    @Test func `without options it is today, and the last days include it`() throws {
        let now = Int(Date().timeIntervalSince1970)
        #expect(try folder.shell("mkdir -p library").status == 0)
        #expect(try history("") == "total       no data\n")
        try record("today", at: now - 300, withMotion: false)
        try record("before", at: now - 3 * 86_400, withMotion: false)
        // A session of five minutes ago may be of yesterday.
        #expect(try history("--last 2").split(separator: "\n").count >= 2)
        let week = try history("--last 7 --json")
        let object = try JSONSerialization.jsonObject(with: Data(week.utf8)) as? [String: Any]
        let days = try #require(object?["days"] as? [[String: Any]])
        #expect(days.count == 7 && days.last?["date"] as? String == object?["to"] as? String)
        #expect((object?["total"] as? [String: Any])?["sessions"] as? Int == 2)
    }

    @Test func `an end alone has a start before it`() throws {
        #expect(try folder.shell("mkdir -p library").status == 0)
        try record("plain", at: 1_700_035_200, withMotion: false)
        #expect(try history("--to 2023-11-20").hasPrefix("2023-11-15"))
        let json = try history("--from -7d --json")
        #expect(json.contains("\"from\" : \"20") && !json.contains("-7d"), "\(json)")
    }

    @Test func `a span may begin and end at times of day`() throws {
        #expect(try folder.shell("mkdir -p library").status == 0)
        try record("plain", at: 1_700_035_200, withMotion: false)
        #expect(try history("--from 2023-11-15T07:45 --to 2023-11-15T08:15").contains("0.08"))
        #expect(try history("--from 2023-11-15T08:15 --to 2023-11-15T09:00") == "total       no data\n")
    }

    @Test(arguments: [
        ("--from 2023-11-16 --to 2023-11-15", "--from is after --to"), ("--last 0", "from 1 to 36600"),
        ("--last 3 --from 2023-11-15", "Use --last, or"), ("--from 2023", "is not a date or time"),
        ("--from 25:00", "is not a date or time"), ("--from 2023-02-30", "is not a date or time"),
        ("--from 1900-01-01 --to 2023-01-01", "more than 36600 days"),
    ])
    func `a span without sense gets a sentence`(options: String, sentence: String) throws {
        let result = try folder.shell("$PROGRAM history \(options)")
        #expect(result.status != 0 && result.errors.contains(sentence), "\(result.errors)")
    }
}
