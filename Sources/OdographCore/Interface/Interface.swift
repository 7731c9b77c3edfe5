public import COdograph
import FusionCore
import SensorModel

private let runs = RunTable()
private let catalogue = TableCatalogue()

/// Runs the body of a call and returns its code. If it fails, keeps the message for `odograph_message`.
private func answer(_ body: () throws(CoreError) -> Void) -> Int32 {
    do {
        try body()
        odograph_keep_message("", 0)
        return ODOGRAPH_OK
    } catch {
        keep(error)
        return error.code
    }
}

private func keep(_ error: CoreError) {
    var sentence = error.description
    sentence.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { odograph_keep_message($0.baseAddress, $0.count) }
    }
}

private func name(_ characters: UnsafePointer<CChar>?, of what: String) throws(CoreError) -> String {
    guard let characters, let name = String(validatingCString: characters) else {
        throw .badShape("The name of the \(what) is missing or not in UTF-8.")
    }
    return name
}

private func outputTable(_ characters: UnsafePointer<CChar>?) throws(CoreError) -> OutputTable {
    let name = try name(characters, of: "table")
    guard let table = OutputTable.named(name) else { throw .unknownTable(name) }
    return table
}

private func buffer<Element>(
    _ start: UnsafePointer<Element>?, _ count: Int64, of what: String
) throws(CoreError) -> UnsafeBufferPointer<Element> {
    guard count >= 0 else { throw .badShape("The number of \(what) is negative.") }
    guard count <= 4_096 else { throw .tooMany("There are more than 4096 \(what).") }
    guard count == 0 || start != nil else { throw .badShape("There are \(count) \(what) and no address.") }
    return UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(count))
}

private func parameters(_ values: UnsafeBufferPointer<odograph_parameter>) throws(CoreError) -> Parameters {
    var parameters = Parameters()
    for value in values {
        let name = try name(value.name, of: "parameter")
        do {
            if let word = value.word {
                try parameters.set(name, parsing: String(cString: word))
            } else {
                try parameters.set(name, to: .number(value.number))
            }
        } catch {
            if case .unknownName = error {
                throw .parameter(
                    "There is no parameter named “\(name)”; the table “parameters” lists them.", isKnown: false)
            }
            throw .parameter(error.description, isKnown: true)
        }
    }
    return parameters
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the version of the interface.
@c @implementation
public func odograph_version() -> Int32 { ODOGRAPH_VERSION }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Creates a run; see odograph.h.
@c @implementation
public func odograph_create(
    _ values: UnsafePointer<odograph_parameter>?, _ count: Int64, _ run: UnsafeMutablePointer<odograph_run>?
) -> Int32 {
    answer { () throws(CoreError) in
        guard let run else { throw .badShape("There is no address for the run.") }
        run.pointee = 0
        run.pointee = try runs.add(Run(parameters: try parameters(try buffer(values, count, of: "parameters"))))
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Copies columns of events into a run; see odograph.h.
@c @implementation
public func odograph_push(
    _ run: odograph_run, _ table: UnsafePointer<CChar>?, _ columns: UnsafePointer<odograph_column>?, _ count: Int64
) -> Int32 {
    answer { () throws(CoreError) in
        let run = try runs.run(run)
        let name = try name(table, of: "table")
        guard let table = InputTable(rawValue: name) else { throw .unknownTable(name) }
        try run.push(try buffer(columns, count, of: "columns"), to: table)
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Runs the core over the events of a run; see odograph.h.
@c @implementation
public func odograph_finish(_ run: odograph_run, _ options: Int32) -> Int32 {
    answer { () throws(CoreError) in
        let options = Conclusions.Options(rawValue: options)
        guard options.isSubset(of: .motion) else { throw .badShape("The options contain an unknown bit.") }
        try runs.run(run).finish(options)
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the number of rows of a table of estimates; see odograph.h.
@c @implementation
public func odograph_count(_ run: odograph_run, _ table: UnsafePointer<CChar>?) -> Int64 {
    var count: Int64 = 0
    let result = answer { () throws(CoreError) in
        count = Int64(try runs.run(run).count(of: try outputTable(table)))
    }
    return result == ODOGRAPH_OK ? count : Int64(result)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Copies a column of estimates; see odograph.h.
@c @implementation
public func odograph_read(
    _ run: odograph_run, _ table: UnsafePointer<CChar>?, _ column: UnsafePointer<CChar>?,
    _ values: UnsafeMutableRawPointer?, _ capacity: Int64
) -> Int32 {
    answer { () throws(CoreError) in
        let run = try runs.run(run)
        let table = try outputTable(table)
        let column = try table.column(named: try name(column, of: "column"))
        try run.read(column, of: table, to: values, capacity: capacity)
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Frees a run; see odograph.h.
@c @implementation
public func odograph_free(_ run: odograph_run) -> Int32 {
    answer { () throws(CoreError) in try runs.remove(run) }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the name of a table; see odograph.h.
@c @implementation
public func odograph_table(_ index: Int32, _ isInput: UnsafeMutablePointer<Int32>?) -> UnsafePointer<CChar>? {
    guard catalogue.tables.indices.contains(Int(index)) else { return nil }
    let table = catalogue.tables[Int(index)]
    isInput?.pointee = table.isInput ? 1 : 0
    return table.name.characters
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Describes a column; see odograph.h.
@c @implementation
public func odograph_describe(
    _ table: UnsafePointer<CChar>?, _ index: Int32, _ info: UnsafeMutablePointer<odograph_column_info>?
) -> Int32 {
    answer { () throws(CoreError) in
        let name = try name(table, of: "table")
        guard let info else { throw .badShape("There is no address for the description.") }
        guard let table = catalogue.table(name) else { throw .unknownTable(name) }
        guard table.columns.indices.contains(Int(index)) else {
            throw .unknownColumn(table: name, column: "\(index)")
        }
        let column = table.columns[Int(index)]
        info.pointee = odograph_column_info(
            name: column.name.characters, unit: column.unit.characters, type: column.kind.rawValue,
            is_required: column.isRequired ? 1 : 0)
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the word for a code; see odograph.h.
@c @implementation
public func odograph_word(
    _ table: UnsafePointer<CChar>?, _ column: UnsafePointer<CChar>?, _ code: Int32
) -> UnsafePointer<CChar>? {
    var word: UnsafePointer<CChar>?
    _ = answer { () throws(CoreError) in
        let column = try outputTable(table).column(named: try name(column, of: "column"))
        guard case .word(let words, _) = column.read, words.indices.contains(Int(code)) else { return }
        word = words[Int(code)].characters
    }
    return word
}
