import Testing
import ViewerModel

@testable import ViewerUI

@Suite @MainActor struct MapFramingTests {
    @Test(arguments: [(333, 1.0, 92.0), (240, 1, 92), (239, 1, 56), (333, 1.5, 138), (331, 1.5, 56), (440, 1, 92)])
    func `a track in a low, wide map lies below the legend's rows as far as the height allows`(
        height: Int, textScale: Double, top: Double
    ) {
        let margins = MapFraming.margins(height: height) { Int(Double($0) * textScale) }
        #expect(margins.top == top)
        #expect(margins.top + margins.bottom < Double(height))
    }

    @Test(arguments: [400, 392, 360])
    func `on a phone a high track is next to the button of the tracks, a wide one below`(
        width: Int
    ) throws {
        func margins(_ bounds: MercatorBounds, height: Int = 394) -> MapMargins? {
            MapFraming.narrowMargins(showing: bounds, width: width, height: height) { $0 }
        }
        let high = MercatorBounds(minimumX: 0.54, minimumY: 0.33, maximumX: 0.5401, maximumY: 0.3306)
        let wide = MercatorBounds(minimumX: 0.54, minimumY: 0.33, maximumX: 0.5406, maximumY: 0.3301)
        let (beside, below) = try (#require(margins(high)), #require(margins(wide)))
        #expect(beside.start > 130 && beside.top < 60)
        #expect(below.start < 60 && below.top > 90)
        #expect(margins(wide, height: 200) == nil, "a map without room for either")
    }
}
