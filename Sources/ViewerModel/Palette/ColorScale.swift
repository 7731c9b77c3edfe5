/// A colour for every value of a range, in a fixed number of steps.
///
/// The steps go from violet through blue and green to yellow with increasing lightness, as in the scales of S. van der
/// Walt and N. Smith (viridis, 2015), so that the order is visible without the hue. Light and dark maps have separate
/// ranges of lightness, so that every step contrasts with the land.
public struct ColorScale: Sendable, Hashable {
    /// The value of the first step's lower end.
    public let minimum: Double
    /// The value of the last step's upper end.
    public let maximum: Double
    /// True if large values are dark, as for accuracies, because small ones are good.
    public let isReversed: Bool

    /// The number of distinct colours.
    public static let stepCount = 16

    private static let onLight = anchors([
        0x2d0142, 0x46207a, 0x3c4a9a, 0x2b6c9b, 0x14807f, 0x358545, 0x728322, 0xa68300,
    ])
    private static let onDark = anchors([
        0x9d6fd6, 0x7f86e0, 0x5a9fdc, 0x3fb3bd, 0x4cc58c, 0x86d45a, 0xc4de3f, 0xfde725,
    ])

    private static func anchors(_ colors: [UInt32]) -> [RGB] { colors.map { RGB(hex: $0) } }

    /// Creates a scale over a range; a range without width is widened.
    public init(minimum: Double, maximum: Double, isReversed: Bool = false) {
        self.minimum = minimum.isFinite ? minimum : 0
        self.maximum = maximum.isFinite && maximum > self.minimum ? maximum : self.minimum + 1
        self.isReversed = isReversed
    }

    /// Creates a scale over the middle 96 % of some values, so that an outlier does not take most of the colours; `nil`
    /// without a value.
    public init?(of values: [Double], isReversed: Bool = false) {
        let sorted = values.filter(\.isFinite).sorted()
        guard let first = sorted.first, let last = sorted.last else { return nil }
        let low = sorted.count < 50 ? first : sorted[sorted.count / 50]
        let high = sorted.count < 50 ? last : sorted[sorted.count - 1 - sorted.count / 50]
        self.init(minimum: low, maximum: high, isReversed: isReversed)
    }

    /// Returns the step of a value, 0 ..< ``stepCount``; `nil` for a value that is not finite.
    public func step(of value: Double) -> Int? {
        guard value.isFinite else { return nil }
        let share = min(1, max(0, (value - minimum) / (maximum - minimum)))
        return min(Self.stepCount - 1, Int(share * Double(Self.stepCount)))
    }

    /// Returns the colour of a step on a map of a palette.
    public func color(ofStep step: Int, _ palette: ActivityPalette) -> RGB {
        let anchors = palette == .dark ? Self.onDark : Self.onLight
        let clamped = min(Self.stepCount - 1, max(0, step))
        let place = Double(isReversed ? Self.stepCount - 1 - clamped : clamped) / Double(Self.stepCount - 1)
        let scaled = place * Double(anchors.count - 1)
        let lower = min(anchors.count - 2, Int(scaled))
        return anchors[lower].mixed(with: anchors[lower + 1], share: scaled - Double(lower))
    }
}
