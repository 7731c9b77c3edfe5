import Foundation
import GRDB
import SensorModel

/// How single values lie in their columns: to the bit, with what SQLite itself would lose.
enum StoredValue {
    /// What stands for a NaN, which SQLite would make NULL.
    static let notANumber = "nan"

    /// Returns what is written for a measured number; a missing one is NULL.
    static func number(_ number: Double?) -> DatabaseValue {
        guard let number else { return .null }
        return number.isNaN ? notANumber.databaseValue : number.databaseValue
    }

    /// Returns what is written for a text; one with a NUL in it would end there, so it becomes a blob.
    static func text(_ text: String?) -> DatabaseValue {
        guard let text else { return .null }
        return text.utf8.contains(0) ? Data(text.utf8).databaseValue : text.databaseValue
    }

    /// Returns values that SQLite accepts.
    /// - Throws: ``StoredValueError/tooLarge`` if it would refuse one, which would end the program.
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

    /// Returns what is written for a sequence.
    static func sequence(_ sequence: UInt64) -> DatabaseValue { Int64(bitPattern: sequence).databaseValue }
}
