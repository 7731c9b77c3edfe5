import Geometry

@testable import RoadMatching

/// A drive along points in metres, one place per second, with errors like those of a receiver.
struct MadeUpDrive {
    /// The places, in order.
    private(set) var places: [TrackPlace] = []

    /// Creates a drive.
    /// - Parameters:
    ///   - points: The corners of the route, in metres east and north.
    ///   - map: The map whose metres they are.
    ///   - speed: The speed in m/s.
    ///   - noise: The standard deviation of each axis, in metres; errors of neighbouring places are similar.
    ///   - seed: Numbers the errors.
    init(_ points: [(Double, Double)], on map: MadeUpMap, speed: Double = 10, noise: Double = 1, seed: UInt64 = 1) {
        var chance = Chance(state: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1)
        var error = SIMD2(chance.normal(), chance.normal()) * noise
        for (start, end) in zip(points, points.dropFirst()) {
            let (from, to) = (SIMD2(start.0, start.1), SIMD2(end.0, end.1))
            let offset = to - from
            let length = (offset.x * offset.x + offset.y * offset.y).squareRoot()
            for second in 0..<max(1, Int(length / speed)) {
                // An error that is forgotten within some ten seconds.
                error = error * 0.9 + SIMD2(chance.normal(), chance.normal()) * noise * 0.436
                let point = from + offset * (Double(second) * speed / max(length, 1)) + error
                places.append(
                    TrackPlace(
                        coordinate: map.coordinate(point.x, point.y),
                        covariance: SIMD3(noise * noise, 0, noise * noise), isStart: places.isEmpty))
            }
        }
    }

    private struct Chance {
        var state: UInt64

        mutating func uniform() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) / Double(1 << 53)
        }

        /// The sum of twelve numbers is nearly normal.
        mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + uniform() } }
    }
}

extension RoadMatch {
    /// The fraction of places that are on roads of a name.
    func share(on name: String?) -> Double {
        let count = places.count { place in place.map { roads[$0.road].name == name } ?? false }
        return Double(count) / Double(max(1, places.count))
    }

    /// The fraction of places that are off the roads.
    var shareOff: Double { Double(places.count { $0 == nil }) / Double(max(1, places.count)) }
}
