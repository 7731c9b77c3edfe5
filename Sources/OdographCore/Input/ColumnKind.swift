import COdograph

/// The type of a column's values.
enum ColumnKind: Int32 {
    /// A double; missing is not a number.
    case number = 1
    /// A 64-bit integer; missing is the smallest.
    case integer = 2
    /// A 32-bit code of a word; missing is -1.
    case word = 3
    /// A byte that is 0 or 1.
    case flag = 4
    /// A C string in UTF-8; missing is `nil`.
    case text = 5

    /// The word for it in sentences.
    var name: String {
        switch self {
        case .number: "numbers (double)"
        case .integer: "integers (int64_t)"
        case .word: "words (int32_t)"
        case .flag: "flags (uint8_t)"
        case .text: "texts (const char *)"
        }
    }

    /// The integer that stands for a missing one.
    static let missing = Int64.min
}

/// A C string that is valid until the process ends, made once from a name of a table.
struct PermanentText: @unchecked Sendable {
    /// The characters. Nothing writes or frees them, which is why they can be shared.
    let characters: UnsafePointer<CChar>

    /// Copies a text for ever.
    init(_ text: String) {
        var text = text
        characters = text.withUTF8 { bytes in
            let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count + 1)
            for (index, byte) in bytes.enumerated() { copy[index] = CChar(bitPattern: byte) }
            copy[bytes.count] = 0
            return UnsafePointer(copy.baseAddress ?? UnsafeMutablePointer<CChar>.allocate(capacity: 1))
        }
    }
}
