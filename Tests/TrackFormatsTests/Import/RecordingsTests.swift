import Foundation
import Geometry
import SensorModel
import TestSupport
import Testing
import TrackFormats

/// Real files of many devices, where they are beside the checkout.
@Suite struct RecordingsTests {
    /// The expected contents of a file.
    struct Expectation: Sendable {
        var path: String
        /// Fixes with a place.
        var fixes: Int
        /// South, west, north, east in degrees.
        var bounds: [Double]
        /// Seconds from the first fix to the last.
        var duration: Double
        var needsGPSBabel = false
    }

    private static let expectations = [
        Expectation(
            path: "sport-tracks/gpx/20170708-154835-Run.gpx.gz", fixes: 5104,
            bounds: [51.549639, -0.191978, 51.577236, -0.151614], duration: 5234),
        Expectation(
            path: "gps-devices-known-route/gpx/tracks/routeA/Garmin-Edge-605.gpx.gz", fixes: 6398,
            bounds: [51.057724, -1.338881, 51.229783, -1.21041], duration: 6406),
        Expectation(
            path: "gps-devices-known-route/gpx/tracks/routeA/openlog.gpx.gz", fixes: 641,
            bounds: [51.057821, -1.338681, 51.229667, -1.20968], duration: 6400),
        Expectation(
            path: "gps-phone-watch-waypoints/WATCH/lln/lln_1.gpx", fixes: 167,
            bounds: [50.667717, 4.616189, 50.669232, 4.624105], duration: 662),
        Expectation(
            path: "gps-phone-watch-waypoints/SMARTPHONE/lln/ground_truth_lln_1.csv", fixes: 76,
            bounds: [50.667771, 4.616178, 50.669193, 4.624017], duration: 628),
        Expectation(
            path: "gps-unistrong-car-rtk/GPSRaw.dat.gz", fixes: 11_561,
            bounds: [39.778028, 116.564763, 39.791989, 116.592830], duration: 1156),
        Expectation(
            path: "phone-sensorlogger-car/2023-08-09_16-37-41.csv.gz", fixes: 2580,
            bounds: [40.025149, -75.323891, 40.192248, -75.083158], duration: 2580),
        Expectation(
            path: "receiver-tracks/munich-car.nmea", fixes: 1847, bounds: [48.143128, 11.557915, 48.180848, 11.586447],
            duration: 1864),
        Expectation(
            path: "receiver-tracks/geko-car.nmea", fixes: 774, bounds: [49.023678, 12.035382, 49.044543, 12.098610],
            duration: 1576),
        Expectation(
            path: "sport-tracks/fit/garmin-edge-500-activity.fit", fixes: 10_677,
            bounds: [43.674407, -79.532984, 43.973103, -79.339040], duration: 12_691, needsGPSBabel: true),
        Expectation(
            path: "sport-tracks/tcx/2013-06-01-183220.TCX.gz", fixes: 3842,
            bounds: [50.812857, -1.735831, 50.835144, -1.690770], duration: 3931, needsGPSBabel: true),
    ]

    @Test(
        .enabled(if: Places.hasRecordings, "the recordings are not beside the checkout (../shared/data)"),
        arguments: expectations.filter { !$0.needsGPSBabel || Places.isExecutable("/usr/bin/gpsbabel") })
    func `a file opens with the fixes it holds`(expected: Expectation) throws {
        let url = try Places.data(expected.path)
        let events = try Importer().load(path: url.path).events
        var coordinates: [Coordinate] = []
        var times: [Instant] = []
        for event in events {
            guard case .fix(let fix) = event.payload else { continue }
            times.append(event.time)
            if let coordinate = fix.coordinate { coordinates.append(coordinate) }
        }
        let latitudes = coordinates.map(\.latitude).sorted()
        let longitudes = coordinates.map(\.longitude).sorted()
        let first = try #require(times.min())
        let last = try #require(times.max())
        #expect(coordinates.count == expected.fixes)
        #expect(abs((last - first) - expected.duration) < 1.001)
        let bounds = [latitudes.first, longitudes.first, latitudes.last, longitudes.last].compactMap(\.self)
        for (bound, wanted) in zip(bounds, expected.bounds) { #expect(abs(bound - wanted) < 1e-5, "\(bounds)") }
    }

    @Test(.enabled(if: Places.hasRecordings, "the recordings are not beside the checkout (../shared/data)"))
    func `a phone's motion streams come with its fixes`() throws {
        let url = try Places.data("ios-sensorlog-sample/2025-04-20_10_22_12_my_iOS_device_SAMPLE.csv.gz")
        let events = try Importer().load(path: url.path).events
        let accelerations = events.compactMap { event in
            if case .acceleration(let sample) = event.payload { sample.vector } else { nil }
        }
        #expect(accelerations.count == 999)
        let mean = accelerations.reduce(.zero, +) / Double(accelerations.count)
        // Turned upside down on a bumpy ride: what an accelerometer reads points up, in m/s^2.
        #expect((8..<10).contains((mean * mean).sum().squareRoot()) && mean.y < -7, "\(mean)")
        let pressures = events.compactMap {
            if case .scalar(.pressure, let sample) = $0.payload { sample.value } else { nil }
        }
        #expect(pressures.allSatisfy { 101..<102 ~= $0 } && !pressures.isEmpty)
    }

    @Test(.enabled(if: Places.hasRecordings, "the recordings are not beside the checkout (../shared/data)"))
    func `each of gpsd's own logs opens or says why not`() throws {
        let folder = try Places.data("gpsd-logs")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        var opened = 0
        for name in names where name != "SOURCE.md" {
            do {
                let document = try Importer().load(path: folder.appending(path: name).path)
                opened += 1
                #expect(!document.events.isEmpty, "\(name)")
            } catch let error as FormatError {
                #expect(error.description.hasSuffix("."))
            }
        }
        #expect(opened >= names.count / 2, "\(opened) of \(names.count)")
    }
}
