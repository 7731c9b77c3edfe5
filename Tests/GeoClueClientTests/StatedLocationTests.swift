import Geometry
import SensorModel
import Testing

@testable import GeoClueClient

/// The fixes from GeoClue's properties, and from unknown or impossible ones.
@Suite struct StatedLocationTests {
    private func location(_ change: (inout StatedLocation.Properties) -> Void) -> StatedLocation {
        var properties = StatedLocation.Properties(
            latitude: 50, longitude: 14, accuracy: 25, altitude: 250, speed: 1.5, heading: 90,
            timestamp: (1_700_000_000, 250_000), description: "WiFi")
        change(&properties)
        return StatedLocation(properties)
    }

    @Test func `all that is known becomes a fix without a mode, and without satellites`() {
        let location = location { _ in }
        let fix = location.fix(of: DeviceID(3))
        #expect(location.time == Instant(nanoseconds: 1_700_000_000_250_000_000))
        #expect(location.method == "WiFi")
        #expect(
            fix
                == Fix(
                    device: DeviceID(3), mode: .unknown, coordinate: Coordinate(latitude: 50, longitude: 14),
                    altitude: 250, horizontalAccuracy: 25, speed: 1.5, courseDegrees: 90))
        #expect(fix.satellites == nil)
    }

    @Test func `what GeoClue marks as unknown is missing`() {
        let fix = location {
            $0.altitude = -.greatestFiniteMagnitude
            $0.speed = -1
            $0.heading = -1
            $0.accuracy = -1
            $0.timestamp = (0, 0)
        }.fix(of: DeviceID(1))
        #expect(fix.altitude == nil && fix.speed == nil && fix.courseDegrees == nil && fix.horizontalAccuracy == nil)
        #expect(fix.timeIsArrival)
        #expect(fix.coordinate != nil)
    }

    @Test func `an accuracy of zero is that of a dilution of 1`() {
        let fix = location { $0.accuracy = 0 }.fix(of: DeviceID(1))
        #expect(fix.horizontalAccuracy == 4)
        #expect(fix.accuracyOrigin == .dilutionOfPrecision)
    }

    @Test(arguments: [(90.1, 0.0), (0, 180.1), (.nan, 0), (0, .infinity), (1e308, 1e308)])
    func `a place that is not on Earth is an attempt without a fix`(latitude: Double, longitude: Double) {
        let fix = location {
            $0.latitude = latitude
            $0.longitude = longitude
        }.fix(of: DeviceID(1))
        #expect(fix.coordinate == nil && fix.mode == .noFix)
        #expect(location { $0.longitude = nil }.fix(of: DeviceID(1)).coordinate == nil)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e308, -1e308])
    func `numbers that cannot be are missing`(number: Double) {
        let location = location {
            $0.accuracy = number
            $0.altitude = number
            $0.speed = number
            $0.heading = number
        }
        #expect(location.accuracy == nil && location.altitude == nil)
        #expect(location.speed == nil && location.courseDegrees == nil)
    }

    @Test func `bounds are accepted, and one beyond is not`() {
        #expect(location { $0.altitude = GeoClueBounds.altitudes.upperBound }.altitude != nil)
        #expect(location { $0.altitude = GeoClueBounds.altitudes.upperBound.nextUp }.altitude == nil)
        #expect(location { $0.speed = GeoClueBounds.speeds.upperBound }.speed != nil)
        #expect(location { $0.speed = GeoClueBounds.speeds.upperBound.nextUp }.speed == nil)
        #expect(location { $0.accuracy = GeoClueBounds.accuracies.upperBound }.accuracy != nil)
        #expect(location { $0.accuracy = GeoClueBounds.accuracies.upperBound.nextUp }.accuracy == nil)
        #expect(location { $0.heading = 360 }.courseDegrees == 0)
        #expect(location { $0.heading = 360.0.nextUp }.courseDegrees == nil)
    }

    @Test(arguments: [(UInt64.max, UInt64(0)), (1, 1_000_000), (9_223_372_037, 0), (1, .max)])
    func `an invalid time is missing`(seconds: UInt64, microseconds: UInt64) {
        #expect(location { $0.timestamp = (seconds, microseconds) }.time == nil)
    }

    @Test func `a description is one line, bounded`() {
        #expect(location { $0.description = "a\nb\u{1B}" }.method == "a␊b␛")
        #expect(
            location { $0.description = String(repeating: "x", count: 1_000) }.method.count
                == GeoClueBounds.textLength)
    }
}
