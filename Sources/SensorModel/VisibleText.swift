extension StringProtocol {
    /// The text with its control characters made visible, for a terminal, a status line, a log, or a window.
    ///
    /// Text from outside (a session's title, a receiver's path, gpsd's messages, names of files and devices) can move
    /// the cursor, recolor or retitle a terminal, fake further lines, or reverse the reading order. Each such character
    /// is replaced by a symbol: `␛` for ESC, `␊` for a line feed, `⟨U+202E⟩` for a character without a symbol. All
    /// other text is unchanged. O(length).
    public var visible: String {
        guard unicodeScalars.contains(where: \.isHidden) else { return String(self) }
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar.isHidden { text.append(contentsOf: scalar.symbol) } else { text.append(scalar) }
        }
        return String(text)
    }

    /// Like ``visible``, for text with several lines, whose line feeds are kept.
    public var visibleLines: String {
        split(separator: "\n", omittingEmptySubsequences: false).map(\.visible).joined(separator: "\n")
    }
}

extension Unicode.Scalar {
    /// Whether the character affects its surroundings instead of being shown: a control character, a line separator, a
    /// character that changes the direction of others, or an invisible one.
    package var isHidden: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
            0xFFF9...0xFFFB, 0xE0000...0xE007F:
            true
        default: false
        }
    }

    /// The visible replacement for the character.
    fileprivate var symbol: String.UnicodeScalarView {
        switch value {
        case 0..<0x20: "\(Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}")".unicodeScalars
        case 0x7F: "\u{2421}".unicodeScalars
        default:
            "⟨U+\(String(repeating: "0", count: Swift.max(0, 4 - digits.count)))\(digits)⟩".unicodeScalars
        }
    }

    private var digits: String { String(value, radix: 16, uppercase: true) }
}
