public import SensorModel

/// The colours of the map, the chart and the gauge, in light or dark style.
///
/// The colours also differ in lightness, so that users with any kind of colour blindness can distinguish the activities
/// (a test simulates the three kinds).
public struct ActivityPalette: Sendable, Hashable {
    /// The colour of walking.
    public let walking: RGB
    /// The colour of cycling.
    public let cycling: RGB
    /// The colour of running.
    public let running: RGB
    /// The colour of motor vehicles.
    public let automotive: RGB
    /// The colour of rests.
    public let stationary: RGB
    /// The colour of parts whose activity is not known.
    public let unknown: RGB
    /// The raw track.
    public let raw: RGB
    /// A rejected fix.
    public let rejected: RGB
    /// The filtered track.
    public let filtered: RGB
    /// The smoothed track.
    public let smoothed: RGB
    /// The reference that the track is compared with.
    public let reference: RGB
    /// The roads that the track followed.
    public let road: RGB
    /// The colour of estimates.
    public let estimated: RGB
    /// The gauge's arc, the fused speed, the position marker.
    public let accent: RGB
    /// The background of charts and dials.
    public let background: RGB
    /// Text and the rim of the marker.
    public let foreground: RGB
    /// Grid lines, dial rest, secondary text.
    public let subdued: RGB

    /// The colours on a light background.
    public static let light = ActivityPalette(
        walking: RGB(hex: 0x12935a), cycling: RGB(hex: 0x813d9c), running: RGB(hex: 0xb87a00),
        automotive: RGB(hex: 0x3584e4), stationary: RGB(hex: 0x6f6e74), unknown: RGB(hex: 0x5e3a1e),
        raw: RGB(hex: 0x9a9996), rejected: RGB(hex: 0xe01b24), filtered: RGB(hex: 0x0e8a94),
        smoothed: RGB(hex: 0xc0399f), reference: RGB(hex: 0x1a1a8c), road: RGB(hex: 0x6b7a00),
        estimated: RGB(hex: 0xe66100),
        accent: RGB(hex: 0x1c71d8),
        background: RGB(hex: 0xfafafa), foreground: RGB(hex: 0x2e3436), subdued: RGB(hex: 0xd5d3cf))

    /// The colours on a dark background.
    public static let dark = ActivityPalette(
        walking: RGB(hex: 0x57e389), cycling: RGB(hex: 0xa64fd0), running: RGB(hex: 0xf8c030),
        automotive: RGB(hex: 0x62a0ea), stationary: RGB(hex: 0x9a98a0), unknown: RGB(hex: 0xc0845a),
        raw: RGB(hex: 0x77757a), rejected: RGB(hex: 0xff6b6b), filtered: RGB(hex: 0x33c7c7),
        smoothed: RGB(hex: 0xf07ad0), reference: RGB(hex: 0xe6ff6b), road: RGB(hex: 0xb4d420),
        estimated: RGB(hex: 0xffa348),
        accent: RGB(hex: 0x78aeed),
        background: RGB(hex: 0x242424), foreground: RGB(hex: 0xf6f5f4), subdued: RGB(hex: 0x4a4a4d))

    /// The colours that can be chosen for a layer of the map. Those of activities come last, since the session's lines have them.
    public static let layerColors: [any KeyPath<ActivityPalette, RGB> & Sendable] = [
        \.reference, \.smoothed, \.road, \.filtered, \.foreground, \.accent, \.running, \.walking, \.cycling,
    ]

    /// Returns a colour of ``layerColors`` by its number.
    public func layerColor(_ number: Int) -> RGB {
        self[keyPath: Self.layerColors[max(0, number) % Self.layerColors.count]]
    }

    /// Returns the colours for a style.
    public static func palette(isDark: Bool) -> ActivityPalette { isDark ? .dark : .light }

    /// Returns an activity's colour.
    public func color(of activity: Activity) -> RGB {
        switch activity {
        case .stationary: stationary
        case .walking: walking
        case .running: running
        case .cycling: cycling
        case .automotive: automotive
        case .unknown: unknown
        }
    }
}
