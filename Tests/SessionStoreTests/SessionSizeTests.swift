import Foundation
import Geometry
import SensorModel
import SessionStore
import TestSupport
import Testing

@Suite struct SessionSizeTests {
    private static let scaling = SampleScaling(scale: Vector3(repeating: 9.80665 / 4096), offset: .zero)

    /// Gravity and user acceleration of a recording, as the counts of a 16-bit sensor.
    private func counts(_ file: URL) throws -> [SIMD3<Int32>] {
        let table = try ChildProcess.run("/bin/zcat", [file.path]).output
        return table.split(separator: "\n").dropFirst().compactMap { line in
            let numbers = line.split(separator: ",").compactMap { Double($0) }.suffix(12)
            guard numbers.count == 12 else { return nil }
            let first = numbers.startIndex
            func count(_ axis: Int) -> Int32 { Int32((numbers[first + 3 + axis] + numbers[first + 9 + axis]) * 4096) }
            return SIMD3(count(0), count(1), count(2))
        }
    }

    private func second(_ number: Int, _ counts: [SIMD3<Int32>], _ random: inout RandomEvents) -> [LoggedEvent] {
        (0..<100).map { index in
            let place = number * 100 + index
            let jitter = (0..<12).reduce(0) { sum, _ in sum + Int64.random(in: -30_000...30_000, using: &random) } / 2
            let time = 1_700_000_000_000_000_000 + Int64(place) * 10_000_000 + jitter
            let block = 1_700_000_000_000_000_000 + Int64(place / 10 + 1) * 100_000_000
            let sample = counts[place % counts.count]
            let values = Self.scaling.values(x: sample.x, y: sample.y, z: sample.z)
            return LoggedEvent(
                SensorEvent(
                    time: Instant(nanoseconds: time), received: Instant(nanoseconds: block),
                    sequence: UInt64(place + 1),
                    payload: .acceleration(VectorSample(x: values.x, y: values.y, z: values.z))),
                raw: .counts(x: sample.x, y: sample.y, z: sample.z))
        }
    }

    @Test(.enabled(if: Places.hasRecordings, "the recordings are not beside the checkout (../shared/data)"))
    func `a three-axis sample takes ten bytes at most, jogging too`() throws {
        let file = try Places.data("motionsense-iphone-pocket/jog_9/sub_1.csv.gz")
        let counts = try counts(file)
        try #require(counts.count > 1_000)
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.odograph").path
        var random = RandomEvents(seed: 1)
        let writer = try SessionWriter(creating: path, header: SessionHeader(created: Instant(seconds: 0)))
        let empty = try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        let report = SourceReport(
            device: DeviceID(0), name: "accel_3d", streams: [.acceleration], state: .connected,
            scalings: [.acceleration: Self.scaling])
        try writer.append([
            LoggedEvent(SensorEvent(time: Instant(seconds: 1_700_000_000), payload: .source(report)))
        ])
        let seconds = 200
        for number in 0..<seconds { try writer.append(second(number, counts, &random)) }
        try writer.close()
        let size = try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        #expect(Double(size - empty) / Double(seconds * 100) <= 10)
        #expect(try SessionReader(opening: path).info().streams.first?.count == seconds * 100)
    }
}
