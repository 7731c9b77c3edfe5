import FusionCore
import Geometry
import SensorModel
import Simulation
import Testing

@Suite struct SimplifierTests {
    private func points(_ pairs: [(Double, Double)]) -> [PlanePoint] {
        pairs.map { PlanePoint(east: $0.0, north: $0.1) }
    }

    @Test func `points on a straight line go and its ends stay`() {
        let line = points((0...100).map { (Double($0), 0) })
        #expect(Simplifier.keptIndices(of: line, tolerance: 3) == [0, 100])
    }

    @Test func `a point within the tolerance goes and one beyond it stays`() {
        #expect(Simplifier.keptIndices(of: points([(0, 0), (50, 2.9), (100, 0)]), tolerance: 3) == [0, 2])
        #expect(Simplifier.keptIndices(of: points([(0, 0), (50, 3.1), (100, 0)]), tolerance: 3) == [0, 1, 2])
    }

    @Test func `distances are to the segment, so that a hairpin survives`() {
        // The turning point lies on the line through the ends, far beyond their segment.
        let hairpin = points([(0, 0), (50, 0), (100, 0), (50, 0.5), (10, 1)])
        #expect(Simplifier.keptIndices(of: hairpin, tolerance: 3).contains(2))
    }

    @Test func `a closed loop keeps its shape`() {
        let square = points([(0, 0), (50, 0), (100, 0), (100, 100), (0, 100), (0, 50), (0, 0)])
        #expect(Simplifier.keptIndices(of: square, tolerance: 3) == [0, 2, 3, 4, 6])
    }

    /// The points that a plain recursion keeps.
    private func reference(_ points: [PlanePoint], tolerance: Double) -> [Int] {
        func inner(_ first: Int, _ last: Int) -> [Int] {
            let segment = PlaneSegment(from: points[first], to: points[last])
            var (farthest, limit) = (-1, tolerance * tolerance)
            for index in first + 1..<max(first + 1, last) {
                let distance = segment.squaredDistance(to: points[index])
                if distance > limit { (farthest, limit) = (index, distance) }
            }
            return farthest < 0 ? [] : inner(first, farthest) + [farthest] + inner(farthest, last)
        }
        return [0] + inner(0, points.count - 1) + [points.count - 1]
    }

    @Test(arguments: [3, 60, 2_000]) func `the halves of a long line give the same points`(tolerance: Double) {
        var noise = SeededNoise()
        var (east, north) = (0.0, 0.0)
        let walk = (0..<30_001).map { _ in
            east += 5 * noise.normal()
            north += 5 * noise.normal()
            return PlanePoint(east: east, north: north)
        }
        #expect(Simplifier.keptIndices(of: walk, tolerance: tolerance) == reference(walk, tolerance: tolerance))
        // The middle is straight, so that no point can divide the line.
        let bent = (0...30_000).map { PlanePoint(east: Double($0), north: Double(max(0, 100 - $0)) * 3) }
        #expect(Simplifier.keptIndices(of: bent, tolerance: tolerance) == reference(bent, tolerance: tolerance))
    }

    @Test func `duplicates and very short tracks do no harm`() {
        #expect(Simplifier.keptIndices(of: [], tolerance: 3).isEmpty)
        #expect(Simplifier.keptIndices(of: points([(1, 1)]), tolerance: 3) == [0])
        #expect(Simplifier.keptIndices(of: points([(1, 1), (1, 1)]), tolerance: 3) == [0, 1])
        #expect(Simplifier.keptIndices(of: points(Array(repeating: (1, 1), count: 9)), tolerance: 3) == [0, 8])
    }
}

extension SimplifierTests {
    private func coordinates(_ pairs: [(Double, Double)]) -> [Coordinate] {
        pairs.map { Coordinate(latitude: $0.0, longitude: $0.1) }
    }

    @Test func `the antimeridian bends no line`() {
        let track = coordinates((0...40).map { (10, wrappedDegrees(179.99 + 0.0005 * Double($0))) })
        #expect(Simplifier().keptIndices(of: track, times: [], corners: []) == [0, 40])
    }

    @Test func `a line over the pole is straight`() {
        let up = (0...20).map { (89.99 + 0.0005 * Double($0), 30.0) }
        let down = (1...20).map { (90 - 0.0005 * Double($0), -150.0) }
        #expect(Simplifier().keptIndices(of: coordinates(up + down), times: [], corners: []) == [0, 40])
    }

    @Test func `synchronized distances keep where the speed changes`() {
        // Ten metres per second for twenty seconds, then forty, all along one line.
        var latitude = 50.0
        var track: [Coordinate] = []
        for second in 0...40 {
            track.append(Coordinate(latitude: latitude, longitude: 14))
            latitude += second < 20 ? 1e-4 : 4e-4
        }
        let times = (0...40).map { Session.at(Double($0)) }
        var simplifier = Simplifier()
        #expect(simplifier.keptIndices(of: track, times: times, corners: []) == [0, 40])
        simplifier.parameters.measure = .synchronized
        #expect(simplifier.keptIndices(of: track, times: times, corners: []).count > 2)
    }

    @Test func `no two kept points are further apart than the time step`() {
        let track = coordinates((0...100).map { (50 + 1e-4 * Double($0), 14) })
        let times = (0...100).map { Session.at(Double($0)) }
        var simplifier = Simplifier()
        simplifier.parameters.maximumTimeStep = 15
        let kept = simplifier.keptIndices(of: track, times: times, corners: [])
        for (before, after) in zip(kept, kept.dropFirst()) { #expect(after - before <= 15) }
        #expect(kept.count < 10)
    }

    @Test func `no dropped point lies further off than the tolerance`() {
        var random = RandomSource(seed: 3)
        var place = PlanePoint(east: 0, north: 0)
        let line = (0..<2_000).map { _ -> PlanePoint in
            place.east += 2 + random.normal()
            place.north += 3 * random.normal()
            return place
        }
        let kept = Simplifier.keptIndices(of: line, tolerance: 6)
        #expect(kept.count < 1_000)
        for (first, last) in zip(kept, kept.dropFirst()) {
            for index in first...last {
                #expect(distance(line[index], line[first], line[last]) <= 6 + 1e-9)
            }
        }
    }

    private func distance(_ point: PlanePoint, _ start: PlanePoint, _ end: PlanePoint) -> Double {
        let (alongEast, alongNorth) = (end.east - start.east, end.north - start.north)
        let square = alongEast * alongEast + alongNorth * alongNorth
        var (east, north) = (point.east - start.east, point.north - start.north)
        let share = square > 0 ? min(1, max(0, (east * alongEast + north * alongNorth) / square)) : 0
        east -= share * alongEast
        north -= share * alongNorth
        return (east * east + north * north).squareRoot()
    }
}
