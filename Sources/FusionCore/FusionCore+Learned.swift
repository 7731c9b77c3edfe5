public import SensorModel

extension FusionCore {
    /// The learned properties of the user's stride, of buildings, and of gyroscopes, from earlier sessions and this one.
    /// A library can keep them and pass them to the next session in a `learned` event.
    public var learned: Learned {
        Learned(
            stride: gait?.pedometer.stride.learned, buildings: storeys.places.map(\.learned),
            gyroscopes: sensing?.tracker.gyroscopes ?? [])
    }

    /// Adopts what earlier sessions learned.
    mutating func learn(_ earlier: Learned) {
        if let stride = earlier.stride { gait?.learn(stride) }
        for building in earlier.buildings { storeyLearner.storeys.add(building, streaming.altimeter) }
        sensing?.expect(earlier.gyroscopes)
    }
}
