public import FusionCore

/// The two sets of parameters of a session: the active one, and one for comparison.
///
/// Set A starts with the session's parameters, set B as a copy of the active set. Each has a separate undo history, and
/// swapping only changes which one is active.
public struct ParameterSets: Sendable {
    /// The names of the two sets.
    public enum Name: String, Sendable, Hashable, CaseIterable {
        /// The set to compare with.
        case a = "A"
        /// The set that is active at first.
        case b = "B"

        /// The name of the set to compare with.
        public var other: Name { self == .a ? .b : .a }
    }

    /// The name of the set that changes apply to.
    public private(set) var active = Name.b
    /// True while the other set is shown as well.
    public private(set) var isComparing = false
    private var first: TunePanel
    private var second: TunePanel

    /// Creates two equal sets.
    public init(parameters: Parameters = .init()) {
        first = TunePanel(parameters: parameters)
        second = first
    }

    /// The panel by which a set is changed.
    public subscript(name: Name) -> TunePanel { name == .a ? first : second }
    /// The panel by which the active set is changed.
    public var panel: TunePanel { self[active] }
    /// The parameters of the active set.
    public var parameters: Parameters { panel.parameters }
    /// The parameters of the other set; `nil` if nothing is compared.
    public var compared: Parameters? { isComparing ? self[active.other].parameters : nil }

    /// Performs an action on the active set, or on a named one.
    /// - Returns: True if its parameters changed.
    @discardableResult
    public mutating func handle(_ action: TunePanel.Action, in name: Name? = nil) -> Bool {
        (name ?? active) == .a ? first.handle(action) : second.handle(action)
    }

    /// Starts or stops comparing with the other set. Neither set changes.
    public mutating func setComparing(_ isComparing: Bool) { self.isComparing = isComparing }

    /// Activates the other set, but only while both are shown.
    public mutating func swap() {
        if isComparing { active = active.other }
    }
}
