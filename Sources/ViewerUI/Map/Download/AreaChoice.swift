import Foundation
import Geodesy
import MapTiles
import ViewerModel

/// The user's choices for an area: the zoom levels and whether the provider allows copies.
struct AreaChoice: Sendable, Hashable {
    /// The area.
    let area: TileArea
    /// The server's address, its host, and the text that names the map's authors.
    let template: TileTemplate
    let host: String
    let attribution: String
    /// The coarsest and the finest zoom level.
    private(set) var coarsest: Int
    private(set) var finest: Int
    /// Whether the user has confirmed that the provider allows copies.
    var isAllowed = false

    /// The available zoom levels: those that servers usually have.
    @MainActor static let levels = 0...TileProvider.usualDepth
    /// The numbers of levels coarser and finer than the current view that are selected at first.
    private static let (coarser, finer) = (3, 2)

    /// Creates the default choices for the visible area.
    /// - Parameter zoom: The zoom of the map.
    @MainActor
    init(area: TileArea, template: TileTemplate, host: String, attribution: String, zoom: Double) {
        self.area = area
        self.template = template
        self.host = host
        self.attribution = attribution
        let seen = Int(exactly: zoom.rounded()) ?? 0
        coarsest = min(Self.levels.upperBound, max(0, seen - Self.coarser))
        finest = min(Self.levels.upperBound, max(0, seen + Self.finer))
    }

    /// Selects another coarsest level and adapts the finest one.
    mutating func setCoarsest(_ level: Int) {
        coarsest = level
        finest = max(finest, level)
    }

    /// Selects another finest level and adapts the coarsest one.
    mutating func setFinest(_ level: Int) {
        finest = level
        coarsest = min(coarsest, level)
    }

    /// The number of tiles, without a limit.
    var count: Int { TilePlan.count(area, zoomLevels: coarsest...finest) }

    /// The expected size of the tiles in bytes.
    var expectedBytes: Int { count * TilePlan.typicalTileBytes }

    /// Whether there are too many tiles for one download.
    var isTooMany: Bool { count > TilePlan.mostTiles }

    /// The download; `nil` if it is not allowed, or too large.
    var download: TileDownload? {
        guard isAllowed, let plan = try? TilePlan(area, zoomLevels: coarsest...finest) else { return nil }
        return TileDownload(template: template, plan: plan, attribution: attribution)
    }
}

extension TileArea {
    /// The part of the world that a map shows, to about a metre; `nil` if it shows none.
    init?(_ viewport: MapViewport) {
        let seen = viewport.bounds()
        func edge(_ degrees: Double) -> Double { (degrees * 1e5).rounded() / 1e5 }
        func longitude(_ x: Double) -> Double { edge((x - x.rounded(.down)) * 360 - 180) }
        let isWhole = seen.maximumX - seen.minimumX >= 1
        let north = UnitMercator(x: 0, y: max(0, seen.minimumY)).coordinate.latitude
        let south = UnitMercator(x: 0, y: min(1, seen.maximumY)).coordinate.latitude
        let area = try? TileArea(
            south: edge(south), west: isWhole ? -180 : longitude(seen.minimumX), north: edge(north),
            east: isWhole ? 180 : longitude(seen.maximumX))
        guard let area else { return nil }
        self = area
    }
}
