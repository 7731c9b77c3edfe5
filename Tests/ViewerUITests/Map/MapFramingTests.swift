import Testing
import ViewerModel

@testable import ViewerUI

@Suite @MainActor struct MapFramingTests {
    @Test(arguments: [(333, 1.0, 92.0), (240, 1, 92), (239, 1, 56), (333, 1.5, 138), (331, 1.5, 56), (440, 1, 92)])
    func `a track in a low, wide map lies below the legend's rows as far as the height allows`(
        height: Int, textScale: Double, top: Double
    ) {
        let margins = MapFraming.margins(width: 820, height: height, isNarrow: false) { Int(Double($0) * textScale) }
        #expect(margins.top == top)
        #expect(margins.top + margins.bottom < Double(height))
    }
}
