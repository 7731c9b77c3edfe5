import Geometry
import SensorModel
import Testing

@testable import TrackFormats

@Suite struct FITReaderTests {
    private func load(_ bytes: [UInt8], keepsGoodPart: Bool = false) throws -> TrackDocument {
        try Importer(keepsGoodPart: keepsGoodPart).load(bytes: bytes)
    }

    private func run(_ count: Int, speed: UInt32 = 4_000) -> FITFile {
        var file = FITFile()
        file.define(0, 20, FITFile.record)
        for index in 0..<count { file.addRecord(index, speed: speed) }
        return file
    }

    @Test func `a record keeps its speed, heart rate, cadence and temperature`() throws {
        let document = try load(run(30).bytes)
        #expect(document.format.name == "fit")
        let point = try #require(document.tracks.first?.segments.first?.first)
        #expect(point.time == Instant(seconds: 1_714_557_600))
        #expect(abs(point.coordinate.latitude - 48) < 1e-7 && abs(point.coordinate.longitude - 11) < 1e-7)
        #expect(point.altitude == 492)
        #expect([point.heartRate, point.cadence, point.temperature, point.speed] == [140, 85, -3, 4])
        #expect(document.pointCount == 30)
    }

    @Test func `a record keeps its height, also if it has only the enhanced one`() throws {
        var file = FITFile()
        file.define(0, 20, [(253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85), (78, 4, 0x86), (73, 4, 0x86)])
        for index in 0..<3 { file.addPlace(index, FITFile.bytes((1_200 + 500) * 5) + FITFile.bytes(4_500)) }
        let points = try Importer().load(bytes: file.bytes).tracks.flatMap { $0.segments.flatMap(\.self) }
        #expect(points.map(\.altitude) == [1_200, 1_200, 1_200] && points.map(\.speed) == [4.5, 4.5, 4.5])
    }

    @Test func `the speed of a record without a position is kept as a sensor's`() throws {
        var file = FITFile()
        file.define(0, 20, FITFile.record)
        file.define(1, 20, [(253, 4, 0x86), (73, 4, 0x86)])
        for index in 0..<20 {
            file.add(1, FITFile.bytes(FITFile.start + UInt32(index)) + FITFile.bytes(UInt32(3_500)))
        }
        for index in 20..<40 { file.addRecord(index) }
        let document = try load(file.bytes)
        let speeds = document.events.compactMap { event -> Double? in
            guard case .scalar(.sensorSpeed, let sample) = event.payload else { return nil }
            return sample.value
        }
        #expect(speeds == Array(repeating: 3.5, count: 20))
        #expect(document.pointCount == 20)
        let sources = document.events.compactMap { event -> SourceReport? in
            if case .source(let report) = event.payload { report } else { nil }
        }
        #expect(sources.map(\.streams).contains([.scalar(.sensorSpeed)]) && Set(sources.map(\.device)).count == 2)
    }

    @Test func `developer fields are passed over`() throws {
        var file = FITFile()
        file.define(0, 20, FITFile.record, developer: [2, 8])
        for index in 0..<5 { file.addRecord(index, developer: [UInt8](repeating: 7, count: 10)) }
        #expect(try load(file.bytes).tracks.first?.segments.first?.map(\.speed) == [4, 4, 4, 4, 4])
    }

    @Test func `compressed time stamps count on from the last whole one, also past their 32 seconds`() throws {
        var file = run(1)
        file.define(1, 20, Array(FITFile.record.dropFirst().prefix(2)))
        let place = Array(file.data.suffix(21).dropFirst(4).prefix(8))
        let last = UInt8(FITFile.start & 0x1F)
        for seconds in [3, 20, 40, 65] as [UInt8] { file.add(0x80 | 1 << 5 | (last &+ seconds) & 0x1F, place) }
        let times = try load(file.bytes).tracks.flatMap(\.segments).joined().compactMap(\.time)
        #expect(times.map { $0 - Instant(seconds: 1_714_557_600) } == [0, 3, 20, 40, 65])
    }

