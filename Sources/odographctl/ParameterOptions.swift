import ArgumentParser
import Foundation
import FusionCore

/// `--parameters FILE` and `--set NAME=VALUE`, for every command that runs the core.
struct ParameterOptions: ParsableArguments {
    @Option(name: .customLong("parameters"), help: "A JSON file of parameter names and values.")
    var file: String?

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp("Sets one parameter, over the file; may be repeated.", valueName: "name=value"))
    var assignments: [String] = []

    /// The parameters asked for.
    /// - Throws: A `ValidationError` or a ``CommandError`` with a sentence on what is wrong.
    func parameters() throws -> Parameters {
        var parameters = Parameters()
        if let file { parameters = try Self.read(file) }
        for assignment in assignments {
            guard let split = assignment.firstIndex(of: "=") else {
                throw ValidationError("“\(assignment)” is no assignment: write --set NAME=VALUE.")
            }
            do {
                try parameters.set(
                    String(assignment[..<split]), parsing: String(assignment[assignment.index(after: split)...]))
            } catch {
                throw ValidationError(error.description)
            }
        }
        return parameters
    }

    private static func read(_ path: String) throws -> Parameters {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path))
        } catch {
            let reason = FileManager.default.fileExists(atPath: path) ? "it cannot be read" : "there is no such file"
            throw CommandError("The parameter file “\(path)” is of no use: \(reason).")
        }
        do {
            return try JSONDecoder().decode(Parameters.self, from: data)
        } catch let error as ParameterError {
            throw CommandError("\(path): \(error)")
        } catch {
            throw CommandError(
                "“\(path)” is no parameter file: it has to be one JSON object of names and values, such as "
                    + "{\"simplifier.tolerance\": 5}.")
        }
    }
}
