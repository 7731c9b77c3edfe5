import GTKKit
import Viewer
import ViewerModel

/// The layout of library, map and instruments, which depends on the size of the window.
extension MainWindow {
    /// Collapses and narrows the parts that do not fit into a small window.
    func adapt(toWidth width: Int, height: Int) {
        let layout = WindowLayout(width: width, height: height, textScale: window.textScale)
        let isOther = layout.isNarrow != self.layout.isNarrow
        self.layout = layout
        if isOther { moveInstruments() }
        header.adapt(toWidth: width)
        library.isFolded = layout.foldsLibrary || !preferences.isLibraryShown
        instruments.setCompact(width: layout.hasNarrowInstruments, height: layout.hasLowInstruments)
        timeline.setCompact(layout.hasLowCharts)
        makeRoom()
    }

    /// Places the instruments where the map is, or next to it.
    private func moveInstruments() {
        let isNarrow = layout.isNarrow
        let (from, to) = isNarrow ? (content, stage) : (stage, content)
        from.remove(instruments.widget)
        to.append(instruments.widget)
        instruments.setPage(isNarrow)
        header.setNarrow(isNarrow)
        library.setNarrow(isNarrow)
        pages.widget.isVisible = isNarrow
    }

    /// Hides the parts that do not fit next to the library, or are not the page of a narrow window.
    func makeRoom() {
        let isLibraryOpen = !library.isFolded
        instruments.widget.isVisible = layout.showsInstruments(on: page, withLibrary: isLibraryOpen)
        instruments.show(values: layout.showsValues(on: page), tab: layout.showsTab(on: page))
        map.widget.isVisible = layout.showsMap(on: page)
        timeline.setCharts(layout.showsCharts(on: page))
        center.isVisible = layout.showsCenter(withLibrary: isLibraryOpen)
    }

    /// Shows the page that the user chose in the page bar.
    func show(_ entry: PageBar.Entry) {
        switch entry {
        case .map: showMap()
        case .values:
            page = .values
            makeRoom()
        case .tab(let pane): showPane(pane)
        }
    }

    /// Shows a tab.
    func showPane(_ pane: ViewerOptions.Pane) {
        page = .tab
        if layout.isNarrow || !instruments.widget.isVisible { library.isFolded = true }
        makeRoom()
        pages.show(.tab(pane))
        instruments.show(pane)
    }

    /// Shows the map if it does not fit next to the current page.
    func showMap() {
        page = .map
        if layout.isNarrow { library.isFolded = true }
        makeRoom()
        pages.show(.map)
    }
}
