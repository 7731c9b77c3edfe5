import FusionCore
import Geometry
import SensorModel
import Testing

/// Pressures of a made-up day: heights from a script, weather and noise added.
private struct PressureScript {
    var start = Instant(seconds: 1.7e9)
    var rate: Double
    /// kPa an hour.
    var weather: Double
    /// kPa, one sigma.
    var noise = 0.002
    private var random = SeededNoise()

    init(rate: Double = 1, weather: Double = 0) {
        self.rate = rate
        self.weather = weather
    }

    /// Returns pressures for a height in metres over time in seconds.
    mutating func samples(duration: Double, height: (Double) -> Double) -> [(time: Instant, pressure: Double)] {
        (0..<Int(duration * rate)).map { index in
            let seconds = Double(index) / rate
            // 0.012 kPa a metre near the ground.
            let pressure = 101.3 - 0.012 * height(seconds) + weather * seconds / 3600 + noise * random.normal()
            return (start + seconds, pressure)
        }
    }
}

@Suite struct AltimeterTests {
    private func run(
        _ samples: [(time: Instant, pressure: Double)], _ altimeter: inout Altimeter,
        before: (inout Altimeter, Instant) -> Void = { _, _ in }
    ) -> [AltitudeEstimate] {
        samples.compactMap { sample in
            before(&altimeter, sample.time)
            return altimeter.update(pressure: sample.pressure, at: sample.time)
        }
    }

    @Test(arguments: [1.0, 10, 25])
    func `a climb of ten metres is ten metres`(rate: Double) throws {
        var script = PressureScript(rate: rate)
        var altimeter = Altimeter()
        let estimates = run(
            script.samples(duration: 120) { $0 < 30 ? 0 : min(10, ($0 - 30) * 0.3) }, &altimeter)
        #expect(estimates.first?.relative == 0)
        #expect(abs(try #require(estimates.last).relative - 10) < 0.4)
    }

    /// A climb of stairs by ten metres, with 1.5 steps per second.
    private func climb(_ altimeter: inout Altimeter) -> [AltitudeEstimate] {
        var script = PressureScript(rate: 5)
        return run(script.samples(duration: 120) { $0 < 30 ? 0 : min(10, ($0 - 30) * 0.3) }, &altimeter) {
            $0.update(steps: Int(1.5 * max(0, $1.seconds - 1.7e9 - 29)))
        }
    }

    @Test func `counting ends whatever a storey is said to be`() throws {
        for storey in [0, -1, .infinity, Double.leastNonzeroMagnitude] {
            var altimeter = Altimeter()
            altimeter.storeyHeight = storey
            #expect(try #require(climb(&altimeter).last).floorsUp == 0)
        }
        // At the lower end of its range the share of a flight is as much above the level as below the next.
        var altimeter = Altimeter()
        altimeter.parameters.flightShare = 0.5
        #expect((3...4).contains(try #require(climb(&altimeter).last).floorsUp))
    }

    @Test func `a stamp of tomorrow does not end the height, nor does a clock that is set back`() throws {
        var altimeter = Altimeter()
        var script = PressureScript(rate: 5)
        var samples = script.samples(duration: 300) { _ in 0 }
        samples.insert((samples[400].time + 86_400, 101.3), at: 400)
        // Set back by a minute after 200 s.
        for index in samples.indices where samples[index].time - script.start > 200 && index != 400 {
            samples[index].time = samples[index].time + -60
        }
        #expect(run(samples, &altimeter).count == samples.count)
        // Nor does a first one that is wrong.
        altimeter = Altimeter()
        script = PressureScript(rate: 5)
        var climb = script.samples(duration: 120) { $0 < 30 ? 0 : min(10, ($0 - 30) * 0.3) }
        climb.insert((climb[0].time + 86_400, 101.3), at: 0)
        #expect(abs(try #require(run(climb, &altimeter).last).relative - 10) < 0.4)
    }

