import FusionCore

/// The assessments of the fixes of a run, eight bytes each: three significant digits are enough for charts and cards.
struct AssessmentColumn: Sendable {
    /// The innovation along and across the course in metres, its size in standard deviations, the weight in 255ths, and the
    /// hypothesis. Missing values are not numbers.
    private struct Row {
        var along = Float16.nan
        var across = Float16.nan
        var sigmas = Float16.nan
        var weight: UInt8 = 0
        var hypothesis = UInt8.max
    }

    private var rows: [Row] = []
    private static let hypotheses = FixAssessment.Hypothesis.allCases
    private static let fullWeight = 255.0

    mutating func reserveCapacity(_ count: Int) { rows.reserveCapacity(count) }

    mutating func append(_ assessment: FixAssessment?) { rows.append(Self.row(assessment)) }

    mutating func set(_ assessment: FixAssessment?, at index: Int) { rows[index] = Self.row(assessment) }

    /// Returns whether a fix was accepted but hardly counted.
    func isIgnored(_ index: Int) -> Bool { self[index]?.isIgnored == true }

    /// The assessment of a fix; `nil` if the filter did not see it.
    subscript(index: Int) -> FixAssessment? {
        let row = rows[index]
        guard row.hypothesis < Self.hypotheses.count else { return nil }
        return FixAssessment(
            weight: Double(row.weight) / Self.fullWeight,
            innovation: row.along.isNaN ? nil : SIMD2(Double(row.along), Double(row.across)),
            sigmas: row.sigmas.isNaN ? nil : Double(row.sigmas), hypothesis: Self.hypotheses[Int(row.hypothesis)])
    }

    private static func row(_ assessment: FixAssessment?) -> Row {
        guard let assessment, let place = hypotheses.firstIndex(of: assessment.hypothesis) else { return Row() }
        var row = Row(hypothesis: UInt8(place))
        row.weight = UInt8((min(1, max(0, assessment.weight)) * fullWeight).rounded())
        if let innovation = assessment.innovation {
            (row.along, row.across) = (bounded(innovation.x), bounded(innovation.y))
        }
        if let sigmas = assessment.sigmas { row.sigmas = bounded(sigmas) }
        return row
    }

    /// Returns a value, or the greatest that the column can hold; not a number if the value is not one.
    private static func bounded(_ value: Double) -> Float16 {
        guard !value.isNaN else { return .nan }
        let most = Double(Float16.greatestFiniteMagnitude)
        return Float16(min(most, max(-most, value)))
    }
}
