import FusionCore

/// The table of parameters as text.
enum ParameterList {
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
