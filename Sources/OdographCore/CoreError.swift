import COdograph

/// An error of the C interface, with its code and message.
enum CoreError: Error, Hashable, CustomStringConvertible {
    /// No run has the handle.
    case noRun
    /// The run has finished, so nothing can be pushed.
    case isFinished
    /// The run has not finished, so nothing can be read.
    case isNotFinished
    /// No table has the name.
    case unknownTable(String)
    /// The table has no column of that name.
    case unknownColumn(table: String, column: String)
    /// A parameter was not set, for the reason in the message.
    case parameter(String, isKnown: Bool)
    /// A value is outside what its column accepts.
    case badValue(table: String, column: String, row: Int, expected: String)
    /// The arguments are invalid, as the message explains.
    case badShape(String)
    /// A limit of the library is exceeded, as the message explains.
    case tooMany(String)

    /// The error code for C.
    var code: Int32 {
        switch self {
        case .noRun: ODOGRAPH_NO_RUN
        case .isFinished, .isNotFinished: ODOGRAPH_WRONG_STATE
        case .unknownTable, .unknownColumn: ODOGRAPH_UNKNOWN_NAME
        case .parameter(_, let isKnown): isKnown ? ODOGRAPH_BAD_VALUE : ODOGRAPH_UNKNOWN_NAME
        case .badValue: ODOGRAPH_BAD_VALUE
        case .badShape: ODOGRAPH_BAD_SHAPE
        case .tooMany: ODOGRAPH_TOO_MANY
        }
    }

    /// The message that `odograph_message` returns.
    var description: String {
        switch self {
        case .noRun: "There is no such run: it was never created, or it has already been freed."
        case .isFinished: "The run has finished; create another run for more events."
        case .isNotFinished: "The run has not finished; call odograph_finish before you read estimates."
        case .unknownTable(let table): "There is no table named “\(table)”; odograph_table lists them."
        case .unknownColumn(let table, let column):
            "The table “\(table)” has no column named “\(column)”; odograph_describe lists its columns."
        case .parameter(let sentence, _): sentence
        case .badValue(let table, let column, let row, let expected):
            "Row \(row) of the column “\(column)” of “\(table)” is not valid: it has to be \(expected)."
        case .badShape(let sentence), .tooMany(let sentence): sentence
        }
    }
}
