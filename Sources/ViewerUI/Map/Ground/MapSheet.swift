import GTKKit
import Geometry
import Glibc
import Localization
import MapTiles
import SensorModel
import ShumateKit
import Viewer

/// The drawing of a map: pictures of its tiles, painted in the background for the zoom at which the map rests.
@MainActor
final class MapSheet {
    let tiles: TileClient.Tiles
    /// A report of a sheet.
    enum Report {
        /// There is more to draw.
        case change
        /// A tile could not be drawn, in one sentence.
        case trouble(String)
        /// The tiles in view have layers, but only unknown ones; reported once.
        case unknownLayers(TileClient.Tiles)
    }

    private let report: (Report) -> Void

    /// The zoom for which pictures are painted, their resolution, and their style.
    struct Look: Hashable {
        var zoom: Double
        var scale: Int
        var isDark: Bool
    }

    private struct Painted {
        var picture: TilePicture?
        var lastUse: Int
    }

    private let store: DrawingStore
    /// The colour of the background of a tile; `nil` for none.
    private let ground: MapColor?
    private var painted: [TilePicture.Frame: Painted] = [:]
    private var bytes = 0
    private var waiting: [TilePicture.Frame] = []
    private var running: Set<TilePicture.Frame> = []
    private var labels: [TileAddress: [MapLabel]] = [:]
    /// The last complete set of pictures, which is drawn below unfinished ones.
    private var backdrop: [TilePicture.Frame] = []
    private var draws = 0
    /// Whether the tiles that have been read have known layers; `nil` while none has layers.
    private var hasKnownLayers: Bool?
    private var saidUnknown = false

    /// The size of a tile in pixels at its zoom level: vector tiles are designed for 512.
    private var tileSide: Double { tiles.isVector ? 512 : 256 }
    /// The minimum number of screen pixels per widget pixel at which dense pictures are used.
    private static let denseScale = 2
    /// The maximum size of the cached pictures, in bytes.
    private static let mostBytes = 96 << 20
    /// The maximum number of tiles in view, so that a malformed map cannot request thousands. A map of pictures on a
    /// screen of 3840 x 2160 has up to 330.
    private static let mostTiles = 400

    init(_ tiles: TileClient.Tiles, ground: MapColor?, report: @escaping (Report) -> Void = { _ in }) {
        (self.tiles, self.ground, self.report) = (tiles, ground, report)
        store = DrawingStore(tiles)
    }

    /// Returns whether the map is visible in a view and has tiles for its zoom.
    func isUseful(_ projection: MapProjection) -> Bool {
        level(atZoom: projection.zoom, scale: 1) >= tiles.zoomLevels.lowerBound && clip(projection) != nil
    }

    /// Returns whether the map covers all of a view.
    private func covers(_ projection: MapProjection) -> Bool {
        guard isUseful(projection), let clip = clip(projection) else { return false }
        return Self.isWhole(clip, of: projection.upright)
    }

    private static func isWhole(_ clip: Frame, of upright: MapProjection) -> Bool {
        clip.x <= 0 && clip.y <= 0 && clip.x + clip.width >= upright.width && clip.y + clip.height >= upright.height
    }

    /// Returns whether the map hides everything below it: it covers the view, and all of its pictures are finished.
    func hidesOthers(_ projection: MapProjection, _ look: Look) -> Bool {
        covers(projection) && frames(projection, look).allSatisfy { painted[$0.frame]?.picture != nil }
    }

    /// Returns whether every tile in view has been painted, or cannot be.
    func isPainted(_ projection: MapProjection, _ look: Look) -> Bool {
        frames(projection, look).allSatisfy { painted[$0.frame] != nil }
    }

    /// Returns whether a place lies within the map's bounds.
    func contains(_ place: UnitMercator) -> Bool {
        guard let bounds = tiles.bounds else { return true }
        let coordinate = place.coordinate
        return (bounds.west...bounds.east).contains(coordinate.longitude)
            && (bounds.south...bounds.north).contains(coordinate.latitude)
    }

