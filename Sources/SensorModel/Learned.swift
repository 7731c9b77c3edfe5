public import Geodesy

/// What was learned of a person and of buildings, and outlives a session.
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
        /// A floor that a person gave the number of.
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
        /// Floors that a person gave the number of.
        public var floors: [Floor]

        /// Makes one that is known by its entrance.
        public init(entrance: Coordinate, heights: [Double] = [], floors: [Floor] = []) {
            latitude = entrance.latitude
            longitude = entrance.longitude
            self.heights = heights
            self.floors = floors
        }

        /// The entrance.
        public var entrance: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }
    }

    /// The length of the person's steps; nil before the first calibration.
    public var stride: Stride?
    /// The buildings, in the order in which they were first entered.
    public var buildings: [Building]

    /// Joins the two; nothing without them.
    public init(stride: Stride? = nil, buildings: [Building] = []) {
        self.stride = stride
        self.buildings = buildings
    }

    /// True where nothing was learned.
    public var isEmpty: Bool { stride == nil && buildings.isEmpty }

    /// Takes in what a session ended with: its steps in place of these, its buildings in place of those with the same
    /// entrance. O(n m) in the buildings of both.
    public mutating func merge(_ newer: Learned) {
        if let stride = newer.stride { self.stride = stride }
        for building in newer.buildings {
            let index = buildings.firstIndex {
                $0.latitude == building.latitude && $0.longitude == building.longitude
            }
            if let index { buildings[index] = building } else { buildings.append(building) }
        }
    }
}
