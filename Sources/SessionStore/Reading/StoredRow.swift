import GRDB
import GRDBSQLite
import SensorModel

/// A value in a file is not what its column is for.
enum StoredValueError: Error {
    /// It has the wrong kind or lies outside its range.
    case unexpected
    /// It is larger than any value of a session.
    case tooLarge
}

/// The rows that a question is answered with, one after the other.
struct StoredRows {
    private let statement: Statement
    private let cursor: RowCursor

    /// Asks.
    init(_ statement: Statement) throws {
        self.statement = statement
        cursor = try Row.fetchCursor(statement)
    }

    /// Returns the next row, which can be read until the one after it is asked for; nil at the end.
    func next() throws -> StoredRow? {
        guard try cursor.next() != nil else { return nil }
        return StoredRow(cursor: cursor, statement: statement.sqliteStatement, count: statement.columnCount)
    }
}

/// A row of a file that nobody vouches for, read column by column.
///
/// Of SQLite itself: GRDB's own conversions end the program on a wrong kind, and those that do not take longer than all
/// else that is done to read a fix.
struct StoredRow {
    /// Its end would end the row.
    fileprivate let cursor: RowCursor
    fileprivate let statement: SQLiteStatement
    /// How many columns it has.
    let count: Int

    /// Returns an integer.
    func integer(_ index: Int) throws -> Int64 {
        guard let integer = try optionalInteger(index) else { throw StoredValueError.unexpected }
        return integer
    }

    /// Returns an integer or nil for NULL.
    func optionalInteger(_ index: Int) throws -> Int64? {
        switch kind(index) {
        case SQLITE_INTEGER: return sqlite3_column_int64(statement, Int32(index))
        case SQLITE_NULL: return nil
        default: throw StoredValueError.unexpected
        }
    }

    /// Returns a measured number or nil for NULL.
    func number(_ index: Int) throws -> Double? {
        switch kind(index) {
        case SQLITE_FLOAT: return sqlite3_column_double(statement, Int32(index))
        case SQLITE_INTEGER: return Double(sqlite3_column_int64(statement, Int32(index)))
        case SQLITE_NULL: return nil
        case SQLITE_TEXT where try text(index) == StoredValue.notANumber: return .nan
        default: throw StoredValueError.unexpected
        }
    }

    /// Returns a text or nil for NULL.
    func text(_ index: Int) throws -> String? {
        switch kind(index) {
        case SQLITE_TEXT:
            // Asked for first: it is what makes the bytes UTF-8.
            guard let characters = sqlite3_column_text(statement, Int32(index)) else {
                throw StoredValueError.unexpected
            }
            let bytes = UnsafeBufferPointer(start: characters, count: byteCount(index))
            return String(decoding: bytes, as: UTF8.self)
        case SQLITE_BLOB: return withBlob(index) { String(decoding: $0, as: UTF8.self) }
        case SQLITE_NULL: return nil
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

    /// Gives the bytes of a blob, which are there as long as the body runs.
    func blob<Result>(_ index: Int, _ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
        guard kind(index) == SQLITE_BLOB else { throw StoredValueError.unexpected }
        return try withBlob(index, body)
    }

    private func withBlob<Result>(
        _ index: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        let start = sqlite3_column_blob(statement, Int32(index))
        return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : byteCount(index)))
    }

    private func kind(_ index: Int) -> Int32 { sqlite3_column_type(statement, Int32(index)) }

    private func byteCount(_ index: Int) -> Int { Int(sqlite3_column_bytes(statement, Int32(index))) }
}
