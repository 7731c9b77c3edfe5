import ArgumentParser
import Foundation
import FusionCore
import JSON
import SensorModel

/// The options `--parameters FILE` and `--set NAME=VALUE` of every command that runs the core.
struct ParameterOptions: ParsableArguments {
    @Option(
        name: .customLong("parameters"),
        help: "A JSON file of parameter names and values, as written by tune, overriding those stored with a session.")
    var file: String?

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp("Set one parameter, overriding the file; may be repeated.", valueName: "name=value"),
        completion: .list(Parameters.table.map { "\($0.name)=" }))
    var assignments: [String] = []

    /// Returns stored parameters, overridden by those in the options.
    /// - Throws: A `ValidationError` or a ``CommandError`` with a sentence that says what is wrong.
    func parameters(over kept: Parameters = Parameters()) throws -> Parameters {
        var parameters = kept
        if let file { try Self.read(file, into: &parameters) }
        try assign(to: &parameters)
        return parameters
    }

    func validate() throws {
        var parameters = Parameters()
        try assign(to: &parameters)
    }

    private func assign(to parameters: inout Parameters) throws {
        for assignment in assignments {
            guard let split = assignment.firstIndex(of: "=") else {
                throw ValidationError("“\(assignment)” is not an assignment: use --set NAME=VALUE.")
            }
            do {
                try parameters.set(
                    String(assignment[..<split]), parsing: String(assignment[assignment.index(after: split)...]))
            } catch {
                throw ValidationError(error.sentence)
            }
        }
    }

    private static func read(_ path: String, into parameters: inout Parameters) throws {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path))
        } catch {
            let reason = FileManager.default.fileExists(atPath: path) ? "it cannot be read" : "there is no such file"
            throw CommandError("The parameter file “\(path)” cannot be used: \(reason).")
        }
        var json = data.withUnsafeBytes { try? JSONValue(parsing: $0) }
        // What `tune` writes contains the parameters along with its figures.
        if case .object(let result)? = json, let inner = result["parameters"] { json = inner }
        guard case .object(let values)? = json,
            case let typed = values.compactMapValues(Self.parameter), typed.count == values.count
        else {
            throw CommandError(
                "“\(path)” is not a parameter file: it has to be one JSON object of names and values, such as "
                    + "{\"simplifier.tolerance\": 5}.")
        }
        do throws(ParameterError) {
            for (name, value) in typed.sorted(by: { $0.key < $1.key }) { try parameters.set(name, to: value) }
        } catch { throw CommandError("\(path): \(error.sentence)") }
    }

    private static func parameter(_ value: JSONValue) -> ParameterValue? {
        switch value {
        case .number(let number): .number(number)
        case .string(let text): .choice(text)
        case .bool(let isOn): .toggle(isOn)
        case .null, .array, .object: nil
        }
    }
}

extension ParameterError {
    /// The description, with the nearest name if the name is unknown.
    var sentence: String {
        guard case .unknownName(let name) = self else { return description }
        return description + Suggestion.question(name, among: Parameters.table.map(\.name))
    }
}
