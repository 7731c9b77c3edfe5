import FusionCore
import Geometry
import SensorModel
import Testing

@Suite struct ScalarFilterTests {
    private func update(
        _ filter: inout ScalarFilter, _ latitude: Double, _ longitude: Double, at seconds: Double,
        accuracy: Double = 5, q: Double = 3
    ) -> Coordinate {
        filter.update(
            Coordinate(latitude: latitude, longitude: longitude), accuracy: accuracy, at: Session.at(seconds),
            processNoise: q, minimumAccuracy: 1)
    }

    @Test func `the first fix passes unchanged and seeds the variance`() {
        var filter = ScalarFilter()
        #expect(update(&filter, 50, 14, at: 0) == Coordinate(latitude: 50, longitude: 14))
        #expect(filter.variance == 25)
    }

    @Test func `the variance grows by dt q squared and the gain is P over P plus R`() {
        var filter = ScalarFilter()
        _ = update(&filter, 50, 14, at: 0)
        let second = update(&filter, 50.001, 14, at: 2)
        let prior = 25.0 + 2 * 9
        let gain = prior / (prior + 25)
        #expect(abs(second.latitude - (50 + gain * 0.001)) < 1e-12)
        #expect(abs(filter.variance - (1 - gain) * prior) < 1e-12)
    }

    @Test func `an accuracy below one metre counts as one metre`() {
        var filter = ScalarFilter()
        _ = update(&filter, 50, 14, at: 0, accuracy: 0.1)
        #expect(filter.variance == 1)
    }

    @Test func `a small q is glassy and a large one hardly filters`() {
        var glassy = ScalarFilter()
        var loose = ScalarFilter()
        for index in 0..<20 {
            _ = update(&glassy, 50, 14, at: Double(index), q: 0.1)
            _ = update(&loose, 50, 14, at: Double(index), q: 100)
        }
        #expect(update(&glassy, 50.001, 14, at: 20, q: 0.1).latitude < 50.0001)
        #expect(update(&loose, 50.001, 14, at: 20, q: 100).latitude > 50.0009)
    }

    @Test func `the antimeridian is no wall`() {
        var filter = ScalarFilter()
        _ = update(&filter, 10, 179.9999, at: 0)
        let over = update(&filter, 10, -179.9999, at: 1)
        #expect(abs(over.longitude) > 179.9)
        #expect(over.distance(to: Coordinate(latitude: 10, longitude: 180)) < 12)
    }
}
