import Foundation
import Geometry
import SensorModel
import TestSupport
import Testing

@testable import FusionCore

/// Recorded pressures: visits of buildings with known floors, and drives over hills.
@Suite struct AltimeterRecordingTests {
    /// The rows of a table with a header, by column name; a gzip file is unpacked by `zcat`.
    private func rows(_ file: URL) throws -> [[String: String]] {
        let text =
            file.pathExtension == "gz"
            ? try ChildProcess("/bin/zcat", [file.path]).wait().output
            : try String(contentsOf: file, encoding: .utf8)
        let lines = text.split(whereSeparator: \.isNewline).map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        guard let header = lines.first else { return [] }
        return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
    }

    private struct Visit {
        var building: String
        var floors: Int
        var gain: Double
    }

    /// Runs the core over a visit: outdoors at first, on the floor in the end.
    private func visit(_ file: URL) throws -> Visit {
        let name = file.lastPathComponent.split(separator: ".")[0].split(separator: "_")
        let table = try rows(file)
        var core = FusionCore()
        var outdoors: [Double] = []
        var heights: [Double] = []
        for (second, row) in table.enumerated() {
            guard let pressure = row["baro_pressure"].flatMap(Double.init) else { continue }
            let event = SensorEvent(
                time: Instant(seconds: 1.7e9 + Double(second)),
                payload: .scalar(.pressure, ScalarSample(value: pressure)))
            core.consume(event) { estimate in
                guard case .altitude(let altitude) = estimate else { return }
                heights.append(altitude.relative)
                if row["indoors"] == "0" { outdoors.append(altitude.relative) }
            }
        }
        let street = try #require(outdoors.sorted().dropFirst(outdoors.count / 2).first)
        let top = try #require(heights.suffix(5).sorted().dropFirst(2).first)
        return Visit(
            building: String(name[0]), floors: (Int(name[3]) ?? 0) - (Int(name[2]) ?? 0), gain: top - street)
    }

    @Test(.enabled(if: Places.hasRecordings, "the recordings are not beside the checkout (../shared/data)"))
    func `heights of floors repeat within 0,6 m, and learned storeys give the floor`() throws {
        let folder = try Places.data("baro-floors-nyc")
        let visits = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.contains(".csv") }.map(visit)
        var squares = 0.0
        var freedom = 0
        var exact = 0
        for (index, visit) in visits.enumerated() {
            let alike = visits.filter { $0.building == visit.building && $0.floors == visit.floors }.map(\.gain)
            let mean = alike.reduce(0, +) / Double(alike.count)
            squares += (visit.gain - mean) * (visit.gain - mean)
            var storeys = StoreyHeights()
            for (other, known) in visits.enumerated() where other != index && known.building == visit.building {
                storeys.add(height: known.gain, floor: known.floors)
            }
            if storeys.floor(at: visit.gain) == visit.floors { exact += 1 }
        }
        freedom = visits.count - Set(visits.map { "\($0.building) \($0.floors)" }).count
        let deviation = (squares / Double(freedom)).squareRoot()
        #expect(deviation <= 0.6, "\(deviation) m over \(visits.count) visits")
        #expect(Double(exact) >= 0.9 * Double(visits.count), "\(exact) of \(visits.count)")
    }

    @Test(.enabled(if: Places.hasRecordings, "the recordings are not beside the checkout (../shared/data)"))
    func `drives over hills are no flights`() throws {
        let folder = try Places.data("phone-sensorlogger-car")
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        where file.pathExtension == "gz" {
            var core = FusionCore()
            for (second, row) in try rows(file).enumerated() {
                for payload in payloads(row) {
                    let event = SensorEvent(time: Instant(seconds: 1.7e9 + Double(second)), payload: payload)
                    core.consume(event) { _ in }
                }
            }
            let last = try #require(core.latest.altitude)
            #expect(last.floorsUp == 0 && last.floorsDown == 0, "\(file.lastPathComponent)")
        }
    }

    private func payloads(_ row: [String: String]) -> [SensorEvent.Payload] {
        func number(_ name: String) -> Double? { row[name].flatMap(Double.init) }
        func vector(_ name: String) -> VectorSample? {
            guard let x = number("\(name)_x"), let y = number("\(name)_y"), let z = number("\(name)_z") else {
                return nil
            }
            return VectorSample(x: x, y: y, z: z)
        }
        var payloads: [SensorEvent.Payload] = []
        if let acceleration = vector("acc") { payloads.append(.acceleration(acceleration)) }
        if let rotation = vector("gyro") { payloads.append(.rotation(rotation)) }
        if let pressure = number("pressure") { payloads.append(.scalar(.pressure, ScalarSample(value: pressure / 10))) }
        if let latitude = number("latitude"), let longitude = number("longitude") {
            payloads.append(
                .fix(
                    Fix(
                        coordinate: Coordinate(latitude: latitude, longitude: longitude), altitude: number("altitude"),
                        horizontalAccuracy: number("horizontalAccuracy"),
                        verticalAccuracy: number("verticalAccuracy"),
                        speed: number("speed").flatMap { $0 >= 0 ? $0 : nil })))
        }
        return payloads
    }
}
