import Foundation
import SensorModel

/// How commands write JSON: keys in order, so that the same facts are the same text.
struct JSONText {
    private let encoder = JSONEncoder()

    /// Creates a writer of objects on one line each, or over several lines for the user to read.
    init(isIndented: Bool = false) {
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isIndented { encoder.outputFormatting.insert(.prettyPrinted) }
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }

    /// Returns one object.
    func text(of value: some Encodable) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self).escapedForTerminals
    }

    /// Returns one object on one line.
    static func line(_ value: some Encodable) throws -> String { try Self().text(of: value) }

    /// Returns one object over several lines.
    static func indented(_ value: some Encodable) throws -> String { try Self(isIndented: true).text(of: value) }
}

extension String {
    /// JSON in which what JSON itself leaves as it is and a terminal acts on (C1 controls, marks of direction) is
    /// escaped; it stays the same JSON.
    fileprivate var escapedForTerminals: String {
        guard unicodeScalars.contains(where: { $0.value >= 0x7F && $0.isHidden }) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            guard scalar.value >= 0x7F, scalar.isHidden else { return text.unicodeScalars.append(scalar) }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
    }
}
