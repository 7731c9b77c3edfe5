import Geometry
import SensorModel

extension TrackDocument {
    /// Removes points and waypoints whose coordinates are not on Earth. O(n).
    /// - Returns: The first removed coordinate and the number removed; `nil` if all are valid.
    mutating func removePlacesOffEarth() -> (first: Coordinate, count: Int)? {
        var off: (first: Coordinate, count: Int)?
        func isOff(_ coordinate: Coordinate) -> Bool {
            guard !coordinate.isValid else { return false }
            off = (off?.first ?? coordinate, (off?.count ?? 0) + 1)
            return true
        }
        for track in tracks.indices {
            for segment in tracks[track].segments.indices {
                tracks[track].segments[segment].removeAll { isOff($0.coordinate) }
            }
            if off != nil { tracks[track].segments.removeAll(where: \.isEmpty) }
        }
        for route in routes.indices {
            for segment in routes[route].segments.indices {
                routes[route].segments[segment].removeAll { isOff($0.coordinate) }
            }
        }
        waypoints.removeAll { isOff($0.coordinate) }
        return off
    }
}

extension Coordinate {
    /// A description of a coordinate that is not on Earth.
    var offEarth: Phrase {
        Phrase(translatable("latitude {1}, longitude {2} is not on Earth"), "\(latitude)", "\(longitude)")
    }
}
