import Geometry
import SensorModel
import Simulation
import Testing

@Suite struct ScenarioTests {
    private func fixesOnly(_ scenario: Scenario) -> Scenario {
        var scenario = scenario
        scenario.plan.motion = nil
        return scenario
    }

    @Test func `names are unique and found again`() {
        #expect(Set(Scenarios.all.map(\.name)).count == Scenarios.all.count)
        for scenario in Scenarios.all { #expect(Scenarios.named(scenario.name)?.summary == scenario.summary) }
        #expect(Scenarios.named("nothing") == nil)
    }

    @Test func `the same seed gives the same session and another seed another`() {
        let scenario = Scenarios.outlier
        #expect(scenario.simulate(seed: 7).events == scenario.simulate(seed: 7).events)
        #expect(scenario.simulate(seed: 7).events != scenario.simulate(seed: 8).events)
    }

    @Test(arguments: Scenarios.all.map(\.name))
    func `truth is complete, steady and in order`(name: String) throws {
        let truth = fixesOnly(try #require(Scenarios.named(name))).simulate(seed: 1).truth
        #expect(truth.count > 300)
        for (before, after) in zip(truth, truth.dropFirst()) {
            #expect(after.time - before.time == 1)
            #expect(before.coordinate.distance(to: after.coordinate) <= max(before.speed, after.speed) + 2)
            #expect(after.steps >= before.steps)
        }
    }

    @Test func `the error of the fixes is the one that was asked for`() {
        let session = fixesOnly(Scenarios.walk).simulate(seed: 3)
        var truth: [Instant: Coordinate] = [:]
        for sample in session.truth { truth[sample.time] = sample.coordinate }
        var sum = 0.0
        var count = 0.0
        for event in session.events {
            guard case .fix(let fix) = event.payload, let real = truth[event.time], let measured = fix.coordinate
            else { continue }
            let error = measured.distance(to: real)
            sum += error * error
            count += 1
        }
        #expect(count > 1_700)
        #expect(abs((sum / count).squareRoot() - 50.0.squareRoot()) < 0.3)
    }

    @Test func `a tunnel has no fixes and the day has every activity`() {
        let tunnel = fixesOnly(Scenarios.tunnel).simulate(seed: 1)
        let times = tunnel.events.compactMap { event -> Instant? in
            if case .fix = event.payload { event.time } else { nil }
        }
        let gaps = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 > 5 }
        #expect(gaps.count == 2)
        #expect(gaps.allSatisfy { $0 > 50 && $0 < 150 })
        let day = fixesOnly(Scenarios.demo).simulate(seed: 1).truth
        #expect(Set(day.map(\.activity)) == [.stationary, .walking, .running, .cycling, .automotive])
        #expect(day.count > 95 * 60 && day.count < 120 * 60)
    }

    @Test func `sensors at rest feel gravity and no rotation`() {
        var plan = Scenarios.still.plan
        plan.journey = Journey([.stay(20)])
        var sum = 0.0
        var turned = 0.0
        var count = 0.0
        for event in plan.simulate(seed: 1).events {
            switch event.payload {
            case .acceleration(let sample):
                sum += (sample.x * sample.x + sample.y * sample.y + sample.z * sample.z).squareRoot()
                count += 1
            case .rotation(let sample): turned += (sample.x * sample.x + sample.y * sample.y).squareRoot()
            default: break
            }
        }
        #expect(count == 1_000)
        #expect(abs(sum / count - 9.807) < 0.01)
        #expect(turned / count < 0.02)
    }

    @Test func `a walker's steps show in the acceleration at the cadence of the truth`() {
        var plan = Scenarios.walk.plan
        plan.journey = Journey([Leg(.walking, cruise: 1.4, [.straight(84)])])
        let session = plan.simulate(seed: 1)
        let steps = session.truth.last?.steps ?? 0
        #expect(steps > 100 && steps < 130)
        var above = 0
        var wasAbove = false
        var smooth = 9.8
        for event in session.events {
            guard case .acceleration(let sample) = event.payload else { continue }
            let size = (sample.x * sample.x + sample.y * sample.y + sample.z * sample.z).squareRoot()
            smooth += (size - smooth) * 0.35
            if smooth > 10.9, !wasAbove { above += 1 }
            wasAbove = smooth > 9.8 && (wasAbove || smooth > 10.9)
        }
        #expect(abs(above - steps) < 12)
    }
}
