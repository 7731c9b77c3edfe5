import Glibc

/// The paint of a shape of the map, in the order in which shapes cover each other.
public enum MapPaint: UInt8, Sendable, CaseIterable {
    case land, urban, farmland, grass, wood, sand, ice, water, waterway, pitch, building
    case path, track, rail, minorRoad, tertiaryRoad, secondaryRoad, primaryRoad, trunkRoad, motorway, runway
    case stateBoundary, countryBoundary
}

/// A colour of the map's style as 0xRRGGBB, in the light and in the dark style.
public struct MapColor: Sendable, Hashable {
    /// The colour in the light style.
    public let light: UInt32
    /// The colour in the dark style.
    public let dark: UInt32

    /// Returns the colour for a style.
    public func hex(isDark: Bool) -> UInt32 { isDark ? dark : light }
}

/// The style of the map, which is muted so that tracks stand out. It defines all colours and widths of the map.
public struct MapStyle: Sendable {
    /// The paint of a kind of shape.
    public struct Rule: Sendable {
        /// The colour.
        public let color: MapColor
        /// The colour of the rim at both sides; `nil` for none.
        public let casing: MapColor?
        /// The width in pixels by zoom, in rising order; empty for an area.
        public let widths: [(zoom: Double, width: Double)]
        /// The lengths of dashes and gaps in multiples of the width; empty for an unbroken line.
        public let dashes: [Double]
        /// The lowest zoom at which it is drawn.
        public let lowestZoom: Double

        init(
            _ light: UInt32, _ dark: UInt32, casing: MapColor? = nil, widths: [(zoom: Double, width: Double)] = [],
            dashes: [Double] = [], from lowestZoom: Double = 0
        ) {
            color = MapColor(light: light, dark: dark)
            self.casing = casing
            self.widths = widths
            self.dashes = dashes
            self.lowestZoom = lowestZoom
        }

        /// Returns the width of a line in pixels at a zoom. Between two steps, it grows exponentially.
        public func width(atZoom zoom: Double) -> Double {
            guard let first = widths.first, let last = widths.last else { return 0 }
            if zoom <= first.zoom { return first.width }
            for (low, high) in zip(widths, widths.dropFirst()) where zoom < high.zoom {
                let share = (zoom - low.zoom) / (high.zoom - low.zoom)
                return low.width * pow(high.width / low.width, share)
            }
            return last.width
        }
    }

    /// The colour of the sea.
    public static let water = MapColor(light: 0xCBDCE6, dark: 0x1D242B)
    /// The colour of land. A test checks the contrast of tracks with it.
    public static let land = MapColor(light: 0xF2EFE9, dark: 0x2B2D31)
    /// The colour of names.
    public static let text = MapColor(light: 0x5B574F, dark: 0xB4B7BC)
    /// The colour around names.
    public static let halo = MapColor(light: 0xF7F5F1, dark: 0x232529)

    private static let rim = MapColor(light: 0xD6D0C4, dark: 0x1F2124)

    /// Returns the paint of a kind of shape.
    public static func rule(of paint: MapPaint) -> Rule {
        switch paint {
        case .land: Rule(land.light, land.dark)
        case .urban: Rule(0xEAE6DF, 0x303237, from: 8)
        case .farmland: Rule(0xEFEDE3, 0x2C2E31, from: 9)
        case .grass: Rule(0xE2EAD3, 0x2B322D, from: 8)
        case .wood: Rule(0xD5E3C5, 0x28312A, from: 6)
        case .sand: Rule(0xF1E8CF, 0x34332D, from: 8)
        case .ice: Rule(0xF7F9FA, 0x393D42)
        case .water: Rule(water.light, water.dark)
        case .waterway:
            Rule(0xB5CDDC, 0x222C36, widths: [(2, 0.5), (6, 0.9), (12, 1.6), (16, 5), (19, 14)])
        case .pitch: Rule(0xD9E5C8, 0x2D362F, from: 14)
        case .building:
            Rule(0xE1DBD1, 0x36393E, casing: MapColor(light: 0xCFC8BC, dark: 0x42464C), from: 14)
        case .path:
            Rule(0xB99C74, 0x6B6253, widths: [(13, 0.8), (16, 1.6), (19, 3)], dashes: [2.5, 1.5], from: 13)
        case .track: Rule(0xC4AE8A, 0x5E584D, widths: [(12, 0.8), (16, 2), (19, 5)], dashes: [5, 1.5], from: 12)
        case .rail:
            Rule(0xB3AFA8, 0x4C5056, widths: [(8, 0.6), (13, 1.2), (16, 2.2), (19, 4)], from: 8)
        case .minorRoad:
            Rule(0xFFFFFF, 0x3F434A, casing: rim, widths: [(11, 0.5), (13, 1.4), (15, 4), (17, 9), (19, 24)], from: 11)
        case .tertiaryRoad:
            Rule(0xFFFFFF, 0x464B53, casing: rim, widths: [(9, 0.5), (12, 1.4), (15, 6), (17, 12), (19, 30)], from: 9)
        case .secondaryRoad:
            Rule(
                0xFBF3D8, 0x50534F, casing: rim, widths: [(8, 0.6), (11, 1.4), (15, 7), (17, 14), (19, 32)], from: 8)
        case .primaryRoad:
            Rule(
                0xF8E7B9, 0x5C584B, casing: rim, widths: [(6, 0.6), (10, 1.6), (15, 8), (17, 15), (19, 34)], from: 6)
        case .trunkRoad:
            Rule(
                0xF5DBA6, 0x665C49, casing: rim, widths: [(5, 0.6), (10, 2), (15, 8.5), (17, 16), (19, 36)], from: 5)
        case .motorway:
            Rule(
                0xF0CE96, 0x735F46, casing: rim, widths: [(4, 0.6), (9, 2), (15, 9.5), (17, 18), (19, 38)], from: 4)
        case .runway: Rule(0xDCD8D0, 0x3B3E43, widths: [(10, 1), (14, 12), (17, 60)], from: 10)
        case .stateBoundary:
            Rule(0xC6BFB4, 0x4A4E55, widths: [(3, 0.5), (10, 1)], dashes: [4, 3], from: 4)
        case .countryBoundary: Rule(0xADA597, 0x5A5F67, widths: [(1, 0.6), (6, 1.1), (12, 2)])
        }
    }
}
