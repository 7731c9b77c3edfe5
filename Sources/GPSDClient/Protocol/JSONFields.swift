import Foundation

/// The fields of a JSON object, read leniently: a value of the wrong type counts as missing.
struct JSONFields {
    private let values: [String: Any]

    /// Parses the object in a line; `nil` if the line is not a single JSON object.
    init?(line: String) {
        guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)),
            let values = object as? [String: Any]
        else { return nil }
        self.values = values
    }

    private init(_ values: [String: Any]) {
        self.values = values
    }

    /// Returns a finite number; a Boolean does not count.
    func number(_ name: String) -> Double? {
        guard let number = values[name] as? NSNumber, !Self.isTruthValue(number), number.doubleValue.isFinite else {
            return nil
        }
        return number.doubleValue
    }

    /// Returns a number that fits into an integer, without its fraction.
    func integer(_ name: String) -> Int? {
        number(name).flatMap { Int(exactly: $0.rounded(.towardZero)) }
    }

    /// Returns a string; `nil` if the value has another type.
    func text(_ name: String) -> String? { values[name] as? String }

    /// Returns whether a field is `true` or a nonzero number.
    func isTrue(_ name: String) -> Bool { (values[name] as? NSNumber)?.boolValue ?? false }

    /// Returns the objects of a list; entries that are not objects are skipped.
    func objects(_ name: String) -> [JSONFields] {
        (values[name] as? [Any] ?? []).compactMap { ($0 as? [String: Any]).map(JSONFields.init) }
    }

    /// Returns whether a field is present, with any value.
    func has(_ name: String) -> Bool { values[name] != nil }

    private static func isTruthValue(_ number: NSNumber) -> Bool { number.objCType.pointee == 0x63 }
}
