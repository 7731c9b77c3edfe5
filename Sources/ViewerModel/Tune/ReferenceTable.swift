public import FusionCore
public import Replay

/// The comparison of a track with a reference, in words.
public struct ReferenceTable: Sendable, Hashable {
    /// One number of the comparison.
    public struct Row: Sendable, Hashable {
        /// Its name.
        public var title: Phrase
        /// Its value.
        public var value: String
    }

    /// The rows from top to bottom.
    public let rows: [Row]

    /// Describes a comparison.
    /// - Parameters:
    ///   - comparison: The comparison with the reference.
    ///   - unit: The unit of speeds, and of the distances that go with it.
    public init(_ comparison: ReferenceComparison, in unit: SpeedUnit) {
        func metres(_ value: Double?) -> String { unit.distanceUnit.smallText(of: value, decimals: 2) }
        rows = [
            Row(
                title: Phrase(translatable("Clock ahead by")),
                value: "\(decimalText(comparison.lag, decimals: 2)) s"),
            Row(title: Phrase(translatable("RMS error")), value: metres(comparison.rootMeanSquare)),
            Row(title: Phrase(translatable("50 % within")), value: metres(comparison.median)),
            Row(title: Phrase(translatable("95 % within")), value: metres(comparison.percentile95)),
            Row(title: Phrase(translatable("Bias ahead")), value: metres(comparison.alongBias)),
            Row(title: Phrase(translatable("Bias to the right")), value: metres(comparison.acrossBias)),
        ]
    }
}
