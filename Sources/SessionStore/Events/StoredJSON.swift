import Foundation

/// The JSON format of session files, with sorted keys and numbers that are restored to the bit.
///
/// The values are `Codable` types of this program, which `JSONScanner` cannot create; no time in them is in seconds.
struct StoredJSON {
    private let encoder = JSONEncoder()
    private let decoder = JSONDecoder()

    /// Creates a coder, which must not be shared between threads.
    init() {
        let infinity = "+infinity"
        let negative = "-infinity"
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: infinity, negativeInfinity: negative, nan: StoredValue.notANumber)
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: infinity, negativeInfinity: negative, nan: StoredValue.notANumber)
    }

    /// Returns a value as JSON text.
    func text(_ value: some Encodable) throws -> String { String(decoding: try encoder.encode(value), as: UTF8.self) }

    /// Returns the value of a JSON text.
    func value<Value: Decodable>(_ type: Value.Type, of text: String) throws -> Value {
        try decoder.decode(type, from: Data(text.utf8))
    }
}
