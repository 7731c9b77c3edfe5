public import FusionCore
public import Replay
public import SensorModel

/// The tuning panel: the shown parameters, their groups, and every change that can be undone.
public struct TunePanel: Sendable {
    /// The parameters of one stage and tier; the essential ones of all stages are one group.
    public struct Group: Sendable {
        /// The audience of the group's parameters.
        public var tier: ParameterTier
        /// The name in the table: `fixGate`.
        public var name: String
        /// The name for the user: `Fix gate`.
        public var title: String
        /// Its parameters.
        public var rows: [Row]
    }

    /// One parameter.
    public struct Row: Sendable {
        /// The name in the table: `fixGate.accuracyCeiling`.
        public var name: String
        /// The name for the user.
        public var title: String
        /// The unit, empty for a pure number.
        public var unit: String
        /// The parameter's meaning, and the effects of low and high values.
        public var meaning: String
        /// The origin of the default.
        public var source: String
        /// The valid values.
        public var domain: ParameterDomain
        /// The current value.
        public var value: ParameterValue
        /// The value that a reset restores.
        public var defaultValue: ParameterValue
        /// True if the value is not the default.
        public var isChanged: Bool { value != defaultValue }

        /// The value with its unit: `3 m`.
        public var text: String {
            switch value {
            case .number(let number): ParameterScale.text(number) + (unit.isEmpty ? "" : " \(unit)")
            case .choice(let name): TunePanel.title(of: name)
            case .toggle(let isOn): isOn ? translatable("On") : translatable("Off")
            }
        }

        /// The scale of its slider; `nil` if it is not a number.
        public var scale: ParameterScale? {
            guard case .number(let range) = domain, case .number(let usual) = defaultValue else { return nil }
            return ParameterScale(range, usual: usual)
        }
    }

    /// The user's actions in the panel.
    public enum Action: Sendable, Hashable {
        /// Sets a parameter. Successive moves of one slider count as one change.
        case set(String, ParameterValue)
        /// Begins a series of moves, during which the scales of charts and gauge stay.
        case grab
        /// Ends a series of moves, so that the next one is a separate change.
        case release
        /// Resets a parameter to its default.
        case reset(String)
        /// Resets all parameters to their defaults.
        case resetAll
        /// Sets all values of a preset.
        case apply(Parameters)
        /// Undoes the last change.
        case undo
        /// Redoes the undone change.
        case redo
    }

    /// The values after the changes made so far.
    public private(set) var parameters: Parameters
    private var past: [Parameters] = []
    private var future: [Parameters] = []
    /// The number of changes so far, in which a series of moves is one, and undoing does not count.
    public private(set) var changeCount = 0
    private var moving: String?
    private let defaults = Parameters()

    /// The maximum number of changes that can be undone.
    private static let depth = 200

    /// Creates a panel.
    public init(parameters: Parameters = .init()) {
        self.parameters = parameters
    }

    /// The changed values as options of `odographctl run`: `--set position.kind=none --set …`.
    public var setFlags: String {
        parameters.changes.sorted { $0.key < $1.key }.map { "--set \($0.key)=\($0.value)" }.joined(separator: " ")
    }

    /// Performs an action. Ignores values that a parameter does not accept.
    /// - Returns: True if the parameters changed.
    @discardableResult
    public mutating func handle(_ action: Action) -> Bool {
        let before = parameters
        switch action {
        case .set(let name, let value):
            var changed = parameters
            guard (try? changed.set(name, to: value)) != nil, changed != parameters else { return false }
            if moving != name { remember() }
            moving = name
            parameters = changed
            return true
        case .grab, .release: break
        case .reset(let name):
            guard let value = defaults.value(of: name) else { return false }
            moving = nil
            defer { moving = nil }
            return handle(.set(name, value))
        case .resetAll: change(to: defaults)
        case .apply(let preset): change(to: preset)
        case .undo:
            if let last = past.popLast() {
                future.append(parameters)
                parameters = last
            }
        case .redo:
            if let next = future.popLast() {
                past.append(parameters)
                parameters = next
            }
        }
        moving = nil
        return parameters != before
    }

