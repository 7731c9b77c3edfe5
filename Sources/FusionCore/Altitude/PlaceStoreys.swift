public import Geodesy
import SensorModel

/// What is known of the storeys of the buildings that one has been in.
public struct PlaceStoreys: Sendable, Hashable {
    /// A building, known by its entrance.
    public struct Place: Sendable, Hashable {
        /// Degrees of its entrance.
        public var latitude: Double
        /// Degrees of its entrance.
        public var longitude: Double
        /// Its storeys.
        public var storeys: StoreyHeights

        /// The entrance.
        public var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }

        /// The place as a library keeps it.
        var learned: Learned.Building {
            Learned.Building(entrance: coordinate, heights: storeys.heights, floors: storeys.known)
        }
    }

    /// The buildings, in the order in which they were first entered.
    public private(set) var places: [Place] = []

    /// Makes one that knows no building.
    public init() {}

    /// Returns the building nearest to a coordinate within a radius in metres; nil where there is none. O(places).
    public func place(near coordinate: Coordinate, within radius: Double) -> Place? {
        index(near: coordinate, within: radius).map { places[$0] }
    }

    /// Takes a height in metres above the entrance at which somebody stayed, and how many floors that is where a person
    /// said so.
    public mutating func add(
        height: Double, floor: Int? = nil, at entrance: Coordinate, within radius: Double,
        parameters: StoreyHeights.Parameters
    ) {
        let index = index(near: entrance, within: radius) ?? places.count
        if index == places.count {
            places.append(
                Place(
                    latitude: entrance.latitude, longitude: entrance.longitude,
                    storeys: StoreyHeights(parameters: parameters)))
        }
        places[index].storeys.parameters = parameters
        if let floor {
            places[index].storeys.add(height: height, floor: floor)
        } else {
            places[index].storeys.add(height: height)
        }
    }

    /// Takes what an earlier session knew of a building.
    mutating func add(_ building: Learned.Building, _ parameters: Altimeter.Parameters) {
        guard building.entrance.isValid else { return }
        for height in building.heights {
            add(height: height, at: building.entrance, within: parameters.placeRadius, parameters: parameters.storeys)
        }
        for floor in building.floors {
            add(
                height: floor.height, floor: floor.floor, at: building.entrance, within: parameters.placeRadius,
                parameters: parameters.storeys)
        }
    }

    private func index(near coordinate: Coordinate, within radius: Double) -> Int? {
        let nearest = places.indices.map { ($0, places[$0].coordinate.distance(to: coordinate)) }
            .min { $0.1 < $1.1 }
        guard let nearest, nearest.1 <= radius else { return nil }
        return nearest.0
    }
}
