import Geometry
import SensorModel
import Testing

@testable import FusionCore

/// Several receivers in one session.
@Suite struct ReceiverAgreementTests {
    private let devices = [DeviceID(1), DeviceID(2), DeviceID(3)]

    /// Positions of receivers with independent errors, and one that all share.
    private func agreement(
        sigmas: [Double], expected: [Double], shared: Double = 0, count: Int = 4_000, prior: Double = 60
    ) -> ReceiverAgreement {
        var noise = SeededNoise()
        var agreement = ReceiverAgreement(prior: prior)
        for _ in 0..<count {
            let common = SIMD2(noise.normal(), noise.normal()) * shared
            agreement.update(
                zip(devices, zip(sigmas, expected)).map { device, values in
                    ReceiverAgreement.Position(
                        device: device, position: common + SIMD2(noise.normal(), noise.normal()) * values.0,
                        variance: values.1 * values.1)
                }, after: 1, memory: nil)
        }
        return agreement
    }

    @Test func `three receivers show the error of each`() {
        let agreement = agreement(sigmas: [2, 3, 5], expected: [3, 3, 3])
        for (device, sigma) in zip(devices, [2.0, 3, 5]) {
            let variance = agreement.variance(of: device, among: devices) ?? .nan
            #expect(abs(variance.squareRoot() / sigma - 1) < 0.1)
        }
    }

    @Test func `two share their difference as their filters expect`() {
        let agreement = agreement(sigmas: [3, 3], expected: [1, 2])
        let factors = agreement.factors(of: [devices[0], devices[1]], prior: 60)
        #expect(abs(factors[0] - factors[1]) < 1e-9 && abs(factors[0] - 18.0 / 5) < 0.2)
    }

    @Test func `an error that all share stays in the variance of the mean`() {
        let agreement = agreement(sigmas: [1, 1, 1], expected: [3, 3, 3], shared: 2.8)
        let fusion = agreement.fuse(
            devices.map { ReceiverAgreement.Position(device: $0, position: SIMD2(0, 0), variance: 9) })
        #expect(abs(fusion.variance - (8 + 1.0 / 3)) < 0.5)
        #expect(fusion.ratio <= 1)
    }

    @Test func `one that lies hardly counts`() {
        let agreement = agreement(sigmas: [2, 2, 40], expected: [2, 2, 2])
        let fusion = agreement.fuse(
            zip(devices, [0.0, 0, 40]).map {
                ReceiverAgreement.Position(device: $0, position: SIMD2($1, 0), variance: 4)
            })
        #expect(fusion.position.x < 0.5)
    }

    /// A straight walk under receivers with white errors, each in its own time slot of a second.
    private func walk(_ count: Int, silent: Range<Int> = 0..<0) -> (core: FusionCore, track: FinishedTrack) {
        var noise = SeededNoise()
        var (core, finisher) = (FusionCore(), TrackFinisher())
        for second in 0..<900 {
            for device in 0..<count where device == 0 || !silent.contains(second) {
                let time = Double(second) + 0.2 * Double(device)
                let fix = Fix(
                    device: DeviceID(UInt16(device)), mode: .threeDimensional,
                    coordinate: Session.plane.coordinate(
                        PlanePoint(east: 1.4 * time + 4 * noise.normal(), north: 4 * noise.normal())),
                    horizontalAccuracy: 4)
                finisher.consume(
                    SensorEvent(time: Session.at(time), received: Session.at(time), payload: .fix(fix)), with: &core)
            }
        }
        return (core, finisher.finish(core))
    }

    private func error(of track: FinishedTrack) -> Double {
        let squares = track.smoothed.map { estimate in
            let point = Session.plane.point(estimate.coordinate)
            let east = point.east - 1.4 * (estimate.time - Session.at(0))
            return east * east + point.north * point.north
        }
        return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }

    @Test func `the track of three receivers is better than that of one, and has the times of the primary one`() {
        let (core, three) = walk(3)
        #expect(three.track.count == 900)
        #expect(error(of: three) < 0.75 * error(of: walk(1).track))
        #expect(core.receiverFindings.count == 3)
        for found in core.receiverFindings { #expect(abs((found.error ?? 0) / (4 * 2.0.squareRoot()) - 1) < 0.15) }
        #expect(three.summary.fixes == 2_700 && three.summary.rejectedCount == 0)
    }

    @Test func `a receiver that comes and goes leaves no step in the line`() {
        let points = walk(3, silent: 300..<600).track.smoothed
        let steps = zip(points, points.dropFirst()).map { $0.coordinate.distance(to: $1.coordinate) }
        #expect((steps.max() ?? .infinity) < 2 * 1.4)
    }
}
