public import Replay
import SensorModel

/// The comparison of a track with a reference, as a table.
public struct ReferenceTable: Sendable, Hashable {
    /// The rows from top to bottom.
    public let rows: [TitledValue]

    /// Describes a comparison.
    /// - Parameters:
    ///   - comparison: The comparison with the reference.
    ///   - unit: The unit of speeds, and of the distances that go with it.
    public init(_ comparison: ReferenceComparison, in unit: SpeedUnit) {
        func metres(_ value: Double?) -> String { unit.distanceUnit.smallText(of: value, decimals: 2) }
        rows = [
            TitledValue(
                title: Phrase(translatable("Clock ahead by")),
                value: "\(decimalText(comparison.lag, decimals: 2)) s"),
            TitledValue(title: Phrase(translatable("RMS error")), value: metres(comparison.rootMeanSquare)),
            TitledValue(title: Phrase(translatable("50 % within")), value: metres(comparison.median)),
            TitledValue(title: Phrase(translatable("95 % within")), value: metres(comparison.percentile95)),
            TitledValue(title: Phrase(translatable("Bias ahead")), value: metres(comparison.alongBias)),
            TitledValue(title: Phrase(translatable("Bias to the right")), value: metres(comparison.acrossBias)),
        ]
    }
}
