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

    @Test func `the signal is the median of the used satellites of one receiver, and jamming what it indicates`() throws
    {
        func satellite(_ number: Int, _ strength: Double?, used isUsed: Bool) -> Satellite {
            Satellite(number: number, signalStrength: strength, isUsed: isUsed)
        }
        var events = Array(SampleRide.recording.events)
        for second in 0..<60 {
            let time = SampleRide.start + Double(second)
            let isUsed = second < 30
            let satellites = [
                satellite(1, 40, used: isUsed), satellite(2, 30, used: isUsed), satellite(3, 44, used: isUsed),
                satellite(4, 10, used: false), satellite(5, 12, used: false), satellite(6, 0, used: isUsed),
            ]
            events.append(SensorEvent(time: time, payload: .sky(Sky(satellites: satellites))))
            let other = Sky(device: DeviceID(7), satellites: [satellite(1, 20, used: true)])
            events.append(SensorEvent(time: time + 0.5, payload: .sky(other)))
            events.append(SensorEvent(time: time, payload: .scalar(.jamming, ScalarSample(value: Double(second)))))
        }
        let (run, recording) = (try SampleRide.run(), Recording(unordered: events))
        let signal = SessionQuantity.signal.series(of: run, recording)
        #expect(signal.value(at: SampleRide.start + 10) == 40 && signal.value(at: SampleRide.start + 40) == 30)
        #expect(SessionQuantity.jamming.series(of: run, recording).value(at: SampleRide.start + 40) == 40)
        #expect(SessionQuantity.signal.series(of: run, SampleRide.recording).isEmpty)
        #expect(SessionQuantity.signal.text(of: 40, unit: .kilometresPerHour).description == "40.0 dB-Hz")
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
