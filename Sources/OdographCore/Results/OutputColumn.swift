/// A column of a table of estimates, with the code to read it.
struct OutputColumn: Sendable {
    /// The function that produces the values from the rows.
    enum Read: Sendable {
        case number(@Sendable (Material, UnsafeMutableBufferPointer<Double>) -> Void)
        case integer(@Sendable (Material, UnsafeMutableBufferPointer<Int64>) -> Void)
        case word([PermanentText], @Sendable (Material, UnsafeMutableBufferPointer<Int32>) -> Void)
        case flag(@Sendable (Material, UnsafeMutableBufferPointer<UInt8>) -> Void)
        case text(@Sendable (Material) -> [String?])
    }

    /// The name, as in the NDJSON of `odographctl run`.
    let name: String
    /// The unit; empty if it has none.
    let unit: String
    /// The function that produces the values.
    let read: Read

    /// The type of the values.
    var kind: ColumnKind {
        switch read {
        case .number: .number
        case .integer: .integer
        case .word: .word
        case .flag: .flag
        case .text: .text
        }
    }
}

/// The rows from which the columns of a table are read.
struct OutputRows<Rows: RandomAccessCollection & SendableMetatype>: Sendable {
    let rows: @Sendable (Material) -> Rows

    init(_ rows: @escaping @Sendable (Material) -> Rows) { self.rows = rows }

    /// The number of rows.
    var count: @Sendable (Material) -> Int { { [rows] in rows($0).count } }

    func number(
        _ name: String, unit: String = "", _ value: @escaping @Sendable (Rows.Element) -> Double?
    ) -> OutputColumn {
        OutputColumn(
            name: name, unit: unit,
            read: .number { [rows] material, buffer in
                for (index, row) in zip(buffer.indices, rows(material)) { buffer[index] = value(row) ?? .nan }
            })
    }

    func integer(
        _ name: String, unit: String = "", _ value: @escaping @Sendable (Rows.Element) -> Int64?
    ) -> OutputColumn {
        OutputColumn(
            name: name, unit: unit,
            read: .integer { [rows] material, buffer in
                for (index, row) in zip(buffer.indices, rows(material)) {
                    buffer[index] = value(row) ?? ColumnKind.missing
                }
            })
    }

    func flag(_ name: String, _ value: @escaping @Sendable (Rows.Element) -> Bool) -> OutputColumn {
        OutputColumn(
            name: name, unit: "",
            read: .flag { [rows] material, buffer in
                for (index, row) in zip(buffer.indices, rows(material)) { buffer[index] = value(row) ? 1 : 0 }
            })
    }

    func text(_ name: String, _ value: @escaping @Sendable (Rows.Element) -> String?) -> OutputColumn {
        OutputColumn(name: name, unit: "", read: .text { [rows] in rows($0).map(value) })
    }

    func word<Word: RawRepresentable<String> & CaseIterable & Hashable & Sendable>(
        _ name: String, _ value: @escaping @Sendable (Rows.Element) -> Word?
    ) -> OutputColumn {
        var codes: [Word: Int32] = [:]
        for (code, word) in zip(Int32(0)..., Word.allCases) { codes[word] = code }
        return OutputColumn(
            name: name, unit: "",
            read: .word(Word.allCases.map { PermanentText($0.rawValue) }) { [rows, codes] material, buffer in
                for (index, row) in zip(buffer.indices, rows(material)) {
                    buffer[index] = value(row).flatMap { codes[$0] } ?? -1
                }
            })
    }
}
