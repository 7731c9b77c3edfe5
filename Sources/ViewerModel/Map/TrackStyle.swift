public import SensorModel

/// The style of a segment of a track, in a byte: a colour number and whether it is dashed, or a gap.
public struct TrackStyle: RawRepresentable, Sendable, Hashable {
    /// The byte: the lowest six bits are the colour, bit 6 dashes, 255 draws nothing.
    public let rawValue: UInt8

    /// Creates a style from its byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Creates a style.
    /// - Parameters:
    ///   - color: The colour number, 0 ... ``lastColor``, whose meaning depends on the layer.
    ///   - isDashed: True if the segment is estimated.
    public init(color: Int, isDashed: Bool = false) {
        rawValue = UInt8(min(Self.lastColor, max(0, color))) | (isDashed ? 0x40 : 0)
    }

    /// Creates the style of an activity. Its colour number is the index in `Activity.allCases`.
    public init(_ activity: Activity, isDashed: Bool = false) {
        self.init(color: Activity.allCases.firstIndex(of: activity) ?? 0, isDashed: isDashed)
    }

    /// The last colour number; the next one, with all six bits set, marks a gap.
    public static let lastColor = 62
    /// A gap: no line.
    public static let gap = TrackStyle(rawValue: 255)
    /// The first colour, solid.
    public static let plain = TrackStyle(color: 0)

    /// The colour number.
    public var color: Int { Int(rawValue & 0x3f) }
    /// True if the segment is estimated.
    public var isDashed: Bool { self != .gap && rawValue & 0x40 != 0 }
    /// The activity of the style; `nil` for a gap, or if the colour is not that of an activity.
    public var activity: Activity? {
        self == .gap || color >= Activity.allCases.count ? nil : Activity.allCases[color]
    }
}