    /// Parses the user's input for a parameter: a number (limited to the range), a choice, on or off.
    /// - Returns: The value; `nil` if the input is not valid.
    public static func value(of name: String, parsing text: String) -> ParameterValue? {
        guard let entry = Parameters.entry(named: name) else { return nil }
        switch entry.domain {
        case .number(let range):
            return ParameterScale.number(parsing: text).map {
                .number(min(range.upperBound, max(range.lowerBound, $0)))
            }
        case .choice(let names): return names.contains(text) ? .choice(text) : nil
        case .toggle:
            return ["true": true, "on": true, "false": false, "off": false][text.lowercased()].map { .toggle($0) }
        }
    }

    /// The names of the model coefficients that are not at their defaults.
    public var changedCoefficients: Set<String> {
        if parameters == defaults { return [] }
        let changed = Parameters.table.filter { entry in
            entry.tier == .coefficient && parameters.value(of: entry.name) != defaults.value(of: entry.name)
        }
        return Set(changed.map(\.name))
    }

    /// Returns the groups with the parameters in which every word of a search occurs; all for an empty one. The
    /// essential ones come first, the coefficients last.
    /// - Parameters:
    ///   - search: Words of a title, a name or a meaning.
    ///   - onlyChanged: Whether parameters at their defaults are left out.
    ///   - say: Returns a title or a meaning in the user's language, which is also that of the search.
    public func groups(
        matching search: String = "", onlyChanged: Bool = false, in say: (String) -> String = { $0 }
    ) -> [Group] {
        let words = search.lowercased().split(whereSeparator: \.isWhitespace)
        var groups: [Group] = []
        for tier in ParameterTier.allCases {
            for entry in Parameters.table where entry.tier == tier {
                guard let row = row(of: entry, in: say), row.isChanged || !onlyChanged else { continue }
                let stage = String(entry.name.prefix { $0 != "." })
                let stageTitle = say(Self.title(of: stage))
                if !words.isEmpty {
                    let haystack = "\(stageTitle) \(row.title) \(entry.name) \(row.meaning)".lowercased()
                    guard words.allSatisfy({ haystack.contains($0) }) else { continue }
                }
                let name = tier == .essential ? "essentials" : stage
                if groups.last?.name == name, groups.last?.tier == tier {
                    groups[groups.count - 1].rows.append(row)
                } else {
                    let title = tier == .essential ? "Essentials" : stageTitle
                    groups.append(Group(tier: tier, name: name, title: title, rows: [row]))
                }
            }
        }
        return groups
    }

    private func row(of entry: ParameterEntry<Parameters>, in say: (String) -> String) -> Row? {
        guard let value = parameters.value(of: entry.name), let standard = defaults.value(of: entry.name) else {
            return nil
        }
        return Row(
            name: entry.name, title: say(entry.title), unit: entry.unit, meaning: say(entry.meaning),
            source: entry.source, domain: entry.domain, value: value, defaultValue: standard)
    }

    /// Returns a name of the table as a title: `constantVelocity` becomes `Constant velocity`.
    public static func title(of name: String) -> String {
        var text = ""
        for character in name {
            if text.isEmpty {
                text += character.uppercased()
            } else if character.isUppercase {
                text += " " + character.lowercased()
            } else {
                text.append(character)
            }
        }
        return text
    }

    /// Returns the title of a choice among several, for translation. Choices are the same words in several parameters.
    /// - Parameter name: The name of the choice in the table: `constantVelocity`.
    public static func title(ofChoice name: String) -> String {
        switch name {
        case "constantVelocity": translatable("Constant velocity")
        case "filter": translatable("Filter")
        case "frequency": translatable("Frequency")
        case "none": translatable("None")
        case "raw": translatable("Raw")
        case "scalar": translatable("Scalar")
        case "segment": translatable("Segment")
        case "synchronized": translatable("Synchronized")
        // The names of the models' authors, and choices that are not translated yet.
        default: title(of: name)
        }
    }

    private mutating func change(to changed: Parameters) {
        guard changed != parameters else { return }
        remember()
        parameters = changed
    }

    private mutating func remember() {
        changeCount += 1
        past.append(parameters)
        if past.count > Self.depth { past.removeFirst() }
        future = []
    }
}
