import GTKKit
import Geometry
import MapTiles
import ShumateKit
import Viewer

/// The map under the tracks, without names: the world, and the user's maps or those of a server, with the most detailed
/// one on top.
@MainActor
final class GroundLayer: MapLayerContent {
    private let appearance: Appearance
    private var world: MapSheet?
    /// The names on the map in the last frame, which ``GroundNamesLayer`` draws.
    private(set) var labels: [MapLabel] = []
    /// The maps of the user, the least detailed one first.
    private(set) var sheets: [MapSheet] = []
    /// Handles what the maps report.
    var report: (MapSheet.Report) -> Void = { _ in }

    /// Whether a picture is drawn, for which the map rests.
    var isPictured = false
    /// The zoom for which pictures are painted: that of the map when it rests.
    private var resting: Double?
    private var drawn: Double?
    private var rests = 0
    /// The minimum zoom at which the world is drawn with parallels and meridians.
    private static let plainZoom = 8.0
    /// Milliseconds without a change of the zoom after which the map rests.
    private static let restMilliseconds = 120

    init(appearance: Appearance, world: TileClient.Tiles?) {
        self.appearance = appearance
        self.world = world.map {
            MapSheet($0, ground: nil) { [weak self] in if case .change = $0 { self?.report($0) } }
        }
    }

    /// Draws other maps.
    func show(_ maps: [TileClient.Tiles]) {
        sheets = maps.sorted { $0.zoomLevels.upperBound < $1.zoomLevels.upperBound }.map { map in
            MapSheet(map, ground: map.isVector ? MapStyle.land : nil) { [weak self] in self?.report($0) }
        }
        report(.change)
    }

    /// Returns the maps that are seen in a view, the least detailed one first.
    func shown(_ projection: MapProjection) -> [MapSheet] {
        sheets.filter { $0.isUseful(projection) }
    }

    /// Returns whether a view shows only the map of the world, whose shores and towns are too coarse for it.
    func isPlain(_ projection: MapProjection) -> Bool {
        projection.zoom >= Self.plainZoom && shown(projection).isEmpty
    }

    /// Returns whether all maps in view have been painted for a picture.
    func isPainted(_ projection: MapProjection, scale: Int, isDark: Bool) -> Bool {
        let look = MapSheet.Look(zoom: projection.zoom, scale: scale, isDark: isDark)
        return (shown(projection) + [world].compactMap { $0 }).allSatisfy { $0.isPainted(projection, look) }
    }

    func draw(in drawing: Drawing, projection: MapProjection) {
        let zoom = isPictured ? projection.zoom : settle(projection.zoom)
        let look = MapSheet.Look(zoom: zoom, scale: Int(drawing.sharpness), isDark: appearance.isDark)
        let useful = shown(projection)
        // Maps below one that covers the whole view are not drawn.
        let top = useful.lastIndex { $0.hidesOthers(projection, look) }
        let shown = useful.dropFirst(top ?? 0)
        let needsWorld = top == nil
        let isResting = zoom == projection.zoom
        let ground = world == nil ? MapStyle.land : MapStyle.water
        drawing.setColor(Color(ground.hex(isDark: appearance.isDark)))
        drawing.paint()
        if needsWorld { world?.draw(in: drawing, projection, look, isResting: isResting) }
        for sheet in shown { sheet.draw(in: drawing, projection, look, isResting: isResting) }
        labels = shown.flatMap { $0.labels(projection, look) }
        if needsWorld, let world {
            // The user's maps have better names.
            labels += world.labels(projection, look).filter { label in
                !shown.contains { $0.tiles.isVector && $0.contains(label.place) }
            }
        }
    }

    /// Returns the zoom for which pictures are painted. While it changes, that is the last one with which the map rested.
    private func settle(_ wanted: Double) -> Double {
        guard let rested = resting else {
            (resting, drawn) = (wanted, wanted)
            return wanted
        }
        guard wanted != rested else {
            drawn = wanted
            return rested
        }
        if wanted != drawn {
            drawn = wanted
            rests += 1
            let rest = rests
            MainLoop.after(milliseconds: Self.restMilliseconds) { [weak self] in
                guard let self, rest == rests else { return }
                resting = drawn
                report(.change)
            }
        }
        return rested
    }
}

extension TileClient.Tiles {
    /// Opens the map of the world among the program's resources; `nil` if it is missing.
    @MainActor
    static func world(resourcePath: String) -> TileClient.Tiles? {
        Resources.bytes(at: "\(resourcePath)/maps/world.pmtiles").flatMap { try? TileClient.Tiles(archive: $0) }
    }
}
