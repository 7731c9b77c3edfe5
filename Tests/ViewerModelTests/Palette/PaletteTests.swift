import MapTiles
import SensorModel
import Testing
import ViewerModel

@Suite struct ActivityPaletteTests {
    /// Simulates sight without one kind of cone. Source: F. Vienot, H. Brettel, J. Mollon, Color Research and
    /// Application 24 (1999), and for the third kind the matrix of H. Brettel et al., JOSA A 14 (1997), simplified.
    private static let sights: [[[Double]]] = [
        [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        [[0.1124, 0.8876, 0], [0.1124, 0.8876, 0], [0.004, -0.004, 1]],
        [[0.2928, 0.7072, 0], [0.2928, 0.7072, 0], [-0.0223, 0.0223, 1]],
        [[1, 0.1462, -0.1462], [0, 0.8541, 0.1459], [0, 0.8541, 0.1459]],
    ]

    private func seen(_ color: RGB, _ sight: [[Double]]) -> [Double] {
        let parts = [color.red, color.green, color.blue].map { $0 * $0 }
        return sight.map { row in
            let light = zip(row, parts).reduce(0) { $0 + $1.0 * $1.1 }
            return max(0, light).squareRoot()
        }
    }

    @Test(arguments: [ActivityPalette.light, .dark])
    func `activities stay apart for every kind of sight`(palette: ActivityPalette) {
        for sight in Self.sights {
            for (index, first) in Activity.allCases.enumerated() {
                for second in Activity.allCases[(index + 1)...] {
                    let pairs = zip(seen(palette.color(of: first), sight), seen(palette.color(of: second), sight))
                    let difference = pairs.reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
                    #expect(difference > 0.1, "\(first) and \(second)")
                }
            }
        }
    }

    @Test(arguments: [ActivityPalette.light, .dark])
    func `lines and text stand out from the background`(palette: ActivityPalette) {
        #expect(palette.foreground.contrast(to: palette.background) >= 7)
        #expect(palette.accent.contrast(to: palette.background) >= 4.5)
        for color in Activity.allCases.map(palette.color(of:)) + [
            palette.estimated, palette.rejected, palette.filtered, palette.smoothed,
        ] {
            #expect(color.contrast(to: palette.background) >= 3)
        }
    }

    @Test(arguments: [ActivityPalette.light, .dark])
    func `no layer of the map has the colour of another one or of an activity`(palette: ActivityPalette) {
        let activities = Activity.allCases.map(palette.color(of:))
        let layers = [palette.raw, palette.filtered, palette.smoothed, palette.estimated, palette.rejected]
        for (index, layer) in layers.enumerated() {
            for other in layers[(index + 1)...] + activities + [palette.accent] {
                let difference = zip(
                    [layer.red, layer.green, layer.blue], [other.red, other.green, other.blue]
                ).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
                #expect(difference > 0.14, "\(layer) and \(other)")
            }
        }
    }
}

@Suite struct ColorScaleTests {
    /// The land of the map in the two styles, as the window draws it.
    static let lands = [RGB(hex: MapStyle.land.light), RGB(hex: MapStyle.land.dark)]

    @Test(arguments: zip([ActivityPalette.light, .dark], lands))
    func `steps rise in lightness and stand out from the land`(palette: ActivityPalette, land: RGB) {
        let scale = ColorScale(minimum: 0, maximum: 10)
        let colors = (0..<ColorScale.stepCount).map { scale.color(ofStep: $0, palette) }
        #expect(zip(colors, colors.dropFirst()).allSatisfy { $0.luminance < $1.luminance })
        #expect(colors.allSatisfy { $0.contrast(to: land) >= 3 })
        let reversed = ColorScale(minimum: 0, maximum: 10, isReversed: true)
        #expect(reversed.color(ofStep: 0, palette) == scale.color(ofStep: ColorScale.stepCount - 1, palette))
    }

    @Test func `values outside take the ends and no value takes none`() {
        let scale = ColorScale(minimum: 0, maximum: 10)
        #expect(scale.step(of: -5) == 0)
        #expect(scale.step(of: 10) == ColorScale.stepCount - 1)
        #expect(scale.step(of: .nan) == nil)
    }

    @Test func `one outlier does not take all the colours`() throws {
        let scale = ColorScale(of: (0..<100).map(Double.init) + [1e6, .nan])
        #expect(try #require(scale).maximum < 101)
        #expect(ColorScale(of: [3, 3])?.step(of: 3) == 0)
    }

    @Test func `of no value there is no scale`() {
        #expect(ColorScale(of: []) == nil)
        #expect(ColorScale(of: [.nan, .infinity]) == nil)
    }
}
