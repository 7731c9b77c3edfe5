import SensorModel

/// The values that a parameter can have.
public enum ParameterDomain: Sendable, Hashable {
    /// A number within a range.
    case number(ClosedRange<Double>)
    /// One of the given names.
    case choice([String])
    /// On or off.
    case toggle
}

/// The audience of a parameter.
public enum ParameterTier: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// A parameter that largely determines the appearance of a track.
    case essential
    /// A parameter for unusual receivers or unusual habits.
    case tunable
    /// A derived or trained coefficient of a model; rarely worth changing alone.
    case coefficient

    /// Orders tiers from essential to coefficient.
    public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}

/// A tunable parameter: its name, its documentation, and access to its value.
///
/// The tuning panel, `--set`, the session file, and the documentation are built from these entries.
public struct ParameterEntry<Root>: Sendable {
    /// The dotted name, such as `fixGate.accuracyCeiling`.
    public let name: String
    /// The audience of the parameter.
    public let tier: ParameterTier
    /// A short label for the user.
    public let title: String
    /// The unit, empty for a pure number.
    public let unit: String
    /// The values that the parameter can have.
    public let domain: ParameterDomain
    /// The meaning of the parameter, and the effect of low and high values.
    public let meaning: String
    /// The origin of the default value.
    public let source: String
    let read: @Sendable (Root) -> ParameterValue
    let write: @Sendable (inout Root, ParameterValue) -> Bool

    /// Creates an entry for a number within a range.
    public static func number(
        _ name: String, _ path: any WritableKeyPath<Root, Double> & Sendable, tier: ParameterTier = .coefficient,
        title: String, unit: String,
        range: ClosedRange<Double>, meaning: String, source: String
    ) -> Self {
        Self(
            name: name, tier: tier, title: title, unit: unit, domain: .number(range), meaning: meaning, source: source,
            read: { .number($0[keyPath: path]) },
            write: { root, value in
                guard case .number(let number) = value, range.contains(number) else { return false }
                root[keyPath: path] = number
                return true
            })
    }

    /// Creates an entry for a switch.
    public static func toggle(
        _ name: String, _ path: any WritableKeyPath<Root, Bool> & Sendable, tier: ParameterTier = .coefficient,
        title: String, meaning: String,
        source: String
    ) -> Self {
        Self(
            name: name, tier: tier, title: title, unit: "", domain: .toggle, meaning: meaning, source: source,
            read: { .toggle($0[keyPath: path]) },
            write: { root, value in
                guard case .toggle(let isOn) = value else { return false }
                root[keyPath: path] = isOn
                return true
            })
    }

    /// Creates an entry for a choice among the cases of an enumeration.
    public static func choice<Choice>(
        _ name: String, _ path: any WritableKeyPath<Root, Choice> & Sendable, tier: ParameterTier = .coefficient,
        title: String, meaning: String,
        source: String
    ) -> Self where Choice: RawRepresentable<String> & CaseIterable & Sendable {
        Self(
            name: name, tier: tier, title: title, unit: "", domain: .choice(Choice.allCases.map(\.rawValue)),
            meaning: meaning,
            source: source,
            read: { .choice($0[keyPath: path].rawValue) },
            write: { root, value in
                guard case .choice(let name) = value, let choice = Choice(rawValue: name) else { return false }
                root[keyPath: path] = choice
                return true
            })
    }

    /// Returns the entry for an enclosing value, under the same name.
    func renamed<Outer>(within path: any WritableKeyPath<Outer, Root> & Sendable) -> ParameterEntry<Outer> {
        entry(name, within: path)
    }

    /// Returns the entry for an enclosing value, with its name prefixed by a group.
    func within<Outer>(_ path: any WritableKeyPath<Outer, Root> & Sendable, group: String) -> ParameterEntry<Outer> {
        entry("\(group).\(name)", within: path)
    }

    private func entry<Outer>(
        _ name: String, within path: any WritableKeyPath<Outer, Root> & Sendable
    ) -> ParameterEntry<Outer> {
        let read = self.read
        let write = self.write
        return ParameterEntry<Outer>(
            name: name, tier: tier, title: title, unit: unit, domain: domain, meaning: meaning,
            source: source,
            read: { read($0[keyPath: path]) },
            write: { outer, value in write(&outer[keyPath: path], value) })
    }
}
