import Foundation

/// The fields of one JSON object, read leniently: a value of another type than asked for is a missing value.
struct JSONFields {
    private let values: [String: Any]

    /// Reads the object of a line; nil if the line is not one JSON object.
    init?(line: String) {
        guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)),
            let values = object as? [String: Any]
        else { return nil }
        self.values = values
    }

    private init(_ values: [String: Any]) {
        self.values = values
    }

    /// A finite number; a truth value is not one.
    func number(_ name: String) -> Double? {
        guard let number = values[name] as? NSNumber, !Self.isTruthValue(number), number.doubleValue.isFinite else {
            return nil
        }
        return number.doubleValue
    }

    /// A number that fits an integer, its fraction cut off.
    func integer(_ name: String) -> Int? {
        number(name).flatMap { Int(exactly: $0.rounded(.towardZero)) }
    }

    /// A text.
    func text(_ name: String) -> String? { values[name] as? String }

    /// A truth value, or a number that stands for one.
    func isTrue(_ name: String) -> Bool { (values[name] as? NSNumber)?.boolValue ?? false }

    /// The objects of a list; entries that are not objects are skipped.
    func objects(_ name: String) -> [JSONFields] {
        (values[name] as? [Any] ?? []).compactMap { ($0 as? [String: Any]).map(JSONFields.init) }
    }

    /// Returns whether a field is there with any value.
    func has(_ name: String) -> Bool { values[name] != nil }

    private static func isTruthValue(_ number: NSNumber) -> Bool { number.objCType.pointee == 0x63 }
}