    @Test func `a first sample that is a spike does not move zero`() throws {
        var script = PressureScript()
        var samples = script.samples(duration: 60) { _ in 0 }
        samples[0].pressure -= 0.4
        var altimeter = Altimeter()
        #expect(abs(try #require(run(samples, &altimeter).last).relative) < 0.5)
    }

    @Test func `doors and gusts pass unseen`() {
        var script = PressureScript(rate: 10)
        var samples = script.samples(duration: 300) { _ in 0 }
        for second in stride(from: 20, to: 300, by: 20) {
            for index in (second * 10)..<(second * 10 + 10) {
                samples[index].pressure += second % 40 == 0 ? 0.025 : -0.025
            }
        }
        var altimeter = Altimeter()
        #expect((run(samples, &altimeter).map { abs($0.relative) }.max() ?? 99) < 0.7)
    }

    @Test(arguments: [0.1, -0.1])
    func `eight hours of weather are no flight, and said to be drift`(weather: Double) throws {
        var script = PressureScript(weather: weather)
        var altimeter = Altimeter()
        let last = try #require(run(script.samples(duration: 8 * 3600) { _ in 0 }, &altimeter).last)
        #expect(last.floorsUp == 0 && last.floorsDown == 0)
        #expect(try #require(last.driftSigma) > 5)
    }

    @Test func `a receiver's altitude takes the weather out`() throws {
        var script = PressureScript(weather: -0.1)
        var altimeter = Altimeter()
        let estimates = run(script.samples(duration: 4 * 3600) { _ in 0 }, &altimeter) { altimeter, time in
            let wander = Double((time.nanoseconds / 60_000_000_000) % 7) - 3
            altimeter.update(altitude: 250 + wander, accuracy: 4, at: time)
        }
        #expect((estimates.map { abs($0.relative) }.max() ?? 99) < 6)
        #expect(try #require(estimates.last?.driftSigma) < 3)
    }

    @Test func `a wrong first altitude does not move the height`() {
        var script = PressureScript()
        var altimeter = Altimeter()
        let estimates = run(script.samples(duration: 1800) { _ in 0 }, &altimeter) { altimeter, time in
            let isFirst = time - Instant(seconds: 1.7e9) < 20
            altimeter.update(altitude: isFirst ? 280 : 250, accuracy: 9, at: time)
        }
        #expect((estimates.map { abs($0.relative) }.max() ?? 99) < 2)
    }

    private func stairs(_ seconds: Double, storeys: Double) -> Double {
        min(storeys * 3, max(0, seconds - 30) * 0.25)
    }

    @Test func `stairs count with steps, and not without`() throws {
        var script = PressureScript(rate: 5)
        let samples = script.samples(duration: 120) { stairs($0, storeys: 4) }
        var walking = Altimeter()
        let walked = run(samples, &walking) { altimeter, time in
            altimeter.update(shaking: 2)
            altimeter.update(steps: Int((time - Instant(seconds: 1.7e9)) * 1.7))
        }
        #expect(try #require(walked.last).floorsUp == 4)
        var carried = Altimeter()
        let shaken = run(samples, &carried) { altimeter, _ in altimeter.update(shaking: 2) }
        #expect(try #require(shaken.last).floorsUp == 0)
    }

    @Test func `a lift counts once it has stopped, both ways`() throws {
        var script = PressureScript(rate: 5)
        let samples = script.samples(duration: 160) { seconds in
            if seconds < 30 { return 0.0 }
            if seconds < 80 { return min(15, (seconds - 30) * 1.2) }
            return max(0, 15 - (seconds - 80) * 1.2)
        }
        var altimeter = Altimeter()
        let estimates = run(samples, &altimeter) { altimeter, _ in altimeter.update(shaking: 0.3) }
        let last = try #require(estimates.last)
        #expect(last.floorsUp == 5 && last.floorsDown == 5)
        #expect(estimates.filter { $0.time - Instant(seconds: 1.7e9) < 40 }.allSatisfy { $0.floorsUp == 0 })
    }

