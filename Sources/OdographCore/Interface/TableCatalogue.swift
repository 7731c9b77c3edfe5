/// The names of all tables and columns as C strings that are valid until the process ends.
struct TableCatalogue: Sendable {
    /// A column for C.
    struct Column: Sendable {
        let name: PermanentText
        let unit: PermanentText
        let kind: ColumnKind
        let isRequired: Bool
    }

    /// A table for C.
    struct Table: Sendable {
        let name: PermanentText
        let isInput: Bool
        let columns: [Column]
    }

    /// The tables of events, then those of estimates.
    let tables: [Table]
    private let places: [String: [Int]]

    /// Creates the catalogue of all tables.
    init() {
        let inputs = InputTable.allCases.map { table in
            Table(
                name: PermanentText(table.rawValue), isInput: true,
                columns: table.columns.map {
                    Column(
                        name: PermanentText($0.name), unit: PermanentText($0.unit), kind: $0.kind,
                        isRequired: $0.isRequired)
                })
        }
        let outputs = OutputTable.all.map { table in
            Table(
                name: PermanentText(table.name), isInput: false,
                columns: table.columns.map {
                    Column(
                        name: PermanentText($0.name), unit: PermanentText($0.unit), kind: $0.kind, isRequired: false)
                })
        }
        tables = inputs + outputs
        let names = InputTable.allCases.map(\.rawValue) + OutputTable.all.map(\.name)
        places = Dictionary(grouping: names.indices, by: { names[$0] })
    }

    /// Returns the table with a name.
    func table(_ name: String) -> Table? { places[name]?.first.map { tables[$0] } }
}
