import Foundation
import GRDB
import SensorModel

/// Conversions of single values for their columns, to the bit, including values that SQLite would lose.
enum StoredValue {
    /// The replacement for NaN, which SQLite would store as NULL.
    static let notANumber = "nan"

    /// Returns the stored form of a measured number; `nil` becomes NULL.
    static func number(_ number: Double?) -> DatabaseValue {
        guard let number else { return .null }
        return number.isNaN ? notANumber.databaseValue : number.databaseValue
    }

    /// Returns the stored form of a text. A text that contains NUL becomes a blob, because SQLite would cut it there.
    static func text(_ text: String?) -> DatabaseValue {
        guard let text else { return .null }
        return text.utf8.contains(0) ? Data(text.utf8).databaseValue : text.databaseValue
    }

    /// Returns the values if SQLite accepts all of them.
    /// - Throws: ``StoredValueError/tooLarge`` if a value is too large; passing it to SQLite would end the program.
    static func checked(_ values: [DatabaseValue]) throws -> [DatabaseValue] {
        for value in values {
            let size =
                switch value.storage {
                case .string(let text): text.utf8.count
                case .blob(let data): data.count
                case .null, .int64, .double: 0
                }
            guard size <= SessionBounds.valueBytes else { throw StoredValueError.tooLarge }
        }
        return values
    }

    /// Returns the stored form of a sequence.
    static func sequence(_ sequence: UInt64) -> DatabaseValue { Int64(bitPattern: sequence).databaseValue }
}
