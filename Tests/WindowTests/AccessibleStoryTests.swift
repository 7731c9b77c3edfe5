import Foundation
import TestSupport
import Testing

/// The window from a session that is opened to a track that is exported, by names and by keys alone.
@Suite(.serialized, .enabled(if: AccessibleHand.isPossible, "dbus-run-session and at-spi2-core are not installed"))
struct AccessibleStoryTests {
    /// Performs steps without a warning of the program, and returns their output.
    private func take(
        _ steps: [String], with hand: AccessibleHand, arguments: [String] = [], environment: [String: String] = [:],
        _ location: SourceLocation = #_sourceLocation
    ) throws -> [String] {
        let result = try hand.take(steps, arguments: arguments, environment: environment)
        #expect(result.status == 0, "\(result.errors)", sourceLocation: location)
        let warnings = WindowDriver.warnings(in: result.errors)
        for word in ["Gtk-CRITICAL", "Gtk-WARNING", "GLib-GObject"] {
            #expect(!warnings.contains(word), sourceLocation: location)
        }
        return result.output.split(separator: "\n").filter { !$0.hasPrefix("SpiRegistry") }.map(String.init)
    }

    private func expectExport(to path: String, _ location: SourceLocation = #_sourceLocation) {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        #expect(text.contains("</gpx>"), sourceLocation: location)
    }

    @Test func `a session is opened, scrubbed, tuned, corrected, compared and exported by the names of controls`()
        throws
    {
        let hand = try AccessibleHand()
        #expect(try hand.import(SampleTrack.withStop, as: "lunch").status == 0)
        try hand.write(SampleTrack.withStop, to: "second.gpx")
        try hand.write("no session", to: "odograph/broken.odograph")
        let said = try take(
            [
                "await broken, Cannot be read", "press Actions for Lunch walk", "press Open.", "await Stops, 1",
                "value Replay position", "set Replay position=200", "value Replay position", "await 10:03:20",
                "press Day", "open Reasons and Corrections, Stop=Not a Stop", "press Not a Stop",
                "press Tune", "await Stops: 0",
                "read points in", "set Tolerance.=0.02", "differs points in",
                "keys mousemove 600 300", "press Tracks (Ctrl+T)", "press Compare With",
                "choose same journey=\(hand.path("second.gpx"))", "await RMS error", "press Close the table",
                "gone RMS error",
                "press Menu (F10)", "press Export….", "choose Export the session=\(hand.path("out.gpx"))",
                "file \(hand.path("out.gpx"))",
            ], with: hand)
        #expect(said.prefix(2) == ["0.0", "200.0"])
        expectExport(to: hand.path("out.gpx"))
    }

    @Test(.enabled(if: Programs.find("localedef") != nil, "localedef is not installed"))
    func `numbers of five digits are grouped as in the user's locale`() throws {
        let hand = try AccessibleHand()
        let name = "de_DE.UTF-8"
        // It also returns an error for a mere warning.
        _ = try ChildProcess.run(
            Programs.required("localedef"), ["-i", "de_DE", "-f", "UTF-8", hand.path(name)])
        try hand.write(SampleTrack.text(seconds: 12_000), to: "long.gpx")
        _ = try take(
            ["await Rejected fixes, 0 / 12.000"], with: hand, arguments: [hand.path("long.gpx")],
            environment: ["LOCPATH": hand.home.path, "LC_ALL": name, "LANGUAGE": "en"])
    }

    @Test func `the list of a session of two days and many stops follows the replay`() throws {
        let hand = try AccessibleHand()
        #expect(try hand.import(SampleTrack.withManyStops, as: "long").status == 0)
        _ = try take(
            [
                "press Actions for Two days", "press Open.", "await 16 May – 17 May 2026", "press Day",
                "await Saturday 16 May", "set Replay position=100000", "await 17 May, 09:46:40",
                "await Sunday 17 May", "press Previous day", "await Saturday 16 May",
            ], with: hand)
    }