    /// Returns the part of the widget that the map covers, in the coordinates of ``MapProjection/upright``; `nil` if
    /// there is none.
    private func clip(_ turned: MapProjection) -> Frame? {
        let projection = turned.upright
        guard let bounds = tiles.bounds else {
            return Frame(x: 0, y: 0, width: projection.width, height: projection.height)
        }
        let upper = projection.pixel(
            UnitMercator(Coordinate(latitude: bounds.north, longitude: bounds.west)))
        let lower = projection.pixel(
            UnitMercator(Coordinate(latitude: bounds.south, longitude: bounds.east)))
        let left = max(-1, upper.x)
        let top = max(-1, upper.y)
        let right = min(projection.width + 1, lower.x)
        let bottom = min(projection.height + 1, lower.y)
        guard left < right, top < bottom else { return nil }
        return Frame(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Returns the level whose tiles are drawn at a zoom. Pictures are enlarged by at most 1.4.
    func level(atZoom zoom: Double, scale: Int) -> Int {
        let density = isDense(atScale: scale) ? 2.0 : 1
        let exact = zoom + log2(256 / tileSide) + (tiles.isVector ? 0 : log2(Double(scale) / density) + 0.5)
        guard exact.isFinite else { return 0 }
        return min(MapTileBounds.zoom, max(0, Int(exact.rounded(.down))))
    }

    private func isDense(atScale scale: Int) -> Bool { tiles.hasDensePictures && scale >= Self.denseScale }

    /// Draws the finished pictures, and schedules the painting of missing ones.
    /// - Parameter isResting: Whether the map rests with the zoom of `look`, so that missing pictures are
    ///   painted.
    func draw(in drawing: Drawing, _ projection: MapProjection, _ look: Look, isResting: Bool) {
        guard let clip = clip(projection) else { return }
        draws += 1
        let wanted = frames(projection, look)
        let isComplete = wanted.allSatisfy { painted[$0.frame] != nil }
        if isComplete { backdrop = wanted.map(\.frame) }
        drawing.saved {
            drawing.upright(projection) { upright in
                // Clipping to a rotated rectangle is slow.
                if !Self.isWhole(clip, of: upright) {
                    drawing.newPath()
                    drawing.rectangle(x: clip.x, y: clip.y, width: clip.width, height: clip.height)
                    drawing.clip()
                }
                if !isComplete { for frame in backdrop { draw(frame, in: drawing, upright) } }
                for (frame, _) in wanted { draw(frame, in: drawing, upright) }
            }
        }
        guard isResting else { return }
        // The pictures closest to the middle are painted first.
        waiting = wanted.filter { painted[$0.frame] == nil && !running.contains($0.frame) }
            .sorted { $0.distance < $1.distance }.map(\.frame)
        paintNext()
    }

    /// Draws a finished picture on a map that has north up.
    private func draw(_ frame: TilePicture.Frame, in drawing: Drawing, _ projection: MapProjection) {
        guard let picture = painted[frame]?.picture else { return }
        painted[frame]?.lastUse = draws
        let side = projection.scale / Double(1 << frame.address.zoom)
        let corner = projection.pixel(
            UnitMercator(
                x: Double(frame.address.x) / Double(1 << frame.address.zoom),
                y: Double(frame.address.y) / Double(1 << frame.address.zoom)))
        let stretch = abs(side - frame.side) < 1e-6 * side ? 1 : side / frame.side
        // The world repeats beyond its edge.
        var x = corner.x - ((corner.x + side) / projection.scale).rounded(.down) * projection.scale
        while x < projection.width {
            picture.draw(in: drawing, x: x, y: corner.y, stretch: stretch)
            x += projection.scale
        }
    }

    /// Returns the tiles in view, with their squared distances from the middle.
    func frames(
        _ projection: MapProjection, _ look: Look
    ) -> [(frame: TilePicture.Frame, distance: Double)] {
        let level = level(atZoom: look.zoom, scale: look.scale)
        guard level >= tiles.zoomLevels.lowerBound else { return [] }
        let count = 1 << level
        let lookSide = 256 * exp2(look.zoom) / Double(count)
        let upright = projection.upright
        let first = upright.point(x: 0, y: 0)
        let last = upright.point(x: upright.width, y: upright.height)
        var frames: [(TilePicture.Frame, Double)] = []
        var seen: Set<TileAddress> = []
        for column in Self.range(first.x, last.x, count) {
            let x = ((column % count) + count) % count
            for y in Self.range(first.y, last.y, count) {
                guard let address = TileAddress(zoom: level, x: x, y: y), isWithinBounds(address),
                    frames.count < Self.mostTiles
                else { continue }
                let right = Double(column) + 0.5 - projection.center.x * Double(count)
                let down = Double(y) + 0.5 - projection.center.y * Double(count)
                guard Self.isSeen(right, down, count, projection), seen.insert(address).inserted else { continue }
                frames.append(
                    (
                        TilePicture.Frame(
                            address: address, side: lookSide, scale: look.scale, zoom: look.zoom, isDark: look.isDark),
                        right * right + down * down
                    ))
            }
        }
        return frames
    }

    /// Returns whether a part of a tile is visible on a rotated map. `right` and `down` are the offset of its middle
    /// from that of the map, in tile sizes. With north up, all tiles between the corners are visible.
    private static func isSeen(_ right: Double, _ down: Double, _ count: Int, _ projection: MapProjection) -> Bool {
        guard projection.rotation != 0 else { return true }
        let side = projection.scale / Double(count)
        let (cosine, sine) = (cos(projection.rotation), sin(projection.rotation))
        let reach = side * (abs(cosine) + abs(sine)) / 2
        return abs(right * cosine - down * sine) * side <= projection.width / 2 + reach
            && abs(right * sine + down * cosine) * side <= projection.height / 2 + reach
    }

    private static func range(_ first: Double, _ last: Double, _ count: Int) -> Range<Int> {
        guard first.isFinite, last.isFinite, abs(first) < 8, abs(last) < 8, first <= last else { return 0..<0 }
        return Int((first * Double(count)).rounded(.down))..<Int((last * Double(count)).rounded(.up))
    }

    private func isWithinBounds(_ address: TileAddress) -> Bool {
        guard let bounds = tiles.bounds else { return true }
        let side = Double(1 << address.zoom)
        let upper = UnitMercator(Coordinate(latitude: bounds.north, longitude: bounds.west))
        let lower = UnitMercator(Coordinate(latitude: bounds.south, longitude: bounds.east))
        return Double(address.x) < lower.x * side && Double(address.x + 1) > upper.x * side
            && Double(address.y) < lower.y * side && Double(address.y + 1) > upper.y * side
    }

    /// Returns the names in view, from the tiles whose pictures are drawn.
    func labels(_ projection: MapProjection, _ look: Look) -> [MapLabel] {
        var seen: Set<TileAddress> = []
        return frames(projection, look).flatMap { frame, _ -> [MapLabel] in
            guard let stored = stored(frame.address), seen.insert(stored).inserted else { return [] }
            return labels[stored] ?? []
        }
    }

    /// Returns the tile that is read to draw a tile: beyond the deepest level, the one that covers it.
    private func stored(_ address: TileAddress) -> TileAddress? {
        address.ancestor(levels: max(0, address.zoom - tiles.zoomLevels.upperBound))
    }

    private func paintNext() {
        while running.count < tiles.readsAtOnce, let next = waiting.firstIndex(where: isReadable) {
            let frame = waiting.remove(at: next)
            guard let stored = stored(frame.address) else { continue }
            running.insert(frame)
            let isDense = isDense(atScale: frame.scale)
            Task { [weak self, store, tiles, ground] in
                do {
                    let result = try await Self.paint(frame, stored, isDense, store, tiles, ground)
                    if let isKnown = result.hasKnownLayers { self?.update(hasKnownLayers: isKnown) }
                    self?.keep(result.picture, result.labels, frame, stored)
                } catch {
                    self?.report(.trouble(error.sentence))
                    self?.keep(nil, [], frame, stored)
                }
            }
        }
    }

    /// The result of painting a part of a tile.
    private struct Result: Sendable {
        var picture: TilePicture?
        var labels: [MapLabel] = []
        var hasKnownLayers: Bool?
    }

    /// Returns whether no other frame is already reading the same picture, which might be requested from a server.
    private func isReadable(_ frame: TilePicture.Frame) -> Bool {
        tiles.isVector || !running.contains { stored($0.address) == stored(frame.address) }
    }

    @concurrent
    private nonisolated static func paint(
        _ frame: TilePicture.Frame, _ stored: TileAddress, _ isDense: Bool, _ store: DrawingStore,
        _ tiles: TileClient.Tiles, _ ground: MapColor?
    ) async throws -> Result {
        if tiles.isVector {
            guard let drawing = try await store.drawing(stored) else { return Result() }
            // The maps below remain visible.
            if drawing.hasKnownLayers == false { return Result(hasKnownLayers: false) }
            // A coarser tile has the names of its other parts, too.
            let labels =
                drawing.address == stored ? drawing.labels : drawing.labels.filter { stored.contains($0.place) }
            return Result(
                picture: TilePicture(drawing, frame, ground: ground), labels: labels,
                hasKnownLayers: drawing.hasKnownLayers)
        }
        guard let bytes = try await tiles.read(stored, isDense) else { return Result() }
        return Result(picture: try TilePicture(picture: bytes, of: stored, frame))
    }

    private func update(hasKnownLayers isKnown: Bool) {
        hasKnownLayers = isKnown || hasKnownLayers == true
    }

    /// Reports once all tiles in view have been read that none of them has a known layer.
    private func reportUnknown() {
        guard hasKnownLayers == false, running.isEmpty, waiting.isEmpty, !saidUnknown else { return }
        saidUnknown = true
        report(.unknownLayers(tiles))
    }

    private func keep(
        _ picture: TilePicture?, _ found: [MapLabel], _ frame: TilePicture.Frame, _ stored: TileAddress
    ) {
        running.remove(frame)
        painted[frame] = Painted(picture: picture, lastUse: draws)
        bytes += picture?.byteCount ?? 0
        // A tile at the edge of a map reaches beyond it.
        if tiles.isVector { labels[stored] = found.filter { contains($0.place) } }
        forgetOld()
        report(.change)
        paintNext()
        reportUnknown()
    }

    /// Discards the tiles that could not be read, so that they are read again when they are next visible.
    func forgetMissing() {
        painted = painted.filter { $0.value.picture != nil }
        report(.change)
    }

    private func forgetOld() {
        guard bytes > Self.mostBytes || painted.count > 4 * Self.mostTiles else { return }
        let kept = Set(backdrop)
        let old = painted.filter { $0.value.lastUse < draws - 1 && !kept.contains($0.key) }
            .sorted { $0.value.lastUse < $1.value.lastUse }
        for (frame, entry) in old {
            guard bytes > Self.mostBytes / 2 || painted.count > 2 * Self.mostTiles else { break }
            painted[frame] = nil
            bytes -= entry.picture?.byteCount ?? 0
        }
        let shown = Set(painted.keys.compactMap { stored($0.address) })
        labels = labels.filter { shown.contains($0.key) }
    }
}
