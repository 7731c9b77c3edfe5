import GTKKit
import ViewerModel

extension Color {
    /// The colour of the palette.
    init(_ color: RGB, alpha: Double = 1) {
        self.init(red: color.red, green: color.green, blue: color.blue, alpha: alpha)
    }
}

extension Appearance {
    /// The colours of tracks, charts and instruments.
    var palette: ActivityPalette { .palette(isDark: isDark) }

    /// Colours of the map's ground that the palette does not have.
    var ground: GroundColors { isDark ? .dark : .light }
}

/// The colours of the parallels and meridians; those of the map are in `MapStyle`.
struct GroundColors {
    let minor: Color
    let major: Color
    let text: Color

    static let light = GroundColors(
        minor: Color(0xE7E3DB), major: Color(0xD9D4CA), text: Color(0x8A867E))
    static let dark = GroundColors(
        minor: Color(0x33363B), major: Color(0x41454B), text: Color(0x8E9299))
}