    @Test func `a moment is marked, named, moved and removed, and the session divided into laps, by names`() throws {
        let hand = try AccessibleHand()
        #expect(try hand.import(SampleTrack.withStop, as: "lunch").status == 0)
        _ = try take(
            [
                "press Actions for Lunch walk", "press Open.", "await Stops, 1", "set Replay position=200",
                "press Day", "keys mousemove 600 300 key m", "await Mark at 10:03:20: Mark 1", "tab Actions for Mark 1",
                "keys key Return",
                "press Rename…", "type Title=Ford", "press Rename.", "await Mark at 10:03:20: Ford",
                "set Replay position=300",
                "tab Actions for Ford", "keys key Return", "press Move to the Shown Instant",
                "await Mark at 10:05:00: Ford",
                "tab Actions for Ford", "keys key Return", "press Remove", "gone Mark at 10:05:00", "keys key ctrl+z",
                "await Mark at 10:05:00: Ford", "keys key ctrl+z", "await Mark at 10:03:20: Ford",
                "tab Laps", "keys key Return", "press Each Kilometre or Mile", "await Lap 1: ",
            ], with: hand)
        let info = try ChildProcess.run(Places.program("odographctl"), ["info", hand.path("odograph/lunch.odograph")])
        #expect(info.status == 0, "the session can be read")
    }

    @Test func `a part is selected by keys, shown alone, and restored; a gate divides the session`() throws {
        let hand = try AccessibleHand()
        #expect(try hand.import(SampleTrack.withStop, as: "lunch").status == 0)
        let said = try take(
            [
                "press Actions for Lunch walk", "press Open.", "await Stops, 1", "keys mousemove 600 300",
                "set Replay position=100", "keys key i", "await Part of", "set Replay position=400", "keys key o",
                "await Part of 5 min", "act win.crop", "gone Part of", "await 10:01:40", "keys key End",
                "await 10:06:40", "value Replay position", "keys key ctrl+z", "await 10:00:00", "keys key End",
                "await 10:19:59", "value Replay position",
                "set Replay position=100", "press Day", "tab Laps", "keys key Return", "press At a Gate Here",
                "await The track does not cross the gate twice",
            ], with: hand)
        #expect(said == ["300.0", "1199.0"])
    }

    @Test func `a distance is measured and a gate drawn with keys`() throws {
        let hand = try AccessibleHand()
        #expect(try hand.import(SampleTrack.withStop, as: "lunch").status == 0)
        let said = try take(
            [
                "press Actions for Lunch walk", "press Open.", "await Stops, 1", "keys mousemove 600 300",
                "act win.measure", "keys key Return", "keys key Right Right Down", "keys key Return",
                "read Map, distance", "keys key shift+Down", "keys key Return", "differs Map, distance",
                "keys key Escape", "gone Map, distance", "keys key Right", "value Replay position",
                "press Day", "tab Laps", "keys key Return", "press At a Gate on the Map", "keys key Left Left Return",
                "keys key Right Right Right Right Return", "await The track does not cross the gate twice",
            ], with: hand)
        #expect(said.last == "30.0", "the arrow keys step the replay again")
        #expect(said.count == 3)
    }

    @Test func `an export leaves out what is around a named place, and the map is saved as a picture`() throws {
        let hand = try AccessibleHand()
        #expect(try hand.import(SampleTrack.withStop, as: "lunch").status == 0)
        _ = try take(
            [
                "press Actions for Lunch walk", "press Open.", "await Stops, 1",
                "act win.save-picture", "choose Save the picture=\(hand.path("map.png"))",
                "file \(hand.path("map.png"))",
                "act win.export", "choose Export the session=\(hand.path("whole.gpx"))",
                "file \(hand.path("whole.gpx"))",
                "press Day", "open Reasons and Corrections, Stop=Not a Stop", "type Name of the place=Home",
                "press Name.", "await Home", "act win.export", "await Leave out what is around", "press Home",
                "type Radius, m=100",
                "press Choose File…", "choose Export the session=\(hand.path("part.gpx"))",
                "file \(hand.path("part.gpx"))",
            ], with: hand)
        func points(_ name: String) throws -> Int {
            try String(contentsOfFile: hand.path(name), encoding: .utf8).split(separator: "<trkpt").count - 1
        }
        let (whole, part) = (try points("whole.gpx"), try points("part.gpx"))
        #expect(part > 100 && part < whole - 100, "\(part) of \(whole) points are left")
        let map = try #require(PNGPicture(path: hand.path("map.png")))
        #expect(map.colors > 100)
    }

