import COdograph

/// The type of a column's values.
enum ColumnKind: Int32 {
    /// A double; NaN if missing.
    case number = 1
    /// A 64-bit integer; the minimum value if missing.
    case integer = 2
    /// A 32-bit code of a word; -1 if missing.
    case word = 3
    /// A byte that is 0 or 1.
    case flag = 4
    /// A C string in UTF-8; `nil` if missing.
    case text = 5

    /// The name of the type for messages.
    var name: String {
        switch self {
        case .number: "numbers (double)"
        case .integer: "integers (int64_t)"
        case .word: "words (int32_t)"
        case .flag: "flags (uint8_t)"
        case .text: "texts (const char *)"
        }
    }

    /// The integer that represents a missing value.
    static let missing = Int64.min
}

/// A C string that is valid until the process ends, created once from a name of a table.
struct PermanentText: @unchecked Sendable {
    /// The characters. They are never written or freed, so they can be shared.
    let characters: UnsafePointer<CChar>

    /// Copies text permanently.
    init(_ text: String) {
        var text = text
        characters = text.withUTF8 { bytes in
            let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count + 1)
            for (index, byte) in bytes.enumerated() { copy[index] = CChar(truncatingIfNeeded: byte) }
            copy[bytes.count] = 0
            return UnsafePointer(copy.baseAddress ?? UnsafeMutablePointer<CChar>.allocate(capacity: 1))
        }
    }
}
