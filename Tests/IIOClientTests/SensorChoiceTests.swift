import SensorModel
import Testing
import Wire

@testable import IIOClient

/// The user's choices: which streams of which sensors are captured, and at which rate.
@Suite struct SensorChoiceTests {
    private func context() throws -> IIOContext {
        let axes = ["accel", "anglvel"].flatMap { kind in ["x", "y", "z"].map { "\(kind)_\($0)" } }
        func channel(_ name: String) -> String { "<channel id=\"\(name)\" type=\"input\"/>" }
        let imu = axes.map(channel).joined()
        let text = """
            <?xml version="1.0"?><context name="c"><device id="iio:device0" name="imu" label="head">\(imu)</device>\
            <device id="iio:device1" name="baro">\(channel("pressure"))</device></context>
            """
        return try IIOContext(xml: Array(text.utf8), bounds: CaptureBounds())
    }

    private func settings(_ choices: String...) throws -> CaptureSettings {
        var settings = CaptureSettings()
        settings.choices = try choices.map { try SensorChoice(parsing: $0) }
        return settings
    }

    private func kinds(_ settings: CaptureSettings) throws -> [[StreamKind]] {
        try context().devices.map { settings.streams(of: $0).map(\.kind) }
    }

    private func rates(_ settings: CaptureSettings) throws -> [Double] {
        try context().devices.map { settings.rate(of: $0, settings.streams(of: $0)) }
    }

    @Test func `without a choice everything is captured at the usual rates`() throws {
        #expect(try kinds(settings()) == [[.acceleration, .rotation], [.scalar(.pressure)]])
        #expect(try rates(settings()) == [100, 10])
    }

    @Test func `a stream, a sensor by its name, and one by its label can be switched off`() throws {
        #expect(try kinds(settings("rotation=off")) == [[.acceleration], [.scalar(.pressure)]])
        #expect(try kinds(settings("imu=off")) == [[], [.scalar(.pressure)]])
        #expect(try kinds(settings("head=off", "baro=5")) == [[], [.scalar(.pressure)]])
        #expect(try kinds(settings("imu=off", "acceleration=50")) == [[.acceleration], [.scalar(.pressure)]])
    }

    @Test func `a rate holds for a sensor or a stream, the last choice wins, and a device has the highest of its own`()
        throws
    {
        #expect(try rates(settings("imu=25", "pressure=1")) == [25, 1])
        #expect(try rates(settings("imu=25", "head=50")) == [50, 10])
        #expect(try rates(settings("acceleration=20", "rotation=200")) == [200, 10])
        let device = try #require(try context().devices.first)
        let fast = try settings("imu=400")
        #expect(fast.polledRate(of: device, fast.streams(of: device)) == fast.polledMotionRate)
        let slow = try settings("imu=5")
        #expect(slow.polledRate(of: device, slow.streams(of: device)) == 5)
    }
}