    @Test func `hills by car are no flights`() throws {
        var script = PressureScript(rate: 5)
        let samples = script.samples(duration: 600) { seconds in
            let phase = seconds.truncatingRemainder(dividingBy: 120)
            if phase < 50 { return phase * 0.8 }
            if phase < 60 { return 40 }
            return max(0, 40 - (phase - 60) * 0.8)
        }
        var altimeter = Altimeter()
        let estimates = run(samples, &altimeter) { altimeter, time in
            altimeter.update(shaking: 0.4)
            // The receiver hears nothing for most of the drive.
            let seconds = time - Instant(seconds: 1.7e9)
            if seconds < 20 { altimeter.update(groundSpeed: 14, accuracy: 5, at: time) }
        }
        let last = try #require(estimates.last)
        #expect(last.floorsUp == 0 && last.floorsDown == 0)
    }

    @Test(arguments: [(20.0, 0...0), (0, 10...25)]) func `a receiver without speeds shows a ride by its places`(
        _ way: (speed: Double, floors: ClosedRange<Int>)
    ) throws {
        var script = PressureScript()
        let samples = script.samples(duration: 600) { seconds in
            // Up 15 m, as by lift or over a hill, a rest or a plain, and down again.
            let phase = seconds.truncatingRemainder(dividingBy: 120)
            return max(0, min(15, (phase - 30) / 2) - max(0, (phase - 90) / 2))
        }
        var core = FusionCore()
        for (second, sample) in samples.enumerated() {
            let place = Coordinate(latitude: 48 + Double(second) * way.speed / 111_320, longitude: 11)
            core.consume(
                SensorEvent(
                    time: sample.time, payload: .fix(Fix(coordinate: place, horizontalAccuracy: 4)))
            ) { _ in }
            core.consume(
                SensorEvent(time: sample.time, payload: .scalar(.pressure, ScalarSample(value: sample.pressure)))
            ) { _ in }
        }
        #expect(way.floors.contains(try #require(core.latest.altitude).floorsUp))
    }

    @Test func `after a drive, who walks up counts again`() throws {
        var script = PressureScript(rate: 5)
        let samples = script.samples(duration: 120) { stairs($0, storeys: 3) }
        var altimeter = Altimeter()
        let estimates = run(samples, &altimeter) { altimeter, time in
            let seconds = time - Instant(seconds: 1.7e9)
            altimeter.update(shaking: 1)
            if seconds < 10 { altimeter.update(groundSpeed: 14, accuracy: 5, at: time) }
            if seconds > 20 { altimeter.update(steps: Int((seconds - 20) * 1.7)) }
        }
        #expect(try #require(estimates.last).floorsUp >= 2)
    }

    @Test func `what is no pressure is passed over`() {
        var altimeter = Altimeter()
        let start = Instant(seconds: 1.7e9)
        #expect(altimeter.update(pressure: .nan, at: start) == nil)
        #expect(altimeter.update(pressure: 1013.25, at: start) == nil)
        #expect(altimeter.update(pressure: 101.3, at: start)?.relative == 0)
        #expect(altimeter.update(pressure: 101.2, at: start) == nil)
    }

    @Test func `the core makes altitude of pressure, from one barometer`() {
        var core = FusionCore()
        var estimates: [AltitudeEstimate] = []
        for index in 0..<60 {
            let time = Instant(seconds: 1.7e9 + Double(index))
            for (device, pressure) in [(UInt16(1), 101.3), (UInt16(2), 95.0)] {
                let sample = ScalarSample(device: DeviceID(device), value: pressure)
                core.consume(SensorEvent(time: time + Double(device) / 10, payload: .scalar(.pressure, sample))) {
                    if case .altitude(let altitude) = $0 { estimates.append(altitude) }
                }
            }
        }
        #expect(estimates.count == 60)
        #expect(estimates.allSatisfy { abs($0.relative) < 0.01 })
        #expect(core.latest.altitude == estimates.last)
    }
}
