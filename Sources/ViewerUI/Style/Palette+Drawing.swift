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

    /// Returns the colour of drawn text.
    /// - Parameter strength: The opacity from 0 to 1 of text that is less important; high contrast has no paler text.
    func textColor(_ strength: Double = 1) -> Color {
        Color(palette.foreground, alpha: hasHighContrast ? 1 : strength)
    }

    /// Colours of the map's ground that the palette does not have.
    var ground: GroundColors {
        var colors = isDark ? GroundColors.dark : .light
        if hasHighContrast { colors.text = textColor() }
        return colors
    }
}

/// The colours of the parallels and meridians; those of the map are in `MapStyle`.
struct GroundColors {
    let minor: Color
    let major: Color
    var text: Color

    static let light = GroundColors(
        minor: Color(0xE7E3DB), major: Color(0xD9D4CA), text: Color(0x8A867E))
    static let dark = GroundColors(
        minor: Color(0x33363B), major: Color(0x41454B), text: Color(0x8E9299))
}

extension Drawing {
    /// Draws a text on a rounded background, with its left edge and its middle at a point.
    func chip(
        _ text: String, x: Double, y: Double, _ style: TextStyle, _ palette: ActivityPalette, alpha: Double = 0.94
    ) {
        let size = measure(text, style)
        rectangle(x: x - 8, y: y - size.height / 2 - 3, width: size.width + 16, height: size.height + 6, radius: 9)
        setColor(Color(palette.background, alpha: alpha))
        fill()
        setColor(Color(palette.foreground))
        self.text(text, x: x, y: y, anchor: .leading, style)
    }
}