    private func spans(_ document: TrackDocument) -> [(start: Double, span: DeviceSpan)] {
        document.events.compactMap { event in
            guard case .span(let span) = event.payload else { return nil }
            return (event.time - Instant(seconds: 1_714_557_600), span)
        }
    }

    @Test func `a pause cuts the line and is kept, as are laps, and the session states sport and distance`() throws {
        var file = run(100)
        file.define(1, 21, [(253, 4, 0x86), (0, 1, 0), (1, 1, 0)])
        file.add(1, FITFile.bytes(FITFile.start + 100) + [0, 4])
        file.add(1, FITFile.bytes(FITFile.start + 160) + [0, 0])
        for index in 160..<200 { file.addRecord(index, at: index - 60) }
        file.define(2, 19, [(253, 4, 0x86), (9, 4, 0x86)])
        for seconds in [100, 199] as [UInt32] {
            file.add(2, FITFile.bytes(FITFile.start + seconds) + FITFile.bytes(40_000))
        }
        file.define(3, 18, [(253, 4, 0x86), (2, 4, 0x86), (5, 1, 0), (9, 4, 0x86)])
        file.add(
            3, FITFile.bytes(FITFile.start + 199) + FITFile.bytes(FITFile.start) + [1] + FITFile.bytes(80_000))
        let document = try load(file.bytes)
        #expect(document.tracks.map { $0.segments.map(\.count) } == [[100, 40]])
        #expect(document.tracks.first?.statedDistance == 800)
        let events = document.events
        let spans = spans(document)
        #expect(spans.map(\.start) == [0, 100, 100] && spans.map(\.span.duration) == [100, 99, 60])
        #expect(spans.map(\.span.kind) == [.lap, .lap, .pause] && spans.map(\.span.distance) == [400, 400, nil])
        let start = Instant(seconds: 1_714_557_600)
        #expect(
            events.contains {
                $0.payload
                    == .statement(
                        ActivityStatement(.running, sport: "running", distance: 800, from: start, until: start + 199))
            })
        #expect(events.map(\.time) == events.map(\.time).sorted(), "in order already, so that nothing is sorted")
    }

    @Test func `chained files are one document`() throws {
        let bytes = run(10).bytes + run(20).bytes
        #expect(try load(bytes).pointCount == 30)
        #expect(try load(bytes + [1, 2, 3]).problems.map(\.reason) == ["3 bytes after the end are not a FIT file"])
    }

    @Test func `a wrong checksum is doubted, and a missing end refused or left out`() throws {
        var bytes = run(30).bytes
        bytes[bytes.count - 1] ^= 1
        let doubted = try load(bytes)
        #expect(doubted.pointCount == 30 && doubted.problems.map(\.kind) == [.doubted])
        let torn = Array(run(30).bytes.prefix(400))
        let error = #expect(throws: FormatError.self) { try load(torn) }
        #expect(error?.description.contains("keeping the good part") == true)
        let kept = try load(torn, keepsGoodPart: true)
        #expect(kept.pointCount == (400 - 14 - 30) / 22 && kept.problems.map(\.kind) == [.leftOut])
    }

    @Test func `a course is a route with its name, and one with speeds is a recording`() throws {
        func course(_ fields: [FITFile.Field]) throws -> TrackDocument {
            var file = FITFile()
            file.define(1, 0, [(0, 1, 0)])
            file.add(1, [6])
            file.define(2, 31, [(5, 5, 7)])
            file.add(2, Array("Lake".utf8) + [0])
            file.define(0, 20, fields)
            for index in 0..<20 {
                if fields.count == FITFile.record.count { file.addRecord(index) } else { file.addPlace(index) }
            }
            return try load(file.bytes)
        }
        let plan = try course(Array(FITFile.record.prefix(3)))
        #expect(plan.tracks.isEmpty && plan.routes.map(\.name) == ["Lake"] && plan.routes.first?.pointCount == 20)
        let recording = try course(FITFile.record)
        #expect(recording.routes.isEmpty && recording.pointCount == 20)
        #expect(recording.problems.map(\.kind) == [.doubted])
    }

    @Test func `a lap ends after its elapsed time, even if it is written later`() throws {
        var file = run(60)
        file.define(1, 19, [(253, 4, 0x86), (2, 4, 0x86), (7, 4, 0x86)])
        for (start, written) in [(0, 30), (30, 7_200)] as [(UInt32, UInt32)] {
            let times = FITFile.bytes(FITFile.start + written) + FITFile.bytes(FITFile.start + start)
            file.add(1, times + FITFile.bytes(30_000))
        }
        let laps = try spans(load(file.bytes))
        #expect(laps.map(\.start) == [0, 30] && laps.map(\.span.duration) == [30, 30])
    }

    /// A lap of a timer, with a silence of a minute after 100 s.
    private func lap(timer: UInt32, resumingAt place: Int) -> FITFile {
        var file = run(100)
        for index in 160..<200 { file.addRecord(index, at: index - 160 + place) }
        file.define(2, 19, [(253, 4, 0x86), (2, 4, 0x86), (7, 4, 0x86), (8, 4, 0x86)])
        file.add(
            2,
            FITFile.bytes(FITFile.start + 200) + FITFile.bytes(FITFile.start) + FITFile.bytes(200_000)
                + FITFile.bytes(timer * 1_000))
        return file
    }

    @Test func `a silence for which the timer of the lap did not run is a pause`() throws {
        let paused = try spans(load(lap(timer: 139, resumingAt: 100).bytes))
        #expect(paused.map(\.span.kind) == [.lap, .pause] && paused.map(\.start) == [0, 99])
        #expect(paused.map(\.span.duration) == [200, 61] && paused.first?.span.timerTime == 139)
        #expect(try spans(load(lap(timer: 200, resumingAt: 100).bytes)).map(\.span.kind) == [.lap])
    }

    @Test func `a pause in which the points move on is noted and counts as motion`() throws {
        let document = try load(lap(timer: 139, resumingAt: 160).bytes)
        #expect(spans(document).map(\.span.kind) == [.lap])
        #expect(document.problems.map(\.kind) == [.doubted])
        #expect(document.problems.first?.reason.contains("move in 1 pause") == true)
    }

    @Test func `the change between two sports has none of them`() throws {
        var file = run(60)
        file.define(1, 12, [(0, 1, 0)])
        file.add(1, [5])
        file.define(2, 18, [(253, 4, 0x86), (2, 4, 0x86), (5, 1, 0)])
        for (start, end, sport) in [(0, 20, 5), (20, 30, 3), (30, 60, 2)] as [(UInt32, UInt32, UInt8)] {
            file.add(2, FITFile.bytes(FITFile.start + end) + FITFile.bytes(FITFile.start + start) + [sport])
        }
        let sports = try load(file.bytes).events.compactMap { event -> String? in
            if case .statement(let statement) = event.payload { statement.sport } else { nil }
        }
        #expect(sports == ["swimming", "cycling"])
    }

    @Test func `a record keeps the power of its meter`() throws {
        var file = FITFile()
        file.define(0, 20, FITFile.record.prefix(3) + [(7, 2, 0x84)])
        for index in 0..<5 { file.addPlace(index, [0xFA, 0]) }
        #expect(try load(file.bytes).tracks.first?.segments.first?.map(\.power) == [250, 250, 250, 250, 250])
    }

    @Test func `a file without a position says so`() throws {
        var file = FITFile()
        file.define(0, 20, [(253, 4, 0x86), (3, 1, 2)])
        for second in 0..<5 { file.add(0, FITFile.bytes(FITFile.start + UInt32(second)) + [120]) }
        let error = #expect(throws: FormatError.self) { try load(file.bytes) }
        #expect(error?.description.contains("none of its 5 records has a position") == true)
    }

    @Test func `bytes that mean nothing are refused and never crash`() throws {
        var generator = SystemRandomNumberGenerator()
        let whole = run(10).bytes
        for _ in 0..<3_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            _ = try? load(bytes, keepsGoodPart: Bool.random(using: &generator))
        }
    }
}
