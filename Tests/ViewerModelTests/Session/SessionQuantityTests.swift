import Replay
import SensorModel
import Testing

@testable import ViewerModel

@Suite struct SessionQuantityTests {
    @Test func `each quantity of a ride is what was recorded`() throws {
        let run = try SampleRide.run()
        func value(_ quantity: SessionQuantity) -> Double? {
            quantity.series(of: run, SampleRide.recording).value(at: SampleRide.start + 60)
        }
        #expect(abs((value(.speed) ?? 0) - 5) < 0.5)
        #expect(value(.altitude) == 200 && value(.accuracy) == 3 && value(.satellites) == 9)
        #expect(value(.acceleration) == nil && value(.cadence) == nil)
    }

    @Test func `heart rate and power are what a meter measured, and end with it`() throws {
        var events = Array(SampleRide.recording.events)
        for second in 0..<60 {
            let time = SampleRide.start + Double(second)
            events.append(SensorEvent(time: time, payload: .scalar(.heartRate, ScalarSample(value: 120))))
            events.append(SensorEvent(time: time, payload: .scalar(.power, ScalarSample(value: 200 + Double(second)))))
        }
        let (run, recording) = (try SampleRide.run(), Recording(unordered: events))
        #expect(SessionQuantity.heartRate.series(of: run, recording).value(at: SampleRide.start + 30) == 120)
        let power = SessionQuantity.power.series(of: run, recording)
        #expect(power.value(at: SampleRide.start + 30) == 230 && power.value(at: SampleRide.start + 200) == nil)
        #expect(SessionQuantity.power.series(of: run, SampleRide.recording).value(at: SampleRide.start + 30) == nil)
        #expect(SessionQuantity.power.text(of: 230, unit: .kilometresPerHour).description == "230 W")
    }

    @Test func `an hour without a fix is no line`() throws {
        let series = SessionQuantity.accuracy.series(of: try SampleRide.run(), SampleRide.recording)
        #expect(series.value(at: SampleRide.start + 1_000) == nil)
        #expect(series.breaks.count == 1)
    }

    @Test func `the axis of a recording leaves its clock out, and cuts the silence`() {
        let axis = PlaybackAxis(of: SampleRide.recording)
        #expect(axis.gaps.count == 1)
        #expect(axis.length < 320)
    }

    @Test func `values are read with their units`() {
        #expect(SessionQuantity.altitude.text(of: 123.4, unit: .kilometresPerHour).description == "123 m")
        #expect(SessionQuantity.speed.text(of: 5, unit: .kilometresPerHour).description == "18.0 km/h")
        #expect(SessionQuantity.cadence.text(of: nil, unit: .kilometresPerHour).description == missingText)
    }

    @Test func `an axis names its unit, and that of a pace is none that standing still lacks`() {
        #expect(SessionQuantity.speed.axisUnit(.knots)?.description == "kn")
        #expect(SessionQuantity.speed.axisUnit(.pace)?.description == "km/h")
        #expect(SessionQuantity.altitude.axisUnit(.milesPerHour)?.description == "ft")
        #expect(SessionQuantity.satellites.axisUnit(.knots) == nil)
    }
}
