import Glibc

/// A colour of the sRGB space, each part 0 ... 1.
public struct RGB: Sendable, Hashable {
    /// The red component, 0 ... 1.
    public var red: Double
    /// The green component, 0 ... 1.
    public var green: Double
    /// The blue component, 0 ... 1.
    public var blue: Double

    /// Creates a colour from its parts, 0 ... 1.
    public init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Creates a colour from 0xRRGGBB.
    public init(hex: UInt32) {
        self.init(
            red: Double(hex >> 16 & 0xff) / 255, green: Double(hex >> 8 & 0xff) / 255, blue: Double(hex & 0xff) / 255)
    }

    /// The relative luminance, 0 ... 1. Source: WCAG 2.1.
    public var luminance: Double {
        0.2126 * linearised(red) + 0.7152 * linearised(green) + 0.0722 * linearised(blue)
    }

    /// Returns the contrast to another colour, 1 ... 21. Source: WCAG 2.1.
    public func contrast(to other: RGB) -> Double {
        let bright = max(luminance, other.luminance)
        let dark = min(luminance, other.luminance)
        return (bright + 0.05) / (dark + 0.05)
    }

    /// Returns the colour between this and another; `share` 0 is this one, 1 the other.
    public func mixed(with other: RGB, share: Double) -> RGB {
        RGB(
            red: red + (other.red - red) * share, green: green + (other.green - green) * share,
            blue: blue + (other.blue - blue) * share)
    }
}

/// Returns the linear intensity of an sRGB component, both 0 ... 1.
func linearised(_ part: Double) -> Double {
    part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
}
