import Geometry
import MapTiles
import SensorModel

/// Finds the most likely sequence of places on roads, or off them, for a part of a track.
///
/// Source: A. Viterbi, "Error bounds for convolutional codes and an asymptotically optimum decoding algorithm", IEEE
/// Transactions on Information Theory 13 (1967).
struct RoadTrellis {
    /// The state at a place of the track.
    struct State {
        /// The place on a road; `nil` if the track is off the roads.
        let place: RoadNetwork.Place?
        /// The route from the previous place; empty if there is none.
        let legs: [RouteSearch.Leg]
    }

    /// The states at one place, the last one off the roads, with their costs and the most likely states before.
    private struct Column {
        let point: PlanePoint
        let candidates: [RoadNetwork.Place]
        /// The cost of each metre against a one-way road on the way here.
        let againstCost: Double
        var costs: [Double]
        var previous: [Int]
    }

    private let network: RoadNetwork
    private let plane: LocalPlane
    private let parameters: RoadMatcher.Parameters
    private var search: RouteSearch
    private var columns: [Column] = []

    init(_ network: RoadNetwork, _ plane: LocalPlane, _ parameters: RoadMatcher.Parameters) {
        (self.network, self.plane, self.parameters) = (network, plane, parameters)
        search = RouteSearch(network)
    }

    /// Returns the states of places of a track. O(n) for n places with a bounded number of roads near each.
    /// - Parameters:
    ///   - places: The places.
    ///   - last: The state of the first place that the previous piece ended with; `nil` if there is none.
    mutating func states(of places: [TrackPlace], from last: RoadMatchAssembly.Last?) -> [State] {
        columns.removeAll()
        columns.reserveCapacity(places.count)
        for place in places {
            var column = column(of: place)
            if let before = columns.last {
                let step = before.point.distance(to: column.point)
                let isLinked = !place.isStart && step <= RoadMatchingBounds.longestStep
                advance(from: before, to: &column, step: isLinked ? step : nil)
            } else if let last {
                hold(&column, at: last)
            }
            columns.append(column)
        }
        return traced(isLinked: places.map { !$0.isStart })
    }

    private func column(of place: TrackPlace) -> Column {
        let point = plane.point(place.coordinate)
        let spread = (place.deviation * place.deviation + parameters.mapDeviation * parameters.mapDeviation)
            .squareRoot()
        let radius = min(150, (parameters.offRoadDeviations + 1) * spread)
        let candidates = network.places(near: point, within: radius, atMost: RoadMatchingBounds.candidates)
        let costs = candidates.map { candidate in
            let isPath = network.roads[Int(network.edges[candidate.edge].road)].kind == .path
            return place.cost(
                ofOffset: SIMD2(candidate.point.east - point.east, candidate.point.north - point.north),
                map: parameters.mapDeviation)
                + (isPath && place.travel == .driving ? parameters.drivenPathCost : 0)
        }
        return Column(
            point: point, candidates: candidates,
            againstCost: place.travel == .onFoot ? 0 : parameters.againstCost, costs: costs + [parameters.offRoadCost],
            previous: [Int](repeating: 0, count: candidates.count + 1))
    }

    /// Keeps only the last state of the previous piece.
    private func hold(_ column: inout Column, at last: RoadMatchAssembly.Last) {
        let off = column.candidates.count
        var held = off
        if let coordinate = last.coordinate {
            let point = plane.point(coordinate)
            let nearest = column.candidates.indices.min {
                column.candidates[$0].point.distance(to: point) < column.candidates[$1].point.distance(to: point)
            }
            if let nearest, column.candidates[nearest].point.distance(to: point) < 2 { held = nearest }
        }
        for state in 0...off where state != held { column.costs[state] = .infinity }
    }

    /// Adds the costs of the most likely transitions from one column to the next.
    private mutating func advance(from before: Column, to column: inout Column, step: Double?) {
        var best = [Double](repeating: .infinity, count: column.costs.count)
        func offer(_ cost: Double, to state: Int, from previous: Int) {
            guard cost < best[state] else { return }
            best[state] = cost
            column.previous[state] = previous
        }
        let off = column.candidates.count
        let least = before.costs.min() ?? 0
        for (previous, cost) in before.costs.enumerated() {
            let isOff = previous == before.candidates.count
            for state in 0...off {
                let isSame = isOff == (state == off)
                let leap = isOff || state == off ? (isSame ? 0 : parameters.transitionCost) : parameters.breakCost
                offer(cost + (step == nil ? 0 : leap), to: state, from: previous)
            }
            // A state that costs more than a break from the best state is not part of a likely route.
            guard !isOff, let step, cost < least + parameters.breakCost else { continue }
            findRoutes(from: before.candidates[previous], to: column, step: step)
            for (state, candidate) in column.candidates.enumerated() {
                guard let length = search.length(to: candidate) else { continue }
                offer(cost + self.cost(of: length, to: column, over: step), to: state, from: previous)
            }
        }
        // Costs are relative to the smallest one, so that they stay small.
        let base = best.min() ?? 0
        for state in column.costs.indices { column.costs[state] += best[state] - (base.isFinite ? base : 0) }
    }

    /// Follows the most likely states back from the end, and finds the routes between them.
    private mutating func traced(isLinked: [Bool]) -> [State] {
        guard let end = columns.last else { return [] }
        var chosen = [Int](repeating: 0, count: columns.count)
        chosen[columns.count - 1] = end.costs.indices.min { end.costs[$0] < end.costs[$1] } ?? end.candidates.count
        for index in stride(from: columns.count - 1, to: 0, by: -1) {
            chosen[index - 1] = columns[index].previous[chosen[index]]
        }
        var states: [State] = []
        for (index, column) in columns.enumerated() {
            guard column.candidates.indices.contains(chosen[index]) else {
                states.append(State(place: nil, legs: []))
                continue
            }
            let place = column.candidates[chosen[index]]
            let before = index > 0 ? columns[index - 1] : nil
            let step = before.map { $0.point.distance(to: column.point) } ?? .infinity
            guard isLinked[index], let before, before.candidates.indices.contains(chosen[index - 1]),
                step <= RoadMatchingBounds.longestStep
            else {
                states.append(State(place: place, legs: []))
                continue
            }
            findRoutes(from: before.candidates[chosen[index - 1]], to: column, step: step)
            // Otherwise the roads of the map have a break there.
            let isRoute =
                search.length(to: place).map { cost(of: $0, to: column, over: step) < parameters.breakCost } ?? false
            states.append(State(place: place, legs: isRoute ? search.legs(to: place) ?? [] : []))
        }
        return states
    }

    private mutating func findRoutes(from place: RoadNetwork.Place, to column: Column, step: Double) {
        let scale = parameters.detourScale(over: step)
        // In metres, so that the cheapest route is the most likely one.
        search.search(from: place, upTo: step + parameters.breakCost * scale, againstCost: column.againstCost * scale)
    }

    private func cost(of length: RouteSearch.Length, to column: Column, over step: Double) -> Double {
        abs(length.metres - step) / parameters.detourScale(over: step) + length.against * column.againstCost
    }
}
