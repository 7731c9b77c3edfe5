import Geometry

/// Finds the most likely routes from one place on a road to others nearby.
///
/// Travel against a one-way road is possible, and costs more than its metres. Source: E. Dijkstra, "A note on two
/// problems in connexion with graphs", Numerische Mathematik 1 (1959).
struct RouteSearch {
    /// A route in metres, and the metres of it against a one-way road.
    struct Length {
        var metres: Double
        var against: Double
    }

    /// The part of a route on one edge, between two distances from the edge's start.
    struct Leg {
        let edge: Int
        let from: Double
        let to: Double
    }

    private struct Label {
        var round: Int32 = 0
        var isSettled = false
        var cost = 0.0
        var length = Length(metres: 0, against: 0)
        /// The edge by which the node was reached; negative if it is the first.
        var edge: Int32 = -1
        var previous: Int32 = -1
    }

    private let network: RoadNetwork
    private var againstCost = 0.0
    private var labels: [Label]
    private var round: Int32 = 0
    private var queue: [(cost: Double, node: Int32)] = []
    private var start: RoadNetwork.Place?

    init(_ network: RoadNetwork) {
        self.network = network
        labels = [Label](repeating: Label(), count: network.nodeCount)
    }

    /// Searches from a place. O(n log n) in the nodes within the limit.
    /// - Parameters:
    ///   - place: The start.
    ///   - limit: The maximum cost, in metres.
    ///   - againstCost: The cost of a metre against a one-way road, in addition to the metre.
    mutating func search(from place: RoadNetwork.Place, upTo limit: Double, againstCost: Double) {
        self.againstCost = againstCost
        round &+= 1
        queue.removeAll(keepingCapacity: true)
        start = place
        let edge = network.edges[place.edge]
        reach(edge.to, by: length(place.edge, from: place.along, to: edge.length), edge: Int32(place.edge), from: -1)
        reach(edge.from, by: length(place.edge, from: place.along, to: 0), edge: Int32(place.edge), from: -1)
        var visited = 0
        while let (cost, node) = pop(), cost <= limit, visited < RoadMatchingBounds.visitedNodes {
            guard !labels[Int(node)].isSettled else { continue }
            labels[Int(node)].isSettled = true
            visited += 1
            let reached = labels[Int(node)].length
            for exit in network.exits(of: Int(node)) {
                let edge = network.edges[Int(exit.edge)]
                let (far, along) = exit.isForward ? (edge.to, edge.length) : (edge.from, 0)
                let step = length(Int(exit.edge), from: edge.length - along, to: along)
                reach(
                    far,
                    by: Length(metres: reached.metres + step.metres, against: reached.against + step.against),
                    edge: exit.edge, from: node)
            }
        }
    }

    /// Returns the length of the route to a place; `nil` if the last search did not reach it.
    func length(to place: RoadNetwork.Place) -> Length? { best(to: place)?.length }

    /// Returns the route to a place, edge by edge; `nil` if the last search did not reach it.
    func legs(to place: RoadNetwork.Place) -> [Leg]? {
        guard let start, let best = best(to: place) else { return nil }
        guard var node = best.node else { return [Leg(edge: place.edge, from: start.along, to: place.along)] }
        var legs = [leg(onEdge: place.edge, fromNode: best.isAtStart, to: place.along)]
        while labels[Int(node)].previous >= 0 {
            let label = labels[Int(node)]
            let edge = network.edges[Int(label.edge)]
            // On a loop, both ends are the same node, and both directions have the same length.
            let isForward = edge.to == node
            legs.append(
                Leg(edge: Int(label.edge), from: isForward ? 0 : edge.length, to: isForward ? edge.length : 0))
            node = label.previous
        }
        let edge = network.edges[start.edge]
        let forward = edge.length - start.along
        let isForward = edge.to == node && (edge.from != node || forward <= start.along)
        legs.append(Leg(edge: start.edge, from: start.along, to: isForward ? edge.length : 0))
        return legs.reversed()
    }

    private func leg(onEdge edge: Int, fromNode isAtStart: Bool, to along: Double) -> Leg {
        Leg(edge: edge, from: isAtStart ? 0 : network.edges[edge].length, to: along)
    }

    /// Returns the cheapest route to a place: directly along the common edge, or via one of the ends of its edge.
    private func best(to place: RoadNetwork.Place) -> (length: Length, node: Int32?, isAtStart: Bool)? {
        var best: (length: Length, node: Int32?, isAtStart: Bool)?
        if let start, start.edge == place.edge {
            best = (length(place.edge, from: start.along, to: place.along), nil, true)
        }
        let edge = network.edges[place.edge]
        for (node, isAtStart) in [(edge.from, true), (edge.to, false)] {
            let label = labels[Int(node)]
            guard label.round == round else { continue }
            let rest = length(place.edge, from: isAtStart ? 0 : edge.length, to: place.along)
            let whole = Length(
                metres: label.length.metres + rest.metres, against: label.length.against + rest.against)
            if best.map({ cost(whole) < cost($0.length) }) ?? true { best = (whole, node, isAtStart) }
        }
        return best
    }

    private func cost(_ length: Length) -> Double { length.metres + length.against * againstCost }

    private func length(_ edge: Int, from: Double, to: Double) -> Length {
        let metres = abs(to - from)
        let isAgainst: Bool =
            switch network.edges[edge].direction {
            case .both: false
            case .forward: to < from
            case .backward: to > from
            }
        return Length(metres: metres, against: isAgainst ? metres : 0)
    }

    private mutating func reach(_ node: Int32, by length: Length, edge: Int32, from previous: Int32) {
        let cost = cost(length)
        let label = labels[Int(node)]
        guard label.round != round || (!label.isSettled && cost < label.cost) else { return }
        labels[Int(node)] = Label(
            round: round, isSettled: false, cost: cost, length: length, edge: edge, previous: previous)
        push((cost, node))
    }

    // A binary heap, the cheapest first.

    private mutating func push(_ entry: (cost: Double, node: Int32)) {
        queue.append(entry)
        var child = queue.count - 1
        while child > 0, queue[(child - 1) / 2].cost > queue[child].cost {
            queue.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private mutating func pop() -> (cost: Double, node: Int32)? {
        guard let first = queue.first, let last = queue.popLast() else { return nil }
        guard !queue.isEmpty else { return first }
        queue[0] = last
        var parent = 0
        while 2 * parent + 1 < queue.count {
            var child = 2 * parent + 1
            if child + 1 < queue.count, queue[child + 1].cost < queue[child].cost { child += 1 }
            guard queue[child].cost < queue[parent].cost else { break }
            queue.swapAt(child, parent)
            parent = child
        }
        return first
    }
}
