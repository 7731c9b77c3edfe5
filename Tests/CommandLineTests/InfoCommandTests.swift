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
