import Geodesy
import Glibc

/// The hill shading of a tile, as a picture to draw over it: translucent black and white. Level ground and ground of
/// unknown height are transparent.
///
/// Source: Horn (1981), "Hill shading and the reflectance map", Proceedings of the IEEE 69(1): the slope is that of
/// eight neighbours. With north up, the light comes from the north-west.
public struct Hillshade: Sendable {
    /// The number of pixels along an edge. The outer pixels are on the tile's edge, so that neighbouring tiles share
    /// them.
    public let side: Int
    /// The pixels row by row from the north-western corner: alpha, red, green, blue, premultiplied.
    public let pixels: [UInt32]

    /// The lowest level of tiles that are shaded: further out, hills are smaller than a pixel.
    public static let lowestZoom = 7
    /// The maximum number of steps along a tile's side.
    public static let mostSteps = 320

    /// The height of the light above the horizon, in radians.
    private static let lightHeight = 45 * radiansPerDegree
    /// The factor by which slopes are steepened to be seen.
    private static let exaggeration = 1.6
    /// The alpha of the deepest shadow and of the brightest light, on light and on dark ground.
    private static let strength = (light: (shadow: 0.5, shine: 0.45), dark: (shadow: 0.6, shine: 0.16))

    /// Shades a tile; `nil` if no file of heights covers it, or if it is too coarse. Reads files.
    /// - Throws: An error of reading.
    public init?(_ address: TileAddress, of map: HeightMap, isDark: Bool, light: HillLight = .northUp) throws {
        guard address.zoom >= Self.lowestZoom, map.covers(address) else { return nil }
        let steps = map.steps(over: address, atMost: Self.mostSteps)
        let heights = try map.heights(over: address, steps: steps)
        side = steps + 1
        let tile = 1 / Double(1 << address.zoom)
        var pixels = [UInt32](repeating: 0, count: side * side)
        var isClear = true
        let toLight = SIMD2(sin(light.azimuth), cos(light.azimuth))
        for row in 0..<side {
            let y = (Double(address.y) + Double(row) / Double(steps)) * tile
            let latitude = UnitMercator(x: 0, y: y).coordinate.latitude
            let metres = UnitMercator.metresPerUnit(atLatitude: latitude) * tile / Double(steps)
            for column in 0..<side {
                guard
                    let shade = Self.shade(heights, row, column, width: steps + 3, metres: metres, toLight: toLight)
                else { continue }
                let pixel = Self.pixel(shade, isDark: isDark)
                pixels[row * side + column] = pixel
                if pixel != 0 { isClear = false }
            }
        }
        guard !isClear else { return nil }
        self.pixels = pixels
    }

    /// Returns the share of the light that ground reflects: -1 in shadow, 0 if level, 1 if it faces the light.
    /// - Parameters:
    ///   - heights: Heights in metres on a grid that begins one step before the pixels.
    ///   - width: The heights in a row of the grid.
    ///   - metres: The distance between two heights.
    ///   - toLight: The unit vector toward the light, east and north.
    static func shade(
        _ heights: [Float?], _ row: Int, _ column: Int, width: Int, metres: Double, toLight: SIMD2<Double>
    ) -> Double? {
        let (above, here, below) = (row * width + column, (row + 1) * width + column, (row + 2) * width + column)
        guard let northWest = heights[above], let north = heights[above + 1], let northEast = heights[above + 2],
            let west = heights[here], let east = heights[here + 2], let southWest = heights[below],
            let south = heights[below + 1], let southEast = heights[below + 2]
        else { return nil }
        let steepness = exaggeration / (8 * metres)
        let eastward = Double((northEast + 2 * east + southEast) - (northWest + 2 * west + southWest)) * steepness
        let northward = Double((northWest + 2 * north + northEast) - (southWest + 2 * south + southEast)) * steepness
        let rise = eastward * toLight.x + northward * toLight.y
        let length = (1 + eastward * eastward + northward * northward).squareRoot()
        let level = sin(lightHeight)
        let reflected = max(0, (level - rise * cos(lightHeight)) / length)
        return reflected < level ? (reflected - level) / level : (reflected - level) / (1 - level)
    }

    private static func pixel(_ shade: Double, isDark: Bool) -> UInt32 {
        let strength = isDark ? strength.dark : strength.light
        let share = shade < 0 ? -shade * strength.shadow : shade * strength.shine
        let alpha = UInt32(min(1, share) * 255)
        // White is premultiplied with its alpha.
        return shade < 0 ? alpha << 24 : alpha << 24 | alpha << 16 | alpha << 8 | alpha
    }
}
