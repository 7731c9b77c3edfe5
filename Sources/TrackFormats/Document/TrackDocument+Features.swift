import Geometry
public import SensorModel

extension TrackDocument {
    /// The routes, the tracks without times, and the waypoints, which a session stores separately from its events.
    /// O(n).
    public var mapFeatures: [MapFeature] {
        var features: [MapFeature] = []
        for route in routes { features += route.segments.map { Self.feature(.route, route.name, $0) } }
        for track in tracks where !track.hasTimes {
            features += track.segments.map { Self.feature(.line, track.name, $0) }
        }
        for waypoint in waypoints {
            features.append(
                MapFeature(
                    .waypoint, name: waypoint.name,
                    places: [MapFeature.Place(waypoint.coordinate, altitude: waypoint.altitude)]))
        }
        return features.filter { !$0.places.isEmpty }
    }

    private static func feature(_ kind: MapFeature.Kind, _ name: String?, _ points: [Point]) -> MapFeature {
        MapFeature(kind, name: name, places: points.map { MapFeature.Place($0.coordinate, altitude: $0.altitude) })
    }

    /// Adds the map features that a session stores, for an export. O(n).
    public mutating func add(_ features: [MapFeature]) {
        for feature in features {
            let points = feature.places.map { Point(coordinate: $0.coordinate, altitude: $0.altitude) }
            switch feature.kind {
            case .route: routes.append(Track(name: feature.name, segments: [points]))
            case .line: tracks.append(Track(name: feature.name, segments: [points]))
            case .waypoint:
                waypoints += points.prefix(1).map {
                    Waypoint(coordinate: $0.coordinate, name: feature.name, altitude: $0.altitude)
                }
            }
        }
    }
}
