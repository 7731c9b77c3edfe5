public import SensorModel

/// A row of a table: the title of a figure and its value with the unit.
public struct TitledValue: Sendable, Hashable {
    /// The title, untranslated.
    public var title: Phrase
    /// The value as it is shown, with its unit.
    public var value: String
}
