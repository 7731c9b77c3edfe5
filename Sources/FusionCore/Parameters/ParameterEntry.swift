import SensorModel

/// What values a parameter takes.
public enum ParameterDomain: Sendable, Hashable {
    /// A number within a range.
    case number(ClosedRange<Double>)
    /// One of some names.
    case choice([String])
    /// On or off.
    case toggle
}

/// Whom a parameter is for.
public enum ParameterTier: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// One of the few that decide what a track looks like.
    case essential
    /// One that the user of an unusual receiver or with unusual habits changes.
    case tunable
    /// A coefficient of a model, which was derived or trained; a single one is rarely worth changing.
    case coefficient

    /// Orders tiers from the few to the many.
    public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}

/// One parameter: what it is called, what it does, and how it is read and written.
///
/// The tuning panel, `--set`, the session file and the documentation are made from these.
public struct ParameterEntry<Root>: Sendable {
    /// The name, dotted: `fixGate.accuracyCeiling`.
    public let name: String
    /// Whom it is for.
    public let tier: ParameterTier
    /// A short label for the user.
    public let title: String
    /// The unit, empty for a pure number.
    public let unit: String
    /// The values it takes.
    public let domain: ParameterDomain
    /// What it means and what small and large values do.
    public let meaning: String
    /// Where the default comes from.
    public let source: String
    let read: @Sendable (Root) -> ParameterValue
    let write: @Sendable (inout Root, ParameterValue) -> Bool

    init(
        name: String, tier: ParameterTier, title: String, unit: String, domain: ParameterDomain, meaning: String,
        source: String, read: @escaping @Sendable (Root) -> ParameterValue,
        write: @escaping @Sendable (inout Root, ParameterValue) -> Bool
    ) {
        self.name = name
        self.tier = tier
        self.title = title
        self.unit = unit
        self.domain = domain
        self.meaning = meaning
        self.source = source
        self.read = read
        self.write = write
    }

    /// Describes a number.
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

    /// Describes a switch.
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

    /// Describes a choice among the cases of an enumeration.
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

    /// Returns the same entry, by the same name, seen from a value that encloses it within one group.
    func renamed<Outer>(within path: any WritableKeyPath<Outer, Root> & Sendable) -> ParameterEntry<Outer> {
        let read = self.read
        let write = self.write
        return ParameterEntry<Outer>(
            name: name, tier: tier, title: title, unit: unit, domain: domain, meaning: meaning, source: source,
            read: { read($0[keyPath: path]) },
            write: { outer, value in write(&outer[keyPath: path], value) })
    }

    /// Returns the same entry seen from an enclosing value.
    func within<Outer>(_ path: any WritableKeyPath<Outer, Root> & Sendable, group: String) -> ParameterEntry<Outer> {
        let read = self.read
        let write = self.write
        return ParameterEntry<Outer>(
            name: "\(group).\(name)", tier: tier, title: title, unit: unit, domain: domain, meaning: meaning,
            source: source,
            read: { read($0[keyPath: path]) },
            write: { outer, value in write(&outer[keyPath: path], value) })
    }
}
