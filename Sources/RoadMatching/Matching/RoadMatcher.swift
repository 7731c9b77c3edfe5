public import Geometry
public import MapTiles
import SensorModel

/// A matcher of tracks to the roads of a map.
///
/// It uses a hidden Markov model whose states are the places on roads near a place of the track, and “off the roads”.
/// Source: P. Newson, J. Krumm, "Hidden Markov map matching through noise and sparseness", ACM GIS 2009. Guide:
/// docs/estimators/road-matching.md.
public struct RoadMatcher: Sendable {
    /// The parameters of the model. Costs are negative logarithms of probabilities.
    public struct Parameters: Sendable, Hashable {
        /// The standard deviation of the distance of vehicles and walkers from the line of a road on a map, in metres.
        public var mapDeviation = 4.0
        /// The distance from a road, in standard deviations, at which “off the roads” is equally likely.
        public var offRoadDeviations = 3.0
        /// The cost of entering or leaving the roads.
        public var transitionCost = 3.0
        /// The scale, in metres, of the difference between a route and the straight distance.
        public var detourScale = 4.0
        /// The growth of that scale with the straight distance, because a road has more bends between distant places.
        public var detourShare = 0.1
        /// The cost of each metre against a one-way road, except on foot.
        public var againstCost = 0.05
        /// The cost of a place on a path for a motor vehicle, because many pavements are mapped as paths next to their
        /// road.
        public var drivenPathCost = 3.0
        /// The minimum distance between two matched places, in metres. Places between them follow their route.
        public var spacing = 10.0

        /// Creates parameters with default values.
        public init() {}

        /// The cost of a place off the roads.
        var offRoadCost: Double { offRoadDeviations * offRoadDeviations / 2 }
        /// The cost of changing roads if the map has no route.
        var breakCost: Double { 2 * transitionCost + offRoadCost }

        /// Returns the scale of detours over a straight distance, both in metres.
        func detourScale(over step: Double) -> Double { detourScale + detourShare * step }
    }

    /// The costs by which routes are compared.
    public var parameters: Parameters

    /// Creates a matcher.
    public init(parameters: Parameters = .init()) { self.parameters = parameters }

    /// Returns a track on the roads of a map. O(n) for a track of n places; holds the roads of at most 8 km in memory.
    /// - Parameters:
    ///   - places: The places of the track, in order.
    ///   - zoomLevels: The zoom levels of the map.
    ///   - isCancelled: Returns whether to stop; called every few kilometres.
    ///   - tile: Returns a tile of the map as stored; `nil` if the map has none there.
    /// - Throws: ``RoadMatchingError``, or what `tile` throws.
    public func match(
        _ places: [TrackPlace], zoomLevels: ClosedRange<Int>, isCancelled: () -> Bool = { false },
        tile: (TileAddress) throws -> [UInt8]?
    ) throws -> RoadMatch {
        let zoom = min(zoomLevels.upperBound, RoadMatchingBounds.zoomLevels.upperBound)
        guard zoom >= RoadMatchingBounds.zoomLevels.lowerBound else {
            throw RoadMatchingError.tooCoarse(zoom: zoomLevels.upperBound)
        }
        var tiles = RoadTiles(zoom: zoom)
        var assembly = RoadMatchAssembly(places)
        let places = linked(places)
        let kept = keptPlaces(of: places)
        var start = 0
        while start < kept.count {
            if isCancelled() { throw RoadMatchingError.cancelled }
            let piece = TrackPiece(of: places, kept, from: start, zoom: zoom)
            let (network, plane) = try tiles.network(of: piece, tile)
            var trellis = RoadTrellis(network, plane, parameters)
            let states = trellis.states(of: piece.kept.map { places[$0] }, from: assembly.last)
            assembly.add(states.prefix(piece.used), at: piece.kept.prefix(piece.used), plane, network)
            // The last place of a piece is the first place of the next.
            start = piece.isLast ? kept.count : start + piece.used - 1
        }
        guard tiles.hasRoads || places.isEmpty else { throw RoadMatchingError.noRoads }
        return assembly.match()
    }

    /// Returns whether a map has roads in one of the tiles of some places; false if one of them cannot be read. O(n).
    /// - Parameters:
    ///   - places: The places to look at.
    ///   - zoomLevels: The zoom levels of the map.
    ///   - tile: Returns a tile of the map as stored; `nil` if the map has none there.
    public static func hasRoads(
        near places: [Coordinate], zoomLevels: ClosedRange<Int>, tile: (TileAddress) throws -> [UInt8]?
    ) -> Bool {
        let zoom = min(zoomLevels.upperBound, RoadMatchingBounds.zoomLevels.upperBound)
        guard zoom >= RoadMatchingBounds.zoomLevels.lowerBound else { return false }
        let side = Double(1 << zoom)
        let addresses = places.compactMap { place -> TileAddress? in
            let square = UnitMercator(place)
            guard let x = Int(exactly: (square.x * side).rounded(.down)),
                let y = Int(exactly: (square.y * side).rounded(.down))
            else { return nil }
            return TileAddress(zoom: zoom, x: x, y: y)
        }
        for address in Set(addresses) {
            do {
                guard let bytes = try tile(address) else { continue }
                if !(try RoadTile(bytes, at: address)).lines.isEmpty { return true }
            } catch { return false }
        }
        return false
    }

    /// Returns the places that are matched. Errors of neighbouring places are similar, so more places would not improve
    /// the match. Both ends of every unbroken part are included.
    private func keptPlaces(of places: [TrackPlace]) -> [Int] {
        let usable = places.indices.filter { !places[$0].isEstimated && places[$0].coordinate.isValid }
        var kept: [Int] = []
        for (order, index) in usable.enumerated() {
            let isEnd = order + 1 == usable.count || places[usable[order + 1]].isStart
            if let last = kept.last, !places[index].isStart, !isEnd {
                let spacing = max(parameters.spacing, min(4 * parameters.spacing, 2 * places[index].deviation))
                guard places[last].coordinate.distance(to: places[index].coordinate) >= spacing else { continue }
            }
            kept.append(index)
        }
        return kept
    }

    /// Returns the places. The start of an unusable place is moved to the next usable one.
    private func linked(_ places: [TrackPlace]) -> [TrackPlace] {
        var places = places
        var hasStarted = false
        for index in places.indices {
            hasStarted = hasStarted || places[index].isStart
            guard !places[index].isEstimated, places[index].coordinate.isValid else { continue }
            places[index].isStart = hasStarted
            hasStarted = false
        }
        return places
    }
}
