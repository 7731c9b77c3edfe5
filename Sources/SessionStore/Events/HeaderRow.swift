import FusionCore
import GRDB
import SensorModel

/// The layout of a header in its row.
enum HeaderRow {
    /// Inserts the header of a new file.
    static func insert(_ header: SessionHeader, into database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO session(id, title, created, program, parameters, chosenParameters)
                VALUES (1, ?, ?, ?, ?, ?)
                """,
            arguments: [
                title(header), header.created.nanoseconds, StoredValue.text(header.programVersion),
                try text(header.parameters), try header.chosenParameters.map(text),
            ])
    }

    /// Updates the title and the chosen parameters.
    static func update(_ header: SessionHeader, in database: Database) throws {
        try database.execute(
            sql: "UPDATE session SET title = ?, chosenParameters = ?",
            arguments: [title(header), try header.chosenParameters.map(text)])
    }

    /// Returns the stored header.
    static func fetch(_ database: Database) throws -> SessionHeader {
        let statement = try database.makeStatement(
            sql: "SELECT title, created, program, parameters, chosenParameters FROM session")
        let rows = try StoredRows(statement)
        guard let row = try rows.next(), let parameters = try row.text(3) else { throw StoredValueError.unexpected }
        return SessionHeader(
            title: try row.text(0) ?? "", created: Instant(nanoseconds: try row.integer(1)),
            programVersion: try row.text(2) ?? "", parameters: try self.parameters(parameters),
            chosenParameters: try row.text(4).map { try self.parameters($0) })
    }

    private static func title(_ header: SessionHeader) -> DatabaseValue {
        StoredValue.text(String(header.title.prefix(SessionBounds.titleLength)))
    }

    private static func text(_ parameters: Parameters) throws -> String { try StoredJSON().text(parameters.values) }

    /// Returns the parameters in a JSON text. Ignores unknown names and invalid values, which keep their defaults.
    private static func parameters(_ text: String) throws -> Parameters {
        var parameters = Parameters()
        for (name, value) in try StoredJSON().value([String: ParameterValue].self, of: text) {
            try? parameters.set(name, to: value)
        }
        return parameters
    }
}
