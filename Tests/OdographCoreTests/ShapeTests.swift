import COdograph
import SensorModel
import Testing

@testable import OdographCore

/// Arrays that do not fit: each gives a code and a message, and leaves the run unchanged.
@Suite struct ShapeTests {
    private let good: [Library.Column] = [
        .integers("time", [1, 2]), .numbers("latitude", [1, 2]), .numbers("longitude", [1, 2]),
    ]

    private func expect(
        _ columns: [Library.Column], _ code: Int32, _ words: String, table: String = "fix",
        _ location: SourceLocation = #_sourceLocation
    ) {
        let library = Library()
        defer { _ = odograph_free(library.run) }
        #expect(library.push(table, columns) == code, sourceLocation: location)
        #expect(Library.message.contains(words), "\(Library.message)", sourceLocation: location)
        // What was refused left nothing behind.
        #expect(odograph_finish(library.run, 0) == ODOGRAPH_OK, sourceLocation: location)
        #expect(library.integers("summary", "fixes") == [0], sourceLocation: location)
    }

    @Test func `columns that do not fit are answered`() {
        expect(good + [.numbers("nothing", [1, 2])], ODOGRAPH_UNKNOWN_NAME, "no column named “nothing”")
        expect(good + [.numbers("speed", [1])], ODOGRAPH_BAD_SHAPE, "differ in length")
        expect(good + [.numbers("latitude", [1, 2])], ODOGRAPH_BAD_SHAPE, "twice")
        expect(good + [.integers("speed", [1, 2])], ODOGRAPH_BAD_SHAPE, "numbers (double)")
        expect(Array(good.dropLast()), ODOGRAPH_BAD_SHAPE, "“longitude” of “fix” is missing")
        expect(good, ODOGRAPH_UNKNOWN_NAME, "no table named “smoothed”", table: "smoothed")
    }

    @Test func `addresses and counts that cannot be are answered`() {
        let library = Library()
        defer { _ = odograph_free(library.run) }
        func push(count: Int64, name: String? = "time") -> Int32 {
            let column = odograph_column(
                name: name.map { PermanentText($0).characters }, type: ODOGRAPH_INTEGER, reserved: 0, values: nil,
                count: count)
            return odograph_push(library.run, "tick", [column], 1)
        }
        #expect(push(count: 0) == ODOGRAPH_OK)
        #expect(push(count: 1) == ODOGRAPH_BAD_SHAPE)
        #expect(push(count: -1) == ODOGRAPH_BAD_SHAPE)
        #expect(push(count: 1 << 31) == ODOGRAPH_TOO_MANY)
        #expect(push(count: .max) == ODOGRAPH_TOO_MANY)
        #expect(push(count: 0, name: nil) == ODOGRAPH_BAD_SHAPE)
        #expect(odograph_push(library.run, nil, nil, 0) == ODOGRAPH_BAD_SHAPE)
        #expect(odograph_push(library.run, "tick", nil, 5) == ODOGRAPH_BAD_SHAPE)
        #expect(odograph_push(library.run, "tick", nil, -5) == ODOGRAPH_BAD_SHAPE)
        #expect(odograph_finish(library.run, 0) == ODOGRAPH_OK)
        #expect(odograph_read(library.run, "summary", "distance", nil, 1) == ODOGRAPH_BAD_SHAPE)
        #expect(odograph_read(library.run, "summary", "distance", nil, 0) == ODOGRAPH_TOO_MANY)
        #expect(odograph_read(library.run, "summary", "distance", nil, -1) == ODOGRAPH_BAD_SHAPE)
        #expect(odograph_read(library.run, "summary", nil, nil, 1) == ODOGRAPH_BAD_SHAPE)
        #expect(odograph_read(library.run, "summary", "nothing", nil, 1) == ODOGRAPH_UNKNOWN_NAME)
    }

