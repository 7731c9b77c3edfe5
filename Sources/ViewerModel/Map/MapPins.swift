public import Geometry
import Glibc
import SensorModel

/// Marks on a map: those that would cover each other share one.
public struct MapPins: Sendable {
    /// A place on the map that stands for one or several.
    public struct Pin: Sendable, Hashable {
        /// The place of the first member.
        public let point: UnitMercator
        /// The numbers of the places it stands for, in their order; at least one.
        public private(set) var members: [Int]

        fileprivate mutating func add(_ member: Int) { members.append(member) }
    }

    /// The pins, in the order of their first members.
    public let pins: [Pin]
    /// The scale of the map for which the pins were grouped: the width of the world in pixels.
    public let scale: Double

    private struct Cell: Hashable { let x, y: Int }

    /// Groups places at a scale of the map, independently of the visible part. O(places).
    /// - Parameters:
    ///   - places: The places; an earlier one stands for the later ones close to it.
    ///   - scale: The width of the world in pixels.
    ///   - spacing: The minimum distance between two pins along an axis, in pixels.
    public init(_ places: [UnitMercator], scale: Double, spacing: Double) {
        var pins: [Pin] = []
        var cells: [Cell: [Int]] = [:]
        let side = spacing / scale
        for (member, place) in places.enumerated() {
            let (column, row) = ((place.x / side).rounded(.down), (place.y / side).rounded(.down))
            guard let x = Int(exactly: column), let y = Int(exactly: row) else { continue }
            let near = (-1...1).lazy.flatMap { across in
                (-1...1).lazy.flatMap { down in cells[Cell(x: x + across, y: y + down)] ?? [] }
            }
            let taken = near.first { pin in
                abs(pins[pin].point.x - place.x) < side && abs(pins[pin].point.y - place.y) < side
            }
            if let taken {
                pins[taken].add(member)
            } else {
                cells[Cell(x: x, y: y), default: []].append(pins.count)
                pins.append(Pin(point: place, members: [member]))
            }
        }
        self.pins = pins
        self.scale = scale
    }
}
