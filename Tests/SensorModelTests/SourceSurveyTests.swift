import SensorModel
import Testing

@Suite struct SourceSurveyTests {
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
