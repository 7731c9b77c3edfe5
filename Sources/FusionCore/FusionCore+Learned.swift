public import SensorModel

extension FusionCore {
    /// What the core knows about the user's stride, buildings, and gyroscopes, from earlier sessions and from this one.
    /// A library can keep it and pass it to the next session in a `learned` event.
    public var learned: Learned {
        Learned(
            stride: pedometer.stride.learned, buildings: storeys.places.map(\.learned), gyroscopes: motion.gyroscopes)
    }

    /// Adopts what earlier sessions learned.
    mutating func learn(_ earlier: Learned) {
        if let stride = earlier.stride { pedometer.stride.learn(stride) }
        for building in earlier.buildings { storeyLearner.storeys.add(building, streaming.altimeter) }
        motion.expect(earlier.gyroscopes)
    }
}
