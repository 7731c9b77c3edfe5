import SensorModel
import Testing
import Wire

@testable import IIOClient

/// The bounds on a context and on what is captured of it: at the bound it is accepted, one beyond it is not.
@Suite struct CaptureBoundsTests {
    private let bounds = CaptureBounds()

    private func channel(_ name: String, attributes: Int = 1) -> String {
        let list = (0..<attributes).map { "<attribute name=\"a\($0)\" filename=\"\(name)_a\($0)\"/>" }.joined()
        return "<channel id=\"\(name)\" type=\"input\">\(list)</channel>"
    }

    private func device(_ number: Int, _ content: String) -> String {
        "<device id=\"iio:device\(number)\" name=\"d\">\(content)</device>"
    }

    private func context(_ devices: [String]) throws -> IIOContext {
        try IIOContext(
            xml: Array("<?xml version=\"1.0\"?><context name=\"c\">\(devices.joined())</context>".utf8), bounds: bounds)
    }

    @Test func `a context has as many devices as the bound, and not one more`() throws {
        func devices(_ count: Int) -> [String] { (0..<count).map { device($0, channel("accel_x")) } }
        #expect(try context(devices(bounds.devices)).devices.count == bounds.devices)
        #expect(throws: IIOError.manyDevices(uri: "xml", count: bounds.devices + 1, bound: bounds.devices)) {
            try context(devices(bounds.devices + 1))
        }
    }

    /// A device with some number of a part, by the name of the part.
    private func device(_ part: String, count: Int) -> String {
        switch part {
        case "channels": device(0, (0..<count).map { channel("accel\($0)_x") }.joined())
        case "attributes": device(0, (0..<count).map { "<attribute name=\"a\($0)\"/>" }.joined())
        case "buffer attributes": device(0, (0..<count).map { "<buffer-attribute name=\"a\($0)\"/>" }.joined())
        default: device(0, channel("accel_x", attributes: count))
        }
    }

    @Test(arguments: ["channels", "attributes", "buffer attributes", "attributes of a channel"])
    func `a device has as many parts as the bound, and with one more is left out and counted`(part: String) throws {
        let bound = part == "channels" ? bounds.channels : bounds.attributes
        for (count, isAccepted) in [(bound, true), (bound + 1, false)] {
            let context = try context([device(part, count: count), device(1, channel("accel_x"))])
            #expect(context.devices.map(\.id) == (isAccepted ? ["iio:device0", "iio:device1"] : ["iio:device1"]))
            #expect(context.oversizedCount == (isAccepted ? 0 : 1))
        }
    }

    @Test func `as many sensors as the bound are captured, and the next one when one has gone`() throws {
        let running = RunningCaptures(bound: bounds.sensors)
        let claimed = (0..<bounds.sensors).map { running.claim("iio:device\($0)", name: "s\($0)", label: nil) }
        #expect(claimed.allSatisfy { $0 != nil })
        #expect(running.claim("iio:device99", name: "more", label: nil) == nil)
        running.release(try #require(claimed[3]), hasGone: true)
        #expect(running.claim("iio:device99", name: "more", label: nil) != nil)
        #expect(running.claim("iio:device100", name: "even more", label: nil) == nil)
    }

    @Test func `as many sensors as the bound have numbers, with one for the address`() {
        // What is sent goes nowhere.
        let output = FrameOutput(descriptor: -1, bounds: bounds)
        func number(_ index: Int) -> DeviceID? {
            output.number(of: SensorIdentity(name: "s", label: nil, index: index))
        }
        #expect((0...bounds.sensors).map { number($0) } == (0...bounds.sensors).map { DeviceID(UInt16($0)) })
        #expect(number(bounds.sensors + 1) == nil)
        #expect(number(0) == DeviceID(0))
    }

    @Test func `a read has as many samples as the bound, whatever rate a device claims`() {
        let settings = CaptureSettings()
        func samples(_ rate: Double) -> Int { settings.samplesPerRead(rate: rate, bound: bounds.samplesPerRead) }
        let most = Double(bounds.samplesPerRead) / settings.readPeriod
        #expect(samples(most - 0.5 / settings.readPeriod) == bounds.samplesPerRead - 1)
        #expect(samples(most) == bounds.samplesPerRead && samples(most + 10) == bounds.samplesPerRead)
        for rate in [1e6, 1e300, .infinity] { #expect(samples(rate) == bounds.samplesPerRead) }
        for rate in [100, 0.001, 0, -5, -1e300, .nan] { #expect(samples(rate) == (rate == 100 ? 15 : 1)) }
    }

    @Test func `a thread may wait in libiio for as long as the bound, and no longer`() {
        let start = SuspendingClock.now
        let sensor = Pulse.Part.sensor(DeviceID(1))
        let pulse = Pulse(patience: CaptureProcess.patience)
        pulse.mark(.search, at: start)
        pulse.mark(sensor, at: start + .seconds(1))
        let bound = Duration.seconds(CaptureProcess.patience)
        func standing(_ time: Duration) -> Pulse.Standing { pulse.standing(at: start + time) }
        #expect(standing(bound) == .init(isHung: false, stuckSensors: []))
        #expect(standing(bound + .seconds(1)) == .init(isHung: false, stuckSensors: []))
        #expect(standing(bound + .seconds(1) + .nanoseconds(1)) == .init(isHung: true, stuckSensors: [DeviceID(1)]))
        // One that answers keeps the child alive; the other is reported.
        pulse.mark(.search, at: start + .seconds(10))
        #expect(standing(bound + .seconds(2)) == .init(isHung: false, stuckSensors: [DeviceID(1)]))
    }
}
