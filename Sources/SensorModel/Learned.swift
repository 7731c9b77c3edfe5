public import Geodesy

/// Calibration that persists across sessions: the user's stride, the floors of known buildings, and gyroscopes' biases.
///
/// A library keeps one; a recording tells its session of it by events, so that a replay begins as the recording did.
public struct Learned: Sendable, Hashable, Codable {
    /// The length of the person's steps.
    public struct Stride: Sendable, Hashable, Codable {
        /// The model of step length that the constant belongs to.
        public var model: String
        /// The person's steps against those of the average person.
        public var constant: Double
        /// The variance of the constant.
        public var variance: Double
        /// How many stretches it comes from.
        public var stretches: Int

        /// Joins the four.
        public init(model: String, constant: Double, variance: Double, stretches: Int) {
            self.model = model
            self.constant = constant
            self.variance = variance
            self.stretches = stretches
        }
    }

    /// Where somebody stayed in a building.
    public struct Building: Sendable, Hashable, Codable {
        /// A floor that the user gave the number of.
        public struct Floor: Sendable, Hashable, Codable {
            /// Metres above the entrance.
            public var height: Double
            /// How many floors above the entrance.
            public var floor: Int

            /// Joins the two.
            public init(height: Double, floor: Int) {
                self.height = height
                self.floor = floor
            }
        }

        /// Degrees of its entrance.
        public var latitude: Double
        /// Degrees of its entrance.
        public var longitude: Double
        /// Metres above or below the entrance at which somebody stayed, the newest last.
        public var heights: [Double]
        /// Floors that the user gave the number of.
        public var floors: [Floor]

        /// Creates one that is known by its entrance.
        public init(entrance: Coordinate, heights: [Double] = [], floors: [Floor] = []) {
            latitude = entrance.latitude
            longitude = entrance.longitude
            self.heights = heights
            self.floors = floors
        }

        /// The entrance.
        public var entrance: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }
    }

    /// The bias of a gyroscope, as it was last seen at rest.
    public struct Gyroscope: Sendable, Hashable, Codable {
        /// The sensor's name, as its source reports it.
        public var name: String
        /// Where it is worn or built in; `nil` if its source has no label.
        public var label: String?
        /// The bias in rad/s, in the sensor's own axes.
        public var x: Double
        /// The bias about y, in rad/s.
        public var y: Double
        /// The bias about z, in rad/s.
        public var z: Double
        /// The 1-sigma uncertainty at that time, in rad/s.
        public var sigma: Double
        /// The time of the last rest.
        public var time: Instant

        /// Creates the bias of a sensor.
        public init(name: String, label: String?, x: Double, y: Double, z: Double, sigma: Double, time: Instant) {
            self.name = name
            self.label = label
            (self.x, self.y, self.z) = (x, y, z)
            self.sigma = sigma
            self.time = time
        }
    }

    /// The length of the person's steps; nil before the first calibration.
    public var stride: Stride?
    /// The buildings, in the order in which they were first entered.
    public var buildings: [Building]

    /// The biases of gyroscopes, each of another sensor.
    public var gyroscopes: [Gyroscope]

    /// Creates a calibration; by default nothing is learned.
    public init(stride: Stride? = nil, buildings: [Building] = [], gyroscopes: [Gyroscope] = []) {
        self.stride = stride
        self.buildings = buildings
        self.gyroscopes = gyroscopes
    }

    /// Decodes a calibration; files of earlier versions have no gyroscopes.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        stride = try values.decodeIfPresent(Stride.self, forKey: .stride)
        buildings = try values.decode([Building].self, forKey: .buildings)
        gyroscopes = try values.decodeIfPresent([Gyroscope].self, forKey: .gyroscopes) ?? []
    }

    private enum CodingKeys: String, CodingKey { case stride, buildings, gyroscopes }

    /// True if nothing was learned.
    public var isEmpty: Bool { stride == nil && buildings.isEmpty && gyroscopes.isEmpty }

    /// Takes in what a session ended with: its steps in place of these, its buildings in place of those with the same
    /// entrance, its gyroscopes in place of those with the same name and label. O(n m) in the buildings of both.
    public mutating func merge(_ newer: Learned) {
        if let stride = newer.stride { self.stride = stride }
        for building in newer.buildings {
            let index = buildings.firstIndex {
                $0.latitude == building.latitude && $0.longitude == building.longitude
            }
            if let index { buildings[index] = building } else { buildings.append(building) }
        }
        for gyroscope in newer.gyroscopes {
            let index = gyroscopes.firstIndex { $0.name == gyroscope.name && $0.label == gyroscope.label }
            if let index { gyroscopes[index] = gyroscope } else { gyroscopes.append(gyroscope) }
        }
    }
}
