import SensorModel
import Testing

/// Pauses and laps as files state them.
@Suite struct DeviceSpanTests {
    @Test(arguments: [-1, Double.nan, .infinity, -.infinity]) func `a duration that cannot be is zero`(duration: Double)
    {
        let start = Instant(seconds: 1_700_000_000)
        let event = SensorEvent(time: start, payload: .span(DeviceSpan(.pause, duration: duration)))
        #expect(event.spanEnd == start)
    }

    @Test func `spans are found by their kind, with their starts`() {
        let events = [DeviceSpan.Kind.lap, .pause, .lap].enumerated().map { index, kind in
            SensorEvent(
                time: Instant(seconds: Double(index)), payload: .span(DeviceSpan(kind, duration: Double(index + 1))))
        }
        #expect(events.spans(.lap).map(\.start.seconds) == [0, 2])
        #expect(events.spans(.pause).map(\.span.duration) == [2])
    }
}
