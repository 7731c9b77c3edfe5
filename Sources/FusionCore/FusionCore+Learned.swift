public import SensorModel

extension FusionCore {
    /// What the core knows of a person, of buildings, and of gyroscopes: what the session told it, and what it found since. For a library
    /// to keep, and to tell the next session of with a `learned` event.
    public var learned: Learned {
        Learned(
            stride: pedometer.stride.learned, buildings: storeys.places.map(\.learned), gyroscopes: motion.gyroscopes)
    }

    /// Goes on with what earlier sessions learned.
    mutating func learn(_ earlier: Learned) {
        if let stride = earlier.stride { pedometer.stride.learn(stride) }
        for building in earlier.buildings { storeyLearner.storeys.add(building, streaming.altimeter) }
        motion.expect(earlier.gyroscopes)
    }
}
