import Foundation

/// How commands write JSON: keys in order, so that the same facts are the same text.
struct JSONText {
    private let encoder = JSONEncoder()

    /// Makes a writer of objects on one line each, or over several lines for a person to read.
    init(isIndented: Bool = false) {
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isIndented { encoder.outputFormatting.insert(.prettyPrinted) }
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }

    /// Returns one object.
    func text(of value: some Encodable) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Returns one object on one line.
    static func line(_ value: some Encodable) throws -> String { try Self().text(of: value) }

    /// Returns one object over several lines.
    static func indented(_ value: some Encodable) throws -> String { try Self(isIndented: true).text(of: value) }
}
