public import Geometry

/// Calibration that persists across sessions: the user's stride, the floors of known buildings, and gyroscope biases.
///
/// A library keeps one. A recording stores it in the session as events, so that a replay starts from the same state.
public struct Learned: Sendable, Hashable, Codable {
    /// The calibration of the user's step length.
    public struct Stride: Sendable, Hashable, Codable {
        /// The name of the step length model that the constant belongs to.
        public var model: String
        /// The ratio of the user's step length to that of the average person.
        public var constant: Double
        /// The variance of ``constant``.
        public var variance: Double
        /// The number of measured stretches behind the calibration.
        public var stretches: Int

        /// Creates a stride calibration.
        public init(model: String, constant: Double, variance: Double, stretches: Int) {
            self.model = model
            self.constant = constant
            self.variance = variance
            self.stretches = stretches
        }
    }

    /// A building that the user has stayed in.
    public struct Building: Sendable, Hashable, Codable {
        /// A floor whose number the user entered.
        public struct Floor: Sendable, Hashable, Codable {
            /// The height above the entrance in metres.
            public var height: Double
            /// The number of floors above the entrance; negative below it.
            public var floor: Int

            /// Creates a floor from its height and number.
            public init(height: Double, floor: Int) {
                self.height = height
                self.floor = floor
            }
        }

        /// The latitude of the entrance in degrees.
        public var latitude: Double
        /// The longitude of the entrance in degrees.
        public var longitude: Double
        /// The heights relative to the entrance at which the user stayed, in metres, the newest last.
        public var heights: [Double]
        /// The floors whose numbers the user entered.
        public var floors: [Floor]

        /// Creates a building at an entrance.
        public init(entrance: Coordinate, heights: [Double] = [], floors: [Floor] = []) {
            latitude = entrance.latitude
            longitude = entrance.longitude
            self.heights = heights
            self.floors = floors
        }

        /// The position by which the building is recognised.
        public var entrance: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }
    }

    /// The bias of a gyroscope, as last measured at rest.
    public struct Gyroscope: Sendable, Hashable, Codable {
        /// The sensor's name, as its source reports it.
        public var name: String
        /// The position at which the sensor is worn or mounted; `nil` if its source has no label.
        public var label: String?
        /// The bias about x in rad/s, in the sensor's own axes.
        public var x: Double
        /// The bias about y in rad/s.
        public var y: Double
        /// The bias about z in rad/s.
        public var z: Double
        /// The 1-sigma uncertainty of the bias at ``time``, in rad/s.
        public var sigma: Double
        /// The end of the last period of rest.
        public var time: Instant

        /// Creates a bias measured at rest.
        public init(name: String, label: String?, x: Double, y: Double, z: Double, sigma: Double, time: Instant) {
            self.name = name
            self.label = label
            (self.x, self.y, self.z) = (x, y, z)
            self.sigma = sigma
            self.time = time
        }
    }

    /// The user's stride; `nil` before the first calibration.
    public var stride: Stride?
    /// The known buildings, in the order in which they were first entered.
    public var buildings: [Building]

    /// The gyroscope biases, at most one per sensor.
    public var gyroscopes: [Gyroscope]

    /// Creates a calibration, which is empty by default.
    public init(stride: Stride? = nil, buildings: [Building] = [], gyroscopes: [Gyroscope] = []) {
        self.stride = stride
        self.buildings = buildings
        self.gyroscopes = gyroscopes
    }

    /// Decodes a calibration. Files written by earlier versions contain no gyroscopes.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        stride = try values.decodeIfPresent(Stride.self, forKey: .stride)
        buildings = try values.decode([Building].self, forKey: .buildings)
        gyroscopes = try values.decodeIfPresent([Gyroscope].self, forKey: .gyroscopes) ?? []
    }

    private enum CodingKeys: String, CodingKey { case stride, buildings, gyroscopes }

    /// Whether the calibration is empty.
    public var isEmpty: Bool { stride == nil && buildings.isEmpty && gyroscopes.isEmpty }

    /// Merges the final calibration of a session: its stride replaces this one, its buildings replace those with the
    /// same entrance, and its gyroscopes replace those with the same name and label. O(n m) in the buildings of both.
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
