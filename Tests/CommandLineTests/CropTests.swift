import Foundation
import TestSupport
import Testing

/// Cropping, hiding, splitting and marking: statements in a session, which keeps all that was recorded.
@Suite struct CropTests {
    private let folder: CommandFolder

    init() throws { folder = try CommandFolder() }

    /// Everything that a run gives.
    private static let kinds = "verdict,position,smoothed,simplified,speed,step,activity,altitude,storyline,summary"

    /// Creates a session, and returns the times of its first and last fix.
    private func simulate(_ scenario: String) throws -> (Double, Double) {
        _ = try folder.run("simulate \(scenario) --duration 900 --output s.odograph")
        let times = try objects(folder.run("export s.odograph --format events --output -"))
            .filter { $0["type"] as? String == "fix" }.compactMap { $0["time"] as? Double }
        return (try #require(times.first), try #require(times.last))
    }

    @Test(arguments: ["walk-ride-stop", "weave", "run", "car-stops", "tunnel", "canyon"])
    func `a cropped session is as if it had been recorded so`(_ scenario: String) throws {
        let (first, last) = try simulate(scenario)
        let whole = try folder.run("run s.odograph --emit \(Self.kinds)")
        let (from, to) = (first + (last - first) * 0.3, first + (last - first) * 0.8)
        // What a recorder writes that starts late and ends early: states as they are then, and what is measured.
        let states: Set<String> = ["source", "parameters", "learned", "session"]
        let kept = try folder.run("export s.odograph --format events --output -").split(separator: "\n").compactMap {
            line -> String? in
            var event = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            guard let type = event["type"] as? String, let time = event["time"] as? Double, type != "session" else {
                return String(line)
            }
            let place = event["received"] as? Double ?? time
            let order = place - time >= 0 && place - time <= 0.5 ? time : place
            if from...to ~= order { return String(line) }
            guard states.contains(type) else { return nil }
            event["time"] = order < from ? from : to
            event["received"] = nil
            return String(decoding: try JSONSerialization.data(withJSONObject: event), as: UTF8.self)
        }
        try folder.write(kept.joined(separator: "\n"), to: "part.ndjson")
        _ = try folder.run("correct s.odograph --crop \(from)..\(to)")
        let cropped = try folder.run("run s.odograph --emit \(Self.kinds)")
        #expect(cropped == (try folder.run("run part.ndjson --emit \(Self.kinds)")))
        #expect(cropped != whole)
        #expect(try folder.run("info s.odograph").contains("hidden"))
        // An export of the part is the same as the export of the cropped session.
        let export = try folder.run("export s.odograph --format csv --output -")
        _ = try folder.run("correct s.odograph --restore")
        #expect(try folder.run("run s.odograph --emit \(Self.kinds)") == whole)
        #expect(try folder.run("export s.odograph --format csv --from \(from) --to \(to) --output -") == export)
    }

    @Test func `a session is split in two, and each half can be restored`() throws {
        let (first, last) = try simulate("weave")
        let middle = (first + last) / 2
        let whole = try folder.run("run s.odograph --emit summary")
        _ = try folder.run("correct s.odograph --split \(middle)")
        #expect(try folder.names() == ["s.odograph", "s-2.odograph"])
        func times(_ name: String) throws -> [Double] {
            try objects(folder.run("run \(name) --emit verdict")).compactMap { $0["time"] as? Double }
        }
        let (before, after) = (try times("s.odograph"), try times("s-2.odograph"))
        #expect(
            before.allSatisfy { $0 < middle } && after.allSatisfy { $0 >= middle } && !before.isEmpty && !after.isEmpty)
        for name in ["s.odograph", "s-2.odograph"] {
            _ = try folder.run("correct \(name) --restore")
            #expect(try folder.run("run \(name) --emit summary") == whole)
        }
    }

    @Test func `hidden parts add up, and nothing may be left`() throws {
        let (first, last) = try simulate("weave")
        _ = try folder.run("correct s.odograph --hide \(first + 100)..\(first + 200)")
        _ = try folder.run("correct s.odograph --hide \(first + 150)..\(first + 300)")
        let times = try objects(folder.run("run s.odograph --emit verdict")).compactMap { $0["time"] as? Double }
        #expect(times.allSatisfy { !(first + 100...first + 300 ~= $0) } && times.count > 300)
        let info = try objects(folder.run("info s.odograph --json").replacing("\n", with: ""))
        #expect((info[0]["hidden"] as? [Any])?.count == 1)
        for span in ["\(last + 10)..\(last + 20)", "..\(first - 10)"] {
            let refused = try folder.shell("$PROGRAM correct s.odograph --crop \(span)")
            #expect(refused.status == 1 && refused.errors.contains("no data"), "\(refused.errors)")
        }
        #expect(try folder.shell("$PROGRAM correct s.odograph --crop 5").status == 64)
        #expect(try folder.shell("$PROGRAM correct s.odograph --crop 12:00..11:00").status == 64)
    }

