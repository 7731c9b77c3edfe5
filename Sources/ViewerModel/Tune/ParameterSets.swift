public import FusionCore

/// The two sets of parameters of a session: one that is being changed, one that it is compared with.
///
/// Set A begins as what the session was opened with, set B as the one that the user works on. Each keeps its own
/// changes to undo, and swapping only changes which of them is worked on.
public struct ParameterSets: Sendable {
    /// The name of a set.
    public enum Name: String, Sendable, Hashable, CaseIterable {
        /// The set to compare with.
        case a = "A"
        /// The set that is worked on first.
        case b = "B"

        /// The other set.
        public var other: Name { self == .a ? .b : .a }
    }

    /// The set that is worked on.
    public private(set) var active = Name.b
    /// True while the other set is shown too.
    public private(set) var isComparing = false
    private var first: TunePanel
    private var second: TunePanel

    /// Creates two equal sets.
    public init(parameters: Parameters = .init()) {
        first = TunePanel(parameters: parameters)
        second = first
    }

    /// The panel of a set.
    public subscript(name: Name) -> TunePanel { name == .a ? first : second }
    /// The panel of the set that is worked on.
    public var panel: TunePanel { self[active] }
    /// The parameters that are worked on.
    public var parameters: Parameters { panel.parameters }
    /// The parameters of the other set; `nil` if nothing is compared.
    public var compared: Parameters? { isComparing ? self[active.other].parameters : nil }

    /// Does what an action says to the set that is worked on.
    /// - Returns: True if its parameters changed.
    @discardableResult
    public mutating func handle(_ action: TunePanel.Action) -> Bool {
        active == .a ? first.handle(action) : second.handle(action)
    }

    /// Shows the other set beside the one that is worked on, or no longer. Both stay what they are.
    public mutating func setComparing(_ isComparing: Bool) { self.isComparing = isComparing }

    /// Works on the other set from now on; only while both are shown.
    public mutating func swap() {
        if isComparing { active = active.other }
    }
}
