import Geometry
import Glibc
import SensorModel
import Testing

@testable import Simulation

/// Known faults are found again in what a receiver reports.
@Suite struct ReceiverTests {
    private static let start = Instant(seconds: 1_778_913_600)

    /// A session with truth at every step of the motion.
    private func session(
        _ model: ReceiverModel, on journey: Journey = Scenarios.carJourney, duration: Double = 900
    ) -> SimulatedSession {
        var plan = SessionPlan(journey: journey, receiver: model, motion: nil, start: Self.start)
        plan.truthInterval = Journey.step
        plan.duration = duration
        return plan.simulate(seed: 4)
    }

    private func fixes(_ session: SimulatedSession) -> [(elapsed: Double, fix: Fix)] {
        session.events.compactMap { event in
            if case .fix(let fix) = event.payload { (event.time - Self.start, fix) } else { nil }
        }
    }

    /// The error of every fix in metres, east and north; the fixes' times have to be those of the truth.
    private func errors(_ session: SimulatedSession) -> [SIMD2<Double>] {
        fixes(session).compactMap { elapsed, fix in
            let truth = session.truth[Int((elapsed / Journey.step).rounded())]
            return fix.coordinate.map { place in
                let point = LocalPlane(origin: truth.coordinate).point(place)
                return SIMD2(point.east, point.north)
            }
        }
    }

    private func vector(speed: Double?, degrees: Double?) -> SIMD2<Double>? {
        guard let speed, let degrees else { return nil }
        return speed * SIMD2(sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    }

    private func rootMeanSquare(_ errors: [SIMD2<Double>]) -> Double {
        (errors.reduce(0) { $0 + ($1 * $1).sum() } / Double(errors.count)).squareRoot()
    }

    /// The lag in seconds at which the reported velocities fit the true ones best.
    private func bestLag(_ session: SimulatedSession) -> Double {
        let truth = session.truth.map { vector(speed: $0.speed, degrees: $0.courseDegrees) ?? .zero }
        let reported = fixes(session).compactMap { elapsed, fix in
            vector(speed: fix.speed, degrees: fix.courseDegrees).map { (Int((elapsed / Journey.step).rounded()), $0) }
        }
        let steps = (0...75).min { cost(of: $0) < cost(of: $1) }
        func cost(of steps: Int) -> Double {
            reported.reduce(0) { sum, report in
                guard report.0 >= 75 else { return sum }
                let difference = report.1 - truth[report.0 - steps]
                return sum + (difference * difference).sum()
            }
        }
        return Double(steps ?? 0) * Journey.step
    }

    @Test(arguments: [0, 0.15, 0.3, 0.57, 1]) func `the lag of the velocity is found within 0.03 s`(lag: Double) {
        #expect(abs(bestLag(session(ReceiverModel().with { $0.velocity.lag = lag })) - lag) < 0.03)
    }

    @Test(arguments: [0.75, 0.8, 0.95, 1, 1.05]) func `the scale of the speed is found within half a percent`(
        scale: Double
    ) {
        let session = session(ReceiverModel().with { $0.velocity.scale = scale })
        var (product, square) = (0.0, 0.0)
        for (elapsed, fix) in fixes(session) {
            let truth = session.truth[Int((elapsed / Journey.step).rounded())]
            guard let reported = vector(speed: fix.speed, degrees: fix.courseDegrees) else { continue }
            let real = vector(speed: truth.speed, degrees: truth.courseDegrees) ?? .zero
            product += (reported * real).sum()
            square += (real * real).sum()
        }
        #expect(abs(product / square - scale) < 0.005)
    }

    @Test(arguments: [(10.0, 1.0), (40, 1), (40, 10), (120, 0.2), (300, 60)])
    func `a wandering error has its size and correlation time at any step`(tau: Double, step: Double) {
        var random = RandomSource(seed: 11)
        var process = GaussMarkov(&random)
        let count = 200_000
        let lag = max(1, Int((tau / step / 2).rounded()))
        var values: [SIMD2<Double>] = []
        for _ in 0..<count {
            values.append(process.value)
            process.advance(by: step, correlationTime: tau, &random)
        }
        let variance = values.reduce(0) { $0 + ($1 * $1).sum() } / Double(2 * count)
        let product = zip(values, values.dropFirst(lag)).reduce(0) { $0 + ($1.0 * $1.1).sum() }
        let found = -Double(lag) * step / log(product / Double(2 * (count - lag)) / variance)
        #expect(abs(variance - 1) < 0.15)
        #expect(abs(found / tau - 1) < 0.15, "\(found)")
    }

    @Test func `position errors have the size that the receiver states, and a liar's are larger`() {
        let honest = session(Receivers.named("wander-10")?.model ?? .init(), duration: 2_300)
        #expect(abs(rootMeanSquare(errors(honest)) / (2 * 10.0).squareRoot() - 1) < 0.1)
        for name in ["liar", "modest"] {
            guard let model = Receivers.named(name)?.model else { continue }
            let stated = fixes(session(model, duration: 20)).compactMap(\.fix.horizontalAccuracy)
            #expect(stated.allSatisfy { abs($0 / (10.0.squareRoot() * model.accuracy.factor) - 1) < 1e-9 })
        }
    }

    @Test func `accuracies are missing in the share asked for, and a dilution alone is one`() {
        for (share, tolerance) in [(0, 0), (0.5, 0.06), (1, 0)] {
            let all = fixes(session(ReceiverModel().with { $0.accuracy.missingShare = share })).map(\.fix)
            let missing = all.filter { $0.horizontalAccuracy == nil && $0.horizontalDilution == nil }
            #expect(abs(Double(missing.count) / Double(all.count) - share) <= tolerance)
        }
        let dilution = fixes(session(ReceiverModel().with { $0.accuracy.form = .dilution })).map(\.fix)
        #expect(dilution.allSatisfy { $0.horizontalAccuracy == nil && $0.horizontalDilution == 0.9 })
    }

    @Test func `fixes are lost in the share and in the runs asked for`() {
        let model = ReceiverModel().with {
            $0.timing.lossShare = 0.3
            $0.timing.lossRun = 5
            $0.interval = 0.1
        }
        let times = fixes(session(model)).map { Int(($0.elapsed * 10).rounded()) }
        let runs = zip(times, times.dropFirst()).map { $1 - $0 - 1 }.filter { $0 > 0 }
        let lost = Double(runs.reduce(0, +))
        #expect(abs(lost / 9_000 - 0.3) < 0.04)
        #expect(abs(lost / Double(runs.count) - 5) < 0.7)
    }

    @Test func `times are off by the jitter asked for`() {
        let model = ReceiverModel().with { $0.timing.jitter = 0.1 }
        let offsets = fixes(session(model)).map { $0.elapsed - $0.elapsed.rounded() }
        let deviation = (offsets.reduce(0) { $0 + $1 * $1 } / Double(offsets.count)).squareRoot()
        #expect(abs(deviation - 0.1) < 0.01)
    }

    @Test func `a burst is six fixes that share one error between its bounds`() {
        let quiet = ReceiverModel().with {
            $0.white = 0
            $0.correlated = 0
            $0.bursts = OutlierBursts()
        }
        let errors = errors(session(quiet, duration: 2_300))
        var (runs, index) = ([Int](), 0)
        while index < errors.count {
            let size = errors[index].length
            guard size > 1 else {
                index += 1
                continue
            }
            #expect(size > 29.9 && size < 301)
            let end = errors[index...].firstIndex { ($0 - errors[index]).length > 0.5 } ?? errors.count
            runs.append(end - index)
            index = end
        }
        #expect(runs.filter { $0 == 6 }.count >= runs.count - 1)
        #expect(runs.count > 10 && runs.count < 35)
    }

    @Test func `multipath comes in bouts of its size, and its stated part is what is stated`() {
        let model = ReceiverModel().with {
            $0.white = 0
            $0.correlated = 0
            $0.multipath = Multipath()
        }
        let session = session(model, on: Journey([.stay(20_000)]), duration: 20_000)
        let errors = errors(session)
        let inBout = errors.filter { $0.length > 0.01 }
        #expect(abs(Double(inBout.count) / Double(errors.count) - 0.4) < 0.06)
        let size = rootMeanSquare(inBout)
        #expect(size > 27 && size < 34)
        let pairs = zip(errors, errors.dropFirst(5)).filter { $0.length > 0.01 && $1.length > 0.01 }
        let kept = pairs.reduce(0) { $0 + ($1.0 * $1.1).sum() } / pairs.reduce(0) { $0 + ($1.0 * $1.0).sum() }
        #expect(abs(-5 / log(kept) - 15) < 4)
        let stated = fixes(session).compactMap(\.fix.horizontalAccuracy).filter { $0 > 0.5 }
        #expect(
            stated.allSatisfy { $0 > 0.6 * 20 * 0.5.squareRoot() - 0.01 && $0 < 0.6 * 40 * 0.5.squareRoot() + 0.01 })
    }

