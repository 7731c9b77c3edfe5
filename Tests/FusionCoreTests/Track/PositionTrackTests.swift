import Geometry
import SensorModel
import Testing

@testable import FusionCore

@Suite struct PositionTrackTests {
    /// Estimates of every kind: from a filter, an anchor, a reckoner, and unusual ones.
    private var awkward: [PositionEstimate] {
        (0..<200).map { index in
            let variance = 0.1 + Double(index) * 1.7
            let accuracy = index.isMultiple(of: 3) ? variance : variance.squareRoot()
            let square = index.isMultiple(of: 3) ? accuracy * accuracy : variance
            var estimate = PositionEstimate(
                time: Instant(seconds: 1.7e9 + Double(index)),
                coordinate: Coordinate(latitude: Double(index) / 7, longitude: -Double(index) / 3),
                altitude: index % 4 == 1 ? Double(index) : nil, accuracy: accuracy,
                eastVelocity: index > 20 && index % 5 != 0 ? Double(index) : nil,
                northVelocity: index > 20 && index % 5 != 0 ? -0.0 : nil,
                covariance: index % 7 == 0 ? nil : SIMD3(square, 0, square), isEstimated: index % 11 == 0)
            if index == 50 { estimate.covariance = SIMD3(1, 0.5, 2) }
            if index == 60 { estimate.northVelocity = nil }
            if index == 70 { estimate.accuracy = 3 }
            return estimate
        }
    }

    @Test func `every estimate comes back to the bit`() {
        let track = PositionTrack(awkward)
        #expect(Array(track) == awkward)
        #expect(track.indices.map { track.time(of: $0) } == awkward.map(\.time))
        #expect(track.indices.map { track.coordinate(of: $0) } == awkward.map(\.coordinate))
        #expect(track == PositionTrack(awkward) && track != PositionTrack(awkward.dropLast()))
        #expect(PositionTrack().isEmpty && PositionTrack().first == nil)
    }

    @Test(arguments: [0, 5, 15, 20, 55, 65, 150, 199, 300], [0, 7, 60, 500])
    func `a part is replaced by that of another track`(_ place: Int, _ length: Int) {
        let one = awkward
        let other = one.map {
            var moved = $0
            moved.accuracy += 1
            moved.covariance = nil
            return moved
        }
        let (start, end) = (Instant(seconds: 1.7e9 + Double(place)), Instant(seconds: 1.7e9 + Double(place + length)))
        func replaced(_ track: PositionTrack, until end: Instant?) -> PositionTrack {
            track.replaced(from: start, until: end, by: PositionTrack(other))
        }
        let rest = one.dropFirst(place + length)
        let expected = Array(one.prefix(place)) + other.dropFirst(place).prefix(length) + rest
        let part = replaced(PositionTrack(one), until: end)
        #expect(Array(part) == expected && part == PositionTrack(expected))
        let joined = Array(one.prefix(place)) + Array(other.dropFirst(place))
        #expect(Array(replaced(PositionTrack(one), until: nil)) == joined)
        #expect(replaced(PositionTrack(one).thinned, until: end) == PositionTrack(expected).thinned)
        #expect(replaced(PositionTrack(one).drawn, until: end) == PositionTrack(expected).drawn)
        #expect(Array(replaced(PositionTrack(one), until: start + -9)) == one)
        let without = PositionTrack(one).replaced(from: start, until: end, by: [])
        #expect(Array(without) == Array(one.prefix(place)) + rest)
    }

    @Test func `a thinned track keeps when, where and how surely`() {
        let thin = PositionTrack(awkward).thinned
        #expect(thin.map(\.time) == awkward.map(\.time) && thin.map(\.coordinate) == awkward.map(\.coordinate))
        #expect(thin.map(\.accuracy) == awkward.map(\.accuracy))
        #expect(thin.map(\.isEstimated) == awkward.map(\.isEstimated))
        #expect(thin.count { $0.altitude != nil } <= 3)
    }

    @Test func `a thinned track stays thin`() {
        var track = PositionTrack().thinned
        for estimate in awkward { track.append(estimate) }
        #expect(track == PositionTrack(awkward).thinned)
    }

    @Test func `a track that is only drawn is within a centimetre, also what is added later`() {
        var drawn = PositionTrack(awkward.prefix(awkward.count / 2)).drawn
        for estimate in awkward.dropFirst(awkward.count / 2) { drawn.append(estimate) }
        #expect(drawn.map(\.time) == awkward.map(\.time))
        #expect(drawn.map(\.isEstimated) == awkward.map(\.isEstimated))
        for (one, other) in zip(drawn, awkward) where other.coordinate.isValid {
            #expect(abs(one.coordinate.latitude - other.coordinate.latitude) < 5e-8)
            #expect(abs(one.coordinate.longitude - other.coordinate.longitude) < 5e-8)
            #expect(abs(one.accuracy - other.accuracy) <= 1e-6 * abs(other.accuracy))
        }
        #expect(drawn == PositionTrack(awkward).drawn)
        let whole = PositionTrack(awkward)
        #expect(drawn.replaced(from: awkward[0].time, until: nil, by: []).isEmpty && drawn.isCopy(of: drawn))
        #expect(!drawn.isCopy(of: whole))
    }
}
