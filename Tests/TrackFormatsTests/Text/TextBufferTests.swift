import SensorModel
import Testing

@testable import TrackFormats

@Suite struct TextBufferTests {
    private func json(_ text: String) -> String {
        var buffer = TextBuffer()
        buffer.append(json: text)
        return String(decoding: buffer.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("Kühe \"🐄\" \\ 山", #""Kühe \"🐄\" \\ 山""#), ("a\tb\r\n", #""a\tb\r\n""#),
        ("\u{0}\u{1B}[2J", #""\u0000\u001b[2J""#),
        ("\u{7F}\u{85}\u{9B}31m", #""\u007f\u0085\u009b31m""#), ("\u{202E}lx\u{2066}", #""\u202elx\u2066""#),
        ("\u{2028}\u{200F}", #""\u2028\u200f""#), ("\u{E0041}", #""\udb40\udc41""#), ("e\u{301}", "\"e\u{301}\""),
        ("", "\"\""),
    ])
    func `characters that act on what shows them are escaped`(text: String, expected: String) {
        #expect(json(text) == expected)
    }

    @Test func `nothing that is hidden is in JSON, and all of it reads back`() throws {
        let hidden = (0...0xE_0080).compactMap(Unicode.Scalar.init).filter(\.isHidden)
        #expect(hidden.count > 200)
        var text = String.UnicodeScalarView()
        text.append(contentsOf: hidden)
        let written = json(String(text))
        let left = written.unicodeScalars.filter(\.isHidden)
        #expect(left.isEmpty)
        let line = "{\"type\":\"marker\",\"time\":1,\"text\":\(written)}"
        let document = try Importer().load(bytes: Array(line.utf8), name: "log")
        #expect(document.events.contains { $0.payload == .marker(String(text)) })
    }
}