    @Test func `a session is opened, scrubbed, tuned, corrected, compared and exported by keys alone`() throws {
        let hand = try AccessibleHand()
        #expect(try hand.import(SampleTrack.withStop, as: "lunch").status == 0)
        try hand.write(SampleTrack.withStop, to: "second.gpx")
        let said = try take(
            [
                // Keys go to the window under the pointer.
                "await No session is open", "keys mousemove 600 300 key ctrl+o",
                "choose Open a recording=\(hand.path("odograph/lunch.odograph"))", "await Stops, 1",
                "keys key Home key Right", "value Replay position", "keys key End", "value Replay position",
                "keys key ctrl+shift+f type --delay 20 simplifier.tolerance", "gone Accuracy ceiling",
                "value Tolerance.", "keys key Return key Page_Down", "await back to the default",
                "value Tolerance.", "keys key ctrl+z", "gone back to the default",
                "keys key F6 key Home", "tab Reasons and Corrections, Stop", "keys key Return",
                "tab Not a Stop",
                "keys key Return", "await Stops, 0",
                "keys key ctrl+shift+o", "choose same journey=\(hand.path("second.gpx"))", "await RMS error",
                "keys key ctrl+e", "choose Export the session=\(hand.path("out.gpx"))",
                "file \(hand.path("out.gpx"))",
            ], with: hand)
        let values = said.compactMap(Double.init)
        try #require(values.count == 4, "\(said)")
        #expect(values[0] > 0 && values[1] == 1_199)
        #expect(values[2] != values[3])
        expectExport(to: hand.path("out.gpx"))
    }

    @Test func `a number of a parameter is set by the name of its field, and typed by keys alone`() throws {
        let hand = try AccessibleHand()
        try hand.write(SampleTrack.text(seconds: 60), to: "hill-walk.gpx")
        let said = try take(
            [
                "await Hill walk", "keys mousemove 600 300", "press Tune", "value Accuracy ceiling.",
                "type Accuracy ceiling, number=50", "await back to the default", "value Accuracy ceiling.",
                "press Undo", "gone back to the default", "value Accuracy ceiling.",
                "keys key ctrl+shift+f type --delay 20 simplifier.tolerance", "gone Accuracy ceiling",
                "keys key Return", "value Tolerance.",
                // From the slider to the number, and away from it.
                "keys key shift+Tab type --delay 20 7", "keys key Tab", "await back to the default",
                "value Tolerance.",
            ], with: hand, arguments: [hand.path("hill-walk.gpx")])
        let values = said.compactMap(Double.init)
        try #require(values.count == 5, "\(said)")
        #expect(values[1] < values[0] && values[2] == values[0])
        #expect(values[4] > values[3])
    }

    @Test func `a fit goes from a second session and its reference to a verdict, and is applied and undone`() throws {
        // Long enough for a search to be seen while it runs.
        let length = 7_200
        let hand = try AccessibleHand()
        try hand.write(SampleTrack.text(seconds: length), to: "hill-walk.gpx")
        try hand.write(SampleTrack.text(seconds: length, noise: 0), to: "truth.gpx")
        try hand.write(SampleTrack.text(seconds: length, noise: 0.8), to: "other.gpx")
        try hand.write(SampleTrack.text(seconds: length, noise: 0.8), to: "third.gpx")
        try hand.write(SampleTrack.text(seconds: length, noise: 0), to: "third-reference.gpx")
        // Not where it would be proposed.
        try hand.write(SampleTrack.text(seconds: length, noise: 0), to: "elsewhere/was-there.gpx")
        let said = try take(
            [
                "await Hill walk", "keys mousemove 600 300", "press Tracks (Ctrl+T)", "press Compare With",
                "choose same journey=\(hand.path("truth.gpx"))", "await RMS error",
                "press Add Session", "choose Choose a session=\(hand.path("other.gpx"))",
                "choose Choose the reference of other.gpx=\(hand.path("elsewhere/was-there.gpx"))",
                "await Remove other.gpx from the fit", "read Against",
                "press Remove other.gpx from the fit", "gone Remove other.gpx from the fit",
                // Its reference lies beside it.
                "press Add Session", "choose Choose a session=\(hand.path("third.gpx"))",
                "await Remove third.gpx from the fit",
                "press Fit Parameters", "await Progress of the fit", "press Cancel.", "await Fit Parameters",
                "press Fit Parameters", "await Discard", "read journeys", "read instead of",
                "await before", "await fitted", "await left out",
                "press Apply.", "await back to the default", "await Fit Parameters",
                "press Undo", "gone back to the default",
            ], with: hand, arguments: [hand.path("hill-walk.gpx")])
        #expect(said.first == "Against truth.gpx\tAgainst was-there.gpx")
        #expect(said.dropFirst().first?.contains("in sessions left out of the fit") == true)
        #expect(said.last?.contains("Smoother – closer") == true)
    }

