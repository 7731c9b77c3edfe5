/// A colour for every value of a range, in a fixed number of steps.
///
/// The steps go from dark blue over green to yellow with rising lightness, as the scales of S. van der Walt and
/// N. Smith (viridis, 2015) do, so that order is seen without seeing hue.
public struct ColorScale: Sendable, Hashable {
    /// The value of the first step's lower end.
    public let minimum: Double
    /// The value of the last step's upper end.
    public let maximum: Double
    /// True if large values are dark: small accuracies are the good ones.
    public let isReversed: Bool

    /// How many steps there are.
    public static let stepCount = 16

    private static let anchors = [0x440154, 0x46327e, 0x365c8d, 0x277f8e, 0x1fa187, 0x4ac16d, 0xa0da39, 0xfde725]
        .map { RGB(hex: UInt32($0)) }

    /// Creates a scale over a range; a range without width is widened.
    public init(minimum: Double, maximum: Double, isReversed: Bool = false) {
        self.minimum = minimum.isFinite ? minimum : 0
        self.maximum = maximum.isFinite && maximum > self.minimum ? maximum : self.minimum + 1
        self.isReversed = isReversed
    }

    /// Creates a scale over the middle 96 % of some values, so that one outlier does not take all the colours; nil where
    /// there is no value.
    public init?(of values: [Double], isReversed: Bool = false) {
        let sorted = values.filter(\.isFinite).sorted()
        guard let first = sorted.first, let last = sorted.last else { return nil }
        let low = sorted.count < 50 ? first : sorted[sorted.count / 50]
        let high = sorted.count < 50 ? last : sorted[sorted.count - 1 - sorted.count / 50]
        self.init(minimum: low, maximum: high, isReversed: isReversed)
    }

    /// Returns the step of a value, 0 ..< ``stepCount``; nil for a value that is not finite.
    public func step(of value: Double) -> Int? {
        guard value.isFinite else { return nil }
        let share = min(1, max(0, (value - minimum) / (maximum - minimum)))
        return min(Self.stepCount - 1, Int(share * Double(Self.stepCount)))
    }

    /// Returns the colour of a step.
    public func color(ofStep step: Int) -> RGB {
        let clamped = min(Self.stepCount - 1, max(0, step))
        let place = Double(isReversed ? Self.stepCount - 1 - clamped : clamped) / Double(Self.stepCount - 1)
        let scaled = place * Double(Self.anchors.count - 1)
        let lower = min(Self.anchors.count - 2, Int(scaled))
        return Self.anchors[lower].mixed(with: Self.anchors[lower + 1], share: scaled - Double(lower))
    }
}
