import SensorModel
import Testing

@Suite struct SourceSurveyTests {
    @Test func `samples that arrive in batches have the rate of the sensor`() {
        var survey = SourceSurvey()
        let start = Instant(seconds: 100)
        for (arrival, samples) in [(0.3, 0..<30), (0.4, 30..<40), (0.9, 40..<90), (1, 90..<100)] {
            for sample in samples {
                let payload = SensorEvent.Payload.acceleration(VectorSample(device: DeviceID(1), x: 0, y: 0, z: 9.8))
                survey.consume(
                    SensorEvent(time: start + Double(sample) / 100, received: start + arrival, payload: payload))
            }
        }
        #expect(abs((survey.sources.first?.streams.first?.rate ?? 0) - 100) < 1e-6)
    }

    @Test func `losses add up, and what a damaged file says of them stops nothing`() {
        var survey = SourceSurvey()
        func lose(_ count: Int) -> Int? {
            let report = DropReport(device: DeviceID(1), stream: .rotation, count: count)
            survey.consume(SensorEvent(time: Instant(seconds: 0), payload: .drop(report)))
            return survey.sources.first?.streams.first?.dropped
        }
        #expect(lose(3) == 3)
        #expect(lose(4) == 7)
        #expect(lose(-5) == 7)
        #expect(lose(.min) == 7)
        #expect(lose(.max) == DropReport.possibleCounts.upperBound)
        #expect(lose(.max) == DropReport.possibleCounts.upperBound)
    }
}
