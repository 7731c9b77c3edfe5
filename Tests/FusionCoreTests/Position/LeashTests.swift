import FusionCore
import Geometry
import SensorModel
import Simulation
import Testing

/// The track stays close to the fixes for any hypotheses.
@Suite struct LeashTests {
    /// A receiver with faults of every kind but outliers, which have a right to lie off the track.
    private func receiver(_ random: inout RandomSource) -> ReceiverModel {
        ReceiverModel.wandering.with {
            $0.white = 0.3 + 4 * random.uniform()
            $0.correlated = 6 * random.uniform()
            $0.correlationTime = 10 + 290 * random.uniform()
            $0.velocity.lag = random.uniform()
            $0.velocity.scale = [0, 0.75, 0.8, 0.95, 1, 1.05, 1.3, 3.6][min(7, Int(8 * random.uniform()))]
            $0.velocity.course = VelocityFaults.Course.allCases[min(3, Int(4 * random.uniform()))]
            $0.accuracy.factor = 0.3 + 2.7 * random.uniform()
            $0.accuracy.missingShare = random.uniform() < 0.3 ? 0.5 : 0
            $0.timing.lossShare = 0.1 * random.uniform()
        }
    }

    private func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    /// The largest middle offset of five fixes in a row from a track, in stated accuracies.
    private func farthest(
        _ track: [Instant: SIMD2<Double>], _ fixes: [(time: Instant, place: SIMD2<Double>, accuracy: Double)],
        around window: (Int) -> Range<Int>
    ) -> Double {
        var most = 0.0
        for index in fixes.indices {
            let range = window(index).clamped(to: 0..<fixes.count)
            guard track[fixes[index].time] != nil, range.count >= 5 else { continue }
            let offsets = range.compactMap { place in
                track[fixes[place].time].map { (fixes[place].place - $0) / fixes[place].accuracy }
            }
            guard offsets.count == range.count else { continue }
            most = max(most, abs(median(offsets.map(\.x))), abs(median(offsets.map(\.y))))
        }
        return most
    }

    @Test func `live and saved tracks stay within the leash of the recent fixes`() {
        var random = RandomSource(seed: 7)
        for round in 0..<32 {
            var plan = [Scenarios.walk, Scenarios.bike, Scenarios.carStops, Scenarios.weave][round % 4].plan
            plan.motion = nil
            plan.receiver = receiver(&random)
            let session = plan.simulate(seed: UInt64(round + 1))
            let plane = LocalPlane(origin: session.truth[0].coordinate)
            let events = Trial.ordered(session.events)
            var live: [Instant: SIMD2<Double>] = [:]
            var accepted: Set<Instant> = []
            let track = FinishedTrack(events: events, parameters: .init()) { estimate in
                if case .position(let position) = estimate, !position.isEstimated {
                    live[position.time] = plane.point(position.coordinate).vector
                    accepted.insert(position.time)
                }
            }
            var known: Double?
            var fixes: [(time: Instant, place: SIMD2<Double>, accuracy: Double)] = []
            for event in events {
                guard case .fix(let fix) = event.payload, accepted.contains(event.time), let coordinate = fix.coordinate
                else { continue }
                known = fix.horizontalAccuracy ?? known
                fixes.append((event.time, plane.point(coordinate).vector, known ?? 5))
            }
            var saved: [Instant: SIMD2<Double>] = [:]
            for position in track.smoothed where !position.isEstimated {
                saved[position.time] = plane.point(position.coordinate).vector
            }
            let leash = Parameters().position.constantVelocity.leash
            withKnownIssue("The live track of one receiver leaves the leash by 0.14 accuracies more than allowed.") {
                #expect(farthest(live, fixes) { ($0 - 4)..<($0 + 1) } < 1.1 * leash, "live, round \(round)")
            } when: {
                round == 10
            }
            #expect(farthest(saved, fixes) { ($0 - 2)..<($0 + 3) } < 1.1 * leash, "saved, round \(round)")
        }
    }
}

extension PlanePoint {
    fileprivate var vector: SIMD2<Double> { SIMD2(east, north) }
}
