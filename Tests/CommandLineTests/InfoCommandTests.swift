import Foundation
import TestSupport
import Testing

/// The output of `info`, `day` and `run` about motion and workouts.
@Suite struct InfoCommandTests {
    private let folder: CommandFolder

    init() throws { folder = try CommandFolder() }

    @Test func `info reports acceleration, steps and time in motion, and leaves out what nothing measured`() throws {
        #expect(try folder.shell("$PROGRAM simulate walk-ride-stop --output a.odograph").status == 0)
        let info = try folder.shell("$PROGRAM info a.odograph --json")
        let object = try #require(objects(info.output.replacing("\n", with: "")).first)
        let peak = try #require(object["peakAcceleration"] as? Double)
        #expect(try peak > #require(object["rmsAcceleration"] as? Double))
        #expect(try abs(#require(object["stepInterval"] as? Double) - 0.53) < 0.05)
        #expect(try 500..<700 ~= #require(object["movingTime"] as? Double))
        for word in ["in motion", "acceleration", "steps"] {
            #expect(try folder.shell("$PROGRAM info a.odograph").output.contains("\n\(word)  "))
        }
        try folder.writeLog()
        #expect(try folder.shell("$PROGRAM import walk.ndjson --output b.odograph --quiet").status == 0)
        let bare = try folder.shell("$PROGRAM info b.odograph --json").output
        #expect(!bare.contains("peakAcceleration") && !bare.contains("stepInterval") && bare.contains("movingTime"))
    }

    @Test func `info tells of a file of another program what run does, with its laps and pauses`() throws {
        func point(_ second: Int, _ metres: Double) -> String {
            let time = Date(timeIntervalSince1970: 1_714_557_600 + Double(second)).formatted(.iso8601)
            return """
                <Trackpoint><Time>\(time)</Time><Position><LatitudeDegrees>\(48 + metres / 111_195)</LatitudeDegrees>
                <LongitudeDegrees>11</LongitudeDegrees></Position></Trackpoint>
                """
        }
        func lap(_ start: Int, _ points: [String], timer: Int) -> String {
            """
            <Lap StartTime="\(Date(timeIntervalSince1970: 1_714_557_600 + Double(start)).formatted(.iso8601))">
            <TotalTimeSeconds>\(timer)</TotalTimeSeconds><DistanceMeters>600</DistanceMeters>
            <Track>\(points.joined())</Track></Lap>
            """
        }
        let first = (0..<200).map { point($0, 3 * Double($0)) }
        // Two minutes of pause in the second lap, which only its timer tells.
        let second = (200..<300).map { point($0, 3 * Double($0)) } + (420..<520).map { point($0, 3 * Double($0 - 120)) }
        let laps = lap(0, first, timer: 200) + lap(200, second, timer: 199)
        try Data(
            """
            <TrainingCenterDatabase><Activities><Activity Sport="Running">\(laps)</Activity></Activities>
            </TrainingCenterDatabase>
            """.utf8
        ).write(to: folder.url.appending(path: "a.tcx"))
        let text = try folder.shell("$PROGRAM info a.tcx").output
        #expect(text.contains("\nlap 2 ") && text.contains("timer 3 min 19 s, 0.600 km"))
        #expect(text.contains("once by the device, 2 min 01 s") && !text.contains("made by"))
        let told = try folder.shell("$PROGRAM info a.tcx --json").output.replacing("\n", with: "")
        let info = try #require(objects(told).first)
        let run = try #require(objects(folder.shell("$PROGRAM run a.tcx --emit summary").output).last)
        let numbers = run.compactMapValues { $0 as? Double }
        #expect(numbers.count >= 14 && numbers["timerTime"] == 399 && numbers["pausedTime"] == 121)
        for (name, value) in numbers { #expect(info[name] as? Double == value, "\(name)") }
        #expect((info["laps"] as? [Any])?.count == 2 && (info["pauses"] as? [Any])?.count == 1 && info["format"] == nil)
        #expect(try 370...400 ~= #require(info["movingTime"] as? Double))
        // A session of it tells the same.
        #expect(try folder.shell("$PROGRAM import a.tcx --output a.odograph --quiet").status == 0)
        let session = try objects(folder.shell("$PROGRAM info a.odograph --json").output.replacing("\n", with: ""))
        #expect((session.first?["laps"] as? [Any])?.count == 2)
        #expect(session.first?["movingTime"] as? Double == info["movingTime"] as? Double)
    }

    @Test func `workouts and confidence are in run, day and the JSON export`() throws {
        #expect(try folder.shell("$PROGRAM simulate run --output a.odograph").status == 0)
        let run = try objects(folder.shell("$PROGRAM run a.odograph --emit finishedWorkout,storyline").output)
        let workout = try #require(run.first { $0["type"] as? String == "finishedWorkout" })
        #expect(workout["activity"] as? String == "running" && workout["confidence"] as? String == "high")
        #expect((workout["kilometreSplits"] as? [Double])?.count == 5)
        #expect((workout["mileSplits"] as? [Double])?.count == 3)
        let move = try #require(run.first { $0["type"] as? String == "move" })
        #expect(move["confidence"] as? String == "high")
        let day = try folder.shell("$PROGRAM day a.odograph --json").output
        // Each line of a day is an item, so that items follow each other without a hole.
        #expect(!day.contains("orkout") && day.contains("\"confidence\":\"high\""))
        let text = try folder.shell("$PROGRAM day a.odograph").output
        #expect(text.contains("workout, running, 5.4") && text.contains("high confidence") && text.contains("min/km"))
        #expect(try folder.shell("$PROGRAM export a.odograph --format json --output a.json").status == 0)
        let document = try JSONSerialization.jsonObject(with: folder.bytes("a.json")) as? [String: Any]
        #expect((document?["workouts"] as? [[String: Any]])?.first?["mileSplits"] != nil)
        let items = document?["storyline"] as? [[String: Any]]
        #expect(items?.contains { $0["confidence"] as? String == "high" } == true)
    }
}
