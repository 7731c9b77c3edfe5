import GTKKit
import Geometry
import Glibc
import MapTiles
import SensorModel
import ShumateKit
import Viewer

/// Draws the names of places and roads that fit without overlap, the most important ones first.
@MainActor
final class NameLayer {
    private var pictures: [Key: TextPicture] = [:]
    /// The sizes of names in pixels, also of those that are in the way of others and need no picture.
    private var sizes: [Key: (width: Double, height: Double)] = [:]
    /// The names that were drawn in the last frame.
    private var drawn: Set<Key> = []

    private struct Key: Hashable {
        let text: String
        let kind: MapLabel.Kind
        let isDark: Bool
        let scale: Double
        let textScale: Double
    }

    /// A drawn name with its box.
    private struct Placed {
        let text: String
        let kind: MapLabel.Kind
        let x, y: Double
        let box: Frame
    }

    /// The maximum number of visible names, so that a map with thousands stays readable and fast.
    private static let mostNames = 120
    /// The maximum number of names that are considered for a frame.
    private static let mostCandidates = 3_000
    /// The maximum number of cached pictures of names.
    private static let mostPictures = 800
    /// The maximum number of cached sizes. It exceeds that of the candidates, which otherwise would never be complete.
    private static let mostSizes = 2 * mostCandidates
    /// The maximum number of new pictures of names per frame; the others follow in the next frame.
    private static let mostNewPictures = 24
    /// The margin around a name, in pixels.
    private static let gap = 4.0
    /// The minimum distance between two names of one road, in pixels.
    private static let repetition = 280.0
    /// The distance between the places of the names of a long road, and the maximum distance of the outer ones from its
    /// middle, in pixels.
    private static let (roadStep, roadReach) = (480.0, 9_600.0)

    /// Draws the names that fit.
    /// - Parameter obstacles: The boxes that no name touches, in pixels.
    /// - Returns: The boxes of the names, in pixels, and whether some names were left for the next frame.
    func draw(
        _ labels: [MapLabel], in drawing: Drawing, _ projection: MapProjection, isDark: Bool,
        around obstacles: [Frame] = []
    ) -> (boxes: [Frame], leavesSome: Bool) {
        if pictures.count > Self.mostPictures { pictures = pictures.filter { drawn.contains($0.key) } }
        if sizes.count > Self.mostSizes { sizes = [:] }
        drawn = []
        let zoom = projection.zoom
        var seen: [(label: MapLabel, x: Double, y: Double)] = []
        for label in labels where label.lowestZoom <= zoom && seen.count < Self.mostCandidates {
            var place = label.place
            place.x += (projection.center.x - place.x).rounded()
            let (middleX, middleY) = projection.pixel(place)
            let repeats = Self.repeats(of: label, projection)
            let angle = label.angle + projection.rotation
            let along = repeats == 0 ? (x: 0, y: 0) : (x: Self.roadStep * cos(angle), y: Self.roadStep * sin(angle))
            for step in -repeats...repeats {
                let (x, y) = (middleX + Double(step) * along.x, middleY + Double(step) * along.y)
                // Names just beyond the edge keep their place, so that they do not jump while the map is dragged.
                guard (-150...projection.width + 150).contains(x), (-60...projection.height + 60).contains(y) else {
                    continue
                }
                seen.append((label, x, y))
            }
        }
        seen.sort { ($0.label.rank, $0.label.text) < ($1.label.rank, $1.label.text) }
        var placed: [Placed] = []
        var fresh = 0
        for (label, x, y) in seen
        where placed.count < Self.mostNames && (fresh < Self.mostNewPictures || drawing.isVector) {
            let key = Key(
                text: label.text, kind: label.kind, isDark: isDark, scale: drawing.sharpness,
                textScale: drawing.textScale)
            if sizes[key] == nil { fresh += 1 }
            guard let size = size(key, in: drawing) else { continue }
            if label.room.isFinite, label.room * projection.scale < size.width + 8 { continue }
            let angle = Self.angle(of: label.kind, label.angle, projection)
            let box = Self.box(size, angle, x, y)
            guard !obstacles.contains(where: box.intersects) else { continue }
            guard !placed.contains(where: { Self.isInTheWay($0, of: label, x, y, box) }) else { continue }
            placed.append(Placed(text: label.text, kind: label.kind, x: x, y: y, box: box))
            drawn.insert(key)
            if pictures[key] == nil { fresh += 1 }
            picture(key, in: drawing)?.draw(in: drawing, x: x, y: y, angle: angle)
        }
        return (placed.map(\.box), fresh >= Self.mostNewPictures)
    }

    /// Returns how often a name is repeated on either side of its place: along the straight part of a long road.
    static func repeats(of label: MapLabel, _ projection: MapProjection) -> Int {
        guard label.isStraight else { return 0 }
        return Int(max(0, min(roadReach, label.room * projection.scale / 2 - roadStep / 4)) / roadStep)
    }

    /// Returns the angle in radians at which a name is drawn. The name of a road turns with the map, but is never
    /// upside down.
    static func angle(of kind: MapLabel.Kind, _ angle: Double, _ projection: MapProjection) -> Double {
        guard projection.rotation != 0, kind == .road else { return angle }
        return remainder(angle + projection.rotation, .pi)
    }

    private static func isInTheWay(_ other: Placed, of label: MapLabel, _ x: Double, _ y: Double, _ box: Frame) -> Bool
    {
        if other.box.intersects(box) { return true }
        guard other.kind == label.kind, other.text == label.text else { return false }
        return abs(other.x - x) + abs(other.y - y) < repetition
    }

    private static func box(
        _ size: (width: Double, height: Double), _ angle: Double, _ x: Double, _ y: Double
    ) -> Frame {
        let width = size.width * abs(cos(angle)) + size.height * abs(sin(angle)) + 2 * gap
        let height = size.width * abs(sin(angle)) + size.height * abs(cos(angle)) + 2 * gap
        return Frame(x: x - width / 2, y: y - height / 2, width: width, height: height)
    }

    private func size(_ key: Key, in drawing: Drawing) -> (width: Double, height: Double)? {
        if let known = sizes[key] { return known }
        guard let picture = picture(key, in: drawing) else { return nil }
        sizes[key] = (picture.width, picture.height)
        return sizes[key]
    }

    private func picture(_ key: Key, in drawing: Drawing) -> TextPicture? {
        if let known = pictures[key] { return known }
        let text = Color(MapStyle.text.hex(isDark: key.isDark))
        let halo = Color(MapStyle.halo.hex(isDark: key.isDark)).with(alpha: 0.85)
        pictures[key] = TextPicture(
            key.text.visible, Self.style(of: key.kind), color: text, halo: halo, like: drawing)
        return pictures[key]
    }

    private static func style(of kind: MapLabel.Kind) -> TextStyle {
        switch kind {
        case .country: TextStyle(size: 13, weight: .semibold)
        case .region: TextStyle(size: 11.5, weight: .semibold)
        case .city: TextStyle(size: 12.5, weight: .semibold)
        case .town: TextStyle(size: 12)
        case .village: TextStyle(size: 11.5)
        case .hamlet: TextStyle(size: 10.5)
        case .road: TextStyle(size: 10.5)
        }
    }
}
