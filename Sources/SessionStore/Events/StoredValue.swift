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

    /// Returns what is written for a sequence.
    static func sequence(_ sequence: UInt64) -> DatabaseValue { Int64(bitPattern: sequence).databaseValue }
}

/// A value in a file is not what its column is for.
enum StoredValueError: Error {
    /// It has the wrong kind or lies outside its range.
    case unexpected
}

/// Reads columns of a file that nobody vouches for: GRDB's own conversions end the program on a wrong kind.
extension Row {
    /// Returns an integer.
    func integer(_ index: Int) throws -> Int64 {
        guard let integer = try optionalInteger(index) else { throw StoredValueError.unexpected }
        return integer
    }

    /// Returns an integer or nil for NULL.
    func optionalInteger(_ index: Int) throws -> Int64? {
        switch (self[index] as DatabaseValue).storage {
        case .int64(let integer): return integer
        case .null: return nil
        default: throw StoredValueError.unexpected
        }
    }

    /// Returns a measured number or nil for NULL.
    func number(_ index: Int) throws -> Double? {
        switch (self[index] as DatabaseValue).storage {
        case .double(let number): return number
        case .int64(let integer): return Double(integer)
        case .null: return nil
        case .string(StoredValue.notANumber): return .nan
        default: throw StoredValueError.unexpected
        }
    }

    /// Returns a text or nil for NULL.
    func text(_ index: Int) throws -> String? {
        switch (self[index] as DatabaseValue).storage {
        case .string(let text): return text
        case .blob(let data): return String(decoding: data, as: UTF8.self)
        case .null: return nil
        default: throw StoredValueError.unexpected
        }
    }

    /// Returns a truth value.
    func flag(_ index: Int) throws -> Bool {
        switch try integer(index) {
        case 0: return false
        case 1: return true
        default: throw StoredValueError.unexpected
        }
    }

    /// Returns a device's number.
    func device(_ index: Int) throws -> DeviceID {
        guard let number = UInt16(exactly: try integer(index)) else { throw StoredValueError.unexpected }
        return DeviceID(number)
    }
}