    @Test func `a course is left out, goes stale or follows the noise as asked for`() {
        func courses(_ course: VelocityFaults.Course) -> [(isMoving: Bool, degrees: Double?)] {
            fixes(session(ReceiverModel().with { $0.velocity.course = course })).map {
                (($0.fix.speed ?? 0) >= 0.5, $0.fix.courseDegrees)
            }
        }
        #expect(courses(.always).allSatisfy { $0.degrees != nil })
        #expect(courses(.never).allSatisfy { $0.degrees == nil })
        #expect(courses(.moving).allSatisfy { $0.isMoving == ($0.degrees != nil) })
        let stale = courses(.staleAtRest)
        for (before, after) in zip(stale, stale.dropFirst()) where !after.isMoving {
            #expect(after.degrees == before.degrees)
        }
    }

    @Test func `a receiver that freezes repeats its place at rest and rounds it in motion`() {
        let all = fixes(session(Receivers.named("frozen")?.model ?? .init())).map(\.fix)
        var repeated = 0
        for (before, after) in zip(all, all.dropFirst()) {
            guard let place = after.coordinate else { continue }
            let digits = place.latitude * 1e5
            #expect(abs(digits - digits.rounded()) < 1e-4)
            guard after.speed == 0 else { continue }
            #expect(place == before.coordinate)
            repeated += 1
        }
        #expect(repeated > 50 && repeated < all.count / 2)
    }

    @Test func `a fault leaves all other errors as they are`() {
        let plain = session(ReceiverModel())
        let late = session(
            ReceiverModel().with {
                $0.velocity.lag = 0.4
                $0.accuracy.missingShare = 0.5
                $0.timing.jitter = 0.1
            })
        #expect(fixes(plain).map(\.fix.coordinate) == fixes(late).map(\.fix.coordinate))
    }

    @Test func `the receivers have names of their own and all of them report fixes`() {
        #expect(Set(Receivers.all.map(\.name)).count == Receivers.all.count)
        #expect(Receivers.named("nothing") == nil)
        for receiver in Receivers.all {
            #expect(Receivers.named(receiver.name) == receiver)
            let count = fixes(session(receiver.model, duration: 300)).count
            #expect(Double(count) > 0.4 * 300 / receiver.model.interval, "\(receiver.name)")
        }
        let dumb = fixes(session(Receivers.named("dumb-speed")?.model ?? .init())).map(\.fix)
        #expect(dumb.allSatisfy { $0.speed == 0 && $0.courseDegrees == nil })
    }
}
