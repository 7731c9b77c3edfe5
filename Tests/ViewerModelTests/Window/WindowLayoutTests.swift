import Testing

@testable import ViewerModel

@Suite struct WindowLayoutTests {
    @Test(arguments: [360, 400, 480, 639])
    func `a narrow window shows one part at a time`(width: Int) {
        let layout = WindowLayout(width: width, height: 800)
        #expect(layout.isNarrow && layout.foldsLibrary)
        #expect(layout.showsMap(on: .map) && !layout.showsInstruments(on: .map, withLibrary: false))
        for page in [WindowLayout.Page.values, .tab] {
            #expect(!layout.showsMap(on: page) && layout.showsInstruments(on: page, withLibrary: false))
            #expect(layout.showsValues(on: page) != layout.showsTab(on: page))
        }
        #expect(layout.showsValues(on: .values) && layout.showsTab(on: .tab))
        #expect(!layout.showsCenter(withLibrary: true) && layout.showsCenter(withLibrary: false))
    }

    @Test(arguments: [640, 800, 899])
    func `a wider one shows the map with the instruments or with the library, whatever page there was`(width: Int) {
        let layout = WindowLayout(width: width, height: 600)
        for page in [WindowLayout.Page.map, .values, .tab] {
            #expect(!layout.isNarrow && layout.showsMap(on: page))
            #expect(layout.showsInstruments(on: page, withLibrary: false))
            #expect(layout.showsValues(on: page) && layout.showsTab(on: page))
            #expect(!layout.showsInstruments(on: page, withLibrary: true))
            #expect(layout.showsCenter(withLibrary: true))
        }
    }

    @Test func `large text makes a window narrow sooner, small text does not make it wide`() {
        #expect(WindowLayout(width: 959, height: 800, textScale: 1.5).isNarrow)
        #expect(!WindowLayout(width: 960, height: 800, textScale: 1.5).isNarrow)
        #expect(WindowLayout(width: 400, height: 800, textScale: 1.5).hasNarrowInstruments)
        #expect(WindowLayout(width: 639, height: 800, textScale: 0.5).isNarrow)
    }

    @Test func `a wide one shows all three, and folds the library only if it would take the map's room`() {
        #expect(WindowLayout(width: 900, height: 800).showsInstruments(on: .map, withLibrary: true))
        #expect(WindowLayout(width: 1_079, height: 800).foldsLibrary)
        #expect(!WindowLayout(width: 1_080, height: 800).foldsLibrary)
        #expect(WindowLayout(width: 999, height: 800).hasNarrowInstruments)
        #expect(!WindowLayout(width: 1_000, height: 800).hasNarrowInstruments)
        #expect(!WindowLayout(width: 400, height: 800).hasNarrowInstruments, "they have the window to themselves")
        #expect(WindowLayout(width: 360, height: 800).hasNarrowInstruments)
    }

    @Test func `what is high becomes lower in a low window`() {
        #expect(WindowLayout(width: 1_440, height: 779).hasLowInstruments)
        #expect(!WindowLayout(width: 1_440, height: 780).hasLowInstruments)
        #expect(!WindowLayout(width: 400, height: 640).hasLowInstruments, "no tab is below them")
        #expect(WindowLayout(width: 400, height: 639).hasLowInstruments)
        #expect(WindowLayout(width: 1_440, height: 699).hasLowCharts)
        #expect(!WindowLayout(width: 1_440, height: 700).hasLowCharts)
    }
}
