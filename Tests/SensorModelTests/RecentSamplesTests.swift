import SensorModel
import Testing

@Suite struct RecentSamplesTests {
    private let start = Instant(seconds: 1_700_000_000)

    /// A survey of `count` accelerations at 100 Hz that arrive in blocks of ten, a tenth of a second late.
    private func survey(_ count: Int) -> SourceSurvey {
        var survey = SourceSurvey()
        for index in 0..<count {
            let time = start + Double(index) / 100
            let received = start + Double(index / 10 * 10 + 10) / 100
            let sample = VectorSample(device: DeviceID(1), x: Double(index), y: 0, z: 9.81)
            survey.consume(SensorEvent(time: time, received: received, payload: .acceleration(sample)))
        }
        return survey
    }

    @Test func `the newest samples are kept in their order, and no more than the capacity`() throws {
        let stream = try #require(survey(1_000).sources.first?.streams.first)
        #expect(stream.samples == 1_000)
        #expect(stream.recent.count == RecentSamples.capacity)
        #expect(stream.recent.samples.map(\.values.first) == (400..<1_000).map(Double.init))
        #expect(stream.values == [999, 0, 9.81])
        #expect(stream.time == start + 9.99)
    }

    @Test func `the present rate is that of the sensor, whatever blocks its samples come in`() throws {
        let recent = try #require(survey(1_000).sources.first?.streams.first?.recent)
        #expect(abs(try #require(recent.rate(at: start + 10)) - 100) < 3)
        #expect(abs(try #require(recent.rate(at: start + 10.5)) - 100) < 3)
    }

    @Test(arguments: [51_148_800.0, -51_148_800.0, 3_600.0])
    func `a receiver that states a wrong date in some of its reports has the rate at which they arrive`(
        error: Double
    ) throws {
        var survey = SourceSurvey()
        for second in 0..<30 {
            let received = start + Double(second)
            let time = received + (second % 3 == 1 ? error : 0)
            survey.consume(
                SensorEvent(time: time, received: received, payload: .sky(Sky(device: DeviceID(1)))))
        }
        let recent = try #require(survey.sources.first?.streams.first?.recent)
        let rate = try #require(recent.rate(at: start + 29.5, window: 15, latency: 3))
        #expect(abs(rate - 1) < 0.01)
    }

    @Test func `a stream that falls silent slows down to nothing`() throws {
        let recent = try #require(survey(1_000).sources.first?.streams.first?.recent)
        let fading = try #require(recent.rate(at: start + 13))
        #expect(fading > 0 && fading < 70)
        #expect(recent.rate(at: start + 60) == 0)
        #expect(survey(1).sources.first?.streams.first?.recent.rate(at: start) == nil)
    }
}
