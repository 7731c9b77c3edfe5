/// The value of one tunable parameter.
public enum ParameterValue: Sendable, Hashable {
    /// A number in the parameter's unit.
    case number(Double)
    /// A name from a fixed list.
    case choice(String)
    /// On or off.
    case toggle(Bool)
}

extension ParameterValue: Codable {
    /// Decodes a number, a name, or a Boolean.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Numbers come first: nearly all values are numbers, and a failed decoding costs many times a successful one.
        if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let toggle = try? container.decode(Bool.self) {
            self = .toggle(toggle)
        } else {
            self = .choice(try container.decode(String.self))
        }
    }

    /// Encodes the plain value, without its case.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .choice(let name): try container.encode(name)
        case .toggle(let isOn): try container.encode(isOn)
        }
    }
}

extension ParameterValue: CustomStringConvertible {
    /// The value in the form that `--set` accepts.
    public var description: String {
        switch self {
        case .number(let number): number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
        case .choice(let name): name
        case .toggle(let isOn): isOn ? "true" : "false"
        }
    }
}
