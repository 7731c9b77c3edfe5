/// The parts of the window that have room next to each other, for a size of the window.
public struct WindowLayout: Sendable, Hashable {
    /// The part that a narrow window shows, which has room for only one.
    public enum Page: Sendable, Hashable {
        /// The map with the timeline below it.
        case map
        /// The gauge and the values at the instant, or the totals of the session.
        case values
        /// One of the tabs of the instruments.
        case tab
    }

    /// Whether the window shows one part at a time, and a bar to choose it.
    public let isNarrow: Bool
    /// Whether the library is collapsed unless the user opens it.
    public let foldsLibrary: Bool
    /// Whether the map and the instruments have room next to the library.
    public let hasRoomForAll: Bool
    /// Whether the instruments are narrower than usual.
    public let hasNarrowInstruments: Bool
    /// Whether the instruments take less height than usual.
    public let hasLowInstruments: Bool
    /// Whether the charts take less height than usual.
    public let hasLowCharts: Bool

    /// The minimum width in pixels for the map next to the instruments.
    public static let widthForTwo = 640
    /// The minimum width in pixels for library, map and instruments next to each other.
    public static let widthForAll = 900
    /// The minimum width in pixels for instruments of their usual width.
    public static let widthForWideInstruments = 1_000
    /// The minimum width in pixels of a narrow window for instruments of their usual width.
    public static let widthForWidePage = 380
    /// The minimum width in pixels for a library that is not collapsed.
    public static let widthForLibrary = 1_080
    /// The minimum heights in pixels for instruments and for charts of their usual height.
    static let (heightForInstruments, heightForCharts, heightForValues) = (780, 700, 640)

    /// Creates the layout of a window of a size in pixels.
    /// - Parameters:
    ///   - width: The width, in pixels.
    ///   - height: The height, in pixels.
    ///   - textScale: The factor by which the desktop's text is larger than usual: large text needs more width for two
    ///     parts, and more height for instruments and charts.
    public init(width: Int, height: Int, textScale: Double = 1) {
        let scale = max(1, textScale)
        let widthForTwo = Int(Double(Self.widthForTwo) * scale)
        let widthForWidePage = Int(Double(Self.widthForWidePage) * scale)
        isNarrow = width < widthForTwo
        foldsLibrary = width < Self.widthForLibrary
        hasRoomForAll = width >= max(Self.widthForAll, widthForTwo)
        let widthForWideInstruments = Int(Double(Self.widthForWideInstruments) * scale)
        hasNarrowInstruments = width < (isNarrow ? widthForWidePage : widthForWideInstruments)
        // In a narrow window no tab is below them.
        let heightForInstruments = isNarrow ? Self.heightForValues : Self.heightForInstruments
        hasLowInstruments = Double(height) < Double(heightForInstruments) * scale
        hasLowCharts = Double(height) < Double(Self.heightForCharts) * scale
    }

    /// Returns whether the map and the timeline are shown next to, or instead of, an open library.
    public func showsCenter(withLibrary isLibraryOpen: Bool) -> Bool { !isNarrow || !isLibraryOpen }

    /// Returns whether the map, and the charts over the slider, are shown.
    public func showsMap(on page: Page) -> Bool { !isNarrow || page == .map }

    /// Returns whether the instruments are shown.
    public func showsInstruments(on page: Page, withLibrary isLibraryOpen: Bool) -> Bool {
        isNarrow ? page != .map : hasRoomForAll || !isLibraryOpen
    }

    /// Returns whether the gauge and the values are shown in the instruments.
    public func showsValues(on page: Page) -> Bool { !isNarrow || page == .values }

    /// Returns whether a tab is shown in the instruments.
    public func showsTab(on page: Page) -> Bool { !isNarrow || page == .tab }
}
