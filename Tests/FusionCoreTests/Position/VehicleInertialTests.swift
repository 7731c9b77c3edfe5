import Geometry
import SensorModel
import Testing

@testable import FusionCore

@Suite struct VehicleInertialTests {
    private struct Outcome {
        /// Metres off the truth, of the 1-sigma accuracy, and travelled, at the end of the outage.
        var error: Double
        var accuracy: Double
        var way: Double
        var session: Session
    }

    /// An outage of a minute, with a bend, a stop, and a start in it.
    private func drive(_ drive: SimulatedDrive, outage: Range<Double> = 410..<470) throws -> Outcome {
        var session = Session()
        let places = drive.feed(&session, seconds: outage.upperBound + 1, outage: outage)
        let estimated = session.positions.filter(\.isEstimated)
        let last = try #require(estimated.last)
        let second = Int((last.time - Session.start).rounded())
        let (truth, entry) = (places[second], places[Int(outage.lowerBound)])
        return Outcome(
            error: Session.distance(last.coordinate, toEast: truth.east, north: truth.north), accuracy: last.accuracy,
            way: SIMD2(truth.east - entry.east, truth.north - entry.north).length, session: session)
    }

    @Test func `a vehicle is carried on through a bend, a stop and a start`() throws {
        var simulated = SimulatedDrive()
        simulated.rateBias = Vector3(0.01, -0.008, 0.012)
        simulated.forceBias = Vector3(0.1, -0.15, 0.08)
        let outcome = try drive(simulated)
        #expect(outcome.error < 40)
        #expect(outcome.error < 2.448 * outcome.accuracy)
        // Holding the velocity of the loss leads hundreds of metres off the track here.
        #expect(outcome.way > 200)
    }

    @Test func `it does not matter how the device is mounted`() throws {
        let mountings = [Vector3(), Vector3(.pi, 0, 0), Vector3(0, 1.5, 0), Vector3(-2, 1, 0.3)]
        for mounting in mountings {
            var simulated = SimulatedDrive()
            simulated.mounting = Quaternion(rotationVector: mounting)
            let outcome = try drive(simulated)
            #expect(outcome.error < 40, "\(mounting)")
        }
    }

    private func motion(
        _ force: Vector3, _ sample: SimulatedDrive.Sample, _ drive: SimulatedDrive
    ) -> MotionIncrement {
        var motion = MotionIncrement(at: Session.at(sample.time - 1 / drive.rate), bias: Vector3())
        motion.add(force: force, rate: sample.rate, turn: 0, at: Session.at(sample.time))
        return motion
    }

    @Test func `the mounting is known after the first accelerations`() throws {
        let simulated = SimulatedDrive()
        var axes = VehicleAxes()
        let (samples, places) = simulated.samples(120)
        for (index, sample) in samples.enumerated() {
            axes.add(motion(sample.force, sample, simulated))
            if index % 50 == 0 { axes.add(speed: places[index].speed, at: Session.at(sample.time)) }
        }
        let mounting = try #require(axes.mounting)
        for axis in [Vector3(1, 0, 0), Vector3(0, 0, 1)] {
            #expect(mounting.rotate(axis).dot(simulated.mounting.rotate(axis)) > 0.99)
        }
        #expect(!axes.wasMoved)
    }

    @Test func `a device that is taken into the hand is not a mounted one`() {
        let simulated = SimulatedDrive()
        var axes = VehicleAxes()
        for sample in simulated.samples(120).samples {
            axes.add(motion(sample.force, sample, simulated))
        }
        #expect(!axes.wasMoved)
        let tilt = Quaternion(rotationVector: Vector3(0, 0.8, 0))
        for sample in simulated.samples(10).samples {
            axes.add(motion(tilt.rotate(sample.force), sample, simulated))
        }
        #expect(axes.wasMoved)
    }

    @Test func `sensors that cannot carry on are found out by rehearsals`() throws {
        var simulated = SimulatedDrive()
        simulated.forceScale = 0.3
        let wrong = try drive(simulated)
        // The turns are still right, so that a held velocity is what carries on.
        #expect(wrong.error < 2.448 * wrong.accuracy)
    }

    @Test func `the same events give the same places`() throws {
        let (first, second) = (try drive(SimulatedDrive()), try drive(SimulatedDrive()))
        #expect(first.session.positions == second.session.positions)
    }

    @Test func `a step of the covariance is what the matrices say`() {
        var covariance = ErrorCovariance(variances: (1...17).map(Double.init))
        covariance.propagate(
            over: 0, force: Vector3(0, 0, 2), attitude: Matrix3(), noise: Array(repeating: 0.5, count: 6))
        #expect(covariance[0, 0] == 1 + 4 * 5 + 0.5)
        #expect(covariance[0, 4] == 10 && covariance[4, 0] == 10 && covariance[4, 4] == 5.5)
        var errors = [Double](repeating: 0, count: 17)
        let isOdd = covariance.update([(4, 1)], residual: 9, variance: 5.5, gate: 100, errors: &errors)
        #expect(!isOdd && abs(errors[4] - 4.5) < 1e-12 && abs(errors[0] - 90.0 / 11) < 1e-12)
        #expect(abs(covariance[4, 4] - 2.75) < 1e-12 && covariance[0, 4] == covariance[4, 0] && covariance.isValid)
    }

    @Test func `a place moves by the mean of the velocities before and after a step`() {
        var covariance = ErrorCovariance(variances: [1] + Array(repeating: 0, count: 16))
        covariance.propagate(
            over: 3, force: Vector3(), attitude: Matrix3(), noise: Array(repeating: 0, count: 6))
        #expect(covariance[0, 0] == 1 && covariance[15, 0] == 3 && covariance[0, 15] == 3 && covariance[15, 15] == 9)
    }
}
