import Foundation
import FusionCore
import Geometry
import Replay
import SensorModel
import Testing

@testable import ViewerModel

@Suite struct InnovationBandTests {
    private static let start = Instant(seconds: 1_800_000_000)
    /// The fix that lies 60 m to the left of a walk to the east.
    private static let odd = 100

    /// A walk to the east at 1.4 m/s with about 1 m of noise.
    private static func run() throws -> SessionRun {
        let plane = LocalPlane(origin: Coordinate(latitude: 48, longitude: 9))
        func noise(_ index: Int) -> Double { 1.4 * sin(Double(index * index) * 12.9898) }
        let events = (0..<200).map { index in
            let north = index == odd ? 60 : noise(index)
            let place = plane.coordinate(PlanePoint(east: 1.4 * Double(index) + noise(index + 777), north: north))
            let fix = Fix(
                coordinate: place, horizontalAccuracy: 1, speed: 1.4 + 0.1 * noise(index + 333), courseDegrees: 90)
            return SensorEvent(time: start + Double(index), payload: .fix(fix))
        }
        return try SampleRide.run(of: Recording(unordered: events))
    }

    @Test func `an outlier to the left has a negative innovation across, beyond its band, and no weight`() throws {
        let run = try Self.run()
        let time = Self.start + Double(Self.odd)
        let recording = Recording(unordered: [])
        func value(_ quantity: SessionQuantity) -> Double? {
            quantity.series(of: run, recording).value(at: time)
        }
        let across = try #require(value(.innovationAcross))
        #expect(abs(across + 60) < 5)
        let limits = try #require(InnovationBand(.innovationAcross, of: run)).limits
        #expect(limits.count == 2)
        #expect(try #require(InnovationBand(.innovationAcross, of: run)).reach < 30, "an outlier does not set the axis")
        let (upper, lower) = (try #require(limits[0].value(at: time)), try #require(limits[1].value(at: time)))
        #expect(upper == -lower && across < lower)
        #expect(try #require(value(.innovationSigmas)) > 5)
        #expect(try #require(value(.fixWeight)) < 0.5)
        let band = try #require(InnovationBand(.fixWeight, of: run))
        #expect(band.hypothesis(at: time) == .outlier)
        #expect(band.hypothesis(at: time + -20) != .outlier)
        #expect(band.hypothesis(at: Self.start + -1) == nil)
        #expect(InnovationBand(.speed, of: run) == nil)
    }

    @Test func `most innovations lie within their band`() throws {
        let run = try Self.run()
        let series = SessionQuantity.innovationAlong.series(of: run, Recording(unordered: []))
        let upper = try #require(InnovationBand(.innovationAlong, of: run)).limits[0]
        let within = series.times.indices.filter { index in
            upper.value(at: series.times[index]).map { abs(Double(series.values[index])) <= $0 } ?? false
        }
        #expect(series.count > 190)
        #expect(Double(within.count) > 0.97 * Double(series.count))
    }

    @Test func `the card of a fix says where it was expected and that it was ignored`() throws {
        let run = try Self.run()
        let index = FixIndex(run.core.fixes)
        #expect(run.core.fixes.ignoredPlaces == [Self.odd])
        let detail = index.detail(of: Self.odd, clock: "12:00", unit: .kilometresPerHour)
        #expect(detail.title.description == "Fix ignored")
        #expect(detail.lines.last?.description.contains("to the left of where it was expected") == true)
    }
}