    @Test func `values that are not numbers, and impossible times, lead to estimates or to none`() {
        let strange = [Double.nan, .infinity, -.infinity, 1e300, -91, 0, 48, 48.0001]
        let times: [Int64] = [.max, .min, .min + 1, 0, -1, 5, 1_700_000_000_000_000_000, 3]
        for shift in strange.indices {
            let numbers = Array(strange[shift...] + strange[..<shift])
            let library = Library()
            library.push(
                "fix",
                [
                    .integers("time", times), .integers("received", times.reversed()), .numbers("latitude", numbers),
                    .numbers("longitude", numbers), .numbers("horizontalAccuracy", numbers),
                    .numbers("speed", numbers), .numbers("course", numbers),
                ])
            library.push(
                "acceleration",
                [.integers("time", times), .numbers("x", numbers), .numbers("y", numbers), .numbers("z", numbers)])
            library.push("pressure", [.integers("time", times), .numbers("value", numbers)])
            #expect(odograph_finish(library.run, ODOGRAPH_KEEP_MOTION) == ODOGRAPH_OK)
            #expect(library.integers("summary", "fixes") == [8])
            for latitude in library.numbers("smoothed", "latitude") { #expect(latitude.isFinite) }
            #expect(odograph_free(library.run) == ODOGRAPH_OK)
        }
    }

    @Test func `a value that means nothing is named with its row`() {
        let library = Library()
        defer { _ = odograph_free(library.run) }
        library.push("fix", good + [.integers("mode", [3, 7])])
        #expect(odograph_finish(library.run, 0) == ODOGRAPH_BAD_VALUE)
        #expect(Library.message.hasPrefix("Row 1 of the column “mode” of “fix”"))
    }

    @Test func `a sequence is of all rows or of none`() {
        let library = Library()
        defer { _ = odograph_free(library.run) }
        library.push("fix", good + [.integers("sequence", [0, 1])])
        library.push("tick", [.integers("time", [1])])
        #expect(odograph_finish(library.run, 0) == ODOGRAPH_BAD_SHAPE)
        #expect(Library.message.contains("no sequence"))
    }

    @Test func `every column is described, and the words of codes are`() {
        var index: Int32 = 0
        var isInput: Int32 = 0
        var columns = 0
        while let name = odograph_table(index, &isInput) {
            var info = odograph_column_info()
            var column: Int32 = 0
            while odograph_describe(name, column, &info) == ODOGRAPH_OK {
                #expect((1...5).contains(info.type))
                if isInput == 0, info.type == ODOGRAPH_WORD {
                    #expect(odograph_word(name, info.name, 0) != nil)
                    #expect(odograph_word(name, info.name, 1_000) == nil)
                    #expect(odograph_word(name, info.name, -1) == nil)
                }
                column += 1
                columns += 1
            }
            #expect(column > 0, "\(String(cString: name))")
            index += 1
        }
        #expect(index == Int32(InputTable.allCases.count + OutputTable.all.count))
        #expect(columns > 150)
        #expect(odograph_word("activity", "activity", 1).map { String(cString: $0) } == "walking")
        #expect(odograph_table(-1, nil) == nil)
    }

    @Test func `the ranks of tables are those of their events`() {
        #expect(
            InputTable.source.rank
                == SensorEvent.Payload.source(
                    SourceReport(device: DeviceID(0), name: "", streams: [], state: .connected)
                ).rank)
        #expect(
            InputTable.statement.rank
                == SensorEvent.Payload.statement(
                    ActivityStatement(.walking, from: Instant(nanoseconds: 0), until: Instant(nanoseconds: 1))
                ).rank)
        #expect(InputTable.span.rank == SensorEvent.Payload.span(DeviceSpan(.lap, duration: 1)).rank)
        #expect(InputTable.learned.rank == SensorEvent.Payload.learned(Learned()).rank)
        #expect(
            InputTable.correction.rank
                == SensorEvent.Payload.correction(
                    .placeName("", at: Instant(nanoseconds: 0))
                ).rank)
    }
}
