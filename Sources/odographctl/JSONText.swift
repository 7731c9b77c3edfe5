import Foundation
import SensorModel

/// The JSON format of all commands: keys are sorted, so that equal data give equal text.
struct JSONText {
    private let encoder = JSONEncoder()

    /// Creates a writer of objects on one line each, or over several indented lines.
    init(isIndented: Bool = false) {
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isIndented { encoder.outputFormatting.insert(.prettyPrinted) }
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }

    /// Returns a value as a JSON object.
    func text(of value: some Encodable) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self).escapedForTerminals
    }

    /// Returns a value as a JSON object on one line.
    static func line(_ value: some Encodable) throws -> String { try Self().text(of: value) }

    /// Returns a value as a JSON object over several indented lines.
    static func indented(_ value: some Encodable) throws -> String { try Self(isIndented: true).text(of: value) }
}

extension String {
    /// The JSON text, with characters escaped that JSON allows but that affect a terminal: C1 controls and direction
    /// marks. The value stays the same.
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
