import FusionCore
import SensorModel

/// The table of parameters as text.
enum ParameterList {
    /// A parameter as a JSON object.
    struct Entry: Encodable {
        let name: String
        let value: ParameterValue?
        let unit: String
        let meaning: String
        let source: String
        let minimum: Double?
        let maximum: Double?
        let choices: [String]?
    }

    /// Returns the parameters, in table order.
    /// - Parameter includesCoefficients: Whether to include the coefficients of the models.
    static func entries(includesCoefficients: Bool) -> [Entry] {
        let defaults = Parameters()
        return Parameters.table.filter { includesCoefficients || $0.tier != .coefficient }.map { entry in
            var (range, choices): (ClosedRange<Double>?, [String]?) = (nil, nil)
            switch entry.domain {
            case .number(let numbers): range = numbers
            case .choice(let names): choices = names
            case .toggle: break
            }
            return Entry(
                name: entry.name, value: defaults.value(of: entry.name), unit: entry.unit, meaning: entry.meaning,
                source: entry.source, minimum: range?.lowerBound, maximum: range?.upperBound, choices: choices)
        }
    }

    /// Returns the parameters with their defaults, ranges, units and meanings, in table order.
    /// - Parameter includesCoefficients: Whether to include the coefficients of the models.
    static func text(includesCoefficients: Bool) -> String {
        let defaults = Parameters()
        let entries = Parameters.table.filter { includesCoefficients || $0.tier != .coefficient }
        return entries.map { entry in
            let value = defaults.value(of: entry.name).map(String.init(describing:)) ?? ""
            let unit = entry.unit.isEmpty ? "" : " \(entry.unit)"
            let domain =
                switch entry.domain {
                case .number(let range): "\(range.lowerBound) to \(range.upperBound)"
                case .choice(let names): names.joined(separator: ", ")
                case .toggle: "true, false"
                }
            return "\(entry.name) = \(value)\(unit)  [\(domain)]\n    \(entry.meaning) (\(entry.source))"
        }.joined(separator: "\n")
    }
}
