import Geometry
import SensorModel

/// Assembles the pieces of a matched track.
struct RoadMatchAssembly {
    /// The state with which the last piece ended.
    struct Last {
        /// The point on the road; `nil` if the track is off the roads there.
        let coordinate: Coordinate?
    }

    /// A route on the plane, with the edge of each of its segments.
    private struct Route {
        var points: [PlanePoint] = []
        var edges: [(number: Int, isAgainst: Bool)] = []
    }

    private struct Line {
        var points: [Coordinate]
        var progress: [Double]
        let first: Int
        var last: Int
    }

    private let track: [TrackPlace]
    private var result: RoadMatch
    private var roadNumbers: [Road: Int] = [:]
    /// The lines on roads, with the places of the track from their first to their last.
    private var lines: [Line] = []
    private(set) var last: Last?
    private var lastPlace: Int?

    init(_ track: [TrackPlace]) {
        self.track = track
        result = RoadMatch(places: [RoadMatch.Place?](repeating: nil, count: track.count))
    }

    /// Adds the states of a piece. The first place of a piece other than the first has been added already.
    mutating func add(
        _ states: ArraySlice<RoadTrellis.State>, at kept: ArraySlice<Int>, _ plane: LocalPlane, _ network: RoadNetwork
    ) {
        for (state, index) in zip(states, kept) {
            defer { lastPlace = index }
            if index == lastPlace { continue }
            guard let place = state.place else {
                last = Last(coordinate: nil)
                continue
            }
            let coordinate = plane.coordinate(place.point)
            last = Last(coordinate: coordinate)
            let route = route(state.legs, network)
            result.places[index] = matched(
                place.point, index, edge: place.edge, isAgainst: route.edges.last?.isAgainst ?? false, plane, network)
            if let lastPlace, !state.legs.isEmpty, !lines.isEmpty {
                for between in (lastPlace + 1)..<max(lastPlace + 1, index) {
                    result.places[between] = nearest(on: route, between, plane, network)
                }
                extend(along: route, from: lastPlace, to: index, plane)
            } else {
                lines.append(Line(points: [coordinate], progress: [Double(index)], first: index, last: index))
            }
        }
    }

    private mutating func extend(along route: Route, from first: Int, to last: Int, _ plane: LocalPlane) {
        // Modified in place, because a copy for each step would take quadratic time for a long line.
        let line = lines.count - 1
        let steps = zip(route.points, route.points.dropFirst()).map { $0.distance(to: $1) }
        let whole = steps.reduce(0, +)
        var metres = 0.0
        for (point, step) in zip(route.points.dropFirst(), steps) {
            metres += step
            lines[line].points.append(plane.coordinate(point))
            lines[line].progress.append(Double(first) + Double(last - first) * (whole > 0 ? metres / whole : 1))
        }
        lines[line].last = last
    }

    private func route(_ legs: [RouteSearch.Leg], _ network: RoadNetwork) -> Route {
        var route = Route()
        for leg in legs {
            let direction = network.edges[leg.edge].direction
            let isAgainst =
                leg.from < leg.to ? direction == .backward : leg.from > leg.to ? direction == .forward : false
            for point in network.line(ofEdge: leg.edge, from: leg.from, to: leg.to) {
                guard let end = route.points.last else {
                    route.points.append(point)
                    continue
                }
                if end == point { continue }
                route.points.append(point)
                route.edges.append((leg.edge, isAgainst))
            }
        }
        return route
    }

    private mutating func nearest(
        on route: Route, _ index: Int, _ plane: LocalPlane, _ network: RoadNetwork
    ) -> RoadMatch.Place? {
        let point = plane.point(track[index].coordinate)
        var best: (distance: Double, point: PlanePoint, segment: Int)?
        for segment in route.edges.indices {
            let (foot, _) = RoadNetwork.foot(of: point, from: route.points[segment], to: route.points[segment + 1])
            let distance = foot.distance(to: point)
            if distance < best?.distance ?? .infinity { best = (distance, foot, segment) }
        }
        guard let best else { return result.places[max(0, index - 1)] }
        let (edge, isAgainst) = route.edges[best.segment]
        return matched(best.point, index, edge: edge, isAgainst: isAgainst, plane, network)
    }

    private mutating func matched(
        _ point: PlanePoint, _ index: Int, edge: Int, isAgainst: Bool, _ plane: LocalPlane, _ network: RoadNetwork
    ) -> RoadMatch.Place {
        let road = network.roads[Int(network.edges[edge].road)]
        var number = roadNumbers[road]
        if number == nil {
            number = result.roads.count
            roadNumbers[road] = number
            result.roads.append(road)
            result.metresByRoad.append(0)
        }
        return RoadMatch.Place(
            deviation: plane.point(track[index].coordinate).distance(to: point), road: number ?? 0,
            isAgainst: isAgainst && track[index].travel != .onFoot)
    }

    /// Returns the match, with lengths and parts.
    func match() -> RoadMatch {
        var match = result
        for index in track.indices.dropFirst() where !track[index].isStart {
            let metres = track[index - 1].coordinate.distance(to: track[index].coordinate)
            guard metres.isFinite else { continue }
            match.metres += metres
            guard let place = match.places[index], match.places[index - 1] != nil else { continue }
            match.metresByRoad[place.road] += metres
            if place.isAgainst { match.againstMetres += metres }
        }
        var start = 0
        for line in lines where line.points.count > 1 {
            addTrack(from: start, to: line.first, &match)
            match.parts.append(
                RoadMatch.Part(
                    isOnRoad: true, line: line.points, progress: line.progress, places: line.first...line.last))
            start = line.last
        }
        addTrack(from: start, to: track.count - 1, &match)
        return match
    }

    /// Adds the unchanged parts of the track between two places, each without a break.
    private func addTrack(from first: Int, to last: Int, _ match: inout RoadMatch) {
        guard first < last else { return }
        var start = first
        for index in first...last where index == last || track[index + 1].isStart {
            if start < index {
                let line = track[start...index].map(\.coordinate)
                match.parts.append(
                    RoadMatch.Part(
                        isOnRoad: false, line: line, progress: (start...index).map(Double.init), places: start...index))
            }
            start = index + 1
        }
    }
}
