public import Geodesy
import Glibc

/// Photos as pins on a map: those that would cover each other share one.
public struct PhotoPins: Sendable {
    /// A place on the map with one or several photos.
    public struct Pin: Sendable, Hashable {
        /// The place of the first photo.
        public let point: UnitMercator
        /// The numbers of the photos, in their order; at least one.
        public private(set) var photos: [Int]

        fileprivate mutating func add(_ photo: Int) { photos.append(photo) }
    }

    /// The pins, in the order of their first photos.
    public let pins: [Pin]
    /// The scale of the map for which the pins were grouped: the width of the world in pixels.
    public let scale: Double

    private struct Cell: Hashable { let x, y: Int }

    /// Groups photos at a scale of the map, independently of the visible part. O(photos).
    /// - Parameters:
    ///   - places: The places of the photos.
    ///   - scale: The width of the world in pixels.
    ///   - spacing: The minimum distance between two pins along an axis, in pixels.
    public init(_ places: [UnitMercator], scale: Double, spacing: Double) {
        var pins: [Pin] = []
        var cells: [Cell: [Int]] = [:]
        let side = spacing / scale
        for (photo, place) in places.enumerated() {
            let (column, row) = ((place.x / side).rounded(.down), (place.y / side).rounded(.down))
            guard let x = Int(exactly: column), let y = Int(exactly: row) else { continue }
            let near = (-1...1).lazy.flatMap { across in
                (-1...1).lazy.flatMap { down in cells[Cell(x: x + across, y: y + down)] ?? [] }
            }
            let taken = near.first { pin in
                abs(pins[pin].point.x - place.x) < side && abs(pins[pin].point.y - place.y) < side
            }
            if let taken {
                pins[taken].add(photo)
            } else {
                cells[Cell(x: x, y: y), default: []].append(pins.count)
                pins.append(Pin(point: place, photos: [photo]))
            }
        }
        self.pins = pins
        self.scale = scale
    }
}
