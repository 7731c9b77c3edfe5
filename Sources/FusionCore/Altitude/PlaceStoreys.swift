public import Geometry
import SensorModel

/// The known storeys of the buildings that the user visited.
public struct PlaceStoreys: Sendable, Hashable {
    /// A building, identified by its entrance.
    public struct Place: Sendable, Hashable {
        /// The latitude of the entrance, in degrees.
        public var latitude: Double
        /// The longitude of the entrance, in degrees.
        public var longitude: Double
        /// The storeys of the building.
        public var storeys: StoreyHeights

        /// The position of the entrance.
        public var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }

        /// The building in the form that a library stores.
        var learned: Learned.Building {
            Learned.Building(entrance: coordinate, heights: storeys.heights, floors: storeys.known)
        }
    }

    /// More buildings than any session has, so that a file with too many does not take minutes.
    private static let mostPlaces = 1_000

    /// The buildings, in the order of the first visit.
    public private(set) var places: [Place] = []

    /// Creates an empty set of buildings.
    public init() {}

    /// Returns the building nearest to a coordinate, within a radius in metres; `nil` if there is none. O(places).
    public func place(near coordinate: Coordinate, within radius: Double) -> Place? {
        index(near: coordinate, within: radius).map { places[$0] }
    }

    /// Adds the height of a stay above an entrance, in metres, and its number of floors if the user stated it.
    public mutating func add(
        height: Double, floor: Int? = nil, at entrance: Coordinate, within radius: Double,
        parameters: StoreyHeights.Parameters
    ) {
        guard let index = place(at: entrance, within: radius, parameters) else { return }
        if let floor {
            places[index].storeys.add(height: height, floor: floor)
        } else {
            places[index].storeys.add(height: height)
        }
    }

    /// Adds what an earlier session learned about a building.
    mutating func add(_ building: Learned.Building, _ parameters: Altimeter.Parameters) {
        guard building.entrance.isValid,
            let index = place(at: building.entrance, within: parameters.placeRadius, parameters.storeys)
        else { return }
        for height in building.heights { places[index].storeys.add(height: height) }
        for floor in building.floors { places[index].storeys.add(height: floor.height, floor: floor.floor) }
    }

    /// Returns the index of the building at an entrance, adding it if necessary; `nil` if there are too many buildings.
    private mutating func place(
        at entrance: Coordinate, within radius: Double, _ parameters: StoreyHeights.Parameters
    ) -> Int? {
        if let index = index(near: entrance, within: radius) {
            places[index].storeys.parameters = parameters
            return index
        }
        guard places.count < Self.mostPlaces else { return nil }
        places.append(
            Place(
                latitude: entrance.latitude, longitude: entrance.longitude,
                storeys: StoreyHeights(parameters: parameters)))
        return places.count - 1
    }

    private func index(near coordinate: Coordinate, within radius: Double) -> Int? {
        var nearest: (index: Int, distance: Double)?
        for index in places.indices {
            let distance = places[index].coordinate.distance(to: coordinate)
            if distance <= radius, distance < nearest?.distance ?? .infinity { nearest = (index, distance) }
        }
        return nearest?.index
    }
}