    @Test func `a track is added, measured, moved in time, made the truth and removed`() throws {
        let hand = try AccessibleHand()
        try hand.write(SampleTrack.text, to: "hill-walk.gpx")
        try hand.write(SampleTrack.withStop, to: "second.gpx")
        _ = try take(
            [
                "await Hill walk", "press Tracks (Ctrl+T)", "press Add Track",
                "choose track to add=\(hand.path("second.gpx"))", "await Show second.gpx", "await Mean speed",
                "press Change second.gpx", "press Truth.", "await RMS error",
                "type Clock ahead by, in seconds=30", "press Find the clock",
                "press Show second.gpx", "press Remove second.gpx", "gone Show second.gpx", "gone RMS error",
            ], with: hand, arguments: [hand.path("hill-walk.gpx")])
    }

    @Test func `a filter of one's own is a track, or a sentence says why not`() throws {
        let hand = try AccessibleHand()
        try hand.write(SampleTrack.text, to: "hill-walk.gpx")
        try hand.write(
            """
            import json, sys
            for line in sys.stdin:
                event = json.loads(line)
                if event["type"] == "fix":
                    print(json.dumps({"type": "position", "time": event["time"], "latitude": event["latitude"],
                                      "longitude": event["longitude"]}))
            """, to: "same.py")
        try hand.write("raise ValueError('broken on purpose')", to: "broken.py")
        _ = try take(
            [
                "await Hill walk", "press Tracks (Ctrl+T)", "press Add Filter",
                "choose program that filters=\(hand.path("same.py"))", "await Show same.py", "await Mean speed",
                "press Add Filter", "choose program that filters=\(hand.path("broken.py"))", "await broken on purpose",
                "gone Show broken.py",
            ], with: hand, arguments: [hand.path("hill-walk.gpx")])
    }

    @Test(arguments: [
        (["--size", "400x800"], "16 May · 104 m"),
        (["--size", "1440x900"], "Saturday 16 May 2026 · 10:00 – 10:00 · 104 m"),
    ])
    func `the subtitle says as much as there is room for`(size: [String], subtitle: String) throws {
        let hand = try AccessibleHand()
        try hand.write(SampleTrack.text(seconds: 60), to: "hill-walk.gpx")
        let said = try take(
            ["await \(subtitle)", "read 16 May"], with: hand, arguments: size + [hand.path("hill-walk.gpx")])
        #expect(said.joined().split(separator: "\t").contains(Substring(subtitle)))
    }

    @Test(arguments: [("480x800", "await"), ("400x360", "gone")])
    func `in a map that is too low for it, the scale does not lie over other cards`(size: String, step: String) throws {
        let hand = try AccessibleHand()
        try hand.write(SampleTrack.text(seconds: 60), to: "hill-walk.gpx")
        _ = try take(
            ["await 104 m", "press Zoom in", "\(step) Scale of the map:"], with: hand,
            arguments: ["--size", size, hand.path("hill-walk.gpx")])
    }

    @Test func `a third of a narrow pane names the cadence by its unit`() throws {
        let hand = try AccessibleHand()
        // At first there is the session as a whole, and there may be a moment before that. What is spelled out in
        // the tooltip is a name, too, with GTK 4.18.
        _ = try take(
            ["await Best km", "set Replay position=200", "await steps/s.", "gone Cadence."], with: hand,
            arguments: ["--demo", "--size", "800x700"])
    }
}
