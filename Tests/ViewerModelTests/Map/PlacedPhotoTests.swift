import FusionCore
import Geodesy
import PhotoFormat
import SensorModel
import Testing

@testable import ViewerModel

@Suite struct PlacedPhotoTests {
    /// One position every ten seconds from 10:00 UTC on the first of May 2026, northward, then a gap of an hour.
    private static let start = Instant(seconds: 1_777_629_600)
    private static var track: PositionTrack {
        var track = PositionTrack()
        for step in (0..<10).map({ $0 }) + [360, 361] {
            track.append(
                PositionEstimate(
                    time: start + Double(step) * 10,
                    coordinate: Coordinate(latitude: 50 + Double(step) * 1e-3, longitude: 14), accuracy: 5))
        }
        return track
    }

    /// A photo taken some seconds after the start, by a clock that is ahead of UTC.
    private static func facts(after seconds: Double, ahead: Int, statesOffset: Bool = true) throws -> PhotoFacts {
        var facts = try #require(PhotoFacts([0xFF, 0xD8, 0xFF, 0xD9]))
        facts.clockTime = start + seconds + Double(ahead)
        facts.utcOffset = statesOffset ? ahead : nil
        return facts
    }

    private static func place(_ facts: PhotoFacts, offset: Int = 0) -> PlacedPhoto? {
        PlacedPhoto(path: "a.jpg", facts: facts, along: track) { _ in offset }
    }

    @Test func `a photo without a place is where the track was at its time`() throws {
        for (statesOffset, zone) in [(true, 0), (false, 7_200)] {
            let photo = try #require(
                Self.place(try Self.facts(after: 25, ahead: 7_200, statesOffset: statesOffset), offset: zone))
            #expect(photo.origin == .track && photo.time == Self.start + 25)
            #expect(abs(photo.coordinate.latitude - 50.0025) < 1e-9)
        }
        // In a gap and outside the track, a minute is near enough.
        #expect(try #require(Self.place(try Self.facts(after: 140, ahead: 0))).coordinate.latitude == 50.009)
        #expect(try #require(Self.place(try Self.facts(after: -50, ahead: 0))).coordinate.latitude == 50)
        for seconds in [-70.0, 200, 3_500, 3_700] {
            #expect(Self.place(try Self.facts(after: seconds, ahead: 0)) == nil, "\(seconds)")
        }
        #expect(Self.place(try #require(PhotoFacts([0xFF, 0xD8, 0xFF, 0xD9]))) == nil)
    }

    @Test func `the camera's place goes before the track's`() throws {
        var facts = try Self.facts(after: 25, ahead: 0)
        facts.place = Coordinate(latitude: 1, longitude: 2)
        let photo = try #require(Self.place(facts))
        #expect(photo.origin == .camera && photo.coordinate == facts.place && photo.time == Self.start + 25)
    }

    @Test func `the offset is that of the time itself, not of the clock read as UTC`() throws {
        // Summer time ends 5000 s after the start; the clock read as UTC is later than that.
        let facts = try Self.facts(after: 25, ahead: 7_200, statesOffset: false)
        let photo = PlacedPhoto(path: "a.jpg", facts: facts, along: Self.track) { instant in
            instant < Self.start + 5_000 ? 7_200 : 3_600
        }
        #expect(photo?.time == Self.start + 25)
    }

    @Test func `a track across the antimeridian goes the short way`() throws {
        var track = PositionTrack()
        for (seconds, longitude) in [(0.0, 179.9), (10, -179.9)] {
            track.append(
                PositionEstimate(
                    time: Self.start + seconds, coordinate: Coordinate(latitude: 0, longitude: longitude), accuracy: 5))
        }
        let place = try #require(track.place(at: Self.start + 5))
        #expect(abs(abs(place.longitude) - 180) < 1e-9)
    }

    @Test func `photos that would cover each other share a pin, all others have one`() {
        let scale = 256 * 1_024.0
        let places = [(10.0, 10.0), (30, 20), (60, 10), (500, 10), (10, 10)].map { x, y in
            UnitMercator(x: x / scale, y: y / scale)
        }
        let pins = MapPins(places, scale: scale, spacing: 40).pins
        #expect(pins.map(\.members) == [[0, 1, 4], [2], [3]])
        #expect(MapPins(places, scale: 100 * scale, spacing: 40).pins.count == 4)
        #expect(MapPins([UnitMercator(x: .nan, y: 0)], scale: scale, spacing: 40).pins.isEmpty)
    }

    @Test func `thousands of photos are gathered whole`() {
        let places = (0..<2_000).map { UnitMercator(x: Double($0 * 7_919 % 2_000) / 2_000, y: Double($0) / 2_000) }
        let pins = MapPins(places, scale: 1_024, spacing: 40).pins
        #expect(pins.flatMap(\.members).sorted() == Array(0..<2_000))
        for (index, pin) in pins.enumerated() {
            for other in pins[..<index] {
                #expect(max(abs(pin.point.x - other.point.x), abs(pin.point.y - other.point.y)) * 1_024 >= 39.999)
            }
        }
    }
}
