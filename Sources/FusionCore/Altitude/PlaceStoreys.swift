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

    /// No session comes near so many buildings; a file that says so must not cost minutes.
    private static let mostPlaces = 1_000

    /// The buildings, in the order in which they were first entered.
    public private(set) var places: [Place] = []

    /// Creates one that knows no building.
    public init() {}

    /// Returns the building nearest to a coordinate within a radius in metres; nil if there is none. O(places).
    public func place(near coordinate: Coordinate, within radius: Double) -> Place? {
        index(near: coordinate, within: radius).map { places[$0] }
    }

    /// Adds a height in metres above the entrance at which somebody stayed, and how many floors that is where the user
    /// said so.
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

    /// Takes what an earlier session knew of a building.
    mutating func add(_ building: Learned.Building, _ parameters: Altimeter.Parameters) {
        guard building.entrance.isValid,
            let index = place(at: building.entrance, within: parameters.placeRadius, parameters.storeys)
        else { return }
        for height in building.heights { places[index].storeys.add(height: height) }
        for floor in building.floors { places[index].storeys.add(height: floor.height, floor: floor.floor) }
    }

    /// Returns the building at an entrance, a new one where none is known; nil if there are too many already.
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
