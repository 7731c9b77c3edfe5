import SensorModel
import Testing

@Suite struct VisibleTextTests {
    @Test func `what acts on a terminal is shown as a symbol`() {
        #expect("\u{1B}]0;owned\u{07}".visible == "␛]0;owned␇")
        #expect("a\nb\r\tc\u{0}\u{7F}".visible == "a␊b␍␉c␀␡")
        #expect("\u{9B}31m".visible == "⟨U+009B⟩31m")
        #expect("gpx.\u{202E}exe\u{2066}\u{E0041}".visible == "gpx.⟨U+202E⟩exe⟨U+2066⟩⟨U+E0041⟩")
        #expect("a\r\nb".visible == "a␍␊b", "the two are one character of Swift")
    }

    @Test func `other text is unchanged`() {
        for text in ["", "Grüße aus Čáslav", "走る", "👩‍👩‍👧 ❤️", "می‌خواهم", "½ ° µ — “x”"] {
            #expect(text.visible == text)
        }
    }

    @Test func `lines are kept where a text has several`() {
        #expect("a\n\nb\u{1B}\n".visibleLines == "a\n\nb␛\n")
        #expect("a\r\nb".visibleLines == "a␍␊b")
    }

    @Test func `every character of the lowest planes is either shown or kept`() {
        for value in (UInt32(0)...0x3000).compactMap(Unicode.Scalar.init) {
            let text = String(Character(value)).visible
            #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control })
        }
    }
}