    @Test func `a mark is at its place, whenever it is added`() throws {
        let (first, _) = try simulate("weave")
        let summary = try folder.run("run s.odograph --emit \(Self.kinds)")
        _ = try folder.run("mark 'Gate & <hill>' --session s.odograph --at \(first + 120)")
        #expect(try folder.run("run s.odograph --emit \(Self.kinds)") == summary)
        #expect(try folder.run("info s.odograph").contains("markers"))
        let fix = try objects(folder.run("export s.odograph --format events --output -")).last {
            $0["type"] as? String == "fix" && ($0["time"] as? Double ?? .infinity) <= first + 120
        }
        let latitude = try #require(fix?["latitude"] as? Double)
        let gpx = try folder.run("export s.odograph --format gpx --output -")
        let mark = try #require(
            gpx.firstMatch(of: /<wpt lat="([0-9.]+)"[^>]*>.*?<name>(.*?)<\/name>/.dotMatchesNewlines()))
        #expect(mark.2 == "Gate &amp; &lt;hill&gt;")
        #expect(abs(try #require(Double(mark.1)) - latitude) < 1e-6)
        #expect(try folder.shell("$PROGRAM mark ' '").status == 64)
        #expect(try folder.shell("$PROGRAM mark x --runtime-folder nowhere").errors.contains("nowhere"))
    }

    @Test(arguments: ["gpx", "kml", "geojson", "csv", "json", "moves", "events"])
    func `an export leaves out what is around places`(_ format: String) throws {
        let events = try simulateWhole()
        let fixes = events.filter { $0["type"] as? String == "fix" }
        let known = try #require(fixes.first?["latitude"] as? Double)
        #expect(known.isFinite)
        // Places on the way, at its start, and its end, with circles of several sizes.
        for (share, radius) in [(0.0, 300), (0.2, 100), (0.5, 500), (0.8, 50), (1, 1_000)] {
            let fix = fixes[min(fixes.count - 1, Int(share * Double(fixes.count)))]
            let (latitude, longitude) = (
                try #require(fix["latitude"] as? Double), try #require(fix["longitude"] as? Double)
            )
            let text = try folder.run(
                "export s.odograph --format \(format) --leave-out \(latitude),\(longitude) --leave-out-radius \(radius) --output -"
            )
            let places = Self.places(in: text, format)
            #expect(places.count > 20, "\(share) \(radius)")
            let scale = cos(latitude * .pi / 180)
            for place in places {
                let distance = hypot(place.0 - latitude, (place.1 - longitude) * scale) * 111_195
                #expect(distance > Double(radius), "\(format) \(share) \(radius)")
            }
        }
        let refused = try folder.shell("$PROGRAM export s.odograph --format gpx --leave-out Nowhere --output -")
        #expect(refused.status == 1 && refused.errors.contains("Nowhere"), "\(refused.errors)")
    }

    @Test(arguments: ["gpx", "json", "moves", "events"])
    func `an export of the library leaves out what is around a named place, and its name`(_ format: String) throws {
        _ = try folder.shell("mkdir library")
        let events = try simulateWhole()
        _ = try folder.run("export s.odograph --format events --output Ride-to-the-Pond.ndjson")
        _ = try folder.run("import Ride-to-the-Pond.ndjson --into-library")
        let session = try #require(try folder.shell("ls library/*.odograph").output.split(separator: "\n").first)
        _ = try folder.run("correct \(session) --at 2026-05-16T06:55:00Z --name Pond")
        let fix = try #require(events.last { $0["type"] as? String == "fix" && $0["latitude"] != nil })
        let (latitude, longitude) = (
            try #require(fix["latitude"] as? Double), try #require(fix["longitude"] as? Double)
        )
        func export(_ options: String, to name: String) throws -> String {
            _ = try folder.run("export --library --format \(format) \(options) --output \(name)")
            return try folder.shell("cat \(name)/*").output
        }
        let (all, part) = (try export("", to: "all"), try export("--leave-out Pond", to: "part"))
        func distances(_ text: String) -> [Double] {
            Self.places(in: text, format).map { place in
                hypot(place.0 - latitude, (place.1 - longitude) * cos(latitude * .pi / 180)) * 111_195
            }
        }
        #expect(distances(all).contains { $0 < 100 } && distances(part).count > 20)
        #expect(distances(part).allSatisfy { $0 > 250 })
        #expect(!part.contains("Pond") && part.count < all.count)
    }

    private func simulateWhole() throws -> [[String: Any]] {
        _ = try folder.run("simulate walk-ride-stop --output s.odograph")
        _ = try folder.run("mark 'home' --session s.odograph --at 2026-05-16T06:41:00Z")
        return try objects(folder.run("export s.odograph --format events --output -"))
    }

    /// Returns every pair of numbers that can be a latitude and a longitude of the scenario, in the order of the format.
    private static func places(in text: String, _ format: String) -> [(Double, Double)] {
        let number = /-?[0-9]+\.[0-9]+/
        let numbers = text.matches(of: number).compactMap { Double($0.output) }
        return zip(numbers, numbers.dropFirst()).compactMap { first, second in
            let pair = ["kml", "geojson"].contains(format) ? (second, first) : (first, second)
            return 49...51 ~= pair.0 && 13...16 ~= pair.1 ? pair : nil
        }
    }
}
