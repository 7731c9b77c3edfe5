import GRDB
import GRDBSQLite
import SensorModel

/// The error of a value that is invalid for its column.
enum StoredValueError: Error {
    /// The value has the wrong type or is out of range.
    case unexpected
    /// The value exceeds the maximum size of values in a session.
    case tooLarge
}

/// The rows of a query result, in sequence.
struct StoredRows {
    private let statement: Statement
    private let cursor: RowCursor

    /// Runs a query.
    init(_ statement: Statement) throws {
        self.statement = statement
        cursor = try Row.fetchCursor(statement)
    }

    /// Returns the next row, which is valid until the following one is requested; `nil` at the end.
    func next() throws -> StoredRow? {
        guard try cursor.next() != nil else { return nil }
        return StoredRow(cursor: cursor, statement: statement.sqliteStatement, count: statement.columnCount)
    }
}

/// A row of an untrusted file, read column by column.
///
/// Calls SQLite directly: GRDB's unchecked conversions end the program on a wrong type, and its checked conversions
/// take longer than all other steps of reading a fix.
struct StoredRow {
    /// Kept so that the cursor, and with it the row, stays valid.
    fileprivate let cursor: RowCursor
    fileprivate let statement: SQLiteStatement
    /// The number of columns.
    let count: Int

    /// Returns an integer.
    func integer(_ index: Int) throws -> Int64 {
        guard let integer = try optionalInteger(index) else { throw StoredValueError.unexpected }
        return integer
    }

    /// Returns an integer; `nil` for NULL.
    func optionalInteger(_ index: Int) throws -> Int64? {
        switch kind(index) {
        case SQLITE_INTEGER: return sqlite3_column_int64(statement, Int32(index))
        case SQLITE_NULL: return nil
        default: throw StoredValueError.unexpected
        }
    }

    /// Returns a measured number; `nil` for NULL.
    func number(_ index: Int) throws -> Double? {
        switch kind(index) {
        case SQLITE_FLOAT: return sqlite3_column_double(statement, Int32(index))
        case SQLITE_INTEGER: return Double(sqlite3_column_int64(statement, Int32(index)))
        case SQLITE_NULL: return nil
        case SQLITE_TEXT where try text(index) == StoredValue.notANumber: return .nan
        default: throw StoredValueError.unexpected
        }
    }

    /// Returns text; `nil` for NULL.
    func text(_ index: Int) throws -> String? {
        switch kind(index) {
        case SQLITE_TEXT:
            // Called before the byte count is read, because it converts the bytes to UTF-8.
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

    /// Returns a Boolean, stored as 0 or 1.
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

    /// Calls a closure with the bytes of a blob, which are valid only during the call.
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
