import FusionCore

/// The source of the tables: the parameters of a run, and its conclusions once it has finished.
struct Material: Sendable {
    /// The parameters with which the run was created.
    let parameters: Parameters
    /// The conclusions; `nil` before the run has finished.
    let conclusions: Conclusions?
}

/// A table of estimates.
struct OutputTable: Sendable {
    /// The name, which is the kind in the NDJSON of `odographctl run`.
    let name: String
    /// True if it can be read before the run has finished.
    let isAlwaysReadable: Bool
    /// The columns.
    let columns: [OutputColumn]
    /// The number of rows.
    let count: @Sendable (Material) -> Int

    /// Creates a table for a finished run.
    init<Rows: RandomAccessCollection & SendableMetatype>(
        _ name: String, empty: Rows, _ rows: @escaping @Sendable (Conclusions) -> Rows,
        columns: (OutputRows<Rows>) -> [OutputColumn]
    ) where Rows: Sendable {
        let source = OutputRows<Rows> { material in material.conclusions.map(rows) ?? empty }
        self.name = name
        isAlwaysReadable = false
        self.columns = columns(source)
        count = source.count
    }

    /// Creates a table that does not depend on events.
    init<Rows: RandomAccessCollection & SendableMetatype>(
        always name: String, _ rows: @escaping @Sendable (Material) -> Rows,
        columns: (OutputRows<Rows>) -> [OutputColumn]
    ) {
        let source = OutputRows<Rows>(rows)
        self.name = name
        isAlwaysReadable = true
        self.columns = columns(source)
        count = source.count
    }

    /// All tables.
    static let all: [OutputTable] = live + motion + finished + totals
    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// Returns the table with a name; `nil` if there is none.
    static func named(_ name: String) -> OutputTable? { byName[name] }

    /// Returns the column with a name.
    /// - Throws: ``CoreError/unknownColumn(table:column:)`` if there is none.
    func column(named name: String) throws(CoreError) -> OutputColumn {
        guard let column = columns.first(where: { $0.name == name }) else {
            throw .unknownColumn(table: self.name, column: name)
        }
        return column
    }
}
