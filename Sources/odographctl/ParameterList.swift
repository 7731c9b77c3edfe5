import FusionCore

/// The table of parameters as text.
enum ParameterList {
    /// Every parameter with its default, range, unit and meaning.
    static var text: String {
        let defaults = Parameters()
        return Parameters.table.map { entry in
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
