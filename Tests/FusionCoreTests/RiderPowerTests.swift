import Glibc
import SensorModel
import Testing

@testable import FusionCore

/// Fast rides by speed alone: a rider's power or an engine's.
@Suite struct RiderPowerTests {
    private let parameters = ActivityClassifier.Parameters()

    /// Hills at 30 km/h.
    private func hills(_ time: Double) -> Double { 8.5 + 2 * sin(2 * .pi * time / 120) }

    /// A light every two minutes, and 50 km/h eight seconds after it.
    private func lights(_ time: Double) -> Double {
        let phase = time.truncatingRemainder(dividingBy: 120)
        return phase < 30 ? 0 : min(12, (phase - 30) * 1.5)
    }

    private func rides(_ windows: [ActivityWindow]) -> Int {
        RiderPower(parameters: parameters).rides(in: windows, told: windows.map { _ in .automotive }).count
    }

    @Test func `a ride that never shows an engine is a rider's`() {
        #expect(rides(SpeedWindows.make(4_000, speed: hills)) == 1)
    }

    @Test func `a car at lights is none, though it is no faster`() {
        #expect(rides(SpeedWindows.make(4_000, speed: lights)) == 0)
    }

    @Test func `a country road is none, though nothing is even as it`() {
        #expect(rides(SpeedWindows.make(4_000) { hills($0) + 10 }) == 0)
    }

    @Test func `less than an hour tells nothing`() { #expect(rides(SpeedWindows.make(3_400, speed: hills)) == 0) }

    @Test func `where acceleration tells it is not asked`() {
        #expect(rides(SpeedWindows.make(4_000, stepShare: 0, speed: hills)) == 0)
    }

    @Test func `fixes too far apart for an acceleration tell nothing`() {
        let sparse = SpeedWindows.make(4_000) {
            $0.truncatingRemainder(dividingBy: 30) < ActivityClassifier.hop ? hills($0) : nil
        }
        #expect(rides(sparse) == 0)
    }

    @Test func `a saved session tells the bicycle, and a person may switch it off`() {
        let ride = SpeedWindows.make(4_000, speed: hills)
        let told = ActivityTimeline(windows: ride, corrections: [], parameters: parameters)
        #expect(Set(told.stretches.map(\.activity)) == [.cycling])
        var without = parameters
        without.riderPower = 0
        let plain = ActivityTimeline(windows: ride, corrections: [], parameters: without)
        #expect(plain.stretches.contains { $0.activity == .automotive })
    }
}
