import Foundation
import TestSupport
import Testing

/// Text from outside, in what the real program writes: nothing of it acts on a terminal.
@Suite struct VisibleOutputTests {
    /// Retitles a terminal, recolours it, fakes a line, and reverses what follows.
    private static let attack = "\u{1B}]0;owned\u{07}\u{9B}31m\nfake: line\u{202E}gpj"

    /// Returns the characters of an output that act on what shows it, line ends aside.
    private func acting(in text: String) -> [String] {
        text.unicodeScalars.filter {
            $0 != "\n" && ($0.properties.generalCategory == .control || $0.properties.generalCategory == .format)
        }.map { String($0.value, radix: 16) }
    }

    private func json(_ text: String) throws -> String {
        String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    }

    @Test func `a session's title, a receiver's path and gpsd's errors are shown harmlessly`() throws {
        let folder = try CommandFolder()
        let hostile = try json("/dev/tty" + Self.attack)
        let device =
            #"{"class":"DEVICE","path":\#(hostile),"driver":\#(try json(Self.attack)),"activated":"2026-01-01T00:00:00Z"}"#
        try folder.write(
            """
            @greet
            @watch
            \(device)
            @repeat 40
            {"class":"TPV","device":\(hostile),"mode":3,"lat":50.0,"lon":14.0}
            @sleep 0.05
            @end
            {"class":"ERROR","message":\(try json("bad " + Self.attack))}
            """, to: "script")
        let title = "t" + Self.attack
        try folder.write(title, to: "title")
        let port = try freePort()
        let rig = try ChildProcess(
            Places.root.appending(path: "Tests/Rig/gpsd-script").path, [folder.path("script"), "--port", "\(port)"])
        _ = waitUntil { !rig.output.isEmpty }
        let result = try folder.shell(
            """
            "$PROGRAM" record --gpsd localhost:\(port) --iio none --output s.odograph --runtime-folder run \
            --duration 4 --title "$(cat title)"; "$PROGRAM" info s.odograph; "$PROGRAM" info s.odograph --json
            """)
        #expect(acting(in: result.output).isEmpty && acting(in: result.errors).isEmpty)
        let row = result.output.split(separator: "\n").first { $0.hasPrefix("title ") }
        #expect(row?.hasSuffix(" t␛]0;owned␇⟨U+009B⟩31m␊fake: line⟨U+202E⟩gpj") == true)
        #expect(result.errors.contains("bad ␛]0;owned␇"), "\(result.errors)")
        #expect(!result.output.contains("\nfake") && !result.errors.contains("\nfake"))
        // As JSON it is what it was.
        let object = try #require(result.output.split(separator: "\n").firstIndex { $0 == "{" })
        let text = result.output.split(separator: "\n")[object...].prefix { $0 != "}" }.joined(separator: "\n") + "}"
        let info = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        #expect(info?["title"] as? String == title)
        #expect((info?["receivers"] as? [String])?.first == "/dev/tty" + Self.attack)
    }

    @Test func `the name of a file in an error is shown harmlessly`() throws {
        let folder = try CommandFolder()
        try folder.write("no track", to: "a" + Self.attack + ".gpx")
        let result = try folder.shell(
            #""$PROGRAM" info a*.gpx; "$PROGRAM" run a*.gpx; "$PROGRAM" import a*.gpx --output s"#)
        #expect(!result.errors.isEmpty && acting(in: result.errors).isEmpty && acting(in: result.output).isEmpty)
        #expect(result.errors.contains("a␛]0;owned␇"))
    }
}
