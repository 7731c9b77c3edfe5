import FusionCore

/// The table of parameters as text.
enum ParameterList {
    /// Parameters with their defaults, ranges, units and meanings, in the order of the table.
    /// - Parameter includesCoefficients: Whether the coefficients of the models are listed, too.
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
